#!/usr/bin/env python3
"""The built program against the exact distributions of courses, contacts and people that differ, from study files to tables.

    exact_distributions.py [--runs 2000] [--data FILE...] [PREFIX...]

Each case of Tests/data/engine whose id begins with one of the prefixes (all without any) becomes a study file; the
program runs it, and what its tables say of the runs is compared with the distribution: chi-square per distribution, with all
outcomes of fewer than 20 expected runs joined, at a level that lets right programs fail once in 10^6 tries of the whole
suite. An outcome of probability 0 must never be seen. Exit 1 if a distribution differs.
"""

import argparse
import csv
import json
import pathlib
import sys

import numpy
import pandas
from scipy import stats

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from program import ROOT, must_run, scratch  # noqa: E402

FILES = [ROOT / "Tests/data/engine" / name for name in ("course.json", "differ.json")]
IMPOSSIBLE = 1e-13
LEAST_EXPECTED = 20
SECTIONS = ("contacts", "groups", "interventions", "observed", "responses", "orders")


def study(case, runs):
    model = dict(case["model"])
    # Start people take the place of the introductions.
    if "start_people" in model and not model["introductions"]:
        del model["introductions"]
    record = {"curves": "all", "maps": runs}
    if "groups" in case:
        record["groups"] = runs
    return {
        "spreadlab": 1, "study": "case", "seed": 36, "model": model, "rules": case["rules"],
        **{name: case[name] for name in SECTIONS if name in case}, "replicates": runs,
        "record": record}


def write(case, folder, runs):
    """The study of a case, and the files that it names."""
    (folder / "case.json").write_text(json.dumps(study(case, runs)))
    files = dict(case.get("files", {}))
    if "edges" in case:
        files["edges.csv"] = {"columns": ["person_a", "person_b"], "rows": case["edges"]}
    for name, table in files.items():
        with open(folder / name, "w", newline="") as file:
            csv.writer(file).writerows([table["columns"], *table["rows"]])


class Judge:
    def __init__(self, checks):
        self.level = 1e-6 / checks
        self.broken = []
        self.made = 0

    def check(self, name, values, probabilities):
        """Holds the values of all runs, whole numbers from 0, against their probabilities."""
        self.made += 1
        seen = numpy.bincount(numpy.asarray(values, dtype=int), minlength=len(probabilities))
        chances = numpy.zeros(len(seen))
        chances[:len(probabilities)] = probabilities
        if (seen[chances < IMPOSSIBLE] > 0).any():
            self.broken.append(f"{name}: an impossible outcome")
            return
        expected = chances * seen.sum()
        large = expected >= LEAST_EXPECTED
        cells = [*zip(seen[large], expected[large])]
        rest = (seen[~large].sum(), expected[~large].sum())
        if rest[1] >= LEAST_EXPECTED:
            cells.append(rest)
        elif cells:
            least = min(range(len(cells)), key=lambda place: cells[place][1])
            cells[least] = (cells[least][0] + rest[0], cells[least][1] + rest[1])
        if len(cells) < 2:
            return
        observed, wanted = numpy.array(cells).T
        statistic = ((observed - wanted) ** 2 / wanted).sum()
        if stats.chi2.sf(statistic, len(cells) - 1) < self.level:
            self.broken.append(name)


def by_step(curves, column, steps, after_end="last"):
    """Values by run and step; a run that has ended keeps its last one, but for flows."""
    table = curves.pivot(index="replicate", columns="step", values=column)
    table = table.reindex(columns=range(steps + 1))
    table = table.ffill(axis=1) if after_end == "last" else table.fillna(0)
    return table.to_numpy().astype(int)


SERIES = {
    "infectedDistribution": ("infected", "last"), "everInfectedDistribution": ("ever_infected", "last"),
    "immuneDistribution": ("immune", "last"), "latentDistribution": ("latent", "last"),
    "newInfectionsDistribution": ("new_infections", "none"),
}


def hold_curves(expected, curves, steps, judge):
    for distribution, (column, after_end) in SERIES.items():
        # Without a course curves have no more columns than two.
        if distribution not in expected or column not in curves:
            continue
        values = by_step(curves, column, steps, after_end)
        for step in range(steps + 1):
            judge.check(f"{column} after step {step}", values[:, step], expected[distribution][step])
    for name, distribution in expected.get("observed", {}).items():
        values = by_step(curves, name, steps, "none")
        for step in range(steps + 1):
            judge.check(f"{name} in step {step}", values[:, step], distribution[step])


def hold_groups(expected, folder, names, steps, judge):
    """Joint distributions over the groups: every vector of numbers is one outcome."""
    if "groupInfected" not in expected:
        return
    table = pandas.read_csv(folder / "group_curves.csv")
    for distribution, column in (("groupInfected", "infected"), ("groupEverInfected", "ever_infected")):
        if distribution not in expected:
            continue
        by_group = [by_step(table[table.group == name], column, steps) for name in names]
        for step in range(steps + 1):
            outcomes = {tuple(row[:-1]): row[-1] for row in expected[distribution][step]}
            keys = [*outcomes]
            seen = [tuple(int(of[run, step]) for of in by_group) for run in range(len(by_group[0]))]
            keys += sorted(set(seen) - set(keys))
            place = {key: index for index, key in enumerate(keys)}
            judge.check(
                f"{column} by group after step {step}", [place[outcome] for outcome in seen],
                [outcomes.get(key, 0) for key in keys])


def hold_people(expected, folder, steps, judge):
    maps = pandas.read_csv(folder / "maps.csv").pivot(
        index="replicate", columns="person", values="infected_at_step")
    persons = expected.get("personEverInfected") or expected["personInfected"]
    for step in range(steps + 1):
        for person, chance in enumerate(persons[step]):
            judge.check(
                f"person {person} after step {step}", maps[person].le(step),
                [max(0.0, 1 - chance) if chance < 1 - IMPOSSIBLE else 0.0, chance])


def introduces_nobody(model):
    return "start_people" not in model and not any(
        one.get("step") == 0 for one in model["introductions"])


def hold_runs(expected, model, runs, steps, judge):
    if "stepToChange" in expected:
        judge.check(
            "step_to_intervention", runs.step_to_intervention.fillna(steps + 1),
            expected["stepToChange"])
    # Entries that immunize alone have no such steps.
    if "stepsUnderChange" in expected:
        judge.check(
            "steps_under_intervention", runs.steps_under_intervention, expected["stepsUnderChange"])
    for name, column in (("peakInfectious", "peak_infectious"), ("peakInfectiousStep", "peak_infectious_step")):
        if name in expected:
            judge.check(column, runs[column], expected[name])
    if "extinctAtStep" not in expected:
        return
    extinct = list(expected["extinctAtStep"])
    extinct.append(expected.get("notExtinctByLastStep", max(0.0, 1 - sum(extinct))))
    judge.check("step_to_extinct", runs.step_to_extinct.fillna(steps + 1), extinct)
    if not (runs.extinct.eq(1) == runs.step_to_extinct.notna()).all():
        judge.broken.append("extinct without its step")
    if "finalEverInfected" in expected:
        judge.check("final_infected", runs.final_infected, expected["finalEverInfected"])
    judge.check("peak_infected", runs.peak_infected, expected["peakInfected"])
    judge.check("infections", runs.infections, expected["infections"])
    if "infectionsByIntroduced" in expected:
        made = (runs.reproduction_number * expected["introducedAtStep0"]).round()
        judge.check("reproduction_number", made, expected["infectionsByIntroduced"])
    elif runs.reproduction_number.notna().any() and introduces_nobody(model):
        judge.broken.append("a reproduction number of nobody")


def hold(case, folder, judge):
    expected = case["expected"]
    steps = len(expected["infectedDistribution"]) - 1
    runs = pandas.read_csv(folder / "runs.csv")
    hold_curves(expected, pandas.read_csv(folder / "curves.csv"), steps, judge)
    hold_people(expected, folder, steps, judge)
    hold_runs(expected, case["model"], runs, steps, judge)
    if "groups" in case:
        hold_groups(
            expected, folder, case["groups"][case["model"]["groups"]]["names"], steps, judge)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("prefixes", nargs="*")
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--data", nargs="+", type=pathlib.Path, default=FILES)
    options = parser.parse_args()
    known = [case for file in options.data for case in json.loads(file.read_text())["cases"]]
    prefixes = tuple(options.prefixes) or ("",)
    chosen = [case for case in known if case["id"].startswith(prefixes)]
    checks = failed = 0
    for case in chosen:
        judge = Judge(250 * len(known))
        with scratch() as place:
            folder = pathlib.Path(place)
            write(case, folder, options.runs)
            try:
                must_run("run", "case.json", "-o", "out", "--quiet", cwd=folder)
                hold(case, folder / "out", judge)
            except SystemExit as refused:
                judge.broken.append(str(refused))
        checks += judge.made
        failed += bool(judge.broken)
        if judge.broken:
            print(f"{case['id']}: {'; '.join(judge.broken[:8])}")
    print(f"{len(chosen)} cases, {options.runs} runs each, {checks} checks: {failed} broken")
    sys.exit(failed > 0 or not chosen)


if __name__ == "__main__":
    main()
