"""The tables on the page: each cell against the row and column it is from."""

from . import doses, figures, thresholds
from .page import response_of, time_of
from .results import grouped, reads_as, short, shown, worded

# Headings that are not the columns' names: p is the infection probability.
HEADINGS = {"P": "p", "P_adjusted": "p_adjusted"}
# The columns of intervals, and whose they are.
INTERVALS = (
    ("median_ci_low", "median_ci_high", ("median",)),
    ("ci_low", "ci_high", ("mean", "estimate", "fitted", "median", "share_extinct")))


def check_table(table, page, results, drawn, faults):
    """`drawn` are the rows of plots/*.csv by picture."""
    name = table.place.removeprefix("figure-")
    kind = name.rstrip("0123456789").rstrip("_")
    finder = {
        "findings": findings, "curves": curves, "heatmap": heatmap, "times": times,
        "comparisons": comparisons, "fits": fits, "precision": precision,
        "sensitivity": sensitivity, "files": files, "course": drawn_rows("point", "step"),
        "extinction": extinction, "final_sizes": drawn_rows("point", "share_from"),
        "reproduction": drawn_rows("point"), "degrees": drawn_rows("point", "degree"),
        "dose_response": doses.shown, "threshold": thresholds.shown,
        "surface_slices": drawn_rows("factor", "x"), "surface_effects": drawn_rows("term"),
        "surface_residuals": drawn_rows("point")}.get(kind)
    faults.need(finder and table.rows, f"{name}: a table of an unknown kind, or without rows")
    if not finder or not table.rows:
        return
    columns = [HEADINGS.get(column, column) for column in table.columns]
    seen = set()
    for row in table.rows:
        cells = dict(zip(columns, row))
        subject = table.caption.removesuffix(" by point") if kind == "findings" else name
        key, right = finder(subject, cells, page, results, drawn)
        place = f"table of {name}: {key}"
        faults.need(right is not None, f"{place}: there is no such row")
        faults.need(key not in seen, f"{place}: a row twice")
        seen.add(key)
        for column, cell in cells.items():
            if right is not None:
                check_cell(place, column, cell, right.get(column), ends(column, cells), faults)
    told_of_rows(table, len(table.rows), page, results, drawn, faults)


def ends(column, cells):
    """Of the interval that says how many digits of a column are shown; None where there is none."""
    for low, high, values in INTERVALS:
        if column in (low, high, *values) and low in cells and high in cells:
            return cells[low].value, cells[high].value
    return None


def check_cell(place, column, cell, right, interval, faults):
    faults.need(right is not None, f"{place}: {column} is not known")
    if right is None:
        return
    if cell.value is None:
        # A word, or a dash for a missing number.
        faults.equal(place, column, cell.text, right if right != "" else "\u2013")
        return
    faults.equal(place, column, cell.value, right)
    faults.need(
        cell.text == shown(right, *interval) if interval else reads_as(cell.text, right),
        f"{place}: {column} {right} is printed as {cell.text}")


def findings(name, cells, page, results, drawn):
    point = cells["point"].value
    row = results.summary.get((point, name)) if name in page.responses else None
    return point, row and worded(row)


def curves(name, cells, page, results, drawn):
    key = (cells["point"].value, cells["step"].value)
    return key, results.curve_summary.get(key)


def heatmap(name, cells, page, results, drawn):
    """The point with these parameters, and its statistic with the interval."""
    given = {column: cell.value or cell.text for column, cell in cells.items()}
    names = [column for column in given if column in results.points[0]]
    statistics = [column for column in given if column not in names]
    points = map(worded, results.points)
    found = [p for p in points if all(p[name] == given[name] for name in names)]
    if len(found) != 1:
        return tuple(given.values()), None
    row = results.summary[found[0]["point"], response_of(page, name)]
    return found[0]["point"], {n: found[0][n] for n in names} | {s: row[s] for s in statistics}


def times(name, cells, page, results, drawn):
    point = cells["point"].value
    runs, arrivals = results.arrivals(time_of(page, name), point)
    return point, {
        "point": point, "what": results.label(results.points[int(point)]), "runs": str(runs),
        "runs_reached": str(len(arrivals)),
        "share_not_reached": repr((runs - len(arrivals)) / runs)}


def extinction(name, cells, page, results, drawn):
    point = cells["point"].value
    runs, ends = results.arrivals("step_to_extinct", point)
    share = results.summary[point, "extinct"]
    return point, {
        "point": point, "what": results.label(results.points[int(point)]), "runs": str(runs),
        "runs_extinct": str(len(ends)), "share_extinct": share["mean"], "ci_low": share["ci_low"],
        "ci_high": share["ci_high"]}


def drawn_rows(*columns):
    """Of tables that show what the picture draws: its row with these cells."""
    def find(name, cells, page, results, drawn):
        key = tuple(cells[column].value or cells[column].text for column in columns)
        rows = {tuple(row[column] for column in columns): row for row in drawn[name]}
        return key, rows.get(key)

    return find


def comparisons(name, cells, page, results, drawn):
    rows = figures.compared(name, page, results).get(cells["comparison"].text, [])
    # Where one pair has several margins, the row with this estimate and verdict.
    fitting = [
        row for row in rows
        if row["estimate"] == cells["estimate"].value and row["verdict"] == cells["verdict"].text]
    row = (fitting or rows or [None])[0]
    if row is None:
        return cells["comparison"].text, None
    key = (cells["comparison"].text, row.get("margin", ""))
    return key, row | {"comparison": results.pair(row)}


def fits(name, cells, page, results, drawn):
    key = (cells["point"].value, cells["model"].text)
    fit = results.fits.get(key)
    if fit is None:
        return key, None
    names = figures.PARAMETERS[key[1]].split()
    return key, {
        "point": key[0], "model": key[1], "r2": fit[names[0]]["r2"],
        "parameters": ", ".join(f"{n} = {short(fit[n]['estimate'])}" for n in names)}


def precision(name, cells, page, results, drawn):
    key = (cells["point"].value, cells["replicates"].value)
    rows = {(row["point"], row["replicates"]): row for row in drawn[name]}
    return key, rows.get(key)


def sensitivity(name, cells, page, results, drawn):
    key = tuple(cells[column].text for column in ("response", "factor", "index"))
    rows = {
        (row["response"], row["factor"], row["index"]): row for row in results.table("sensitivity")}
    return key, rows.get(key)


def files(name, cells, page, results, drawn):
    path = results.folder / cells["file"].text
    size = grouped(path.stat().st_size) if path.name != "timings.csv" else ""
    return path.name, {
        "file": path.name, "one row is": cells["one row is"].text, "bytes": size}


def told_of_rows(table, count, page, results, drawn, faults):
    """A table that leaves rows out says so, and how many."""
    name = table.place.removeprefix("figure-")
    if name == "findings":  # of each response that is shown
        total = len(results.points)
        right = f"Showing {count} of {total} points; all are in summary.csv."
        faults.equal("table of findings", "remark", table.remark, "" if count == total else right)
    elif name in ("curves", "course"):
        most = 9 * len({row["point"] for row in drawn[name]})
        faults.need(count <= most, f"table of {name}: {count} rows")
        steps = max(len(results.steps[row["point"]]) for row in drawn[name])
        right = "Up to 9 steps of each point; all drawn steps are in the picture's data."
        faults.equal(f"table of {name}", "remark", table.remark, right if steps > 9 else "")
    elif name in drawn:
        total = len(drawn[name])
        if name == "threshold":
            faults.equal(
                f"table of {name}", "rows", [row[0].text for row in table.rows],
                thresholds.names(results))
            return
        if name == "dose_response":
            faults.equal(
                f"table of {name}", "rows", [(row[0].text, row[1].text) for row in table.rows],
                doses.names(results))
            return
        if name.startswith("comparisons"):
            labels = [row[0].text for row in table.rows]
            faults.need(
                labels == [row["comparison"] for row in drawn[name]][:count],
                f"table of {name}: {labels}")
        if name in ("fits", "extinction") or name.startswith("times"):
            return
        if name == "final_sizes":
            # Empty bins are left out.
            total = sum(row["runs_in"] != "0" for row in drawn[name])
        right = f"Showing {count} of {total} rows; all of them are in the picture's data."
        faults.equal(f"table of {name}", "remark", table.remark, "" if count == total else right)
