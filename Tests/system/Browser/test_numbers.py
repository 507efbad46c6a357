"""Every number and line of a watched run, at its place: the tables by point, replicate and step."""

import csv
import json
import re
import shutil
import subprocess

import pytest
from command import SPREADLAB, run
from conftest import Page, serving, share

# Points that differ in size and speed, so that a row of another point is another number.
STUDY = {
    "spreadlab": 1, "study": "numbers", "seed": 9,
    "model": {"infection_probability": 0.6, "stop": {"max_steps": 12},
              "introductions": [{"step": 0, "random": 2}, {"step": 3, "random": 1}]},
    "factors": {"group_size": {"values": [30, 64]}, "infection_factor": {"values": [1, 3]}},
    "replicates": 9,
    "record": {"maps": 9},
}
RUNS = [(0, 0), (1, 8), (2, 4), (3, 1)]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    place = tmp_path_factory.mktemp("numbers")
    (place / "study.json").write_text(json.dumps(STUDY))
    return run(place / "study.json", place / "results")


def rows(folder, table, **key):
    """Rows of a table with these cells."""
    with open(folder / f"{table}.csv", newline="") as file:
        return [row for row in csv.DictReader(file)
                if all(row[column] == str(value) for column, value in key.items())]


def corners(live, path):
    """The corners of a line of the curve, as (x, y)."""
    text = live.page.get_attribute(f"#curve-{path}", "d")
    return [tuple(map(float, pair)) for pair in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", text)]


@pytest.mark.quick(1)
@pytest.mark.parametrize("point, replicate", RUNS)
def test_counts_and_people_at_every_step(browser, results, point, replicate):
    run, = rows(results, "runs", point=point, replicate=replicate)
    curve = rows(results, "curves", point=point, replicate=replicate)
    people = rows(results, "maps", point=point, replicate=replicate)
    with serving(str(results), "--point", str(point), "--replicate", str(replicate)) as server:
        live = Page(browser, server.url)
        live.wait(f"spreadlab.group?.ends.length === {len(curve)}")
        assert live.state()["step"] == int(run["steps"])
        for row in reversed(curve):
            step, infected, group = int(row["step"]), int(row["infected"]), len(people)
            live.page.locator("#scrub").fill(str(step))
            live.wait(f"document.querySelector('#step-count').textContent === '{step}'")
            live.wait(f"document.querySelector('#infected-count').textContent === '{infected}'")
            assert live.page.inner_text("#healthy-count") == str(group - infected)
            assert live.page.inner_text("#infected-share") == share(infected, group)
            assert live.page.inner_text("#healthy-share") == share(group - infected, group)
            there = [int(p["person"]) for p in people
                     if p["infected_at_step"] and int(p["infected_at_step"]) <= step]
            assert live.infected() == there
        live.close()


def test_nobody_is_rounded_away(browser, server):
    """Shares of a large group: 100 % is everybody, 0 % is nobody."""
    live = Page(browser, server.url)
    for count, text in [(0, "0 %"), (1, "0.01 %"), (5_000, "50 %"), (9_999, "99.99 %"), (10_000, "100 %")]:
        said = live.page.evaluate("""async (count) => (await import("/counts.js")).countsInWords(
            { count, counts: [10000 - count, count, 0, 0], size: 10000, tracksPeople: false }, 7)""", count)
        assert said == f"Step 7: {count} of 10000 infected, {text}."
    cases = [(part, whole) for whole in (1, 7, 16, 400, 2001) for part in range(whole + 1)] + [(1, 10 ** 6), (31, 10 ** 6), (999_969, 10 ** 6), (1, 4 * 10 ** 6)]
    assert share(31, 10 ** 6) == "0.0031 %" and share(999_969, 10 ** 6) == "99.9969 %"
    assert live.page.evaluate("""async (cases) => { const { percent } = await import("/counts.js");
      return cases.map(([part, whole]) => percent(part, whole)); }""", cases) == [share(*case) for case in cases]
    live.close()


@pytest.mark.parametrize("point, replicate", RUNS)
def test_lines_of_the_curve(browser, results, point, replicate):
    check_lines(browser, results, results, point, replicate)


@pytest.mark.parametrize("column", ["median", "q05", "q95"])
def test_a_cell_of_another_step_is_seen(browser, results, tmp_path, column):
    """The test of the test: a page is found wrong by a table with two cells exchanged."""
    edited = tmp_path / "edited"
    shutil.copytree(results, edited)
    lines = (edited / "curve_summary.csv").read_text().splitlines()
    place = lines[0].split(",").index(column)
    first, second = (lines.index(next(line for line in lines if re.match(f"2,.*,{step},9,", line)))
                     for step in (1, 4))
    cells = {number: lines[number].split(",") for number in (first, second)}
    assert cells[first][place] != cells[second][place]
    cells[first][place], cells[second][place] = cells[second][place], cells[first][place]
    for number, row in cells.items():
        lines[number] = ",".join(row)
    (edited / "curve_summary.csv").write_text("\n".join(lines) + "\n")
    with pytest.raises(AssertionError, match=f"{column} at step 1"):
        check_lines(browser, results, edited, 2, 4)


def check_lines(browser, served, results, point, replicate):
    """One scale serves all lines: people upwards, steps to the right. By it each corner is a cell."""
    curve = rows(results, "curves", point=point, replicate=replicate)
    summary = rows(results, "curve_summary", point=point)
    group = int(summary[0]["group_size"])
    with serving(str(served), "--point", str(point), "--replicate", str(replicate)) as server:
        live = Page(browser, server.url)
        live.wait(f"spreadlab.group?.ends.length === {len(curve)}")
        for path in ("line", "median", "band"):
            live.wait(f"document.querySelector('#curve-{path}').getAttribute('d')")
        box = [float(n) for n in live.page.get_attribute("#curve", "viewBox").split()]
        last = max(len(curve), len(summary)) - 1

        top = int(live.page.text_content("#curve-high").replace(",", ""))

        def values(path):
            """Corners as (step, people); nobody is at the bottom, the end of the axis 2 below the top."""
            return [(x / box[2] * last, (box[3] - y) / (box[3] - 2) * top)
                    for x, y in corners(live, path)]

        line, median, band = values("line"), values("median"), values("band")
        high, low = band[:len(summary)], band[len(summary):][::-1]
        near = 0.006 / (box[3] - 2) * top  # corners have two digits
        for column, drawn, table in (
                ("infected", line, curve), ("median", median, summary), ("q95", high, summary),
                ("q05", low, summary)):
            assert len(drawn) == len(table)
            for (step, seen), row in zip(drawn, table):
                assert round(step) == int(row["step"])
                assert abs(seen - float(row[column])) < near, f"{column} at step {row['step']}"
        assert live.page.inner_text("#curve-legend") == \
            f"band: 5 % to 95 % of {summary[0]['n']} runs, dashed: median"
        assert max(float(row["q95"]) for row in summary) <= top <= group
        assert live.page.text_content("#curve-last") == f"step {last}"
        for step in (0, len(curve) // 2, len(curve) - 1):
            live.page.locator("#scrub").fill(str(step))
            live.wait(f"document.querySelector('#step-count').textContent === '{step}'")
            cursor = live.page.get_attribute("#curve-cursor", "d")
            assert abs(float(re.match(r"M([\d.]+) ", cursor)[1]) / box[2] * last - step) < 0.01 * last
        live.close()


@pytest.mark.quick(1)
@pytest.mark.parametrize("point, replicate", RUNS)
def test_replay_prints_the_same_run(results, point, replicate):
    """What the page shows is what `replay` prints and `curves.csv` holds."""
    printed = subprocess.run(
        [SPREADLAB, "replay", str(results), "--point", str(point), "--replicate", str(replicate)],
        capture_output=True, text=True, check=True).stdout
    seen = list(csv.DictReader(printed.splitlines()))
    curve = rows(results, "curves", point=point, replicate=replicate)
    for column in ("step", "infected", "new_infections"):
        assert [row[column] for row in seen] == [row[column] for row in curve]
