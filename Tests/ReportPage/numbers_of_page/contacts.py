"""Picture and sentence of how many neighbors people have."""

from . import figures
from .results import grouped, short


def degrees(name, rows, page, results, faults):
    """A panel for each distribution, of the first point that has it."""
    panels = figures.grouped_by(rows, "panel")
    figures.one_point_each(name, panels, faults)
    shown = []
    for drawn in panels.values():
        point = drawn[0]["point"]
        right = results.degrees[point]
        shown.append(right)
        faults.need(
            {row["degree"]: row["people"] for row in drawn} == right,
            f"{name}: point {point} is not drawn as it is")
        people = int(results.points[int(point)]["group_size"])
        for row in drawn:
            place = f"{name}: point {point}, {row['degree']} neighbors"
            faults.near(place, "share", row["share"], int(row["people"]) / people, 1)
    different = [one for place, one in enumerate(shown) if one not in shown[:place]]
    faults.need(len(different) == len(shown), f"{name}: a distribution is shown twice")


def neighbors(name, said, page, results):
    found = [
        {int(degree): int(people) for degree, people in one.items()}
        for one in results.degrees.values()]
    means = [
        sum(degree * people for degree, people in one.items()) / sum(one.values())
        for one in found]
    yield "least", grouped(min(map(min, found)))
    yield "most", grouped(max(map(max, found)))
    low, high = short(str(min(means))), short(str(max(means)))
    if "only" in said and said["only"] is not None:
        yield "only", low
        yield "only", high
    else:
        yield "low", low
        yield "high", high
