"""Searches of thresholds.csv: picture, table and sentences."""

from .doses import points_of
from .results import percent, short, shown as to_digits

SHOWN = ("estimate", "ci_low", "ci_high", "runs", "message")


def searches(results):
    """The rows of the table, each with its points."""
    return [(row, points_of(row, results)) for row in results.table("thresholds")]


def chosen(results):
    """Six panels at most, spread over the searches."""
    everything = searches(results)
    if len(everything) <= 6:
        return everything
    return [everything[i * (len(everything) - 1) // 5] for i in range(6)]


def title(row, points, results):
    free = {"group_size", "columns"} if row["factor"] == "group_size" else {row["factor"]}
    names = [name for name in results.varied if name not in free]
    place = results.label(points[0], names) if names else ""
    return ", ".join(part for part in (row["response"], place) if part)


def drawn(name, rows, page, results, faults):
    panels = chosen(results)
    for panel, (table, points) in enumerate(panels):
        own = [row for row in rows if row["panel"] == str(panel)]
        runs = [row for row in own if row["what"] in ("runs", "again")]
        crossing = [row for row in own if row["what"] == "crossing"]
        faults.need(len(own) == len(runs) + len(crossing), f"{name}: rows of another kind")
        rounds = {}
        for point in points:
            rounds.setdefault(point[table["factor"]], []).append(int(point["replicates"]))
        known = [p for p in points if results.summary[p["point"], table["response"]]["mean"]]
        faults.equal(
            name, "levels", [row["level"] for row in runs], [p[table["factor"]] for p in known])
        for level, sizes in rounds.items():
            # The first of the largest rounds stands for its level.
            kinds = [row["what"] for row in runs if row["level"] == level]
            right = ["again"] * len(sizes)
            right[sizes.index(max(sizes))] = "runs"
            faults.need(
                kinds == right or len(kinds) < len(sizes), f"{name}: level {level} is drawn as {kinds}")
        for row, point in zip(runs, known):
            right = results.summary[point["point"], table["response"]]
            for column, source in (("mean", "mean"), ("low", "ci_low"), ("high", "ci_high")):
                faults.equal(f"{name}: {panel}", column, row[column], right[source])
        faults.equal(name, "crossings", len(crossing), int(bool(table["estimate"])))
        for row in crossing:
            for column, source in (
                    ("level", "estimate"), ("mean", "target"), ("level_low", "ci_low"),
                    ("level_high", "ci_high")):
                faults.equal(f"{name}: {panel}", column, row[column], table[source])
    faults.need(len({row["panel"] for row in rows}) == len(panels), f"{name}: panels are missing")


def shown(name, cells, page, results, drawn_):
    """A row of the table below the picture."""
    for row, points in chosen(results):
        label = title(row, points, results)
        if label == cells["search"].text:
            return label, {column: row[column] for column in SHOWN} | {"search": label}
    return cells["search"].text, None


def names(results):
    """What names the rows of that table, in their order."""
    return [title(*search, results) for search in chosen(results)]


def said(name, parts, page, results):
    """How many searches found something, and the first of them with a whole interval."""
    everything = searches(results)
    yield "count", str(len(everything))
    yield "found", str(sum(bool(row["estimate"]) for row, _ in everything))
    for row, points in everything:
        if row["estimate"] and row["ci_low"] and row["ci_high"]:
            yield "search", title(row, points, results)
            yield "target", short(row["target"])
            yield "factor", row["factor"]
            yield "level", percent(results.level)
            for part, column in (("place", "estimate"), ("low", "ci_low"), ("high", "ci_high")):
                yield part, to_digits(row[column], row["ci_low"], row["ci_high"])
            yield "runs", row["runs"]
            return


def panels(rows, results):
    if "level_low" not in rows[0]:
        return ()
    return len({row["panel"] for row in rows}), len(searches(results))
