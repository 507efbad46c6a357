"""Differences of means judged together: Tukey and Dunnett (docs/statistics.md, "Tests"), from scipy's studentized
range and from integrals over the control's mean and the estimated deviation."""

import functools
import math

import numpy
from scipy import integrate, optimize, stats

from .cells import Within

# What both ways of computing a chance may differ by, relative and absolute; likewise ends of intervals.
CLOSE, NOTHING = 1e-6, 1e-11


class Joint:
    """`values` of all groups; `control` is the place of Dunnett's one, None for every pair."""

    def __init__(self, values, control):
        self.values, self.control = values, control
        self.sizes = [len(v) for v in values]
        self.freedom = sum(self.sizes) - len(values)
        squares = sum(float(((v - v.mean()) ** 2).sum()) for v in values)
        self.deviation = math.sqrt(squares / self.freedom)

    @property
    def family(self):
        """What the distribution of the largest difference depends on."""
        if self.control is None:
            return None, len(self.values), self.freedom
        others = tuple(n for place, n in enumerate(self.sizes) if place != self.control)
        return self.sizes[self.control], others, self.freedom

    def error(self, a, b):
        return self.deviation * math.sqrt(1 / self.sizes[a] + 1 / self.sizes[b])

    def outcome(self, a, b):
        t = float(self.values[a].mean() - self.values[b].mean()) / self.error(a, b)
        p = above(abs(t), *self.family)
        return t, Within(p * (1 - CLOSE) - NOTHING, p * (1 + CLOSE) + NOTHING)

    def interval(self, a, b, level):
        estimate = float(self.values[a].mean() - self.values[b].mean())
        reach = critical(1 - level, *self.family) * self.error(a, b)
        slack = CLOSE * reach
        return (
            estimate, Within(estimate - reach - slack, estimate - reach + slack),
            Within(estimate + reach - slack, estimate + reach + slack))


@functools.cache
def critical(tail, *family):
    return optimize.brentq(lambda c: above(c, *family) - tail, 0.5, 30, xtol=1e-9)


@functools.cache
def above(t, one, others, freedom):
    """P(the largest difference over its error is above t); without a control of every pair."""
    if one is None:
        return float(stats.studentized_range.sf(t * math.sqrt(2), others, freedom))
    return dunnett_above(t, one, others, freedom)


def dunnett_above(c, one, others, freedom):
    shares = numpy.array([n / (n + one) for n in others])
    slope, own = numpy.sqrt(shares / (1 - shares)), numpy.sqrt(1 - shares)

    def known(width):
        z = numpy.linspace(-9, 9, 361)
        inside = numpy.prod(
            stats.norm.cdf(slope * z[:, None] + width / own)
            - stats.norm.cdf(slope * z[:, None] - width / own), axis=1)
        return integrate.simpson((1 - inside) * stats.norm.pdf(z), x=z)

    distribution = stats.chi2(freedom)
    low, high = (math.sqrt(distribution.ppf(p) / freedom) for p in (1e-13, 1 - 1e-13))
    s = numpy.linspace(low, high, 161)
    density = distribution.pdf(freedom * s**2) * 2 * freedom * s
    return float(integrate.simpson([known(c * value) for value in s] * density, x=s))
