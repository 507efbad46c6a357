"""Pictures and sentences of studies in which people recover."""

from . import figures
from .results import grouped, percent, shown


def course(name, rows, page, results, faults):
    """Layers of the group: each mean, or what is left of the others."""
    for row in figures.all_steps(name, rows, page, results, faults):
        series = results.series.get((row["point"], row["step"]))
        place = f"{name}: point {row['point']}, step {row['step']}"
        if series is None:
            faults.append(f"{place}: there is no such step")
            continue
        people = int(results.points[int(row["point"])]["group_size"])
        infected, immune, latent = (
            float(series[kind]["mean"]) for kind in ("infected", "immune", "latent"))
        faults.equal(place, "group_size", row["group_size"], str(people))
        faults.equal(place, "n", row["n"], series["infected"]["n"])
        for column, right in (
                ("infectious", infected - latent), ("latent", latent), ("immune", immune),
                ("healthy", people - infected - immune)):
            faults.near(place, column, row[column], right, people)
        for column in ("q05", "q95"):
            faults.equal(
                place, column, row[f"infected_{column}"], series["infected"][column])


def final_sizes(name, rows, page, results, faults):
    """Twenty bins of the group, whose borders belong to the bin on their right."""
    panels = figures.grouped_by(rows, "panel")
    figures.one_point_each(name, panels, faults)
    for drawn in panels.values():
        point = drawn[0]["point"]
        shares = [float(run["final_share"]) for run in results.runs[point] if run["final_share"]]
        faults.need(len(drawn) == 20, f"{name}: point {point} has {len(drawn)} bins")
        for bin_, row in enumerate(drawn):
            place = f"{name}: point {point}, bin {bin_}"
            inside = sum(min(int(share * 20 + 1e-9), 19) == bin_ for share in shares)
            faults.near(place, "share_from", row["share_from"], bin_ / 20, 1)
            faults.near(place, "share_to", row["share_to"], (bin_ + 1) / 20, 1)
            faults.equal(place, "runs_in", row["runs_in"], str(inside))
            faults.equal(place, "runs", row["runs"], str(len(shares)))
            faults.near(place, "share_of_runs", row["share_of_runs"], inside / len(shares), 1)


def reproduction(name, rows, page, results, faults):
    points = [row["point"] for row in rows]
    faults.need(
        points == sorted(set(points), key=int), f"{name}: points {points} are not in their order")
    for number, row in enumerate(rows):
        place = f"{name}: point {row['point']}"
        right = results.summary[row["point"], "reproduction_number"]
        faults.equal(place, "row", row["row"], str(len(rows) - number))
        faults.equal(place, "what", row["what"], results.label(results.points[int(row["point"])]))
        for column in ("n", "mean", "ci_low", "ci_high"):
            faults.equal(place, column, row[column], right[column])


# What sentences say.


def ended(name, said, page, results):
    """How many runs died out."""
    rows = [results.summary[point["point"], "step_to_extinct"] for point in results.points]
    runs, out = (sum(int(row[column]) for row in rows) for column in ("n", "n_reached"))
    yield "runs", grouped(runs)
    if "out" in said:
        yield "out", grouped(out)
        yield "share", percent(out / runs)
    else:
        yield "runs", grouped(out)


def peaks(name, said, page, results):
    """The largest mean number of infected people of each point, and when."""
    found = {}
    for (point, step), series in results.series.items():
        share = float(series["infected"]["mean"]) / int(results.points[int(point)]["group_size"])
        if point not in found or share > found[point][0]:
            found[point] = share, step
    if "only" in said:
        (share, step), = found.values()
        yield "only", step
        yield "share", percent(share)
        return
    for part, choose in (("low", min), ("high", max)):
        best = choose(share for share, _ in found.values())
        yield part, percent(best)
        those = {
            (results.label(results.points[int(point)]), step)
            for point, (share, step) in found.items() if share == best}
        where = said[f"where_{part}"], said[f"step_{part}"]
        if where not in those:
            yield f"where_{part}", {place for place, _ in those}
            yield f"step_{part}", {step for _, step in those}


def sizes(name, said, page, results):
    def reached(response, column):
        return sum(int(results.summary[p["point"], response][column]) for p in results.points)

    runs = reached("step_to_10pct", "n")
    few, many = runs - reached("step_to_10pct", "n_reached"), reached("step_to_50pct", "n_reached")
    yield "runs", grouped(runs)
    for part, count in (("few", few), ("many", many)):
        yield part, grouped(count)
        yield f"share_{part}", percent(count / runs)


def reproductions(name, said, page, results):
    rows = [results.summary[point["point"], "reproduction_number"] for point in results.points]
    known = [row for row in rows if row["mean"]]
    if "only" in said:
        low, high = known[0]["ci_low"], known[0]["ci_high"]
        yield "only", shown(known[0]["mean"], low, high)
        yield "level", percent(results.level) if low and high else None
        yield "from", shown(low, low, high) if low and high else None
        yield "to", shown(high, low, high) if low and high else None
        return
    for part, choose in (("low", min), ("high", max)):
        best = choose(float(row["mean"]) for row in known)
        those = [row for row in known if float(row["mean"]) == best]
        yield part, {shown(row["mean"], row["ci_low"], row["ci_high"]) for row in those}
        yield f"where_{part}", {results.label(results.points[int(r["point"])]) for r in those}
    yield "count", str(len(known))
    yield "above", str(sum(float(row["ci_low"] or 0) > 1 for row in known))
    yield "below", str(sum(bool(row["ci_high"]) and float(row["ci_high"]) < 1 for row in known))
