#!/usr/bin/env python3
"""Calibrations, computed again from the draws and runs in their tables (docs/calibration.md).

Distances come from curves.csv and runs.csv, tolerances and acceptance from distances, the posterior from its
draws and weights. Exit 0: all are right.
"""

import json
import sys
from functools import cached_property
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from program import ROOT, must_run, rows, scratch  # noqa: E402

SHARES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}
TABLES = ["posterior", "posterior_summary", "posterior_predictive", "generations"]

EPIDEMIC = {
    "spreadlab": 1, "study": "epidemic", "seed": 5,
    "model": {"group_size": 100, "rule": "capped", "infection_factor": 3,
              "introductions": [{"step": 0, "random": 2}], "stop": {"max_steps": 20}},
    "factors": {
        "infection_probability": {"from": 0.02, "to": 0.8, "scale": "log"},
        "recovery_probability": {"from": 0.05, "to": 0.9}},
    "analysis": {"confidence": 0.8}}
CURVE = "step,infected,new_infections\n0,2,2\n3,9,4\n6,21,5\n12,14,1\n20,2,0\n"
KNOWN = {
    "spreadlab": 1, "study": "known", "seed": 6,
    "model": {"group_size": 11, "rule": "known", "contacts": "everybody", "infection_factor": 10,
              "introductions": [{"step": 0, "people": [0]}], "stop": {"max_steps": 1}},
    "rules": {"known": {"neighborhood": "moore", "pool": "healthy", "draw": "exact",
                      "update": "synchronous"}},
    "factors": {"infection_probability": {"from": 0.05, "to": 0.95}}}
REPLICATES = "replicate,response,value\na,final_infected,4\nb,final_infected,7\nc,final_infected,5\n"


def number(text):
    return float(text) if text else None


class Calibration:
    """A results folder of a calibration."""

    def __init__(self, place):
        study = json.loads((place / "study.resolved.json").read_text())
        self.factors, self.design = study["factors"], study["design"]
        self.level = study["analysis"]["confidence"]
        self.points = rows(place / "points.csv")
        self.tables = {name: rows(place / f"{name}.csv") for name in TABLES}
        self.items = self.design["data"]
        self.replicates = len(self.items[0]["values"])
        self.observed = [sorted(map(numpy.float32, item["values"])) for item in self.items]
        self.simulated = self.values(place)
        self.sizes = [(int(row["first_draw"]), int(row["draws"])) for row in rows(place / "generations.csv")]

    def values(self, place):
        """By draw and item the sorted values; None where a run has none."""
        found = [[[] for _ in self.items] for _ in self.points]
        if any("curve" in item for item in self.items):
            curves = {}
            for row in rows(place / "curves.csv"):
                curves.setdefault((int(row["point"]), int(row["replicate"])), []).append(row)
            for (draw, _), steps in curves.items():
                for index, item in enumerate(self.items):
                    step = item["step"]
                    # A run keeps its last value, and nobody is infected after it.
                    if step < len(steps):
                        text = steps[step][item["curve"]]
                    else:
                        text = "0" if item["curve"] == "new_infections" else steps[-1][item["curve"]]
                    found[draw][index].append(numpy.float32(text))
        else:
            for row in rows(place / "runs.csv"):
                for index, item in enumerate(self.items):
                    if row[item["response"]]:
                        found[int(row["point"])][index].append(numpy.float32(row[item["response"]]))
        return [[sorted(values) for values in draw] for draw in found]

    def distances(self, scales, count):
        found = []
        observed = numpy.array(self.observed, float)
        for draw in self.simulated[:count]:
            if any(len(values) < self.replicates for values in draw):
                found.append(numpy.inf)
                continue
            away = (numpy.array(draw, float) - observed) / numpy.array(scales)[:, None]
            found.append(numpy.sqrt(numpy.mean(away**2)))
        return numpy.array(found)

    @cached_property
    def generations(self):
        """What each generation leaves: tolerance and accepted draws."""
        scales, found = [1.0] * len(self.items), []
        for first, size in self.sizes:
            for index in range(len(self.items)):
                values = [v for draw in self.simulated[first:first + size] for v in draw[index]]
                if values:
                    scatter = numpy.mean(numpy.abs(numpy.array(values, float) - numpy.median(values)))
                    scales[index] = scatter or scales[index]
            distances = self.distances(scales, first + size)
            known = numpy.sort(distances[numpy.isfinite(distances)])
            wanted = self.design["draws"]
            tolerance = max(known[min(wanted, len(known)) - 1], self.design.get("tolerance", 0))
            near = numpy.flatnonzero(distances <= tolerance)
            found.append({
                "tolerance": tolerance, "near": near, "distances": distances,
                "accepted": int(numpy.sum(near >= first)), "draws": size})
        return found

    def status(self, index):
        """Why the search ends after a generation, or that it goes on."""
        right, wanted = self.generations[index], self.design["draws"]
        known = numpy.sort(right["distances"][numpy.isfinite(right["distances"])])
        goal = self.design.get("tolerance")
        if len(known) >= wanted and known[wanted - 1] <= (goal or 0):
            return "tolerance"
        if goal is None and index and right["accepted"] / right["draws"] < self.design["acceptance"]:
            return "acceptance"
        runs = (len(right["distances"]) + wanted) * self.replicates
        return "max_runs" if runs > self.design["max_runs"] else "continued"


def quantile(values, weights, share):
    order = numpy.argsort(values, kind="stable")
    sums = numpy.cumsum(numpy.array(weights)[order])
    return numpy.array(values)[order][min(numpy.searchsorted(sums, share - 1e-12), len(values) - 1)]


class Faults(list):
    def near(self, what, seen, right, relative=1e-9):
        seen = number(seen)
        if seen is None or abs(seen - right) > relative * max(1e-12, abs(right)):
            self.append(f"{what}: {seen}, not {right!r}")


def faults_of(calibration):
    found = Faults()
    generations = calibration.generations
    table = calibration.tables["generations"]
    after = 0
    for number_, (row, right) in enumerate(zip(table, generations)):
        what = f"generations.csv {number_}"
        if [int(row["generation"]), int(row["first_draw"]), int(row["draws"])] != [number_, after, right["draws"]]:
            found.append(f"{what}: generation, first_draw or draws")
        after += right["draws"]
        found.near(f"{what} tolerance", row["tolerance"], right["tolerance"])
        found.near(f"{what} accepted", row["accepted"], right["accepted"])
        found.near(f"{what} acceptance", row["acceptance"], right["accepted"] / right["draws"])
        status = calibration.status(number_)
        if row["status"] != status or (row["message"] == "") != (status == "continued"):
            found.append(f"{what} status or message")
    last = generations[-1]
    posterior = calibration.tables["posterior"]
    if [int(row["draw"]) for row in posterior] != list(last["near"]):
        found.append("posterior.csv: draws")
        return found
    weights = numpy.array([number(row["weight"]) for row in posterior])
    found.near("sum of weights", str(weights.sum()), 1)
    for row in posterior:
        draw = int(row["draw"])
        found.near(f"posterior.csv {draw} distance", row["distance"], last["distances"][draw], 1e-6)
        if any(row[name] != calibration.points[draw][name] for name in calibration.factors):
            found.append(f"posterior.csv {draw}: another point")
    size = 1 / numpy.sum((weights / weights.sum()) ** 2)
    found.near("generations.csv effective_size", table[-1]["effective_size"], size)
    summary = calibration.tables["posterior_summary"]
    if [row["parameter"] for row in summary] != list(calibration.factors):
        found.append("posterior_summary.csv: parameters")
    for row in summary:
        values = numpy.array([float(draw[row["parameter"]]) for draw in posterior])
        mean = numpy.sum(weights * values)
        spread = numpy.sqrt(numpy.sum(weights * (values - mean) ** 2) / (1 - 1 / size))
        tail = (1 - calibration.level) / 2
        for column, right in (
                ("mean", mean), ("sd", spread), ("median", quantile(values, weights, 0.5)),
                ("ci_low", quantile(values, weights, tail)),
                ("ci_high", quantile(values, weights, 1 - tail)), ("effective_size", size)):
            found.near(f"posterior_summary.csv {row['parameter']} {column}", row[column], right)
        status = (
            "unconstrained" if row["ci_low"] == "" else "few_draws" if size < 200 else
            "approximate" if last["distances"][last["near"]].max() > 0 else "ok")
        if row["status"] != status or (row["message"] == "") != (status == "ok"):
            found.append(f"posterior_summary.csv {row['parameter']} status or message")
    first = range(calibration.sizes[0][1])
    for index, (item, row) in enumerate(zip(calibration.items, calibration.tables["posterior_predictive"])):
        what = f"posterior_predictive.csv {row['quantity']} {row['step']}"
        if row["quantity"] != item.get("curve", item.get("response")) or row["step"] != str(item.get("step", "")):
            found.append(f"{what}: not the data's")
        values = [float(v) for d in last["near"] for v in calibration.simulated[d][index]]
        counts = [len(calibration.simulated[d][index]) for d in last["near"]]
        spread = numpy.repeat(weights, counts)
        spread = spread / spread.sum()
        prior = [float(v) for draw in first for v in calibration.simulated[draw][index]]
        rights = {
            "observed": numpy.mean(item["values"]), "observed_low": min(item["values"]),
            "observed_high": max(item["values"]), "mean": numpy.sum(spread * values),
            "prior_low": min(prior), "prior_high": max(prior)}
        rights |= {name: quantile(values, spread, share) for name, share in SHARES.items()}
        for column, right in rights.items():
            found.near(f"{what} {column}", row[column], right, 1e-6)
    return found


def main():
    worked = json.loads((ROOT / "studies/calibration.json").read_text())
    cases = [
        ("curve", EPIDEMIC, CURVE, ["--draws", "120", "--max-runs", "1500"]),
        ("replicates", KNOWN, REPLICATES, ["--draws", "100"]),
        # Draws enough for the status to be told by the distances alone.
        ("tolerance", KNOWN, REPLICATES, ["--draws", "300", "--tolerance", "0.8"]),
        ("exact", KNOWN, "response,value\nfinal_infected,5\n", ["--draws", "300"]),
        ("worked", worked, (ROOT / "studies/calibration-data.csv").read_text(), ["--draws", "60"])]
    bad = 0
    with scratch() as folder:
        for name, study, data, options in cases:
            place = Path(folder) / name
            place.mkdir()
            (place / "study.json").write_text(json.dumps(study))
            (place / "data.csv").write_text(data)
            must_run(
                "calibrate", place / "study.json", "--to", place / "data.csv", "-o", place / "out", "--quiet",
                *options)
            calibration = Calibration(place / "out")
            faults = faults_of(calibration)
            package = json.loads((place / "out/datapackage.json").read_text())
            known = {resource["name"] for resource in package["resources"]}
            faults += [f"datapackage.json has no {table}" for table in TABLES if table not in known]
            for line in faults[:10]:
                print(f"{name}: {line}")
            bad += len(faults)
            print(f"{name}: {len(calibration.points)} draws, {len(calibration.sizes)} generations: "
                  f"{len(faults)} faults")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
