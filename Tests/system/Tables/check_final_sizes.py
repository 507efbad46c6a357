#!/usr/bin/env python3
"""Final size curves and critical probabilities, computed again from the final shares of single replicates in runs.csv
(docs/columns.md, docs/statistics.md).

The study has points at the levels of its curves, so that runs.csv has every value. Means and shares follow from them; each
band from one factor, which our own random signs allow, and the skewness of the values. Exit 0: all are right.
"""

import itertools
import json
import math
import sys
from pathlib import Path

import numpy
from scipy.stats import binom

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from program import must_run, rows, scratch  # noqa: E402
from recompute import curves_of, intervals  # noqa: E402

LEVEL, REPLICATES, PEOPLE = 0.9, 80, 400
STUDY = {
    "spreadlab": 1, "study": "final_sizes", "seed": 11,
    "model": {"group_size": PEOPLE, "rule": "each_contact", "boundary": "torus", "infectious_steps": 2},
    "contacts": {"random": {"kind": "random", "mean_degree": 4}, "hubs": {"kind": "preferential", "links": 2}},
    "responses": {"critical": {"critical_probability": {"share": 0.1}}},
    "factors": {
        "contacts": {"values": ["grid", "random", "hubs"]},
        "infection_probability": {"from": 0, "to": 1, "count": 21}},
    "replicates": REPLICATES,
    "record": {"responses": "final", "final_size_curves": {"from": 0, "to": 1, "levels": 21}},
    "analysis": {"confidence": LEVEL}}


def close(text, value, tolerance=1e-9):
    if value is None or text == "":
        return (value is None) == (text == "")
    return abs(float(text) - value) <= tolerance * max(1, abs(value))


def hall(t, skewness):
    """Hall's g1, whose inverse the band takes: from Student's t of a mean to that of one without skewness."""
    return t + skewness / 3 * t**2 + skewness**2 / 27 * t**3 + skewness / 6


def band_faults(curves, ends, least, most, seed):
    """Of one curve: whether its ends come from one factor."""
    count, means = len(curves), curves.mean(axis=0)
    deviations = curves - means
    errors = curves.std(axis=0, ddof=1) / math.sqrt(count)
    unseen = 1 - ((1 - LEVEL) / 2) ** (1 / count)
    factors = []
    for mean, error, deviation, (low, high) in zip(means, errors, deviations.T, ends):
        if not least <= low <= mean <= high <= most:
            yield f"{low} to {high} around {mean}"
        # Ends at which nothing but what was not seen counts say nothing of the factor, but they are there.
        rare = (mean - unseen * (mean - least), mean + unseen * (most - mean))
        if low > rare[0] + 1e-12 or high < rare[1] - 1e-12:
            yield f"{low} to {high} leaves out what was not seen, {rare}"
        if error < 1e-12:
            if abs(low - rare[0]) + abs(high - rare[1]) > 1e-9:
                yield f"{low} to {high} where nothing varies"
            continue
        skewness = (deviation**3).mean() / deviation.std(ddof=1) ** 3 / math.sqrt(count)
        if least < low < rare[0] - 1e-9:
            factors.append(hall((mean - low) / error, skewness))
        if rare[1] + 1e-9 < high < most:
            factors.append(-hall((mean - high) / error, skewness))
    if not factors:
        yield "no end says anything of the factor"
    elif max(factors) - min(factors) > 1e-6:
        yield f"factors from {min(factors)} to {max(factors)}"
    else:
        distribution = curves_of.largest_t(deviations[:, errors > 1e-12], numpy.random.default_rng(seed))
        error = math.sqrt(LEVEL * (1 - LEVEL) / curves_of.RESAMPLES)
        bracket = intervals.quantile_bracket(distribution, LEVEL, error)
        if not bracket.low <= factors[0] <= bracket.high:
            yield f"factor {factors[0]} not in {bracket}"


def curve_faults(curve, a, b, levels):
    """
    - a, b: by level and replicate the final share, and whether the outbreak is large; b of a difference.
    """
    shares = a[0] - (b[0] if b else 0)
    for place, row in enumerate(curve):
        wanted = {"n": REPLICATES, "mean": shares[:, place].mean()}
        for name, of in (("share_large", lambda share, large: large.mean()),
                         ("mean_large", lambda share, large: share[large].mean() if large.any() else None)):
            found = [of(share[:, place], large[:, place]) for share, large in ((a, b) if b else (a,))]
            wanted[name] = None if None in found else found[0] - (found[1] if b else 0)
        for name, value in wanted.items():
            if not close(row[name], value):
                yield f"p {levels[place]}: {name} is {row[name]}, not {value}"
    ends = [(float(row["ci_low"]), float(row["ci_high"])) for row in curve]
    yield from band_faults(shares, ends, -1 if b else 0, 1, seed=len(curve))


def median_ends(values):
    """The interval of the median by interpolated order statistics, in the form of Nyblom (1992), doi:10.1016/0167-7152(92)90076-H."""
    count, tail = len(values), (1 - LEVEL) / 2
    rank = max(rank for rank in range(1, count) if binom.cdf(rank - 1, count, 0.5) <= tail)
    missed, more = binom.cdf(rank - 1, count, 0.5), binom.cdf(rank, count, 0.5)
    inward = 1 / (1 + rank * (more - tail) / ((count - rank) * (tail - missed)))
    low, high = (
        (1 - inward) * values[outer] + inward * values[inner]
        for outer, inner in ((rank - 1, rank), (count - rank, count - rank - 1)))
    return low, high


def faults(place):
    levels = sorted({float(row["infection_probability"]) for row in rows(place / "points.csv")})
    runs, critical = {}, {}
    for row in rows(place / "runs.csv"):
        key = row["contacts"], int(row["replicate"])
        at = levels.index(float(row["infection_probability"]))
        runs.setdefault(key, {})[at] = float(row["final_share"]), row["reached_10pct"] == "1"
        if row["critical"]:
            critical[key] = float(row["critical"])
    sizes = {}
    for name in STUDY["factors"]["contacts"]["values"]:
        values = numpy.array([[runs[name, replicate][at] for at in range(len(levels))] for replicate in range(REPLICATES)])
        sizes[name] = values[:, :, 0], values[:, :, 1] == 1
    for key, found in runs.items():
        reached = [p for p, at in zip(levels, range(len(levels))) if found[at][0] >= 0.1]
        below = [p for p, at in zip(levels, range(len(levels))) if found[at][0] < 0.1]
        if key in critical and not max(below, default=-1) < critical[key] <= min(reached, default=1):
            yield f"{key}: critical {critical[key]}, a tenth at {reached}"
        if key not in critical and reached:
            yield f"{key}: no critical probability, a tenth at {reached}"
    if not critical:
        yield "no critical probability"
    table = rows(place / "final_size_curves.csv")
    names = {f"contacts={name}": size for name, size in sizes.items()}
    wanted = [(name, "") for name in names] + [(a, b) for b, a in itertools.combinations(names, 2)]
    groups = [(pair, list(some)) for pair, some in itertools.groupby(
        table, key=lambda row: (row["combination_a"], row["combination_b"]))]
    if [pair for pair, _ in groups] != wanted:
        yield f"combinations are {[pair for pair, _ in groups]}"
    for (a, b), curve in groups:
        if [float(row["infection_probability"]) for row in curve] != levels:
            yield f"{a} {b}: levels {[row['infection_probability'] for row in curve]}"
        yield from (f"{a} {b}: {fault}" for fault in curve_faults(curve, names[a], names.get(b), levels))
    for row in rows(place / "summary.csv"):
        if row["response"] == "critical" and float(row["infection_probability"]) == levels[0]:
            values = sorted(critical.get((row["contacts"], replicate), math.inf) for replicate in range(REPLICATES))
            # Where some have none, the Kaplan-Meier median: the first value that half of the replicates do not exceed.
            median = values[(REPLICATES - 1) // 2] if math.isinf(values[-1]) else float(numpy.median(values))
            if not close(row["median"], median):
                yield f"{row['contacts']}: median {row['median']}, not {median}"
            if not math.isinf(values[-1]):
                ends = median_ends(values)
                if not (close(row["median_ci_low"], ends[0]) and close(row["median_ci_high"], ends[1])):
                    yield f"{row['contacts']}: from {row['median_ci_low']} to {row['median_ci_high']}, not {ends}"


def main():
    with scratch() as place:
        study = Path(place) / "study.json"
        study.write_text(json.dumps(STUDY))
        must_run("run", study, "-o", Path(place) / "results", "--quiet")
        found = list(faults(Path(place) / "results"))
    print(f"final size curves and critical probabilities: {len(found)} faults")
    print("".join(f"  {line}\n" for line in found[:20]), end="")
    sys.exit(bool(found))


main()
