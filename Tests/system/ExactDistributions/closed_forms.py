#!/usr/bin/env python3
"""The built program against closed forms for people and contacts that differ, and for lengths by a distribution.

    closed_forms.py [--runs 20000] [PREFIX...]

Tests/data/engine/differ-truths.json says each truth in words, with its source. Outcomes are held against their
distributions as in exact_distributions.py; two models that must agree, by a chi-square test of their tables; limits of large
groups, by intervals. Exit 1 if something differs.
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
from exact_distributions import SERIES, Judge, by_step, write  # noqa: E402
from program import ROOT, must_run, scratch  # noqa: E402

TRUTHS = ROOT / "Tests/data/engine/differ-truths.json"
LARGE = 0.1
# A limit of large groups, tried in a large group.
LARGE_GROUP = 20_000


class Tables:
    """The tables of a model's runs, and the steps that they may have."""

    def __init__(self, case, runs, seed=36):
        with scratch() as place:
            folder = pathlib.Path(place)
            write(case, folder, runs)
            study = json.loads((folder / "case.json").read_text()) | {"seed": seed}
            (folder / "case.json").write_text(json.dumps(study))
            must_run("run", "case.json", "-o", "out", "--quiet", cwd=folder)
            out = folder / "out"
            self.runs = pandas.read_csv(out / "runs.csv")
            self.curves = pandas.read_csv(out / "curves.csv")
            self.maps = pandas.read_csv(out / "maps.csv")
            self.groups = pandas.read_csv(out / "group_curves.csv") if "groups" in case else None
        self.steps = case["model"]["stop"]["max_steps"]

    def infected(self):
        """By run and person: whether they were ever infected."""
        table = self.maps.pivot(index="replicate", columns="person", values="infected_at_step")
        return table.notna().to_numpy()


def pooled(judge, name, left, right):
    """Holds two samples of whole numbers against each other."""
    size = int(max(left.max(), right.max())) + 1
    table = numpy.array([numpy.bincount(left, minlength=size), numpy.bincount(right, minlength=size)])
    few = table.sum(axis=0) < 40
    cells = [*table[:, ~few].T, *([table[:, few].sum(axis=1)] if table[:, few].any() else [])]
    judge.made += 1
    if len(cells) > 1 and stats.chi2_contingency(numpy.array(cells).T, correction=False).pvalue < judge.level:
        judge.broken.append(name)


def hold_equal(truth, runs, judge):
    left = Tables(truth["left"], runs)
    right = Tables(truth["right"], runs, seed=37)
    for distribution in truth["expected"]["equal"]:
        if distribution in SERIES:
            column, after_end = SERIES[distribution]
            if column in left.curves:
                tables = [by_step(one.curves, column, one.steps, after_end) for one in (left, right)]
                for step in range(left.steps + 1):
                    pooled(judge, f"{column} after step {step}", tables[0][:, step], tables[1][:, step])
        else:
            column = {"extinctAtStep": "step_to_extinct", "peakInfected": "peak_infected",
                      "infections": "infections"}[distribution]
            values = [one.runs[column].fillna(one.steps + 1).astype(int) for one in (left, right)]
            pooled(judge, column, *values)


def hold_joint(truth, tables, judge):
    names = truth["groups"]["kinds"]["names"]
    last = [
        by_step(tables.groups[tables.groups.group == name], "ever_infected", tables.steps)[:, -1]
        for name in names]
    expected = {tuple(row[:-1]): row[-1] for row in truth["expected"]["finalByGroup"]}
    seen = [*zip(*(map(int, of) for of in last))]
    keys = [*expected, *sorted(set(seen) - set(expected))]
    place = {key: index for index, key in enumerate(keys)}
    judge.check("ever infected by group", [place[one] for one in seen], [expected.get(key, 0) for key in keys])


def hold_homes(truth, tables, judge):
    """Within one home: of three people in number order, or as the file of places has them."""
    infected, expected = tables.infected(), truth["expected"]
    if "oneHome" in expected:
        homes = infected.reshape(len(infected), -1, 3).sum(axis=2)
        judge.check("a home of three", homes.ravel(), expected["oneHome"])
    if "byHomeSize" in expected:
        homes = {}
        for person, home in truth["files"]["places.csv"]["rows"]:
            homes.setdefault(home, []).append(person)
        for people in homes.values():
            judge.check(
                f"a home of {len(people)}", infected[:, people].sum(axis=1),
                expected["byHomeSize"][str(len(people))])


def hold_limits(truth, runs, judge):
    """Outbreaks that begin with one person of a group: how many stay small, and whom the large ones infect."""
    expected = truth["expected"]
    shares = truth["groups"]["kinds"]["shares"]
    names = truth["groups"]["kinds"]["names"]
    firsts = dict(zip(names, (0, LARGE_GROUP - 1)))
    for name, first in firsts.items():
        case = json.loads(json.dumps(truth))
        case["model"] |= {"group_size": LARGE_GROUP, "introductions": [{"step": 0, "people": [first]}]}
        case["model"]["stop"]["max_steps"] = 1_000
        case["responses"] = {f"share_{one}": {"final_share_of": one} for one in names}
        study = {
            "spreadlab": 1, "study": "case", "seed": 36, "replicates": runs,
            "record": {"curves": "none"},
            **{key: case[key] for key in ("model", "rules", "groups", "responses")}}
        with scratch() as place:
            folder = pathlib.Path(place)
            (folder / "case.json").write_text(json.dumps(study))
            must_run("run", "case.json", "-o", "out", "--quiet", cwd=folder)
            table = pandas.read_csv(folder / "out/runs.csv")
        large = table[table.final_share >= LARGE]
        chance = expected["smallOutbreakProbability"][name]
        error = (chance * (1 - chance) / runs) ** 0.5
        judge.made += 1
        if abs(1 - len(large) / runs - chance) > 5 * error:
            judge.broken.append(f"small outbreaks from {name}: {1 - len(large) / runs} for {chance}")
        for one in names:
            value, wanted = large[f"share_{one}"].mean(), expected["largeOutbreakShare"][one]
            judge.made += 1
            # 1 %: what a group of this size differs by from its limit is below.
            if abs(value - wanted) > 0.01 * wanted:
                judge.broken.append(f"share of {one} in large outbreaks: {value} for {wanted}")
    assert abs(sum(shares) - 1) < 1e-12


def hold_thresholds(truth, runs, judge):
    """On random 4-regular graphs outbreaks stay small below the threshold, and are large above, both by a tenth."""
    for factor, is_large in ((0.9, False), (1.1, True)):
        model = truth["model"] | {
            "group_size": LARGE_GROUP, "contacts": "net", "infection_factor": 4,
            "infection_probability": truth["expected"]["thresholdProbabilityDegree4"] * factor,
            "introductions": [{"step": 0, "people": [0]}], "stop": {"share": 1.0, "max_steps": 10_000}}
        study = {
            "spreadlab": 1, "study": "case", "seed": 36, "replicates": runs, "model": model,
            "rules": truth["rules"], "record": {"curves": "none"},
            "contacts": {"net": {"kind": "random_regular", "degree": 4}}}
        with scratch() as place:
            folder = pathlib.Path(place)
            (folder / "case.json").write_text(json.dumps(study))
            must_run("run", "case.json", "-o", "out", "--quiet", cwd=folder)
            shares = pandas.read_csv(folder / "out/runs.csv").final_share
        judge.made += 1
        if (shares.max() >= LARGE) != is_large:
            judge.broken.append(f"{factor} of the threshold: the largest share is {shares.max()}")


def hold_lengths(truth, runs, judge):
    """Lengths of people infected together: when each is no longer infected."""
    for parameters, probabilities in truth["expected"]["probabilities"].items():
        mean, sd = map(float, parameters.split(","))
        model = {
            "group_size": 100, "contacts": "everybody", "rule": "each_contact", "infection_probability": 0,
            "latent_steps": 0, "infectious_steps": {"gamma": {"mean": mean, "sd": sd}},
            "introductions": [{"step": 0, "random_share": 1}], "stop": {"share": 1.0, "max_steps": 2_000}}
        study = {
            "spreadlab": 1, "study": "case", "seed": 36, "replicates": max(1, runs // 100),
            "model": model, "record": {"curves": "all"}}
        with scratch() as place:
            folder = pathlib.Path(place)
            (folder / "case.json").write_text(json.dumps(study))
            must_run("run", "case.json", "-o", "out", "--quiet", cwd=folder)
            curves = pandas.read_csv(folder / "out/curves.csv")
        infected = by_step(curves, "infected", int(curves.step.max()))
        ended = -numpy.diff(infected, axis=1).sum(axis=0)
        lengths = numpy.repeat(numpy.arange(1, len(ended) + 1), ended)
        chances = [0.0, probabilities[0] + probabilities[1], *probabilities[2:]]
        rest = max(0.0, 1 - sum(chances))
        judge.check(
            f"lengths of mean and sd {parameters}", numpy.minimum(lengths, len(chances)), [*chances, rest])


def hold_tables(truth, runs, judge):
    expected = truth["expected"]
    tables = Tables(truth, runs)
    for name in ("finalEverInfected", "finalInfected"):
        if name in expected:
            judge.check("final_infected", tables.runs.final_infected, expected[name])
    if "infectedDistribution" in expected:
        values = by_step(tables.curves, "infected", tables.steps)
        for step, distribution in enumerate(expected["infectedDistribution"]):
            judge.check(f"infected after step {step}", values[:, step], distribution)
    if "observed" in expected:
        for name, distributions in expected["observed"].items():
            values = by_step(tables.curves, name, tables.steps, "none")
            for step, distribution in enumerate(distributions):
                rest = max(0.0, 1 - sum(distribution))
                judge.check(
                    f"{name} in step {step}", numpy.minimum(values[:, step], len(distribution)),
                    [*distribution, rest])
    if "finalByGroup" in expected:
        hold_joint(truth, tables, judge)
    hold_homes(truth, tables, judge)


def hold(truth, runs, judge):
    expected = truth["expected"]
    if "equal" in expected:
        return hold_equal(truth, runs, judge)
    if "probabilities" in expected:
        return hold_lengths(truth, runs, judge)
    if "R0" in expected:
        matrix = numpy.array(expected["nextGenerationMatrix"])
        if abs(max(abs(numpy.linalg.eigvals(matrix))) - expected["R0"]) > 1e-12:
            judge.broken.append("R0 is not the eigenvalue of its matrix")
        return hold_limits(truth, max(200, runs // 20), judge)
    hold_tables(truth, runs, judge)
    if "thresholdProbabilityDegree4" in expected:
        hold_thresholds(truth, max(200, runs // 100), judge)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("prefixes", nargs="*")
    parser.add_argument("--runs", type=int, default=20_000)
    options = parser.parse_args()
    truths = json.loads(TRUTHS.read_text())["truths"]
    chosen = [truth for truth in truths if truth["id"].startswith(tuple(options.prefixes) or ("",))]
    checks = failed = 0
    for truth in chosen:
        judge = Judge(50 * len(truths))
        try:
            hold(truth, options.runs, judge)
        except SystemExit as refused:
            judge.broken.append(str(refused))
        checks += judge.made
        failed += bool(judge.broken) or not judge.made
        if judge.broken or not judge.made:
            print(f"{truth['id']}: {'; '.join(judge.broken[:8]) or 'nothing was held'}")
    print(f"{len(chosen)} closed forms, {options.runs} runs each, {checks} checks: {failed} broken")
    sys.exit(failed > 0 or not chosen)


if __name__ == "__main__":
    main()
