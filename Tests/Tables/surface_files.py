#!/usr/bin/env python3
"""`spreadlab fit --terms` beside statsmodels' WLS, on files of made-up measurements.

    surface_files.py

Eight data sets: one, two and three degrees of everything that differs between files: numbers of factors and of
repeated rows, weights, logarithms, factors far from 0, terms. Exit 0: all cells agree.
"""

import csv
import io
import itertools
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
import statsmodels.api

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SPREADLAB", str(ROOT / ".build/release/spreadlab"))
# Name: places of each factor, rows per place, terms, weights, logarithm, relative tolerance.
SETS = {
    "square": ([[-1, 0, 1], [-1, 0, 1]], 2, "quadratic", False, False, 1e-8),
    "single": ([[0, 1, 2, 3], [1, 2, 4, 8]], 1, "quadratic", False, False, 1e-8),
    "weighted": ([[0, 1, 2, 3], [1, 2, 4, 8]], 2, "quadratic", True, False, 1e-8),
    "three": ([[0, 1], [0, 5, 10], [0.1, 0.2, 0.4]], 2, "interactions", True, False, 1e-8),
    "four": ([[-1, 1]] * 4, 3, "linear", False, False, 1e-8),
    "logarithm": ([[10, 20, 40], [0.2, 0.5, 0.8]], 3, "quadratic", False, True, 1e-8),
    "far": ([[10000, 10010, 10020], [5, 6, 7]], 2, "quadratic", False, False, 1e-4),
    "tiny": ([[1e-6, 2e-6, 4e-6], [1e5, 2e5, 3e5]], 2, "interactions", True, False, 1e-6),
}


def measurements(number, levels, repeats, has_weights, is_log):
    draw = numpy.random.default_rng(number)
    places = numpy.array([place for place in itertools.product(*levels) for _ in range(repeats)])
    coded = (places - places.mean(axis=0)) / places.std(axis=0)
    count = places.shape[1]
    y = 5 + coded @ draw.normal(size=count) + (coded**2) @ draw.normal(size=count) / 3
    y += coded[:, 0] * coded[:, 1] * draw.normal() + 0.3 * draw.normal(size=len(places))
    weights = draw.uniform(0.2, 3, size=len(places)) if has_weights else numpy.ones(len(places))
    order = draw.permutation(len(places))
    return places[order], (numpy.exp(y / 4) if is_log else y)[order], weights[order]


def terms_of(count, kind):
    terms = [()] + [(i,) for i in range(count)]
    if kind != "linear":
        terms += itertools.combinations(range(count), 2)
    return terms + ([(i, i) for i in range(count)] if kind == "quadratic" else [])


def disagreements(name, number, folder):
    levels, repeats, kind, has_weights, is_log, tolerance = SETS[name]
    places, y, weights = measurements(number, levels, repeats, has_weights, is_log)
    factors = [f"f{i}" for i in range(places.shape[1])]
    path = Path(folder) / f"{name}.csv"
    with open(path, "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow([*factors, "y", "w"])
        rows.writerows([[*map(repr, map(float, place)), repr(float(v)), repr(float(w))]
                        for place, v, w in zip(places, y, weights)])
    options = [part for factor in factors for part in ("--x", factor)]
    options += ["--weight", "w"] if has_weights else []
    options += ["--transform", "log"] if is_log else []
    done = subprocess.run(
        [PROGRAM, "fit", path, "--terms", kind, "--y", "y", *options], capture_output=True, text=True)
    if done.returncode:
        yield f"exit {done.returncode}: {done.stderr}"
        return
    seen = {row["term"]: row for row in csv.DictReader(io.StringIO(done.stdout))}
    terms = terms_of(len(factors), kind)
    x = numpy.array([[math.prod(place[i] for i in term) for term in terms] for place in places])
    # Columns of one size, so that statsmodels keeps its digits, too.
    size = numpy.abs(x).max(axis=0)
    model = statsmodels.api.WLS(numpy.log(y) if is_log else y, x / size, weights=weights).fit()
    ends = model.conf_int(0.05)
    labels = [
        "intercept" if not term else f"f{term[0]}^2" if len(set(term)) < len(term)
        else ":".join(f"f{i}" for i in term) for term in terms]
    for place, label in enumerate(labels):
        t = model.tvalues[place]
        right = {
            "estimate": model.params[place] / size[place], "std_error": model.bse[place] / size[place],
            "ci_low": ends[place][0] / size[place], "ci_high": ends[place][1] / size[place],
            "statistic": t, "p": model.pvalues[place],
            "partial_r2": t**2 / (t**2 + model.df_resid) if place else None}
        for column, value in right.items():
            if value is None:
                if seen[label][column]:
                    yield f"{label}: {column} is {seen[label][column]}, not empty"
                continue
            scale = max(abs(value), abs(right["std_error"]) if column in ("estimate", "ci_low", "ci_high")
                        else abs(value))
            if abs(float(seen[label][column]) - value) > 20 * tolerance * scale + 1e-12 * (column == "p"):
                yield f"{label}: {column} is {seen[label][column]}, not {value}"
    for label, value in (
            ("residual_sd", math.sqrt(model.mse_resid)), ("r2", model.rsquared),
            ("adjusted_r2", model.rsquared_adj)):
        if abs(float(seen[label]["estimate"]) - value) > 20 * tolerance * abs(value):
            yield f"{label} is {seen[label]['estimate']}, not {value}"


def main():
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(SETS):
            found = list(disagreements(name, number, folder))
            print(f"{name}: {len(found)} disagreements with statsmodels")
            print("".join(f"  {line}\n" for line in found[:10]), end="")
            wrong += len(found)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
