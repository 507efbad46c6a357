"""How many replicates an adaptive point takes (docs/statistics.md, "Adaptive precision")."""

import math

from . import intervals, responses, survival, unseen
from .survival import time_of


def checkpoints(plan):
    """Whole batches from `min` on, at last `max`."""
    count = math.ceil(plan["min"] / plan["batch"]) * plan["batch"]
    while count < plan["max"]:
        yield count
        count += plan["batch"]
    yield plan["max"]


def judged(study, point, rows):
    """Replicates of a point that count and whether all targets hold there. `rows` are those of runs.csv
    in replicate order, as many as there are."""
    held = False
    for count in checkpoints(study.replicates):
        if count > len(rows):
            return None, None  # runs are missing: it goes on
        finished = [row for row in rows[:count] if row["status"] == "ok"]
        holds = all(
            is_met(study, point, target, finished) for target in study.replicates["until"])
        if count == study.replicates["max"] or holds and held:
            return count, int(holds)
        held = holds


def is_met(study, point, target, rows):
    response, alpha = target["response"], 1 - study.level
    values = [float(row[response]) for row in rows if row[response]]
    if response in responses.shares(study):
        if not values:
            return False
        low, high = intervals.wilson(sum(values), len(values), study.level)
        center, half = sum(values) / len(values), (high - low) / 2
    elif len(values) < len(rows):
        if response in responses.times(study):
            times = [time_of(row, response, study) for row in rows]
            center = survival.quantile(times, 0.5)
            low, high = survival.median_interval(times, study.level)
        else:
            if len(values) < study.replicates["min"]:
                return False
            center = sorted(values)[len(values) // 2]
            low, high = intervals.order_statistics(values, 0.5, study.level)
        if None in (center, low, high):
            return False
        half = (high - low) / 2 or hidden(center, len(values), alpha)
    else:
        if len(values) < 2:
            return False
        low, high = intervals.student(values, study.level)
        center = (low + high) / 2
        half = (high - low) / 2 or hidden(center, len(values), alpha)
        rare = unseen.variance(values, unseen.died_out(study, point, response))
        half = max(half, intervals.student_half(rare, len(values), study.level))
    if "half_width" in target:
        return half <= float(target["half_width"])
    return center != 0 and half <= float(target["relative_half_width"]) * abs(center)


def hidden(value, count, alpha):
    """What equal values may hide: the rule of three's probability times their size."""
    return (1 - alpha ** (1 / count)) * max(abs(value), 1)

