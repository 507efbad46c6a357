"""The responses of a run from its curve and its map (docs/model.md, "Responses")."""

import math
from fractions import Fraction

from . import interventions, own_responses
from .cells import real
from .courses import people_for_share

# Name and unit, in the order of the tables; then those of studies in which people recover, and of
# those with interventions.
UNITS = {
    "steps": "steps", "final_infected": "people", "final_share": "1",
    "step_to_10pct": "steps", "step_to_50pct": "steps", "step_to_90pct": "steps",
    "step_to_all": "steps",
    "reached_10pct": "0/1", "reached_50pct": "0/1", "reached_90pct": "0/1", "reached_all": "0/1",
    "peak_new": "people/step", "peak_step": "step",
    "drift_x": "cells", "drift_y": "cells", "anisotropy4": "1", "elongation": "1",
    "roundness": "1",
}
OF_COURSES = {
    "peak_infected": "people", "peak_infected_step": "step", "step_to_extinct": "steps",
    "extinct": "0/1", "infections": "infections", "reproduction_number": "infections",
}
OF_LATENCY = {"peak_infectious": "people", "peak_infectious_step": "step"}
PERCENTS = {"step_to_10pct": 10, "step_to_50pct": 50, "step_to_90pct": 90, "step_to_all": 100}
REACHED = {name.replace("step_to", "reached"): name for name in PERCENTS}
# Times may be censored; of flags the share is known.
TIMES = {*PERCENTS, "step_to_extinct", "step_to_intervention"}
SHARES = {*REACHED, "extinct", "reached_intervention"}
SHAPES = ["drift_x", "drift_y", "anisotropy4", "elongation", "roundness"]


def units(study):
    """Names and units of a study's responses."""
    everywhere = {
        name: unit for name, unit in UNITS.items() if study.has_grid or name not in SHAPES}
    built_in = (
        everywhere | (OF_COURSES if study.has_courses else {})
        | (OF_LATENCY if study.has_latency else {})
        | (interventions.UNITS if study.has_interventions else {}))
    return built_in | own_responses.units(study, built_in)


def times(study):
    return TIMES | own_responses.times(study)


def shares(study):
    return SHARES | own_responses.flags(study)


def from_curve(ever, new_infections, people):
    """The responses of every study but the shapes, by name, from the people ever infected and those
    newly infected by step."""
    values = {
        "steps": len(ever) - 1, "final_infected": ever[-1],
        "final_share": real(ever[-1] / people),
    }
    for name, percent in PERCENTS.items():
        values[name] = next(
            (step for step, count in enumerate(ever) if 100 * count >= percent * people), None)
    for name, time in REACHED.items():
        values[name] = 0 if values[time] is None else 1
    new = new_infections[1:]
    values["peak_new"] = max(new, default=0)
    values["peak_step"] = new.index(values["peak_new"]) + 1 if values["peak_new"] else 0
    return values


def shapes(point, share, infected_at):
    """The shape responses; all None where the shape is not defined."""
    nothing = dict.fromkeys(SHAPES)
    people, columns = point["group_size"], point["columns"]
    if point["boundary"] == "torus" or point["contacts"] != "grid":
        return nothing
    steps = sorted(step for step in infected_at if step is not None)
    wanted = people_for_share(share, people)
    if len(steps) < wanted or not steps or steps[0] != 0:
        return nothing
    moment = steps[wanted - 1] if wanted > 0 else 0
    place = [(person % columns, person // columns) for person in range(people)]
    start = [place[person] for person, step in enumerate(infected_at) if step == 0]
    inside = [
        place[person] for person, step in enumerate(infected_at)
        if step is not None and step <= moment]
    # Offsets from the mean start position, times the number of people there: whole numbers.
    parts = len(start)
    origin = [sum(person[axis] for person in start) for axis in (0, 1)]
    return shape_of([(parts * x - origin[0], parts * y - origin[1]) for x, y in inside], parts)


def shape_of(offsets, parts):
    """The responses of people at offsets/parts from the origin."""
    count = len(offsets)
    sum_x, sum_y = (sum(offset[axis] for offset in offsets) for axis in (0, 1))
    sum_xx, sum_yy = (sum(offset[axis] ** 2 for offset in offsets) for axis in (0, 1))
    sum_xy = sum(x * y for x, y in offsets)
    # cos 4 theta = 1 - 8 x^2 y^2 / r^4; each person's x^2 y^2 / r^2 is rounded to 2^-20.
    fourfold = sum(
        rounded((x * y) ** 2 << 20, (x * x + y * y) * parts**2) for x, y in offsets if x or y)
    squares = Fraction(sum_xx + sum_yy, parts**2)
    xx, yy, xy = (
        Fraction(count * product - left * right, (count * parts) ** 2)
        for product, left, right in (
            (sum_xx, sum_x, sum_x), (sum_yy, sum_y, sum_y), (sum_xy, sum_x, sum_y)))
    determinant = xx * yy - xy * xy
    larger = (float(xx + yy) + math.hypot(float(xx - yy), 2 * float(xy))) / 2
    return {
        "drift_x": real(Fraction(sum_x, count * parts), 1),
        "drift_y": real(Fraction(sum_y, count * parts), 1),
        "anisotropy4": real(1 - 8 * Fraction(fourfold, 2**20) / squares, 1) if squares else None,
        "elongation":
            real(math.sqrt(larger / (float(determinant) / larger))) if determinant else None,
        "roundness": real(2 * math.pi * float(xx + yy) / count),
    }


def rounded(numerator, denominator):
    """The quotient to the nearest whole number, halves up."""
    return (2 * numerator + denominator) // (2 * denominator)
