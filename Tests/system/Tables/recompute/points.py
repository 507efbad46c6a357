"""The points of a study and how many replicates of each count (docs/study-designs.md).

Points of sampled designs rest on keyed random numbers: what is checked of them is what the design
promises.
"""

import math

from scipy import stats

from . import responses
from .cells import OneOf
from .study_file import LATER, PARAMETERS
from .thresholds_table import placed_points

PRIMES = (2, 3, 5, 7, 11, 13)
# Levels have 12 digits.
ROUNDING = 1e-9


def points_of(folder):
    """The points by the study file; those of a sampled design as they are, with what is wrong."""
    if folder.study.is_search:
        return placed_points(folder), []
    points = folder.study.points()
    if points is not None:
        return points, []
    points = [
        {name: row[name] for name in PARAMETERS}
        | {name: int(row[name]) for name in PARAMETERS if name in folder.study.whole}
        | {name: float(row[name]) for name in PARAMETERS if name in folder.study.real}
        | LATER
        for row in folder.tables["points"].records()]
    return points, list(sampled_faults(folder.study, points))


def sampled_faults(study, points):
    kind, factors = study.design["type"], list(study.factors)
    for name in PARAMETERS:
        constant = study.point({f: points[0][f] for f in factors} | points[0])[name]
        if name not in factors and name != "columns" and {p[name] for p in points} != {constant}:
            yield f"points.csv: {name} varies"
    for number, point in enumerate(points):
        wanted = study.model["columns"]
        columns = math.isqrt(point["group_size"] - 1) + 1 if wanted == "square" else wanted
        if point["columns"] != columns:
            yield f"points.csv: point {number} has {point['columns']} columns"
        for factor in factors:
            if not -ROUNDING <= place_of(study, factor, point[factor]) <= 1 + ROUNDING:
                yield f"points.csv: point {number} has {factor} {point[factor]}"
    size = study.design["points"]
    rows = {"saltelli": size * (2 * len(factors) + 2), "morris": size * (len(factors) + 1)}
    if len(points) != rows.get(kind, size):
        yield f"points.csv: {len(points)} points, not {rows.get(kind, size)}"
    yield from {
        "latin_hypercube": stratified, "sobol": stratified, "halton": halton,
        "saltelli": saltelli, "morris": morris}[kind](study, points)


def place_of(study, factor, value):
    """Where a level lies between `from` (0) and `to` (1)."""
    given = study.factors[factor]
    low, high = float(given["from"]), float(given["to"])
    if given.get("scale") == "log":
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)


def stratified(study, points):
    """Each of n equal parts of a factor's range has one of n points; a whole number its share."""
    count = len(points)
    for factor in study.factors:
        if factor in study.whole:
            yield from balanced(study, factor, [point[factor] for point in points])
            continue
        places = [place_of(study, factor, point[factor]) * count for point in points]
        parts = sorted(min(math.floor(place + ROUNDING), count - 1) for place in places)
        if parts != list(range(count)):
            yield f"points.csv: {factor} is not spread evenly: parts {parts}"


def balanced(study, factor, values):
    given = study.factors[factor]
    if given.get("scale") == "log":
        return
    levels = range(given["from"], given["to"] + 1)
    each = len(values) / len(levels)
    for level in levels:
        if not math.floor(each) <= values.count(level) <= math.ceil(each):
            yield f"points.csv: {factor} is {level} at {values.count(level)} of {len(values)} points"


def halton(study, points):
    """The sequence itself, from its first point on, in the order of the factors."""
    sequence = stats.qmc.Halton(len(study.factors), scramble=False).random(len(points) + 1)[1:]
    for number, (point, fractions) in enumerate(zip(points, sequence)):
        for factor, fraction in zip(study.factors, fractions):
            given = study.factors[factor]
            low, high = float(given["from"]), float(given["to"])
            right = low + (high - low) * fraction
            if factor in study.whole:
                right = math.floor(low + (high - low + 1) * fraction)
            if abs(point[factor] - right) > ROUNDING * high:
                yield f"points.csv: point {number} has {factor} {point[factor]}, not {right}"


def saltelli(study, points):
    """A, A with one factor of B, B with one factor of A, B."""
    factors = list(study.factors)
    length = 2 * len(factors) + 2
    for start in range(0, len(points), length):
        block = [[point[f] for f in factors] for point in points[start:start + length]]
        a, b = block[0], block[-1]
        mixed = [a]
        for one, other in ((a, b), (b, a)):
            mixed += [
                [other[j] if i == j else one[j] for j in range(len(factors))]
                for i in range(len(factors))]
        if block != [*mixed, b]:
            yield f"points.csv: the block from point {start} on is no block of Saltelli's"
    for row in (0, length - 1):
        yield from stratified(study, points[row::length])


def morris(study, points):
    """Paths that change each factor once, between the four levels (of whole numbers those beside)."""
    factors = list(study.factors)
    length = len(factors) + 1
    for start in range(0, len(points), length):
        path = points[start:start + length]
        moved = [
            [f for f in factors if before[f] != after[f]] for before, after in zip(path, path[1:])]
        if any(len(step) != 1 for step in moved) or sorted(s[0] for s in moved) != sorted(factors):
            yield f"points.csv: the path from point {start} on moves {moved}"
    for factor in factors:
        if factor in study.whole:
            continue
        places = {round(3 * place_of(study, factor, point[factor]), 6) for point in points}
        if not places <= {0, 1, 2, 3}:
            yield f"points.csv: {factor} is not on a grid of four levels"


def counts_and_convergence(folder, points):
    """Replicates of each point, and 1 or 0 where precision decided. Where runs decide how many there are,
    their number is taken as it is: runs.csv must have as many."""
    study, nothing = folder.study, [None] * len(points)
    if isinstance(study.replicates, int) and not (study.is_search or study.is_selection):
        return [study.replicates] * len(points), nothing
    counts = [int(row["replicates"]) for row in folder.tables["points"].records()]
    if study.is_search or study.is_selection:
        return counts, nothing
    summary = {}
    for row in folder.tables["summary"].records():
        summary.setdefault(int(row["point"]), {})[row["response"]] = row
    return counts, [
        convergence(study, count, summary.get(number, {})) for number, count in enumerate(counts)]


def convergence(study, count, summary):
    """1 only where the intervals in summary.csv are as narrow as asked for, 0 only after the last replicate;
    other numbers than whole batches are none."""
    plan = study.replicates
    is_batch = plan["min"] <= count < plan["max"] and count % plan["batch"] == 0
    is_met = all(
        is_narrow(study, target, summary[target["response"]]) for target in plan["until"])
    return OneOf([1] * is_met * (is_batch or count == plan["max"]) + [0] * (count == plan["max"]))


def is_narrow(study, target, row):
    """Of a response that some runs did not reach the median's interval counts."""
    is_mean = row["n"] == row["n_reached"] or target["response"] in responses.shares(study)
    center, low, high = (
        row[name] for name in (
            ("mean", "ci_low", "ci_high") if is_mean else ("median", "median_ci_low", "median_ci_high")))
    if "" in (center, low, high):
        return False
    half = (float(high) - float(low)) / 2
    if "half_width" in target:
        return half <= float(target["half_width"])
    return half <= float(target["relative_half_width"]) * abs(float(center))
