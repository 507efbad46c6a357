"""thresholds.csv, from the runs of the last round of each search (docs/threshold.md). Which levels a search
tries rests on its runs: its points are taken as they are."""

import itertools
import math

import numpy
from scipy import stats

from .cells import Table, Within, Words, real
from .study_file import REAL

TAIL = [
    "factor", "response", "target", "estimate", "ci_low", "ci_high", "runs", "converged", "status",
    "message"]
# Ends of intervals are looked for there, roots of a polynomial here.
CLOSE = 1e-7
# How a search ends that has a last round, and how one that has not.
WITH_ROUND = {"rising", "falling", "several_crossings"}
WITHOUT = {"always_above", "always_below", "no_bracket", "max_runs"}


def searches(folder):
    """Of each search the levels of the other factors, and (number, level, replicates) of its points."""
    study, factor = folder.study, folder.study.design["factor"]
    names = list(study.factors)
    chosen = [
        dict(zip(names, levels)) for levels in itertools.product(*(study.levels(name) for name in names))]
    rows = folder.tables["points"].records()
    groups = [
        list(rows) for _, rows in itertools.groupby(rows, lambda row: [row[name] for name in names])]
    if len(groups) != len(chosen):
        raise ValueError(f"points.csv has {len(groups)} searches, not {len(chosen)}")
    kind = int if factor in study.whole else float
    return [
        (levels, [(int(row["point"]), kind(row[factor]), int(row["replicates"])) for row in group])
        for levels, group in zip(chosen, groups)]


def placed_points(folder):
    """The points of all searches."""
    factor = folder.study.design["factor"]
    return [
        folder.study.point(chosen | {factor: level})
        for chosen, points in searches(folder) for _, level, _ in points]


def placed_replicates(folder):
    """Of each point, the numbers of its replicates: through all points of a search."""
    ranges = []
    for _, points in searches(folder):
        first = 0
        for *_, count in points:
            ranges.append(range(first, first + count))
            first += count
    return ranges


def thresholds_table(folder):
    study = folder.study
    factor, response = study.design["factor"], study.design["response"]
    values = {}
    for row in folder.tables["runs"].records():
        if row[response]:
            values.setdefault(int(row["point"]), []).append(float(row[response]))
    rows = []
    for (chosen, points), printed in zip(searches(folder), folder.tables["thresholds"].records()):
        point = study.point(chosen | {factor: 1})
        fixed = [
            None if name == factor or name == "columns" and factor == "group_size" else
            real(float(point[name])) if name in REAL else point[name] for name in study.parameters]
        cells, status = answer(study, points, values, printed)
        rows.append(
            fixed + [factor, response, real(float(study.design["target"]))]
            + cells + [sum(count for *_, count in points), int(status in WITH_ROUND), status, Words()])
    return Table([*study.parameters, *TAIL], [*study.parameters, "factor", "response"], rows)


def answer(study, points, values, printed):
    """The cells of estimate and interval, and how the search ended."""
    design, status = study.design, printed["status"]
    low, high = float(design["from"]), float(design["to"])
    if any(not low <= level <= high for _, level, _ in points):
        return [None] * 3, "a level is beyond the range"
    if status in WITHOUT:  # where runs ran out, the last round may have no interval
        has_round = status == "max_runs"
        return [
            Within(low, high) if has_round and printed[name] else None
            for name in ("estimate", "ci_low", "ci_high")], status
    is_log = design.get("scale") == "log"
    levels = [level for _, level, _ in points[-3:]]
    samples, place = [[], [], []], len(points)
    # More runs of a round are at the same levels.
    while place >= 3 and [level for _, level, _ in points[place - 3:place]] == levels:
        for sample, (number, *_) in zip(samples, points[place - 3:place]):
            sample += values.get(number, [])
        place -= 3
    places = [math.log(level) if is_log else level for level in levels]
    is_flag = design["response"].startswith("reached_") or design["response"] == "extinct"
    found, slope = crossing(
        places, samples, float(design["target"]), float(design.get("confidence", 0.95)), is_flag)
    ends = [None if end is None else math.exp(end) if is_log else end for end in found]
    right = "rising" if slope > 0 else "falling"
    if status != "several_crossings" and status != right:
        return [None] * 3, right
    if float(printed["ci_high"]) - float(printed["ci_low"]) > 2 * float(design["half_width"]):
        return [None] * 3, "the interval is wider than asked for"
    cells = [real(end, relative=CLOSE) for end in ends]
    # Where people recover, variances allow for outbreaks that die out at once: the interval is no narrower.
    if study.has_courses and not is_flag:
        cells[1:] = [Within(low, ends[1] + CLOSE), Within(ends[2] - CLOSE, high)]
    return cells, status


def crossing(places, samples, target, confidence, is_flag):
    """Where the parabola through the means at three places meets the target, all places around it where
    (parabola - target)² <= t² variance of the parabola, and the slope there."""
    counts = numpy.array([len(sample) for sample in samples])
    offsets = numpy.array([numpy.mean(sample) for sample in samples]) - target
    variances = numpy.array([numpy.var(sample, ddof=1) for sample in samples])
    if is_flag:
        shares = (numpy.array([numpy.sum(sample) for sample in samples]) + 1) / (counts + 2)
        variances = shares * (1 - shares)
    # Lagrange's polynomials in the distance from the middle place.
    middle, x = places[1], numpy.array(places) - places[1]
    basis = [
        numpy.poly1d(numpy.poly([x[j] for j in range(3) if j != i])
                     / numpy.prod([x[i] - x[j] for j in range(3) if j != i]))
        for i in range(3)]
    curve = sum((b * float(o) for o, b in zip(offsets, basis)), numpy.poly1d(0))
    root = min((r.real for r in numpy.atleast_1d(curve.roots) if abs(r.imag) < 1e-12), key=abs)
    slope = curve.deriv()(root)
    if not variances.any():
        inner = [0.0, 0.0] if root == 0 else [x[1], x[2]] if root > 0 else [x[0], x[1]]
        return [middle + place for place in (root, *inner)], slope
    parts = numpy.array([b(root)**2 * v / n for b, v, n in zip(basis, variances, counts)])
    freedom = parts.sum()**2 / numpy.sum(parts**2 / (counts - 1))
    t = stats.t.ppf((1 + confidence) / 2, freedom)
    gap = curve * curve - sum(
        (b * b * float(t * t * v / n) for b, v, n in zip(basis, variances, counts)), numpy.poly1d(0))
    ends = [r.real for r in gap.roots if abs(r.imag) < 1e-9 * (1 + abs(r.real))]
    below, above = max(e for e in ends if e < root), min(e for e in ends if e > root)
    return [middle + place for place in (root, below, above)], slope
