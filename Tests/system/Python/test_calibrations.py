"""Calibrations: data frames and files in, posteriors as data frames out."""

import math

import pandas as pd
import pytest

import spreadlab

# One acting step, everybody a neighbor: of 8 infected the 7 new ones are binomial out of 20.
KEYS = {
    "seed": 20261122,
    "model": {
        "group_size": 21, "rule": "beta", "contacts": "everybody", "infection_factor": 20,
        "introductions": [{"step": 0, "people": [0]}], "stop": {"max_steps": 1}},
    "rules": {"beta": {
        "neighborhood": "moore", "pool": "healthy", "draw": "exact", "update": "synchronous"}},
    "factors": {"infection_probability": {"from": 0.0, "to": 1.0}},
}
STUDY = spreadlab.Study("beta", **KEYS)
EIGHT = pd.DataFrame({"response": ["final_infected"], "value": [8]})


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return STUDY.calibrate(EIGHT, tmp_path_factory.mktemp("results") / "beta", draws=400)


def test_the_posterior_is_a_beta_distribution(results):
    row = results.posterior_summary.iloc[0]
    mean, sd = 8 / 22, math.sqrt(8 * 14 / (22**2 * 23))
    assert row.parameter == "infection_probability"
    assert abs(row["mean"] - mean) < 4 * sd / math.sqrt(row.effective_size)
    posterior = results.posterior
    assert len(posterior) >= 400 and posterior.weight.sum() == pytest.approx(1)
    weighted = (posterior.weight * posterior.infection_probability).sum()
    assert row["mean"] == pytest.approx(weighted, rel=1e-12)
    assert (posterior.distance == 0).all()
    # A draw is a point, whose run has what was observed.
    runs = results.runs.set_index("point").loc[posterior.draw]
    assert (runs.final_infected == 8).all()
    assert results.posterior_predictive.observed.tolist() == [8.0]
    assert results.generations.draws.iloc[0] == 800


def test_a_file_says_the_same_and_the_same_call_goes_on(results, tmp_path):
    file = tmp_path / "data.csv"
    file.write_text("response;value\nfinal_infected;8,0\n")
    again = STUDY.calibrate(file, tmp_path / "beta", draws=400, decimal_comma=True, threads=1)
    assert again.posterior.equals(results.posterior)
    with pytest.raises(spreadlab.Stopped):
        STUDY.calibrate(EIGHT, tmp_path / "parts", draws=20_000, time_limit="0.3s")
    short = STUDY.calibrate(EIGHT, tmp_path / "short", draws=400, tolerance=0, max_runs=1_300)
    generations = len(short.generations)
    longer = STUDY.calibrate(EIGHT, tmp_path / "short", draws=400, tolerance=0)
    assert generations < len(longer.generations)
    assert longer.posterior.equals(results.posterior)


@pytest.mark.filterwarnings("ignore:the effective sample size")
def test_the_folder_is_named_after_the_study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = STUDY.calibrate(EIGHT, draws=50, seed=3, settings={"analysis.confidence": 0.5})
    assert str(made.folder) == "results/beta-calibration"
    row = made.posterior_summary.iloc[0]
    assert row.ci_high - row.ci_low < 3 * row.sd


@pytest.mark.parametrize(("data", "code"), [
    (pd.DataFrame({"response": ["final_infected"], "value": [22]}), "bad_relation"),
    (pd.DataFrame({"response": ["final"], "value": [2]}), "bad_cell"),
    (pd.DataFrame({"time": [1], "cases": [2]}), "unknown_column"),
])
def test_data_that_no_run_can_give_are_a_mistake(tmp_path, data, code):
    with pytest.raises(spreadlab.Mistake) as caught:
        STUDY.calibrate(data, tmp_path / "none")
    assert (caught.value.exit_code, caught.value.code) == (2, code)
    assert "spreadlab-" not in str(caught.value)
    assert not (tmp_path / "none").exists()


def test_data_that_do_not_constrain_a_parameter_are_a_warning(tmp_path):
    keys = {**KEYS, "factors": {"infection_factor": {"from": 1, "to": 5, "step": 1}}}
    keys["model"] = {"infection_probability": 0.0, **KEYS["model"]}
    del keys["model"]["infection_factor"]
    with pytest.warns(spreadlab.CalibrationWarning, match="do not constrain infection_factor"):
        made = spreadlab.Study("nothing", **keys).calibrate(
            EIGHT.assign(value=1), tmp_path / "nothing", draws=300)
    row = made.posterior_summary.iloc[0]
    assert pd.isna(row.ci_low) and row.status == "unconstrained"


@pytest.mark.filterwarnings("ignore:the effective sample size")
def test_a_curve_of_several_runs(tmp_path):
    curves = pd.DataFrame({
        "replicate": [0, 0, 1, 1], "step": [0, 1, 0, 1], "infected": [1, 7, 1, 10]})
    made = STUDY.calibrate(curves, tmp_path / "curves", draws=100)
    assert set(made.runs.replicate) == {0, 1}
    predicted = made.posterior_predictive
    assert predicted.observed.tolist() == [1.0, 8.5] and predicted.observed_high.tolist() == [1, 10]
