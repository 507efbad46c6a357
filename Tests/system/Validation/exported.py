#!/usr/bin/env python3
"""Truths as files, run as anybody would: `truths --export`, then `run study.json`, then what truth.json says.

    exported.py [--deep]

Reads nothing but the exported files and the tables of `run`; the observations and the judgement are written here from the
README that `--export` writes. The short form takes one truth of each kind of observation and form of expectation, with few
runs; the deep one the whole quick tier as well. Then the exported runs are made again by `Randomness/reader.py`. Exit 1 if a truth
or a run disagrees.
"""

import collections
import json
import math
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from program import ROOT, must_run, rows, scratch  # noqa: E402

READER = ROOT / "Tests/system/Randomness/reader.py"

LEVEL = 1e-8
RUNS = {False: 400, True: 2000}


class Run:
    """What the tables say of one run; steps of curves and people of maps in their order."""

    def __init__(self, row):
        self.row, self.curve, self.map = row, collections.defaultdict(list), []
        self.extinct = row["stop_reason"] == "extinct"
        self.steps = int(row["steps"])

    def ever(self):
        return int(self.row["final_infected"])


def curves(asked, run, model):
    numbers = []
    for state in asked["states"]:
        # Without recovery whoever was ever infected is so still, and nobody is immune or latent.
        curve = run.curve.get(state) or run.curve["infected"]
        numbers += [curve[min(step, run.steps)] for step in asked["steps"]]
    return [min(number, 1) for number in numbers] if asked["anybody"] else numbers


def infection_steps(asked, run, model):
    def number(group):
        wanted = group["step"]
        return sum(run.map[person] is not None and (wanted is None or run.map[person] == wanted)
                   for person in group["people"])

    groups, statistic = asked["groups"], asked["statistic"]
    if statistic == "number":
        return [number(group) for group in groups]
    if statistic == "anybody":
        return [min(number(group), 1) for group in groups]
    if statistic == "which":
        return [next((i for i, group in enumerate(groups) if number(group) == len(group["people"])), -1)]
    values = []
    for group in groups:
        steps = [run.map[person] for person in group["people"]]
        mean = sum(steps) / len(steps)
        values.append(mean if statistic == "mean_step" else sum((step - mean) ** 2 for step in steps) / len(steps))
    return values


def step_of_share(asked, run, model):
    names = {0.5: "step_to_50pct", 1: "step_to_all"}
    return [int(run.row[names[share]]) for share in asked["shares"]]


def final_size(asked, run, model):
    return [run.ever()] if run.extinct else [math.nan]


def outbreak(asked, run, model):
    if run.ever() >= math.ceil(asked["share"] * model["group_size"] - 1e-9):
        return [1, run.ever() / model["group_size"]]
    return [0, 0] if run.extinct else [math.nan, math.nan]


def last_step(asked, run, model):
    return [run.steps if run.extinct else model["stop"]["max_steps"] + 1]


def infections_by_introduced(asked, run, model):
    people = sum(len(some.get("people", [0])) for some in model["introductions"] if some["step"] == 0)
    return [round(float(run.row["reproduction_number"]) * people)]


def drift(asked, run, model):
    return [float(run.row["drift_x"]), float(run.row["drift_y"])]


def chance_beyond(z):
    return math.erfc(abs(z) / math.sqrt(2))


def moments(values):
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def p_of_mean(values, wanted, tolerance=0.0, reference=None):
    mean, variance = moments(values)
    if abs(mean - wanted) <= max(tolerance, 1e-9):
        return 1.0
    error = math.sqrt(variance * (1 / len(values) + (1 / reference if reference else 0)))
    return chance_beyond((mean - wanted) / error) if error else 0.0


def p_of_distribution(values, probabilities):
    """Chi-square by its normal approximation (Wilson and Hilferty), cells of fewer than 20 expected joined."""
    counts = collections.Counter(values)
    if any(value < 0 or value >= len(probabilities) or not probabilities[value] for value in counts):
        return 0.0
    cells, cell = [], [0, 0.0]
    for value, chance in enumerate(probabilities):
        cell = [cell[0] + counts[value], cell[1] + chance * len(values)]
        if cell[1] >= 20:
            cells.append(cell)
            cell = [0, 0.0]
    if cells:
        cells[-1] = [cells[-1][0] + cell[0], cells[-1][1] + cell[1]]
    if len(cells) < 2:
        return 1.0
    k = len(cells) - 1
    square = sum((count - wanted) ** 2 / wanted for count, wanted in cells)
    z = ((square / k) ** (1 / 3) - (1 - 2 / (9 * k))) / math.sqrt(2 / (9 * k))
    return math.erfc(z / math.sqrt(2)) / 2


def p_of_function(points, expected):
    def value(left_out):
        means = [sum(column) / len(column) for numbers in points for column in
                 zip(*(number for i, number in enumerate(numbers) if i % 20 != left_out))]
        result = sum(weight * mean for weight, mean in zip(expected["weights"], means))
        if expected["over"]:
            result /= sum(weight * mean for weight, mean in zip(expected["over"], means))
        return math.log(result) / math.log(expected["ratio"]) if expected["ratio"] else result

    found, parts = value(None), [value(block) for block in range(20)]
    error = math.sqrt(moments(parts)[1] * 19 * 19 / 20)
    distance = abs(found - expected["value"])
    return 1.0 if distance <= expected["tolerance"] else chance_beyond(distance / error)


def p_value(expected, points):
    """The chance of numbers as far from what is expected: by point, run, and place."""
    kind, runs = expected["kind"], [numbers for point in points for numbers in point]
    if kind == "always":
        return float(all(numbers == expected["values"] for numbers in runs))
    if any(math.isnan(number) for numbers in runs for number in numbers):
        return 0.0
    if kind == "distribution":
        return p_of_distribution([numbers[0] for numbers in runs], expected["probabilities"])
    if kind == "function":
        return p_of_function(points, expected)
    columns = list(zip(*runs))
    p = min(1.0, len(columns) * min(
        p_of_mean(column, value, expected.get("tolerance", 0.0), expected.get("reference_runs"))
        for column, value in zip(columns, expected["values"])))
    return float(p < LEVEL) if kind == "differs" else p


def simulate(folder, truth, runs, out):
    """The numbers of every run by point."""
    needs_maps = truth["observation"]["kind"] == "infection_steps"
    more = ["--set", f"record.maps={runs}"] if needs_maps else []
    must_run("run", folder / truth["study"], "-o", out, "--set", f"replicates={runs}", *more, "--quiet")
    found = {(row["point"], row["replicate"]): Run(row) for row in rows(out / "runs.csv")}
    for table in ["curves.csv"] if truth["observation"]["kind"] == "curves" else []:
        for row in rows(out / table):
            for name in ["infected", "ever_infected", "immune", "latent"]:
                if row.get(name):
                    found[row["point"], row["replicate"]].curve[name].append(int(row[name]))
    for row in rows(out / "maps.csv") if needs_maps else []:
        step = row["infected_at_step"]
        found[row["point"], row["replicate"]].map.append(int(step) if step else None)
    model = json.loads((folder / truth["study"]).read_text())["model"]
    points = collections.defaultdict(list)
    for (point, _), run in found.items():
        points[int(point)].append(globals()[truth["observation"]["kind"]](truth["observation"], run, model))
    return [points[point] for point in sorted(points)]


def main(deep):
    with scratch() as folder:
        folder = pathlib.Path(folder)
        must_run("truths", "--tier", "deep", "--export", folder / "truths", "--quiet")
        seen, failed, count = set(), [], 0
        # Those of several group sizes have a factor.
        found = [(json.loads((path / "study.json").read_text())["model"].get("group_size", 0), path)
                 for path in (folder / "truths").iterdir() if path.is_dir()]
        for people, path in sorted(found):
            truth = json.loads((path / "truth.json").read_text())
            kind = truth["observation"]["kind"], truth["observation"].get("statistic"), truth["expected"]["kind"]
            # No run shows a critical probability.
            if kind[0] == "critical_probability":
                continue
            # That means differ needs all runs.
            if not (deep and truth["tier"] == "quick") and (kind in seen or kind[2] == "differs"):
                continue
            seen.add(kind)
            count += 1
            p = p_value(truth["expected"], simulate(
                path, truth, min(20 if people > 10_000 else RUNS[deep], truth["runs"]),
                folder / "results" / truth["id"]))
            print(f"{truth['id']}: p {p:.3g}")
            if p < LEVEL:
                failed.append(truth["id"])
        read = subprocess.run([READER, folder / "truths/runs.jsonl"], check=False)
        print(f"{count} exported truths, {len(failed)} fail: {', '.join(failed)}")
        return 1 if failed or not count or read.returncode else 0


if __name__ == "__main__":
    sys.exit(main("--deep" in sys.argv[1:]))
