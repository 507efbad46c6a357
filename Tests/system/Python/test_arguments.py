"""Odd arguments: every type that Python, numpy and pandas have, paths with blanks, folders that exist."""

import decimal
import fractions
import json
import os
import pickle
import shutil
import subprocess
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import polars
import pytest
from conftest import KEYS

import spreadlab

TINY = {"seed": 7, "model": {"group_size": 25}, "replicates": 4}
LARGEST = 2**53 - 1


def study(**keys):
    return spreadlab.Study("tiny", **TINY | keys)


def manifest(results):
    return json.loads((results.folder / "study.resolved.json").read_text())


@pytest.mark.parametrize("value", [
    200, 200.0, np.int64(200), np.float64(200), np.array(200), np.uint8(200), decimal.Decimal(200),
    fractions.Fraction(200), pd.Series([200]).iloc[0]])
def test_a_number_of_any_type_is_the_number(value):
    assert json.loads(study(replicates=value).to_json())["replicates"] == 200
    assert study(replicates=value).check().runs == 200
    assert study().check(settings={"replicates": value}).runs == 200


@pytest.mark.parametrize("values", [
    (0.2, 0.4), range(2), np.array([0.2, 0.4]), np.array([0.2, 0.4], dtype=object), pd.Series([0.2, 0.4]),
    pd.Index([0.2, 0.4]), pd.array([0.2, 0.4]), pd.Categorical([0.2, 0.4]), polars.Series([0.2, 0.4]),
    [np.float64(0.2), decimal.Decimal("0.4")]])
def test_a_list_of_any_type_is_the_list(values):
    made = json.loads(study(factors={"infection_probability": {"values": values}}).to_json())
    expected = [0, 1] if isinstance(values, range) else [0.2, 0.4]
    assert made["factors"]["infection_probability"]["values"] == expected


@pytest.mark.parametrize("value", [
    float("nan"), float("inf"), np.float64("nan"), pd.NA, pd.NaT, {1, 2}, b"3", 1j, object(),
    pd.DataFrame({"a": [1]}), (item for item in [1]), np.datetime64("2020-01-01")])
def test_what_no_file_can_hold_is_named_with_its_path(value):
    with pytest.raises(spreadlab.Mistake, match=r"^\$\.model\.stop\.share is ") as caught:
        study(model={"group_size": 25, "stop": {"share": value}})
    assert caught.value.exit_code == 2
    with pytest.raises(spreadlab.Mistake, match=r"^\$\.model\.stop\.share is "):
        study().check(settings={"model.stop.share": value})


@pytest.mark.parametrize("seed", [0, LARGEST, float(LARGEST), np.int64(LARGEST), np.uint64(LARGEST), 1e5])
def test_a_seed_keeps_its_digits(tmp_path, seed):
    for place, made in [("option", study().run(tmp_path / "option", seed=seed)),
                        ("key", study(seed=seed).run(tmp_path / "key")),
                        ("set", study().run(tmp_path / "set", settings={"seed": seed}))]:
        assert made.manifest["seed"] == int(seed), place


def test_a_string_stays_one_where_it_looks_like_a_number(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = study().run(settings={"study": "123", "model.boundary": "torus"})
    assert str(made.folder) == "results/123" and made.manifest["study"] == "123"
    assert manifest(made)["model"]["boundary"] == "torus"
    with pytest.raises(spreadlab.Mistake, match="string"):
        study().check(settings={"replicates": "20"})


@pytest.mark.parametrize("value", [True, np.True_])
def test_true_is_no_number_of_an_option(tmp_path, value):
    with pytest.raises(spreadlab.Mistake, match="threads"):
        study().run(tmp_path / "none", threads=value)
    assert not (tmp_path / "none").exists()


def test_only_a_structure_of_contacts_has_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my edges.csv").write_text("person_a,person_b\n0,1\n1,2\n")
    keys = {"model": {"group_size": 3, "contacts": "file"}, "contacts": {
        "file": {"kind": "edges", "file": Path("my edges.csv")}},
        "interventions": {"file": [{"when": {"step": 1}, "multiply": {"infection_probability": 0.5}}]},
        "responses": {"file": {"infected_at": 2}}}
    made = json.loads(study(**keys).to_json())
    assert made["contacts"]["file"]["file"] == str(tmp_path / "my edges.csv")
    assert made["responses"]["file"] == {"infected_at": 2}
    assert study(**keys).check().runs == 4
    keys["contacts"] = {"file": {"kind": "edges", "file": "elsewhere.csv"}}
    structure = {"kind": "edges", "file": "my edges.csv"}
    for path, value in [
            ("contacts.file.file", "my edges.csv"), ("contacts['file'].file", "my edges.csv"),
            ('$.contacts["file"][\'file\']', "my edges.csv"), ("contacts.file", structure),
            ("contacts", {"file": structure})]:
        assert study(**keys).check(settings={path: value}).runs == 4, path


def test_the_study_file_has_files_where_the_module_looks_for_them():
    words = [os.environ["SPREADLAB"], "schema"]
    schema = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)

    def paths(node, path=()):
        if isinstance(node, dict):
            for key, item in node.items():
                if key == "file" and path[-1:] == ("properties",) and "file" in item.get("description", ""):
                    yield [part for part in path if isinstance(part, str) and part not in (
                        "properties", "additionalProperties", "oneOf", "anyOf", "patternProperties")]
                yield from paths(item, (*path, key))
        elif isinstance(node, list):
            for item in node:
                yield from paths(item, path)

    found = list(paths(schema))
    assert found and {path[0] for path in found} == {"contacts", "groups", "orders"}, found


def test_paths_with_blanks_and_hyphens(tmp_path, monkeypatch):
    place = tmp_path / "mes études $(date) 'a' \"b\""
    place.mkdir()
    monkeypatch.chdir(place)
    Path("-study.json").write_text(study().to_json())
    made = spreadlab.Study.read("-study.json").run("-own results")
    assert (place / "-own results" / "runs.csv").is_file()
    assert spreadlab.Results("-own results").verify()["sound"]
    assert made.report().is_file()
    pd.DataFrame({"arm": list("aabb"), "y": [1, 2, 4, 6]}).to_csv("-data.csv", index=False)
    assert len(spreadlab.compare("-data.csv", by="arm", response="y")) == 1


def test_folders_of_others_are_left_alone(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("precious")
    for map_ in (None, map):
        with pytest.raises(spreadlab.ProgramError) as caught:
            study().run(tmp_path / "mine", map=map_)
        assert caught.value.code == "foreign_files"
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_parts_delete_nothing_that_others_made(tmp_path):
    beside = tmp_path / "small-parts"
    (beside / "1" / "1").mkdir(parents=True)
    (beside / "study.json").write_text("precious")
    kept = tmp_path / "small" / "cluster" / "job.sh"
    kept.parent.mkdir(parents=True)
    kept.write_text("precious")
    made = study().run(tmp_path / "small", map=map, parts=2)
    assert len(made.runs) == 4 and made.verify()["sound"]
    assert (beside / "study.json").read_text() == kept.read_text() == "precious"
    assert [file.name for file in kept.parent.iterdir()] == ["job.sh"]


def test_a_mistake_in_parts_writes_nothing(tmp_path):
    with pytest.raises(spreadlab.Mistake):
        study(replicates=0).run(tmp_path / "none", map=map, parts=2)
    with pytest.raises(spreadlab.Mistake, match="parts=0"):
        study().run(tmp_path / "none", map=map, parts=0)
    assert not list(tmp_path.iterdir())


def test_an_interrupted_call_leaves_nothing_to_an_edited_study(tmp_path):
    def stops(make, jobs):
        make(jobs[0])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study().run(tmp_path / "small", map=stops, parts=2)
    edited = study(seed=8).run(tmp_path / "small", map=map, parts=2)
    assert edited.manifest["seed"] == 8 and len(edited.runs) == 4
    with pytest.raises(spreadlab.ProgramError) as caught:
        study().run(tmp_path / "small", map=map, parts=2)
    assert caught.value.code == "another_study"
    assert spreadlab.Results(tmp_path / "small").manifest["seed"] == 8


def test_no_two_calls_have_equal_arguments(tmp_path):
    # Dask takes calls with equal arguments for one.
    jobs = []

    def kept(make, words):
        jobs.extend(map(pickle.dumps, words))
        return map(make, words)

    for _ in range(2):
        study().run(tmp_path / "small", map=kept, parts=2)
        shutil.rmtree(tmp_path / "small")
    assert len(set(jobs)) == len(jobs) == 4


def test_errors_of_workers_arrive_whole(tmp_path):
    error = pickle.loads(pickle.dumps(spreadlab.Mistake("words", 2, "bad_cell")))
    assert (type(error), str(error), error.exit_code, error.code) == (
        spreadlab.Mistake, "words", 2, "bad_cell")
    with ProcessPoolExecutor(1) as pool, pytest.raises(spreadlab.ProgramError) as caught:
        study().run(tmp_path / "small", map=pool.map, max_runs=1)
    assert caught.value.exit_code == 7
    with ThreadPoolExecutor(1) as pool:
        assert len(study().run(tmp_path / "small", map=pool.map, parts=np.int64(2)).runs) == 4


def test_errors_name_what_people_have(tmp_path):
    with pytest.raises(spreadlab.Mistake) as caught:
        study(replicats=3).check()
    line = 1 + study(replicats=3).to_json().splitlines().index('  "replicats": 3')
    assert str(caught.value).startswith(
        f"Study('tiny').to_json():{line}:3: error[unknown_key] $.replicats")
    for use in (lambda data: spreadlab.compare(data, by="arm", response="y"),
                lambda data: study().calibrate(data, tmp_path / "none")):
        with pytest.raises(spreadlab.Mistake, match="the data frame") as caught:
            use(pd.DataFrame({"arm": ["a", "b"], "y": ["x", "y"]}))
        assert ".csv" not in str(caught.value)
    with pytest.raises(spreadlab.ProgramError, match="nowhere.json"):
        spreadlab.Study.read(tmp_path / "nowhere.json").run()


ARMS = pd.DataFrame({"arm": [False] * 4 + [True] * 4, "y": [1, 2, 3, 5, 4, 6, 7, 9]})


@pytest.mark.parametrize("reference", [False, True, np.False_])
def test_a_reference_may_be_true_or_false(reference):
    row = spreadlab.compare(ARMS, by="arm", response="y", reference=reference).iloc[0]
    assert row.level_b == str(bool(reference))


@pytest.mark.parametrize(("levels", "reference"), [
    ([1.0, 2.5], 1), ([1, 2], 1.0), ([0.1, 0.25], np.float64(0.1)), (["1", "2"], "1"),
    (pd.Categorical(["a, b", "c"]), "a, b"), (pd.to_datetime(["2020-01-01", "2020-02-01"]), "2020-01-01"),
    (np.array([0.1, 0.25], dtype="float32"), np.float32(0.1)), (["-x", "--y"], "-x")])
def test_a_reference_is_found_whatever_its_type(levels, reference):
    data = ARMS.assign(arm=pd.Series(levels).repeat(4).to_numpy())
    row = spreadlab.compare(data, by="arm", response="y", reference=reference).iloc[0]
    assert row.estimate == 3.75  # the second level less the first


def test_true_and_false_are_numbers_of_a_response():
    numbers = ARMS.assign(y=[0, 1, 0, 1, 1, 1, 0, 1])
    expected = spreadlab.compare(numbers, by="arm", response="y")
    for flags in (numbers.y == 1, (numbers.y == 1).astype("boolean"), (numbers.y == 1).astype(object)):
        found = spreadlab.compare(numbers.assign(y=flags), by="arm", response="y")
        pd.testing.assert_frame_equal(found, expected)
    times = ARMS.assign(seen=[1, 1, 0, 1, 1, 1, 1, 0])
    options = {"by": "arm", "response": "y", "event": "seen"}
    pd.testing.assert_frame_equal(
        spreadlab.compare(times.assign(seen=times.seen == 1), **options),
        spreadlab.compare(times, **options))


def test_missing_values_of_any_type_are_missing():
    data = pd.DataFrame({"arm": list("aaaabbbb"), "y": [1, 2, 3, 5, 4, 6, 7, 9]})
    expected = spreadlab.compare(data, by="arm", response="y")
    more = pd.concat([data.astype(object), pd.DataFrame({"arm": ["a"], "y": [None]})])
    extended = more.convert_dtypes()
    for frame in [*(more.where(more.notna(), missing) for missing in (None, np.nan, pd.NA)), extended]:
        with pytest.warns(spreadlab.Note, match="the data frame") as caught:
            found = spreadlab.compare(frame, by="arm", response="y")
        assert [(note.message.code, note.filename) for note in caught] == [("rows_left_out", __file__)]
        pd.testing.assert_frame_equal(found, expected)


def test_names_keep_their_blanks_and_separators():
    data = pd.DataFrame({"an;arm;of": ["a", "a "] * 4, "y;z,\"w\"": [1, 2, 3, 5, 4, 6, 7, 9]})
    row = spreadlab.compare(data, by="an;arm;of", response="y;z,\"w\"", reference="a ").iloc[0]
    assert (row.factor, row.level_a, row.level_b, row.response) == ("an;arm;of", "a", "a ", "y;z,\"w\"")
    assert (row.n_a, row.n_b, row.estimate) == (4, 4, -1.75)


def test_short_floats_are_the_numbers_of_their_digits():
    data = ARMS.assign(y=np.array([0.1, 0.2, 0.2, 0.7] * 2, dtype="float32"))
    found = spreadlab.compare(data.assign(arm=data.y), by="arm", response="y")
    assert set(found.level_a) | set(found.level_b) == {"0.1", "0.2", "0.7"}
    assert found.estimate.abs().max() == pytest.approx(0.6, rel=1e-15)


@pytest.mark.parametrize("dtype", [
    "int8", "uint64", "float32", "Int64", "Float64", "object", "int64[pyarrow]", "category"])
def test_numbers_of_any_dtype_are_the_same_numbers(dtype):
    found = spreadlab.compare(ARMS.assign(y=ARMS.y.astype(dtype)), by="arm", response="y")
    pd.testing.assert_frame_equal(found, spreadlab.compare(
        ARMS.assign(y=ARMS.y.astype("float64")), by="arm", response="y"))


@pytest.mark.parametrize("data", [[1, 2], {"y": [1]}, None, ARMS.y, polars.DataFrame({"y": [1]})])
def test_data_of_another_type_are_a_mistake(data):
    with pytest.raises(spreadlab.Mistake, match="give a data frame of pandas"):
        spreadlab.compare(data, by="arm", response="y")


def test_numbers_of_numpy_are_options(tmp_path):
    data = pd.DataFrame({"day": np.arange(1.0, 9), "cases": 3 * np.arange(1.0, 9) ** 2})
    start = {"a": np.float64(3), "b": np.int64(2)}
    found = spreadlab.fit(
        data, x="day", y="cases", model="power", start=start, confidence=np.float64(0.9))
    assert found.estimate.tolist()[:2] == pytest.approx([3, 2], rel=1e-6)
    doses = pd.DataFrame({"dose": [1, 2, 3, 4], "died": [1, 4, 6, 9], "of": [10] * 4})
    options = {"x": "dose", "y": "died", "trials": "of", "model": "logit"}
    for levels in (0.5, np.float64(0.5), [0.5], (0.5,), np.array([0.5])):
        assert "dose_0.5" in set(spreadlab.fit(doses, **options, levels=levels).parameter)
    for end in ("floor", "plateau"):
        assert end not in set(spreadlab.fit(doses, **options).parameter)
        assert end in set(spreadlab.fit(doses, **options, **{end: True}).parameter)
    made = study().run(tmp_path / "tiny", threads=np.int64(1), max_runs=1e6)
    assert made.verify(sample=np.int64(2))["runs_repeated"] == 2
    assert made.report("final_share", panels=np.int64(2)).is_file()


def test_compressed_tables_are_read(tmp_path):
    made = study(record={"curves": "all", "compress": True}).run(tmp_path / "small")
    assert (made.folder / "curves.csv.gz").is_file() and len(made.curves) > 4
    assert made.polars("curves").height == len(made.curves)


def forest(results, table, **options):
    results._read["comparisons"] = pd.DataFrame(table)
    return results.plot.forest(**options)


def comparisons(rows):
    columns = ["effect", "estimate", "ci_low", "ci_high", "margin"]
    return [dict(zip(columns, row), level_a=f"a{index}", level_b="b", response="peak_new")
            for index, row in enumerate(rows)]


def test_a_forest_of_ratios_has_no_difference_at_1(tmp_path):
    results = spreadlab.Study("small", **KEYS).run(tmp_path / "small")
    nan = float("nan")
    axes = forest(results, comparisons([
        ("ratio_of_means", 2.0, 1.5, 2.6, 1.25), ("ratio_of_means", 0.5, 0.4, nan, nan),
        (None, nan, nan, nan, nan)]))
    assert axes.get_xscale() == "log" and "a0 / b" in axes.get_yticklabels()[0].get_text()
    assert 1 in [line.get_xdata()[0] for line in axes.lines if line.get_linestyle() == "--"]
    band = next(item for item in axes.collections if type(item).__name__.startswith("Fill"))
    reach = band.get_paths()[0].vertices[:, 0]
    assert (reach.min(), reach.max()) == (0.8, 1.25)
    segments = [item for item in axes.collections if hasattr(item, "get_segments")][-1].get_segments()
    # An interval without an end goes to the edge of the picture; a row without an effect has none.
    assert [segment[:, 0].tolist() for segment in segments] == [
        [1.5, 2.6], [0.4, axes.get_xlim()[1]]]


def test_a_forest_has_one_effect(tmp_path):
    results = spreadlab.Study("small", **KEYS).run(tmp_path / "small")
    both = comparisons([("risk_ratio", 2.0, 1.5, 2.6, np.nan), ("mean_difference", -1.0, -2.0, 0.5, np.nan)])
    with pytest.raises(ValueError, match="risk_ratio, mean_difference"):
        forest(results, both)
    axes = forest(results, both, effect="mean_difference")
    assert axes.get_xscale() == "linear" and len(axes.get_yticklabels()) == 1
    with pytest.raises(ValueError, match="no comparison has the effect"):
        forest(results, both, effect="ratio")


@pytest.mark.parametrize("margin", [float("nan"), float("inf"), True])
def test_what_is_no_number_is_named_by_its_argument(margin):
    data = pd.DataFrame({"g": ["a", "a", "b", "b"], "y": [1.0, 2.0, 3.0, 5.0]})
    with pytest.raises(spreadlab.Mistake, match="^margin is") as raised:
        spreadlab.compare(data, by="g", response="y", margin=margin)
    assert raised.value.code == "wrong_type"
