"""Differences of restricted means (docs/statistics.md, "Censored times").

What a run adds to its group's mean is the derivative of the mean by the run's weight, here by a complex step
instead of a formula.
"""

import math

from scipy import stats

STEP = 1e-30


def limit_of(*groups):
    """The last time up to which the curves of all groups are known."""
    last = [max(t.time for t in group) for group in groups]
    censored = [
        time for time, group in zip(last, groups)
        if any(t.time == time and not t.reached for t in group)]
    return min(censored) if censored else max(last)


def area(group, weights, limit):
    """The area under the product-limit curve of weighted times."""
    total, height, before = 0, 1, 0.0
    for time in sorted({t.time for t in group if t.reached and t.time <= limit}):
        total += height * (time - before)
        at_risk = sum(w for t, w in zip(group, weights) if t.time >= time)
        events = sum(w for t, w in zip(group, weights) if t.time == time and t.reached)
        all_of_them = all(t.time == time and t.reached for t in group if t.time >= time)
        height, before = 0 if all_of_them else height * (1 - events / at_risk), time
    return total + height * (limit - before)


def greenwood(group, limit):
    whole = area(group, [1] * len(group), limit)
    found = 0.0
    for time in {t.time for t in group if t.reached and t.time <= limit}:
        at_risk = sum(t.time >= time for t in group)
        events = sum(t.time == time and t.reached for t in group)
        if events < at_risk:
            rest = whole - area(group, [1] * len(group), time)
            found += rest**2 * events / (at_risk * (at_risk - events))
    return found


def derivatives(group, limit):
    """By time, as equal times have equal ones."""
    found = {}
    for place, time in enumerate(group):
        if time not in found:
            weights = [1 + STEP * 1j if p == place else 1 for p in range(len(group))]
            found[time] = complex(area(group, weights, limit)).imag / STEP
    return found


def difference(x, y, paired):
    """Estimate, standard error and degrees of freedom; no error where nothing varies."""
    limit = limit_of(x, y)
    estimate = area(x, [1] * len(x), limit) - area(y, [1] * len(y), limit)
    if min(len(x), len(y)) < 2:
        return estimate, None, None
    parts = [greenwood(group, limit) * len(group) / (len(group) - 1) for group in (x, y)]
    variance = sum(parts)
    if paired:
        dx, dy = derivatives(x, limit), derivatives(y, limit)
        rest = sum(dx[a] * dy[b] for a, b in zip(x, y)) * len(x) / (len(x) - 1)
        if variance - 2 * rest <= 1e-12 * variance:
            return estimate, None, None
        return estimate, math.sqrt(variance - 2 * rest), len(x) - 1
    if not variance:
        return estimate, None, None
    degrees = variance**2 / sum(part**2 / (len(group) - 1) for part, group in zip(parts, (x, y)))
    return estimate, math.sqrt(variance), degrees


def interval(x, y, paired, level):
    estimate, error, degrees = difference(x, y, paired)
    if not error:
        return estimate, None, None
    reach = stats.t.ppf((1 + level) / 2, degrees) * error
    return estimate, estimate - reach, estimate + reach


def restricted_mean(x, y, paired):
    """t and p."""
    estimate, error, degrees = difference(x, y, paired)
    if not error:
        return None, None
    return estimate / error, 2 * stats.t.sf(abs(estimate / error), degrees)


def equivalence(x, y, paired, margin, better=None):
    """t and p of both sides of a margin, of the larger p; or of the side on which times are worse than `better`."""
    estimate, error, degrees = difference(x, y, paired)
    if not error:
        return None, None
    upper, lower = (estimate - margin) / error, (estimate + margin) / error
    sides = {
        "smaller": (upper, stats.t.cdf(upper, degrees)), "larger": (lower, stats.t.sf(lower, degrees))}
    return sides[better] if better else max(sides.values(), key=lambda side: side[1])
