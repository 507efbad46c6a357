"""Sizes of differences with their intervals (docs/statistics.md, "Effects")."""

import itertools
import math

import numpy
from scipy import special, stats


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


def hedges_g(x, y, paired, level):
    z = stats.norm.ppf((1 + level) / 2)
    n, m = len(x), len(y)
    s1, s2 = numpy.std(x, ddof=1), numpy.std(y, ddof=1)
    if paired:
        s = math.sqrt((s1**2 + s2**2) / 2)
        if s == 0:
            return None, None, None
        covariance = numpy.cov(x, y)[0, 1]
        r = covariance / (s1 * s2) if s1 * s2 else 0.0
        d = (numpy.mean(x) - numpy.mean(y)) / s
        freedom = 2 * (n - 1) / (1 + r * r)
        variance = d * d * (s1**4 + s2**4 + 2 * r * r * s1**2 * s2**2) / (8 * (n - 1) * s**4)
        variance += (s1**2 + s2**2 - 2 * r * s1 * s2) / ((n - 1) * s * s)
    else:
        freedom = n + m - 2
        s = math.sqrt(((n - 1) * s1**2 + (m - 1) * s2**2) / freedom)
        if s == 0:
            return None, None, None
        d = (numpy.mean(x) - numpy.mean(y)) / s
        variance = (n + m) / (n * m) + d * d / (2 * (n + m))
    j = math.exp(special.gammaln(freedom / 2) - special.gammaln((freedom - 1) / 2)) \
        / math.sqrt(freedom / 2)
    half = z * j * math.sqrt(variance)
    return j * d, j * d - half, j * d + half


def cliffs_delta(x, y, paired, level):
    z = stats.norm.ppf((1 + level) / 2)
    signs = numpy.sign(numpy.subtract.outer(x, y))
    n, m = signs.shape
    if paired:
        off = ~numpy.eye(n, dtype=bool)
        delta = signs[off].mean()
        variance = dependent_variance(signs, delta)
    else:
        delta = signs.mean()
        rows, columns = signs.mean(axis=1) - delta, signs.mean(axis=0) - delta
        variance = (
            m * m * (rows**2).sum() + n * n * (columns**2).sum() - ((signs - delta) ** 2).sum()
        ) / (n * m * (n - 1) * (m - 1))
    s = math.sqrt(max(variance, 0))
    if s < 1e-9:
        return without_spread(delta, n // 2 if paired else min(n, m), level)
    middle = delta - delta**3
    half = z * s * math.sqrt((1 - delta**2) ** 2 + z * z * s * s)
    below = 1 - delta**2 + z * z * s * s
    return delta, (middle - half) / below, (middle + half) / below


def dependent_variance(signs, delta):
    """delta^2 less the mean of h_ij h_kl over four different pairs (listed, as n is small)."""
    n = len(signs)
    # h_ij = (sign(x_i - y_j) + sign(x_j - y_i)) / 2.
    h = (signs + signs.T) / 2
    numpy.fill_diagonal(h, 0)
    total = h.sum() ** 2
    rows = h.sum(axis=1)
    # Products that share an index: both indices (twice), or one of them (four ways).
    both = 2 * (h**2).sum()
    one = 4 * ((rows**2).sum() - (h**2).sum())
    return delta**2 - (total - both - one) / (n * (n - 1) * (n - 2) * (n - 3))


def without_spread(delta, count, level):
    """Where s says nothing: what `count` independent pairs with one outcome leave to another."""
    reach = 2 * (1 - ((1 - level) / 2) ** (1 / count))
    return delta, max(-1.0, delta - reach), min(1.0, delta + reach)


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
