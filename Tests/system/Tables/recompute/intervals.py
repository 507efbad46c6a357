"""Intervals of means, shares and quantiles (docs/statistics.md, "Intervals")."""

import math

import numpy
from scipy import special, stats
from statsmodels.stats.proportion import proportion_confint

from .cells import Within

# How many resamples the program takes for the interval of a mean (docs/statistics.md).
RESAMPLES = 2_000
# Ours are so many more that their own error hardly counts.
OURS = 20_000
# Cells may be this many standard errors of the program's resampling off: one right cell in 150,000.
ERRORS = 4.5


def student(values, level):
    """The t interval of a mean; None, None for a single value."""
    count = len(values)
    if count < 2:
        return None, None
    center = math.fsum(values) / count
    half = student_half(numpy.var(values, ddof=1), count, level)
    return center - half, center + half


def student_half(variance, count, level):
    return stats.t.ppf((1 + level) / 2, count - 1) * math.sqrt(variance / count)


def wilson(successes, count, level):
    low, high = proportion_confint(successes, count, alpha=1 - level, method="wilson")
    # The ends are exact where nobody, or everybody, is one of them.
    return (0.0 if successes == 0 else low), (1.0 if successes == count else high)


def order_statistics(values, share, level):
    """The interval of a quantile between two values; None on a side that is open."""
    ordered, count, alpha = sorted(values), len(values), 1 - level
    ranks = numpy.arange(1, count + 1)
    # P(Bin <= l - 1) <= alpha / 2 for the lower rank, P(Bin >= u) <= alpha / 2 for the upper one.
    below = stats.binom.cdf(ranks - 1, count, share) <= alpha / 2
    above = stats.binom.sf(ranks - 1, count, share) <= alpha / 2
    low = ordered[ranks[below].max() - 1] if below.any() else None
    high = ordered[ranks[above].min() - 1] if above.any() else None
    return low, high


def bca(values, level, seed):
    """The bias-corrected and accelerated bootstrap interval of a mean, as far as it is fixed: the
    program's ends lie between quantiles of our own bootstrap a few standard errors around its levels.
    """
    values = numpy.asarray(values, float)
    count = len(values)
    generator = numpy.random.default_rng(seed)
    means = numpy.sort(resampled_means(values, generator))
    center = values.mean()
    near = 1e-12 * numpy.abs(values).max()
    below = (means < center - near).sum() + (numpy.abs(means - center) <= near).sum() / 2
    bias = special.ndtri(below / OURS)
    pull = values.mean() - values  # (n - 1) times the jackknife's deviations
    acceleration = (pull**3).sum() / (6 * (pull**2).sum() ** 1.5)
    return tuple(
        bca_end(means, bias, -acceleration, special.ndtri(tail))
        for tail in ((1 - level) / 2, (1 + level) / 2))


def bca_end(means, bias, acceleration, z):
    def adjusted(bias):
        return special.ndtr(bias + (bias + z) / (1 - acceleration * (bias + z)))

    share = float(adjusted(bias))
    # The bias comes from a share of about 1/2 of the resamples, the end from a quantile of them.
    step = 1e-4
    slope = (adjusted(bias + step) - adjusted(bias - step)) / (2 * step)
    of_bias = slope * math.sqrt(0.25 / RESAMPLES) / stats.norm.pdf(special.ndtri(0.5) + bias)
    error = math.hypot(math.sqrt(share * (1 - share) / RESAMPLES), of_bias)
    return quantile_bracket(means, share, error)


def quantile_bracket(ordered, share, error):
    """Where a quantile of resamples may lie whose level is known up to a standard error."""
    low, high = (
        numpy.quantile(ordered, min(max(share + side * ERRORS * error, 0), 1)) for side in (-1, 1))

    def score(seen):
        """Standard errors from the level that was meant; equal values share their levels."""
        ends = [numpy.searchsorted(ordered, seen * (1 + sign * 1e-12), side=side) / len(ordered)
                for sign, side in ((-1, "left"), (1, "right"))]
        return (min(max(share, min(ends)), max(ends)) - share) / error

    slack = 1e-9 * max(abs(low), abs(high))
    return Within(low - slack, high + slack, score)


def resampled_means(values, generator):
    """Means of resamples, drawn as counts of each value: a multinomial draw per resample."""
    different, counts = numpy.unique(values, return_counts=True)
    if len(different) <= 40:
        draws = generator.multinomial(len(values), counts / len(values), size=OURS)
        return draws @ different / len(values)
    return numpy.concatenate([
        generator.choice(values, size=(OURS // 20, len(values))).mean(axis=1) for _ in range(20)])
