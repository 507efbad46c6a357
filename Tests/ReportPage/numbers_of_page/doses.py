"""Curves of dose_responses.csv: picture, table and sentences."""

import math

from scipy import special, stats

from .results import PARAMETERS, percent, short, shown as to_digits

MEANS = {
    "logit": special.expit, "probit": stats.norm.cdf, "cloglog": lambda eta: -math.expm1(-math.exp(eta))}


# What a factor may be; others are not bounded, or not by what curves are drawn out to.
ENDS = {
    name: (0.0, 1.0) for name in (
        "infection_probability", "recovery_probability", "immune_share", "rewire")}


def ends(row):
    return ENDS.get(row["factor"].split(".")[-1], (0.0, math.inf))


def possible(table):
    """The doses with an interval that the factor may have, by parameter."""
    found = []
    for parameter, row in table.items():
        if parameter.startswith("dose_") and row["estimate"] and row["ci_low"] and row["ci_high"]:
            low, high = ends(row)
            if low <= float(row["estimate"]) <= high:
                found.append((parameter, row))
    return found


def curves(results):
    """The rows of each curve by parameter, and its points, in the order of the table."""
    found = {}
    for row in results.table("dose_responses"):
        others = [name for name in PARAMETERS if name in row]
        key = tuple(row[name] for name in [*others, "factor", "response", "link"])
        found.setdefault(key, {})[row["parameter"]] = row
    return [(rows, points_of(next(iter(rows.values())), results)) for rows in found.values()]


def points_of(row, results):
    free = {row["factor"]} | ({"columns"} if row["factor"] == "group_size" and not row["columns"] else set())
    fixed = [name for name in PARAMETERS if name in row and name not in free]
    return [point for point in results.points if all(point[name] == row[name] for name in fixed)]


def title(rows, points, results):
    row = next(iter(rows.values()))
    free = {"group_size", "columns"} if row["factor"] == "group_size" else {row["factor"]}
    names = [name for name in results.varied if name not in free]
    place = results.label(points[0], names) if names else ""
    return ", ".join(part for part in (row["response"], row["link"], place) if part)


def chosen(results):
    """Six panels at most, spread over the curves."""
    everything = curves(results)
    if len(everything) <= 6:
        return everything
    return [everything[i * (len(everything) - 1) // 5] for i in range(6)]


def drawn(name, rows, page, results, faults):
    panels = chosen(results)
    for panel, (table, points) in enumerate(panels):
        own = [row for row in rows if row["panel"] == str(panel)]
        of = {what: [row for row in own if row["what"] == what] for what in ("runs", "curve", "level")}
        faults.need(len(own) == sum(map(len, of.values())), f"{name}: rows of another kind")
        any_row = next(iter(table.values()))
        factor, response = any_row["factor"], any_row["response"]
        faults.equal(
            name, "doses", [row["dose"] for row in of["runs"]],
            [p[factor] for p in points if results.summary[p["point"], response]["mean"]])
        for row, point in zip(of["runs"], points):
            right = results.summary[point["point"], response]
            for column, source in (("mean", "mean"), ("low", "ci_low"), ("high", "ci_high")):
                faults.equal(f"{name}: {panel}", column, row[column], right[source])
        known = possible(table)
        faults.equal(name, "levels", [row["mean"] for row in of["level"]], [p[5:] for p, _ in known])
        for row, (_, right) in zip(of["level"], known):
            faults.equal(f"{name}: {panel}", "dose", row["dose"], right["estimate"])
            low, high = ends(right)
            for column, source in (("dose_low", "ci_low"), ("dose_high", "ci_high")):
                wanted = right[source] if low <= float(right[source]) <= high else \
                    repr(min(max(float(right[source]), low), high))
                faults.equal(f"{name}: {panel}", column, row[column], wanted)
        faults.need(bool(of["curve"]) == bool(table["slope"]["estimate"]), f"{name}: {panel}: no line")
        if of["curve"]:
            line(f"{name}: {panel}", of["curve"], table, [float(p[factor]) for p in points], results, faults)
    faults.need(len({row["panel"] for row in rows}) == len(panels), f"{name}: panels are missing")


def line(place, rows, table, doses, results, faults):
    mean = MEANS[table["slope"]["link"]]
    a, b = (float(table[parameter]["estimate"]) for parameter in ("intercept", "slope"))
    z = stats.norm.ppf((1 + results.level) / 2)
    # The variance of eta is a parabola: known at two doses, and its leading coefficient.
    nodes = [
        (float(row["estimate"]), (float(row["std_error"]) * b)**2)
        for parameter, row in table.items() if parameter.startswith("dose_") and row["std_error"]]
    if len(nodes) < 2 and table["intercept"]["std_error"]:
        nodes.append((0.0, float(table["intercept"]["std_error"])**2))
    for step, row in enumerate(rows):
        dose = min(doses) + (max(doses) - min(doses)) * step / 100
        eta = a + b * dose
        faults.near(place, "dose", row["dose"], dose)
        faults.near(place, "mean", row["mean"], mean(eta), 1)
        if len(nodes) < 2 or not table["slope"]["std_error"]:
            faults.equal(place, "band", (row["low"], row["high"]), ("", ""))
            continue
        (x, v), (y, w) = nodes[0], nodes[-1]
        variance = v * (y - dose) / (y - x) + w * (dose - x) / (y - x) \
            + float(table["slope"]["std_error"])**2 * (dose - x) * (dose - y)
        half = z * math.sqrt(max(0, variance))
        faults.near(place, "low", row["low"], mean(eta - half), 100)
        faults.near(place, "high", row["high"], mean(eta + half), 100)
    faults.need(len(rows) == 101, f"{place}: {len(rows)} places of the curve")


def shown(name, cells, page, results, drawn_):
    """A row of the table below the picture."""
    key = (cells["curve"].text, cells["parameter"].text)
    for table, points in chosen(results):
        label = title(table, points, results)
        if label == key[0] and key[1] in table:
            return key, table[key[1]] | {"curve": label}
    return key, None


def names(results):
    """What names the rows of that table, in their order."""
    return [(title(*curve, results), parameter) for curve in chosen(results) for parameter in curve[0]]


def said(name, parts, page, results):
    """How many curves there are; of the first one with a known dose the level nearest to one half."""
    everything = curves(results)
    yield "count", str(len(everything))
    yield "finite", str(sum(bool(rows["slope"]["estimate"]) for rows, _ in everything))
    for table, points in everything:
        known = [row for _, row in possible(table)]
        if known:
            row = min(known, key=lambda row: abs(float(row["parameter"][5:]) - 0.5))
            yield "curve", title(table, points, results)
            yield "mean", short(row["parameter"][5:])
            yield "factor", row["factor"]
            yield "level", percent(results.level)
            for part, column in (("dose", "estimate"), ("low", "ci_low"), ("high", "ci_high")):
                yield part, to_digits(row[column], row["ci_low"], row["ci_high"])
            return


def panels(rows, results):
    if "dose_low" not in rows[0]:
        return ()
    return len({row["panel"] for row in rows}), len(curves(results))
