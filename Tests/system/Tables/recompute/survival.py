"""Times that not every run reached (docs/statistics.md, "Censored times")."""

import math
from dataclasses import dataclass
from fractions import Fraction

from scipy import stats


@dataclass(frozen=True)
class Time:
    """A time; censored if the run had not got there by then."""

    time: float
    reached: bool


def time_of(row, response, study):
    """The (time, event) pair of a row of runs.csv. What nothing can change any more is known up to
    `max_steps`: the run would have stayed as it is."""
    if row[response]:
        return Time(float(row[response]), True)
    if row["stop_reason"] in ("no_spread", "extinct"):
        return Time(float(study.stop["max_steps"]), False)
    return Time(float(row["steps"]), False)


def curve(times):
    """Each time somebody got there, with S (exact) and Greenwood's sum from then on; the sum is
    None once S is 0."""
    survival, sum_of_greenwood, found = Fraction(1), 0.0, []
    for time in sorted({t.time for t in times if t.reached}):
        at_risk = sum(t.time >= time for t in times)
        events = sum(t.time == time and t.reached for t in times)
        survival *= Fraction(at_risk - events, at_risk)
        if survival:
            sum_of_greenwood += events / (at_risk * (at_risk - events))
        found.append((time, survival, sum_of_greenwood if survival else None))
    return found


def quantile(times, share):
    """The first time with S <= 1 - share; None if S stays above."""
    rest = 1 - Fraction(share).limit_denominator(1000)
    return next((time for time, survival, _ in curve(times) if survival <= rest), None)


def interval(survival, greenwood, level):
    """The log-log interval of S; where S is 0 it has none, and all are there."""
    if greenwood is None:
        return 0.0, 0.0
    z = stats.norm.ppf((1 + level) / 2)
    width = z * math.sqrt(greenwood) / math.log(survival)
    return float(survival) ** math.exp(-width), float(survival) ** math.exp(width)


def median_interval(times, level):
    """The first times at which the lower, and the upper end of S's interval are at most 1/2."""
    ends = [(time, interval(survival, sum_, level)) for time, survival, sum_ in curve(times)]
    return tuple(
        next((time for time, pair in ends if pair[side] <= 0.5), None) for side in (0, 1))
