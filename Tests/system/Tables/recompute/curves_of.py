"""Recorded curves of a point as a matrix, and random signs of their deviations."""

import math

import numpy

# Of resamples of curves the program takes so many (docs/statistics.md), and we more.
RESAMPLES = 2_000
OURS = 20_000
# The distribution of max |t| comes from the first curves only: 256, or 100,000 values, but at least 32.
MOST_CURVES, MOST_VALUES, FEWEST_CURVES = 256, 100_000, 32


def by_point(runs, series="ever_infected", chosen=None):
    """A matrix of runs x steps per point, of all runs or the chosen ones; an ended run keeps its last value, and
    infects nobody."""
    found = {}
    for run, curve in runs.kept_curves(series, chosen).items():
        found.setdefault(run[0], []).append(curve)
    return {
        point: matrix(curves, 0 if series == "new_infections" else None)
        for point, curves in found.items()}


def matrix(curves, after=None):
    """`after` stands behind the end of a curve; None: its last value."""
    steps = max(map(len, curves))
    return numpy.array([
        curve + [curve[-1] if after is None else after] * (steps - len(curve)) for curve in curves],
        float)


def first_curves(curves):
    """Those of which the distribution of max |t| is learned."""
    most = min(MOST_CURVES, max(FEWEST_CURVES, MOST_VALUES // curves.shape[1]))
    return curves[:most]


def largest_t(deviations, generator):
    """max |t| over the steps for random signs of the runs' deviations, sorted."""
    count = len(deviations)
    squares = (deviations**2).sum(axis=0)
    found = []
    for _ in range(10):
        signs = generator.choice([-1.0, 1.0], size=(OURS // 10, count))
        means = signs @ deviations / count
        with numpy.errstate(all="ignore"):
            t = numpy.abs(means) / numpy.sqrt((squares - count * means**2) / (count - 1) / count)
        found.append(numpy.nan_to_num(t, posinf=numpy.inf).max(axis=1))
    return numpy.sort(numpy.concatenate(found))


def tail_error(p):
    """The standard error of a share of the program's resamples, at least of one of them."""
    return math.sqrt(max(p * (1 - p), 1 / RESAMPLES) / RESAMPLES)
