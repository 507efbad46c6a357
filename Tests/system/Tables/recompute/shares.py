"""Differences of two shares (docs/statistics.md, "Effects"): estimate, interval, and what the data say against any
difference; pooled over combinations of other factors.

Everything is the definition, solved by scipy's root finders.
"""

import math

import numpy
from scipy import optimize, stats

from .cells import SizeOnly
from .ratios import highest


class Difference:
    """By score tests with the most likely shares that have the difference."""

    def __init__(self, x, y, paired):
        self.x, self.y, self.paired = numpy.asarray(x, float), numpy.asarray(y, float), paired
        self.estimate = self.x.mean() - self.y.mean()
        self.method = "tango" if paired else "mee"

    def z(self, difference):
        x, y, d = self.x, self.y, difference
        if abs(d) > 1 - 1e-12:
            return math.copysign(1e9, self.estimate - d)
        if self.paired:
            n = len(x)
            a, b = (x * (1 - y)).sum(), ((1 - x) * y).sum()

            # The chance q of an event in y alone, that in x alone being q + d.
            def slope(q):
                rest = 1 - 2 * q - d
                return (b / q if b else 0) + (a / (q + d) if a else 0) - (2 * (n - a - b) / rest if n > a + b else 0)
            q = highest(slope, max(0.0, -d), (1 - d) / 2)
            variance = (2 * q + d - d * d) / n
        else:
            a, n, b, m = x.sum(), len(x), y.sum(), len(y)

            def slope(q):
                p = q + d
                return (a / p if a else 0) - ((n - a) / (1 - p) if n > a else 0) + (b / q if b else 0) - (
                    (m - b) / (1 - q) if m > b else 0)
            q = highest(slope, max(0.0, -d), min(1.0, 1 - d))
            p = q + d
            variance = p * (1 - p) / n + q * (1 - q) / m
        distance = self.estimate - d
        if abs(distance) < 1e-12:
            return 0.0
        return distance / math.sqrt(variance) if variance > 1e-15 else math.copysign(1e9, distance)

    def against(self, difference):
        z = self.z(difference)
        return z, stats.norm.sf(z), stats.norm.cdf(z)

    def test(self):
        z = self.z(0.0)
        return z, min(1.0, 2 * stats.norm.sf(abs(z)))

    def ends(self, most):
        def end(bound, far):
            if abs(self.estimate - far) < 1e-12:
                return far
            return optimize.brentq(
                lambda d: max(-1e9, min(1e9, self.z(d))) - bound, self.estimate, far, xtol=1e-15, rtol=1e-13)
        return end(most, -1.0), end(-most, 1.0)

    def size(self, level):
        return self.estimate, *self.ends(stats.norm.ppf((1 + level) / 2))


class Pooled:
    """The mean of differences, by MOVER; `cells` are arrays of both levels for each combination."""

    method = "mover"

    def __init__(self, cells, paired):
        self.parts = [Difference(x, y, paired) for x, y in cells]
        self.estimate = sum(part.estimate for part in self.parts) / len(self.parts)
        self.correlation = 0.0
        if paired:
            differences = numpy.array([x - y for x, y in cells])
            together = numpy.cov(differences, bias=True)
            deviations = numpy.sqrt(together.diagonal())
            most = deviations.sum()**2 - (deviations**2).sum()
            shared = together.sum() - together.trace()
            self.correlation = min(1.0, max(0.0, shared / most)) if most > 1e-12 * (deviations**2).sum() else 1.0

    def ends(self, most):
        ends = [part.ends(most) for part in self.parts]

        def distance(a):
            a = numpy.array(a)
            return math.sqrt((1 - self.correlation) * (a**2).sum() + self.correlation * a.sum()**2) / len(a)
        return (
            max(-1.0, self.estimate - distance([part.estimate - low for part, (low, _) in zip(self.parts, ends)])),
            min(1.0, self.estimate + distance([high - part.estimate for part, (_, high) in zip(self.parts, ends)])))

    def size(self, level):
        return self.estimate, *self.ends(stats.norm.ppf((1 + level) / 2))

    def against(self, value):
        """By the quantile at which the interval ends at the value."""
        if value == self.estimate:
            return 0.0, 0.5, 0.5
        sign = 1 if value < self.estimate else -1

        def excess(z):
            low, high = self.ends(z)
            return low - value if sign > 0 else value - high
        z = sign * (38.0 if excess(38.0) > 0 else optimize.brentq(excess, 1e-6, 38.0, xtol=1e-13, rtol=1e-13))
        return z, stats.norm.sf(z), stats.norm.cdf(z)

    def test(self):
        z, above, below = self.against(0.0)
        return z, min(1.0, 2 * min(above, below))


def within(difference, margin, better):
    """The statistic and p that the difference is within a margin, or not worse by more."""
    low, high = difference.against(-margin), difference.against(margin)
    if better == "smaller":
        return high[0], high[2]
    if better == "larger":
        return low[:2]
    if abs(low[1] - high[2]) <= 1e-9 * high[2]:  # of equal shares rounding says which side it is
        return SizeOnly(abs(high[0]), 1e-9 * abs(high[0])), high[2]
    return low[:2] if low[1] > high[2] else (high[0], high[2])
