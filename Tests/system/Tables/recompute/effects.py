"""Sizes of differences with their intervals (docs/statistics.md, "Effects")."""

import itertools
import math

import numpy
from scipy import stats


def mean_difference(x, y, paired, level):
    """Estimate, low, high; by the t interval of pairs or of Welch."""
    if paired:
        differences = numpy.subtract(x, y)
        if numpy.ptp(differences) == 0:
            return at_a_point(differences[0], len(x), None, level)
        ends = stats.ttest_1samp(differences, 0).confidence_interval(level)
        return differences.mean(), ends.low, ends.high
    if numpy.ptp(x) == 0 and numpy.ptp(y) == 0:
        return at_a_point(x[0] - y[0], len(x), len(y), level)
    ends = stats.ttest_ind(x, y, equal_var=False).confidence_interval(level)
    return numpy.mean(x) - numpy.mean(y), ends.low, ends.high


def at_a_point(difference, first, second, level):
    """Without spread the interval is that point, if there are so many values that a difference
    would be found; else it is open."""
    enough = constant_p(first, second) <= 1 - level * (1 + 1e-12)
    return (difference, difference, difference) if enough else (difference, None, None)


def constant_p(first, second):
    """The p of constant differences of pairs (second is None), or of two constant groups."""
    if second is None:
        return 2.0 ** (1 - first)
    return 2 / math.comb(first + second, first)


def hodges_lehmann(x, y, paired, level):
    """The median of all differences (pairs: of all means of two differences), and the order
    statistics at which the rank test turns."""
    if paired:
        d = numpy.subtract(x, y)
        values = [(a + b) / 2 for a, b in itertools.combinations_with_replacement(d, 2)]
        place = turning_place(signed_rank_law(len(d)), level)
    else:
        values = numpy.subtract.outer(x, y).ravel().tolist()
        place = turning_place(rank_sum_law(len(x), len(y)), level)
    values.sort()
    estimate = float(numpy.median(values))
    if place is None:
        return estimate, None, None
    return estimate, values[place], values[len(values) - 1 - place]


def turning_place(distribution, level):
    """The largest k with P(statistic <= k) <= alpha / 2: k of all differences lie below the
    interval's low end. None: there is no such k."""
    cumulative = numpy.cumsum(distribution)
    below = numpy.nonzero(cumulative <= (1 - level) / 2 * (1 + 1e-12))[0]
    return int(below[-1]) if len(below) else None


def signed_rank_law(count):
    distribution = numpy.array([1.0])
    for rank in range(1, count + 1):
        distribution = numpy.convolve(distribution, [0.5] + [0.0] * (rank - 1) + [0.5])
    return distribution


def rank_sum_law(n, m):
    """Of Mann and Whitney's U without ties."""
    ways = numpy.zeros((n + 1, n * m + 1))
    ways[0, 0] = 1
    for rank in range(n + m):
        # A value joins the first sample; it then beats the `rank` - i values of the second.
        for i in range(min(n, rank + 1), 0, -1):
            beaten = rank - (i - 1)
            if beaten <= m:
                ways[i, beaten:] += ways[i - 1, :n * m + 1 - beaten]
    return ways[n] / ways[n].sum()
