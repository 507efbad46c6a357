"""The pictures' data, plots/*.csv: each cell against the row and column it is drawn from."""

import csv
import math

from . import contacts, courses, doses, surfaces, thresholds
from .page import response_of, time_of
from .results import EMPTY, shown

LAWS = {
    "logistic": lambda t, K, r, t0: K / (1 + math.exp(-r * (t - t0))),
    "gompertz": lambda t, K, r, t0: K * math.exp(-math.exp(-r * (t - t0))),
    "richards": lambda t, K, r, t0, nu: K * (1 + nu * math.exp(-r * (t - t0))) ** (-1 / nu),
    "weibull": lambda t, K, scale, s: K * (1 - math.exp(-((t / scale) ** s))),
    "monomolecular": lambda t, K, r: K * (1 - math.exp(-r * t)),
    "power": lambda t, a, b: a * t**b if t > 0 else 0.0,
    "quadratic": lambda t, c0, c1, c2: c0 + c1 * t + c2 * t * t,
    "exponential": lambda t, a, r: a * math.exp(r * t),
}
PARAMETERS = {
    "logistic": "K r t0", "gompertz": "K r t0", "richards": "K r t0 nu", "weibull": "K lambda s",
    "monomolecular": "K r", "power": "a b", "quadratic": "c0 c1 c2", "exponential": "a r"}


class Faults(list):
    """What is wrong, and how many numbers were compared."""

    count = 0

    def equal(self, place, column, seen, right):
        self.count += 1
        if seen != right:
            self.append(f"{place}: {column} is {seen!r}, not {right!r}")

    def near(self, place, column, seen, right, scale=0.0):
        self.count += 1
        if not seen or abs(float(seen) - right) > 1e-9 * max(abs(right), scale):
            self.append(f"{place}: {column} is {seen!r}, not {right!r}")

    def need(self, condition, text):
        self.count += 1
        if not condition:
            self.append(text)


def read_rows(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def check_figure(name, rows, page, results, faults):
    kind = name.rstrip("0123456789").rstrip("_")
    check = {
        "curves": curves, "heatmap": heatmap, "times": times, "comparisons": comparisons,
        "fits": fits, "precision": precision, "sensitivity": sensitivity, "extinction": times,
        "course": courses.course, "final_sizes": courses.final_sizes,
        "reproduction": courses.reproduction, "degrees": contacts.degrees,
        "dose_response": doses.drawn, "threshold": thresholds.drawn,
        "surface_slices": surfaces.slices, "surface_effects": surfaces.effects,
        "surface_residuals": surfaces.residuals}.get(kind)
    faults.need(check and rows, f"{name}: no such picture is known, or it is empty")
    if check and rows:
        check(name, rows, page, results, faults)


def grouped_by(rows, *columns):
    found = {}
    for row in rows:
        found.setdefault(tuple(row[column] for column in columns), []).append(row)
    return found


def one_point_each(name, groups, faults):
    """Panels, or lines of a panel, stand for one point each, in the order of the points."""
    points = []
    for key in sorted(groups, key=lambda key: [int(number) for number in key]):
        rows = groups[key]
        faults.need(len({row["point"] for row in rows}) == 1, f"{name}: {key} shows several points")
        points.append(rows[0]["point"])
    faults.need(len(set(points)) == len(points), f"{name}: a point is shown twice")
    ranks = {}
    for key, rows in groups.items():
        ranks.setdefault(key[:-1], []).append((int(key[-1]), int(rows[0]["point"])))
    for panel, pairs in ranks.items():
        numbers = [point for _, point in sorted(pairs)]
        faults.need(numbers == sorted(numbers), f"{name}: {panel} shows points {numbers}")


def curves(name, rows, page, results, faults):
    for row in all_steps(name, rows, page, results, faults):
        right = results.curve_summary.get((row["point"], row["step"]), {})
        place = f"{name}: point {row['point']}, step {row['step']}"
        for column in ("group_size", "n", "q05", "q25", "median", "q75", "q95"):
            faults.equal(place, column, row[column], right.get(column))


def all_steps(name, rows, page, results, faults):
    """The rows of lines, or of panels with one, that go through the steps of one point each."""
    lines = grouped_by(rows, "panel", "line") if "line" in rows[0] else grouped_by(rows, "panel")
    one_point_each(name, lines, faults)
    for (panel, *_), drawn in lines.items():
        point = drawn[0]["point"]
        steps, there = [row["step"] for row in drawn], results.steps[point]
        faults.need(
            steps[0] == there[0] and steps[-1] == there[-1]
            and steps == [step for step in there if step in set(steps)],
            f"{name}: panel {panel} does not go through the steps of point {point}")
        faults.need(
            steps == there or "steps are drawn" in dict(page.notes)[f"figure-{name}"],
            f"{name}: panel {panel} leaves out steps without a word")
        yield from drawn


def heatmap(name, rows, page, results, faults):
    x, y, statistic = list(rows[0])[3], list(rows[0])[4], list(rows[0])[6]
    response = response_of(page, name)
    faults.need(response in page.responses, f"{name}: a picture of {response}")
    low, high = {"median": ("median_ci_low", "median_ci_high"), "mean": ("ci_low", "ci_high")}[statistic]
    levels = {
        axis: sorted({row[axis] for row in rows}, key=lambda text: _order(results, axis, text))
        for axis in (x, y)}
    one = grouped_by(rows, "panel", "x", "y")
    faults.need(all(len(cells) == 1 for cells in one.values()), f"{name}: a cell is drawn twice")
    others = [name_ for name_ in results.varied if name_ not in (x, y)]
    for (panel,), cells in grouped_by(rows, "panel").items():
        slices = {tuple(results.points[int(c["point"])][o] for o in others) for c in cells}
        faults.need(len(slices) == 1, f"{name}: panel {panel} mixes {slices}")
    for row in rows:
        place = f"{name}: point {row['point']}"
        point = results.points[int(row["point"])]
        faults.equal(place, x, row[x], point[x])
        faults.equal(place, y, row[y], point[y])
        faults.equal(place, "x", row["x"], str(levels[x].index(row[x])))
        faults.equal(place, "y", row["y"], str(levels[y].index(row[y])))
        summary = results.summary[row["point"], response]
        right = summary[statistic]
        faults.equal(place, statistic, row[statistic], right)
        faults.equal(place, "printed", row["printed"], shown(right, summary[low], summary[high]))
        faults.need((row["tone"] == "empty") == (right == ""), f"{place}: tone {row['tone']}")
    dark, bright = (
        [float(row[statistic]) for row in rows if row["tone"] == tone] for tone in ("dark", "bright"))
    if dark + bright and min(dark + bright) < 0 < max(dark + bright):
        # Of both signs: white is zero, and both ends are dark.
        dark, bright = [-abs(value) for value in dark], [-abs(value) for value in bright]
    faults.need(
        not dark or not bright or max(dark) < min(bright), f"{name}: dark and bright are mixed")


def _order(results, axis, text):
    """Numbers by size, "forever" behind them, words as the points bring them."""
    if axis in EMPTY and text == "":
        return math.inf
    try:
        return float(text)
    except ValueError:
        return [point[axis] for point in results.points].index(text)


def times(name, rows, page, results, faults):
    response = time_of(page, name)
    lines = grouped_by(rows, "panel", "line")
    one_point_each(name, lines, faults)
    for drawn in lines.values():
        point = drawn[0]["point"]
        runs, arrivals = results.arrivals(response, point)
        steps = [int(row["step"]) for row in drawn]
        faults.need(
            steps == sorted(set(steps)) and steps[0] == 0 and set(arrivals) <= set(steps),
            f"{name}: point {point} has steps {steps}")
        for row, step in zip(drawn, steps):
            place = f"{name}: point {point}, step {step}"
            reached = sum(time <= step for time in arrivals)
            faults.equal(place, "runs", row["runs"], str(runs))
            faults.equal(place, "runs_reached", row["runs_reached"], str(reached))
            faults.near(place, "share", row["share"], reached / runs)


def compared(name, page, results):
    """The rows of comparisons.csv a picture is of: one factor, response, effect, test and
    margin, by label."""
    kinds = {}
    for row in results.comparisons:
        if row["estimate"] and row["ci_low"]:
            kinds.setdefault(results.set_of(row), []).append(row)
    rows = list(kinds.values())[int(name.split("_")[1]) - 1]
    found = {}
    for row in rows:
        found.setdefault(results.pair(row), []).append(row)
    return found


def comparisons(name, rows, page, results, faults):
    right = compared(name, page, results)
    faults.need(
        [row["row"] for row in rows] == [str(len(rows) - i) for i in range(len(rows))],
        f"{name}: rows are not numbered from the top")
    seen = {}
    for row in rows:
        label = row["comparison"]
        place = f"{name}: {label}"
        # Several margins of one pair stand below each other in their order.
        number = seen[label] = seen.get(label, -1) + 1
        of_label = right.get(label, [])
        faults.need(number < len(of_label), f"{place}: no such comparison")
        for column in ("estimate", "ci_low", "ci_high", "verdict", "p_adjusted"):
            if number < len(of_label):
                faults.equal(place, column, row[column], of_label[number][column])
    everything = [row for rows_ in right.values() for row in rows_]
    if len(rows) < len(everything):
        # The largest effects are drawn.
        drawn = sorted(abs(float(row["estimate"])) for row in rows)
        largest = sorted(abs(float(row["estimate"])) for row in everything)[-len(rows):]
        faults.need(drawn == largest, f"{name}: not the largest effects are drawn")
    else:
        faults.need(len(rows) == len(everything), f"{name}: rows are missing")


def fits(name, rows, page, results, faults):
    models = []
    for _, model in results.fits:
        if model not in models:
            models.append(model)
    converged = {
        key for key, fit in results.fits.items() if next(iter(fit.values()))["converged"] == "1"}
    laws = [m for m in models if any(model == m for _, model in converged)]
    for (panel,), drawn in grouped_by(rows, "panel").items():
        point = drawn[0]["point"]
        faults.need({row["point"] for row in drawn} == {point}, f"{name}: panel {panel} mixes points")
        there = {laws[int(row["law"])] for row in drawn}
        faults.need(
            there == {model for number, model in converged if number == point},
            f"{name}: point {point} shows {sorted(there)}")
    for row in rows:
        point, model, step = row["point"], laws[int(row["law"])], int(row["step"])
        place = f"{name}: point {point}, {model}, step {step}"
        mean = results.curve_summary[point, row["step"]]["mean"]
        faults.equal(place, "mean", row["mean"], mean)
        fit = results.fits[point, model]
        row_of_fit = next(iter(fit.values()))
        if not int(row_of_fit["from_step"]) <= step <= int(row_of_fit["to_step"]):
            faults.equal(place, "fitted", row["fitted"], "")
            faults.equal(place, "residual", row["residual"], "")
            continue
        values = [float(fit[p]["estimate"]) for p in PARAMETERS[model].split()]
        right = LAWS[model](step, *values)
        faults.near(place, "fitted", row["fitted"], right, float(mean))
        faults.near(place, "residual", row["residual"], float(mean) - right, float(mean))


def precision(name, rows, page, results, faults):
    response = precise_response(page, results, name)
    lines = grouped_by(rows, "line")
    one_point_each(name, lines, faults)
    for drawn in lines.values():
        point = drawn[0]["point"]
        counts = [int(row["replicates"]) for row in drawn]
        faults.need(counts == sorted(set(counts)), f"{name}: point {point} has {counts}")
        values = sum(bool(row[response]) for row in results.runs[point])
        faults.equal(f"{name}: point {point}", "last replicates", counts[-1], values)
        for row in drawn:
            place = f"{name}: point {point}, {row['replicates']} replicates"
            faults.equal(place, "what", row["what"], results.label(results.points[int(point)]))
            right = results.half_width(response, point, int(row["replicates"]))
            faults.near(place, "half_width", row["half_width"], right)


def precise_response(page, results, name):
    """The response of the heading or the main one; the final share where that has no mean anywhere."""
    response = response_of(page, name) or page.responses[0]
    has_mean = any(results.summary[point["point"], response]["mean"] for point in results.points)
    return response if has_mean else "final_share"


def sensitivity(name, rows, page, results, faults):
    right = {
        (row["response"], row["factor"], row["index"]): row for row in results.table("sensitivity")}
    keys = [(row["response"], row["factor"], row["index"]) for row in rows]
    faults.need(len(set(keys)) == len(keys), f"{name}: an index is drawn twice")
    for (panel,), drawn in grouped_by(rows, "panel").items():
        faults.need(len({row["response"] for row in drawn}) == 1, f"{name}: panel {panel} is mixed")
        factors = list(dict.fromkeys(row["factor"] for row in drawn))
        for row in drawn:
            place = f"{name}: {row['response']}, {row['factor']}, {row['index']}"
            side = {"first": -0.2, "total": 0.2}.get(row["index"], 0.0)
            faults.near(place, "place", row["place"], factors.index(row["factor"]) + side, 1)
            for column in ("estimate", "ci_low", "ci_high"):
                cells = right.get((row["response"], row["factor"], row["index"]), {})
                faults.equal(place, column, row[column], cells.get(column))
