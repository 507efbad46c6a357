"""Results: tables, their types, other formats, pictures; `compare` and `fit`."""

import csv
import json

import numpy as np
import pandas as pd
import pytest
from scipy import optimize, stats

import spreadlab


def rows(results, name):
    with open(results.folder / f"{name}.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_table_is_there_with_the_types_of_the_dictionary(results):
    package = json.loads((results.folder / "datapackage.json").read_text())
    assert results.tables == [resource["name"] for resource in package["resources"]]
    for resource in package["resources"]:
        table = getattr(results, resource["name"])
        fields = resource["schema"]["fields"]
        assert list(table.columns) == [field["name"] for field in fields]
        for field in fields:
            column = table[field["name"]]
            kinds = {"integer": pd.api.types.is_integer_dtype,
                     "number": pd.api.types.is_float_dtype,
                     "string": pd.api.types.is_string_dtype}
            assert kinds[field["type"]](column), (resource["name"], field["name"], column.dtype)


def test_every_cell_is_that_of_the_file(results):
    for name in results.tables:
        table = results.table(name)
        for column in table.columns:
            for cell, text in zip(table[column], (row[column] for row in rows(results, name))):
                if text == "":
                    assert pd.isna(cell), (name, column)
                else:
                    assert type(cell)(text) == cell, (name, column, text, cell)


def test_polars_and_parquet_hold_the_same(results, tmp_path):
    written = results.to_parquet(tmp_path / "parquet")
    assert [path.stem for path in written] == results.tables
    for path in written:
        table = results.table(path.stem)
        assert pd.read_parquet(path).equals(table), path.stem
        frame = results.polars(path.stem)
        for name in table.columns:
            ours = [None if pd.isna(cell) else cell for cell in table[name]]
            assert frame[name].to_list() == ours, (path.stem, name)


def test_columns_are_explained(results):
    columns = results.columns("summary")
    assert columns.loc["mean", "type"] == "number"
    assert len(columns.loc["ci_low", "description"]) > 10


def test_a_wrong_name_is_said_with_the_right_ones(results, tmp_path):
    with pytest.raises(AttributeError, match="summry.*summary"):
        results.summry
    with pytest.raises(FileNotFoundError, match="no finished results"):
        spreadlab.Results(tmp_path)


def test_report_and_verify(results):
    assert results.report().read_text().startswith("<!")
    found = results.verify(sample=10)
    assert found["sound"] and found["runs_repeated"] == 10


def test_a_report_by_choice(results):
    plots = results.folder / "plots"
    results.report(responses=["step_to_50pct", "peak_new"], panels=2)
    assert list(plots.glob("*_2.svg"))
    with pytest.raises(spreadlab.ProgramError, match="finel_share.*final_share"):
        results.report(responses=["finel_share"])
    results.report()
    assert not list(plots.glob("*_2.svg"))


def test_compare_of_results_is_the_table(results):
    found = spreadlab.compare(
        results, by="infection_probability", response="step_to_50pct", margin=1)
    expected = results.comparisons
    assert list(found["estimate"]) == list(expected["estimate"])
    assert list(found["level_a"]) == list(expected["level_a"])


def test_compare_of_a_frame_is_welchs_test():
    random = np.random.default_rng(3)
    data = pd.DataFrame({
        "rule": ["1"] * 30 + ["2"] * 40,
        "days": [*random.normal(10, 2, 30), *random.normal(11, 3, 40)]})
    row = spreadlab.compare(data, by="rule", response="days", test="welch").iloc[0]
    groups = {name: group["days"] for name, group in data.groupby("rule")}
    expected = stats.ttest_ind(
        groups[row["level_a"]], groups[row["level_b"]], equal_var=False)
    assert row["statistic"] == pytest.approx(expected.statistic, rel=1e-12)
    assert row["p"] == pytest.approx(expected.pvalue, rel=1e-9)


def test_fit_of_a_frame_is_least_squares():
    x = np.arange(30.0)
    random = np.random.default_rng(4)
    data = pd.DataFrame({"day": x, "cases": 80 / (1 + np.exp(-0.4 * (x - 12)))})
    data["cases"] += random.normal(0, 1, 30)
    found = spreadlab.fit(data, x="day", y="cases", model="logistic").set_index("parameter")
    expected, covariance = optimize.curve_fit(
        lambda t, k, r, t0: k / (1 + np.exp(-r * (t - t0))), x, data["cases"], [80, 0.4, 12])
    assert found.loc[["K", "r", "t0"], "estimate"].to_numpy() == pytest.approx(expected, rel=1e-6)
    assert found.loc[["K", "r", "t0"], "std_error"].to_numpy() == pytest.approx(
        np.sqrt(np.diag(covariance)), rel=1e-4)


def test_a_dose_response_curve_of_a_frame():
    # Bliss's beetles; the numbers are those of R's glm.
    beetles = pd.DataFrame({
        "dose": [1.6907, 1.7242, 1.7552, 1.7842, 1.8113, 1.8369, 1.861, 1.8839],
        "died": [6, 13, 18, 28, 52, 53, 61, 60], "all": [59, 60, 62, 56, 63, 59, 62, 60]})
    found = spreadlab.fit(beetles, x="dose", y="died", trials="all", model="logit", levels=[0.5])
    rows = found.set_index("parameter")["estimate"]
    assert rows["intercept"] == pytest.approx(-60.71745456163545, rel=1e-8)
    assert rows["slope"] == pytest.approx(34.270325734147, rel=1e-8)
    assert list(rows.index) == ["intercept", "slope", "dose_0.5"]


def test_a_file_may_have_decimal_commas(tmp_path):
    rows = [("a", 1.5, 2.25), ("a", 2.5, 4.75), ("a", 3.0, 6.5), ("b", 1.25, 3.5), ("b", 4.5, 8.0)]
    data = pd.DataFrame(rows, columns=["arm", "x", "y"])
    file = tmp_path / "commas.csv"
    data.to_csv(file, index=False, sep=";", decimal=",")
    pd.testing.assert_frame_equal(
        spreadlab.compare(file, by="arm", response="y", decimal_comma=True),
        spreadlab.compare(data, by="arm", response="y"))
    pd.testing.assert_frame_equal(
        spreadlab.fit(file, x="x", y="y", model="power", decimal_comma=True),
        spreadlab.fit(data, x="x", y="y", model="power"))
    with pytest.raises(spreadlab.Mistake) as caught:
        spreadlab.compare(file, by="arm", response="y")
    assert caught.value.code == "bad_cell"


def test_a_missing_column_is_a_mistake():
    with pytest.raises(spreadlab.Mistake, match="cases"):
        spreadlab.fit(pd.DataFrame({"day": [1, 2]}), x="day", y="cases", model="power")


def test_curves_are_the_median_and_the_band(results):
    axes = results.plot.curves(where="group_size == 100")
    points = results.points.query("group_size == 100")["point"]
    assert len(axes.lines) == len(points) == 2
    for line, point in zip(axes.lines, points):
        own = results.curve_summary.query("point == @point")
        assert list(line.get_ydata()) == list(own["median"])
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["infection_probability 0.2", "infection_probability 0.6"]
    with pytest.raises(ValueError, match="0 points"):
        results.plot.curves(where="group_size == 7")


def test_a_heatmap_has_a_cell_per_point(results):
    axes = results.plot.heatmap("infection_probability", "group_size", "final_share")
    summary = results.summary.query("response == 'final_share'")
    shown = axes.images[0].get_array()
    assert shown.shape == (2, 2)
    for place, size in enumerate([25, 100]):
        own = summary.query("group_size == @size").sort_values("infection_probability")
        assert list(shown[place]) == list(own["mean"])
    with pytest.raises(ValueError, match="several points share a cell"):
        results.plot.heatmap("columns", "boundary", "final_share")
    with pytest.raises(ValueError, match="final_shar.*final_share"):
        results.plot.heatmap("columns", "boundary", "final_shar")


def test_a_forest_has_a_row_per_comparison(results):
    axes = results.plot.forest()
    table = results.comparisons
    points = next(line for line in axes.lines if line.get_marker() == "o")
    assert list(points.get_xdata()) == list(table["estimate"])
    labels = [tick.get_text() for tick in axes.get_yticklabels()]
    first = table.iloc[0]
    assert labels[0] == (
        f"{first['level_a']} \N{MINUS SIGN} {first['level_b']}, group_size {first['group_size']}")
