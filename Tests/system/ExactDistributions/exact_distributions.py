#!/usr/bin/env python3
"""The built program against the exact distributions of courses and contacts, from study files to tables.

    exact_distributions.py [--runs 20000] [CASE...]

Each case of course.json becomes a study file; the program runs it, and what its tables say of the runs
is compared with the distribution: chi-square per distribution, with all outcomes of fewer than 20 expected runs
joined, at a level that lets right programs fail once in 10^6 tries of the whole suite. An outcome of
probability 0 must never be seen. Exit 1 if a distribution differs.
"""

import argparse
import json
import pathlib
import sys

import numpy
import pandas
from scipy import stats

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from program import ROOT, must_run, scratch  # noqa: E402

CASES = ROOT / "Tests/data/engine/course.json"
IMPOSSIBLE = 1e-13
LEAST_EXPECTED = 20


def study(case, runs):
    model = dict(case["model"])
    # Start people take the place of the introductions.
    if "start_people" in model and not model["introductions"]:
        del model["introductions"]
    structures = {"contacts": case["contacts"]} if "contacts" in case else {}
    return {
        "spreadlab": 1, "study": "case", "seed": 36, "model": model, "rules": case["rules"],
        **structures, "replicates": runs, "record": {"curves": "all", "maps": runs}}


def write(case, folder, runs):
    """The study of a case, and the file of edges that it names."""
    (folder / "case.json").write_text(json.dumps(study(case, runs)))
    if "edges" in case:
        lines = ["person_a,person_b", *(f"{a},{b}" for a, b in case["edges"])]
        (folder / "edges.csv").write_text("\n".join(lines) + "\n")


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


def by_step(curves, column, steps):
    """Values by run and step; a run that has ended keeps its last one."""
    table = curves.pivot(index="replicate", columns="step", values=column)
    return table.reindex(columns=range(steps + 1)).ffill(axis=1).to_numpy().astype(int)


def hold(case, folder, judge):
    expected = case["expected"]
    runs = pandas.read_csv(folder / "runs.csv")
    curves = pandas.read_csv(folder / "curves.csv")
    maps = pandas.read_csv(folder / "maps.csv").pivot(
        index="replicate", columns="person", values="infected_at_step")
    steps = len(expected["infectedDistribution"]) - 1
    series = {"infected": "infectedDistribution"}
    if "everInfectedDistribution" in expected:
        series.update(ever_infected="everInfectedDistribution", immune="immuneDistribution")
    for column, distribution in series.items():
        values = by_step(curves, column, steps)
        for step in range(steps + 1):
            judge.check(f"{column} after step {step}", values[:, step], expected[distribution][step])
    persons = expected.get("personEverInfected") or expected["personInfected"]
    for step in range(steps + 1):
        for person, chance in enumerate(persons[step]):
            judge.check(
                f"person {person} after step {step}", maps[person].le(step),
                [max(0.0, 1 - chance) if chance < 1 - IMPOSSIBLE else 0.0, chance])
    if "extinctAtStep" not in expected:
        return
    extinct = expected["extinctAtStep"] + [expected["notExtinctByLastStep"]]
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
    elif runs.reproduction_number.notna().any():
        judge.broken.append("a reproduction number of nobody")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--runs", type=int, default=2_000)
    options = parser.parse_args()
    known = json.loads(CASES.read_text())["cases"]
    chosen = [case for case in known if not options.cases or case["id"] in options.cases]
    checks = failed = 0
    for case in chosen:
        judge = Judge(250 * len(known))
        with scratch() as place:
            folder = pathlib.Path(place)
            write(case, folder, options.runs)
            must_run("run", "case.json", "-o", "out", "--quiet", cwd=folder)
            hold(case, folder / "out", judge)
        checks += judge.made
        failed += bool(judge.broken)
        if judge.broken:
            print(f"{case['id']}: {'; '.join(judge.broken)}")
    print(f"{len(chosen)} cases, {options.runs} runs each, {checks} checks: {failed} broken")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
