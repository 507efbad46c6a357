"""averted.csv: pairs of runs, and person by person in their maps."""

import math

import numpy

from . import intervals
from .cells import Table, real
from .comparisons_table import Groups, label
from .study_file import lets_return

TAIL = ["factor", "reference", "level", "outcome", "n", "mean", "sd", "ci_low", "ci_high", "reference_mean"]
OUTCOMES = ["infections", "averted", "worse_off", "later", "earlier"]


def averted_table(runs):
    study, groups = runs.folder.study, Groups(runs)
    rows = []
    for request in study.analysis["averted"]:
        factor = request["factor"]
        for others, by_level in groups.combinations(factor).items():
            reference = request["reference"]
            for level in by_level if reference in by_level else ():
                if level == reference:
                    continue
                values = outcomes(runs, groups, by_level[reference], by_level[level])
                fixed = [
                    None if name == factor else real(cell) if name in study.real else cell
                    for name, cell in zip(study.parameters, others)]
                for outcome in OUTCOMES:
                    if values[outcome]:
                        rows.append([
                            *fixed, factor, label(reference), label(level), outcome,
                            *cells(values[outcome], study.level, outcome)])
    key = [*study.parameters, *TAIL[:4]]
    return Table([*study.parameters, *TAIL], key, rows)


def outcomes(runs, groups, reference, level):
    """By outcome, for each pair of runs its number and that of the infected at the reference."""
    found = {outcome: [] for outcome in OUTCOMES}
    before, after = groups.finished.get(reference, {}), groups.finished.get(level, {})
    counted = "infections" if any(map(lets_return, runs.points)) else "final_infected"
    for replicate in sorted(before.keys() & after.keys()):
        one, other = (int(row[replicate][counted]) for row in (before, after))
        found["infections"].append((one - other, one))
        if not runs.keeps("maps", (reference, replicate)):
            continue
        # As late as never are those who are not infected.
        pairs = [
            [math.inf if step is None else step for step in people]
            for people in zip(runs.maps[reference, replicate], runs.maps[level, replicate])]
        people = sum(first < math.inf for first, _ in pairs)
        for outcome, has in {
            "averted": lambda a, b: a < b == math.inf, "worse_off": lambda a, b: b < a == math.inf,
            "later": lambda a, b: a < b < math.inf, "earlier": lambda a, b: b < a < math.inf,
        }.items():
            found[outcome].append((sum(has(*pair) for pair in pairs), people))
    return found


def cells(pairs, level, outcome):
    numbers, infected = zip(*pairs)
    mean = numpy.mean(numbers)
    scale = max(map(abs, numbers))
    spread = real(numpy.std(numbers, ddof=1), scale) if len(numbers) > 1 else None
    low, high = intervals.student(numbers, level) if len(set(numbers)) > 1 else (None, None)
    # Of these, infections alone may be fewer than none.
    if low is not None and outcome != "infections":
        low = max(0, low)
    return [
        len(numbers), real(mean, scale), spread, real(low, scale), real(high, scale), real(numpy.mean(infected))]
