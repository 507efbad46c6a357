"""Ratios of means and of shares (docs/statistics.md, "Effects"): estimate, interval, test, and what the data say
against any ratio.

Everything is the definition, solved by scipy's optimizers and root finders.
"""

import math

import numpy
from scipy import optimize, stats

def root(f, inside, outside):
    """Where f changes its sign, from a place inside towards one outside, by doubling steps."""
    step = (outside - inside) * 1e-6 or 1e-9
    while abs(step) < 1e9 and f(inside + step) > 0:
        step *= 2
    return optimize.brentq(f, inside + step / 2 if abs(step) > 1e-9 else inside, inside + step, xtol=1e-14, rtol=1e-14)


class Means:
    """Fieller's ratio of two means."""

    def __init__(self, x, y, paired):
        self.x, self.y, self.paired = numpy.asarray(x, float), numpy.asarray(y, float), paired
        self.constant = numpy.ptp(self.x - self.y) == 0 if paired else (
            numpy.ptp(self.x) == 0 and numpy.ptp(self.y) == 0)

    def t(self, ratio):
        if self.paired:
            return stats.ttest_1samp(self.x - ratio * self.y, 0)
        return stats.ttest_ind(self.x, ratio * self.y, equal_var=False)

    def against(self, ratio):
        """The statistic, and p that the ratio is larger, and that it is smaller."""
        if self.constant:
            return None
        found = self.t(ratio)
        t = found.statistic if self.y.mean() > 0 else -found.statistic
        return t, stats.t.sf(t, found.df), stats.t.cdf(t, found.df)

    def size(self, level):
        if not self.y.mean():
            return None, None, None
        found = self.x.mean() / self.y.mean()
        if self.constant:
            from .effects import mean_difference  # a point, where there are enough values
            known = mean_difference(self.x, self.y, self.paired, level)[1] is not None
            if not known or self.x[0] == self.y[0] or numpy.ptp(self.x) == 0 == numpy.ptp(self.y):
                return (found, found, found) if known else (found, None, None)
        n = len(self.y)
        if abs(self.y.mean()) <= stats.t.ppf((1 + level) / 2, n - 1) * stats.sem(self.y):
            return found, None, None

        if found == 0 and numpy.ptp(self.x) == 0:
            return 0.0, 0.0, 0.0

        def inside(ratio):
            return self.t(ratio).pvalue - (1 - level) if ratio != found else level
        reach = 10 * (stats.sem(self.x) + abs(found) * stats.sem(self.y)) / abs(self.y.mean())
        return found, root(inside, found, found - reach), root(inside, found, found + reach)


class Risks:
    """The ratio of two shares, by score tests with the most likely shares that have the ratio."""

    def __init__(self, x, y, paired):
        self.x, self.y, self.paired = numpy.asarray(x), numpy.asarray(y), paired

    def z(self, ratio):
        x, y = self.x, self.y
        if self.paired:
            both, a, b = ((x * y).sum(), (x * (1 - y)).sum(), ((1 - x) * y).sum())
            share, n = (both + a + b) / len(x), len(x)
            if not share:
                return None
            # The chance q of an event in y alone; the other cells follow from the ratio.
            def cells(q):
                return (share - (1 + ratio) * q) / ratio, (q + (ratio - 1) * share) / ratio, q

            def slope(q):
                p11, p10, p01 = cells(q)
                return (b / p01 if b else 0) + (a / ratio / p10 if a else 0) - (
                    both * (1 + ratio) / ratio / p11 if both else 0)
            q = highest(slope, max(0.0, (1 - ratio) * share), share / (1 + ratio))
            p11, p10, p01 = cells(q)
            variance = n * (p11 * (1 - ratio)**2 + p10 + ratio**2 * p01)
            distance = both + a - ratio * (both + b)
        else:
            a, n, b, m = x.sum(), len(x), y.sum(), len(y)
            if not a + b:
                return None

            def slope(q):
                return (a + b) / q - ((n - a) * ratio / (1 - ratio * q) if n > a else 0) - (
                    (m - b) / (1 - q) if m > b else 0)
            q = highest(slope, 0.0, min(1.0, 1 / ratio))
            variance = ratio * q * (1 - ratio * q) / n + ratio**2 * q * (1 - q) / m
            distance = a / n - ratio * b / m
        if variance < 1e-12:
            return None if abs(distance) < 1e-9 else math.copysign(math.inf, distance)
        return distance / math.sqrt(variance)

    def against(self, ratio):
        z = self.z(ratio)
        return None if z is None or math.isinf(z) else (z, stats.norm.sf(z), stats.norm.cdf(z))

    def test(self):
        z = self.z(1.0)
        return (0.0, 1.0) if z is None else (z, min(1.0, 2 * stats.norm.sf(abs(z))))

    def size(self, level):
        most = stats.norm.ppf((1 + level) / 2)

        def end(bound):
            return math.exp(optimize.brentq(
                lambda l: min(1e9, max(-1e9, self.z(math.exp(l)) or 0)) - bound, -12, 12, xtol=1e-14, rtol=1e-14))
        if not self.y.sum():  # no ratio, and no upper end
            return None, end(most) if self.x.sum() else None, None
        low = end(most) if self.x.sum() else 0.0
        return self.x.mean() / self.y.mean(), low, end(-most)


def highest(slope, low, high):
    """Where a falling slope is 0; an end where it is not inside."""
    low, high = low + 1e-13 * (high - low), high - 1e-13 * (high - low)
    with numpy.errstate(all="ignore"):
        if slope(low) <= 0:
            return low
        return high if slope(high) >= 0 else optimize.brentq(slope, low, high, xtol=1e-18, rtol=1e-15)


KINDS = {"ratio_of_means": Means, "risk_ratio": Risks}


def within(kind, margin, better):
    """The statistic and p that the ratio is within a margin, or not worse by more."""
    low, high = kind.against(1 / margin), kind.against(margin)
    if better == "smaller":
        return (high[0], high[2]) if high else (None, None)
    if better == "larger":
        return low[:2] if low else (None, None)
    if not low or not high:
        return None, None
    return low[:2] if low[1] > high[2] else (high[0], high[2])
