#!/usr/bin/env python3
"""Compares the data of every picture (plots/NAME.csv) with the tables.

    check_figures.py [--all] FOLDER...

Each kind of picture has a function that yields, for each row it draws, what the row has to hold: cells of
the tables, or what is computed from them anew. Rows that nobody yields, or that are not there, are faults.
"""

import argparse
import itertools
import json
import math
import re
import sys
from collections import Counter
from pathlib import Path

from tables import Tables, number

WHOLE = ("group_size", "infection_factor", "infectious_steps", "latent_steps", "immune_steps", "start_people")


# The mean responses of dose-response curves by their predictor.
LINKS = {
    "logit": lambda eta: 1 / (1 + math.exp(-eta)),
    "probit": lambda eta: math.erfc(-eta / math.sqrt(2)) / 2,
    "cloglog": lambda eta: -math.expm1(-math.exp(eta))}
# Growth models by time and parameters (docs/statistics.md).
GROWTH = {
    "logistic": lambda t, k, r, t0: k / (1 + math.exp(-r * (t - t0))),
    "gompertz": lambda t, k, r, t0: k * math.exp(-math.exp(-r * (t - t0))),
    "richards": lambda t, k, r, t0, nu: k * (1 + nu * math.exp(-r * (t - t0))) ** (-1 / nu),
    "weibull": lambda t, k, scale, s: -k * math.expm1(-((t / scale) ** s)),
    "monomolecular": lambda t, k, r: -k * math.expm1(-r * t),
    "power": lambda t, a, b: a * t**b,
    "quadratic": lambda t, c0, c1, c2: c0 + t * (c1 + t * c2),
    "exponential": lambda t, a, r: a * math.exp(r * t)}
PARAMETERS = {"K", "r", "t0", "nu", "lambda", "s", "a", "b", "c0", "c1", "c2"}


class Folder(Tables):
    def __init__(self, folder):
        super().__init__(folder)
        self.page = (folder / "report.html").read_text()
        self.figures = re.findall(r'<figure id="figure-([^"]+)"', self.page)
        self.level = float(self.setting("study.resolved.json", "analysis.confidence"))
        self.points = self.rows("points")
        runs = next(r for r in json.loads((Path(folder) / "datapackage.json").read_text())["resources"]
                    if r["name"] == "runs")
        self.units = {f["name"]: f["unit"] for f in runs["schema"]["fields"] if "unit" in f}
        self.times = {f["name"] for f in runs["schema"]["fields"] if f.get("kind") == "time"}
        # The runs that pictures of responses and curves are of: those of the first condition that some run meets.
        given = dict.fromkeys(r["given"] for r in self.rows("summary_given") if r["n"] != "0")
        self.condition = next(iter(given), None)
        study = json.loads((Path(folder) / "study.resolved.json").read_text())
        self.given = study.get("analysis", {}).get("given")
        # One that nobody asked for hides no point.
        if self.condition and not self.given and any(self.most_between(point["point"]) for point in self.points):
            self.condition = None
        self.parameters = [c for c in self.points[0] if c not in ("point", "replicates", "converged")]

    def all(self, table, **cells):
        return self.index(table, tuple(cells)).get(tuple(cells.values()), [])

    def one(self, table, **cells):
        found = self.all(table, **cells)
        return found[0] if len(found) == 1 else {}

    def curve(self, series="ever_infected", **cells):
        more = {"series": series} if "series" in self.rows("curve_summary")[0] else {}
        return self.one("curve_summary", **cells, **more)

    def summary(self, point, response):
        return self.one("summary", point=point, response=response)

    def most_between(self, point):
        """Whether most runs of a point end between a tenth and half of the group."""
        runs = [r for r in self.all("runs", point=point) if r["status"] == "ok"]
        between = [r for r in runs if r.get("reached_10pct") == "1" and r.get("reached_50pct") == "0"]
        return 2 * len(between) > len(runs)

    def condition_of(self, response):
        """Of whether a share was reached that every run of the condition has reached, pictures show all runs, and of the
        reproduction number where the study gives no condition."""
        shares = {"reached_10pct": 10, "reached_50pct": 50, "reached_90pct": 90, "reached_all": 100}
        implied = response == self.condition or (response == "reproduction_number" and not self.given) or (
            response in shares and shares[response] <= shares.get(self.condition, 0))
        return None if implied else self.condition

    def drawn(self, point, response):
        """The row of the runs that are drawn."""
        condition = self.condition_of(response)
        return self.one("summary_given", point=point, response=response, given=condition) if condition else \
            self.summary(point, response)

    def curves_drawn(self, **cells):
        return self.all("curve_summary_given", given=self.condition, **cells) if self.condition else \
            self.all("curve_summary", **cells)

    def caption(self, name):
        return self.page.split(f'id="figure-{name}"')[1].split("</figcaption>")[0]

    def heading(self, name):
        """The response of the picture: its name in code is on hover over the words of the heading."""
        return re.search(r'<h3>.*?<abbr title="([^"]+)"', self.caption(name))[1]

    def comparisons_of(self, rows):
        """The comparisons of a picture: those that share factor, response, effect, test and margin, of the first such
        set that has all its rows; a single row may stand in several sets."""
        kept = ("factor", "response", "effect", "test", "margin")
        there = [r for r in self.rows("comparisons") if r["ci_low"] or r["ci_high"]]
        drawn = ("estimate", "ci_low", "ci_high", "verdict", "p_adjusted")
        sets = {}
        for row in there:
            sets.setdefault(tuple(row[c] for c in kept), []).append(row)

        def cells(some):
            return Counter(tuple(row[c] for c in drawn) for row in some)
        return next(found for found in sets.values() if cells(rows) <= cells(found))

    def ok(self, point, response, given=None):
        return [r[response] for r in self.all("runs", point=point)
                if r["status"] == "ok" and r[response] and (given is None or r[given] == "1")]


def copied(right, names):
    """Cells of a row by the columns of the picture: `low=ci_low`, or the same name."""
    pairs = [(*name.split("="), name)[:2] for name in names.split()]
    return {column: right.get(source) for column, source in pairs}


def panels_of_points(name, rows, panel):
    """Each panel, or line of one, shows one point, and no point is shown twice."""
    shown = {tuple(row[c] for c in panel) + (row["point"],) for row in rows}
    if len(shown) != len({key[:-1] for key in shown}) or len(shown) != len({key[-1] for key in shown}):
        yield f"{name}: a panel or line has several points, or a point several"


def whole_curve(name, rows, folder):
    """First and last step of every point that is drawn are those of its curve."""
    for point in {row["point"] for row in rows}:
        steps = {int(row["step"]) for row in rows if row["point"] == point}
        there = {int(row["step"]) for row in folder.curves_drawn(point=point)}
        if not steps <= there or {min(steps), max(steps)} != {min(there), max(there)} \
                or len(steps) != min(len(there), 200):
            yield f"{name}: point {point} has other steps than its curve"


def curves(name, rows, folder):
    yield from panels_of_points(name, rows, ("panel", "line"))
    yield from whole_curve(name, rows, folder)
    series = "infected" if name == "infected" else "ever_infected"
    for row in rows:
        right = next(r for r in folder.curves_drawn(point=row["point"], step=row["step"])
                     if r.get("series", series) == series)
        yield row, copied(right, "group_size n q05 q25 median q75 q95")


def course(name, rows, folder):
    yield from panels_of_points(name, rows, ("panel",))
    yield from whole_curve(name, rows, folder)
    for row in rows:
        there = {r["series"]: r for r in folder.curves_drawn(point=row["point"], step=row["step"])}
        series = {
            s: there[s]
            for s in ("infected", "immune", "latent")}
        people = float(series["infected"]["group_size"])
        infected, immune, latent = (float(s["mean"]) for s in series.values())
        start = next(r for r in folder.curves_drawn(point=row["point"], step="0") if r["series"] == "immune")
        before = float(start["mean"])
        yield row, copied(series["infected"], "group_size n") | {
            "infectious": infected - latent, "latent": latent, "immune": immune - before,
            "immune_from_start": before, "healthy": people - infected - immune}


def times(name, rows, folder):
    yield from panels_of_points(name, rows, ("panel", "line"))
    response = folder.heading(name)
    for row in rows:
        reached = [int(step) for step in folder.ok(row["point"], response, folder.condition)]
        runs = len(folder.ok(row["point"], "steps", folder.condition))
        count = sum(step <= int(row["step"]) for step in reached)
        yield row, {"runs_reached": str(count), "runs": str(runs), "share": count / runs}
    for point in {row["point"] for row in rows}:
        drawn = {int(row["step"]) for row in rows if row["point"] == point}
        if not {0} | {int(step) for step in folder.ok(point, response, folder.condition)} <= drawn:
            yield f"{name}: point {point} lacks a step at which its share rises"


def final_sizes(name, rows, folder):
    yield from panels_of_points(name, rows, ("panel",))
    for (_, point), own in itertools.groupby(rows, lambda row: (row["panel"], row["point"])):
        shares = [min(int(float(v) * 20 + 1e-9), 19) for v in folder.ok(point, "final_share")]
        for place, row in enumerate(own):
            count = shares.count(place)
            yield row, {
                "share_from": place / 20, "share_to": (place + 1) / 20, "runs_in": str(count),
                "runs": str(len(shares)), "share_of_runs": count / len(shares)}
        if place != 19:
            yield f"{name}: point {point} has {place + 1} bins"


def response(name, rows, folder, of=None):
    """A line per combination of what else varies, its points in the order of the factor; names and levels
    without end stand at whole numbers."""
    of = of or folder.heading(name)
    statistic = "median" if of in folder.times else "mean"
    ends = "low=median_ci_low high=median_ci_high" if of in folder.times else "low=ci_low high=ci_high"
    varied = [c for c in folder.parameters if len({p[c] for p in folder.points}) > 1]
    for line, own in itertools.groupby(rows, lambda row: (row["panel"], row["line"])):
        own = list(own)
        points = [folder.one("points", point=row["point"]) for row in own]
        moving = [c for c in varied if len({p[c] for p in points}) > 1 and c != "columns"]
        if len(moving) > 1 or [float(row["x"]) for row in own] != sorted(float(row["x"]) for row in own):
            yield f"{name}: line {line} is about {moving}, or not in order"
        is_number = moving and all(number(p[moving[0]]) is not None for p in points)
        order = [float(row["x"]) for row in own]
        places = is_number and order != [order[0] + i for i in range(len(order))]
        for row, point in zip(own, points):
            right = copied(folder.drawn(row["point"], of), f"value={statistic} {ends}")
            yield row, right | ({"x": float(point[moving[0]])} if places else {})


def reproduction(name, rows, folder):
    yield from response(name, rows, folder, "reproduction_number")


def crossings(name, rows, folder):
    right = spread(16, [r for r in folder.rows("thresholds") if r["estimate"]])
    yield from matched(name, rows, [
        copied(r, "estimate ci_low ci_high") | {"row": str(len(right) - place)} for place, r in enumerate(right)])


def tradeoff(name, rows, folder):
    design = json.loads((folder.folder / "study.resolved.json").read_text())["design"]
    kinds = ("best",), ("tied", "survivor"), ("eliminated",), ("infeasible",)
    if len(rows) != len(folder.rows("selection")):
        yield f"{name}: alternatives are missing"
    for row in rows:
        status = folder.one("selection", point=row["point"])["status"]
        yield row, {"kind": str(next(i for i, kind in enumerate(kinds) if status in kind))} | copied(
            folder.summary(row["point"], design["response"]), "x=mean x_low=ci_low x_high=ci_high") | copied(
            folder.summary(row["point"], design["subject_to"][0]["response"]), "y=mean y_low=ci_low y_high=ci_high")


def observed(name, rows, folder):
    for row in rows:
        series = row["series"].replace(" ", "_")
        right = next(r for r in folder.curves_drawn(point=row["point"], step=row["step"]) if r["series"] == series)
        yield row, {"mean": float(right["mean"])}


def groups(name, rows, folder):
    """Means over the recorded runs, each of which keeps its last value."""
    last = {}
    for r in folder.rows("group_curves"):
        last.setdefault((r["point"], r["group"]), {}).setdefault(r["replicate"], []).append(float(r["infected"]))
    for row in rows:
        runs = last[row["point"], row["series"]].values()
        step = int(row["step"])
        yield row, {"mean": math.fsum(run[min(step, len(run) - 1)] for run in runs) / len(runs)}


def reproduction_steps(name, rows, folder):
    complete = [r for r in folder.rows("reproduction") if r["from_step"] == r["to_step"]
                and r["complete"] == "1" and int(r["people"]) >= 20]
    for row in rows:
        right = next(r for r in complete if (r["point"], r["from_step"]) == (row["point"], row["step"]))
        yield row, copied(right, "people reproduction_number ci_low ci_high")
    for point in {row["point"] for row in rows}:
        drawn = [row["step"] for row in rows if row["point"] == point]
        if drawn != spread(200, [r["from_step"] for r in complete if r["point"] == point]):
            yield f"{name}: other steps of point {point} than are complete"


def critical_probability(name, rows, folder):
    """A line per combination rises by one replicate at each of its critical probabilities."""
    response, wanted = folder.heading(name), []
    points = [r["point"] for r in folder.rows("summary") if r["response"] == response]
    for line, point in enumerate(spread(8, points)):
        runs = [r for r in folder.all("runs", point=point) if r[f"reached_{response}"]]
        values = sorted(float(r[response]) for r in runs if r[response])
        steps = [(0.0, 0), *((value, place + 1) for place, value in enumerate(values)), (1.0, len(values))]
        wanted += [{"line": str(line), response: value, "share": count / len(runs)} for value, count in steps]
    yield from matched(name, rows, wanted)


def final_size_curves(name, rows, folder):
    there = [r for r in folder.rows("final_size_curves") if not r["combination_b"]]
    chosen = spread(8, list(dict.fromkeys(r["combination_a"] for r in there)))
    yield from matched(name, rows, [
        copied(r, "infection_probability n mean ci_low ci_high") | {"line": str(line)}
        for line, combination in enumerate(chosen) for r in there if r["combination_a"] == combination])


def points_of(row, folder):
    """The points that a curve or search goes through."""
    free = {row["factor"]} | ({"columns"} if row["factor"] == "group_size" and not row["columns"] else set())
    return [p for p in folder.points
            if all(p[name] == row[name] for name in folder.parameters if name in row and name not in free)]


def spread(most, everything):
    if len(everything) <= most:
        return everything
    return [everything[i * (len(everything) - 1) // (most - 1)] for i in range(most)]


def means(points, response, factor, folder, columns):
    """Rows of the points that have a mean, by the columns of the picture."""
    for point in points:
        right = folder.summary(point["point"], response)
        if right["mean"]:
            yield {columns: point[factor]} | copied(right, "mean low=ci_low high=ci_high")


def matched(name, rows, wanted):
    if len(rows) != len(wanted):
        yield f"{name}: {len(rows)} rows of {len(wanted)}"
    yield from zip(rows, wanted)


def dose_response(name, rows, folder):
    found = {}
    for row in folder.rows("dose_responses"):
        key = tuple(row[c] for c in row if c in folder.parameters or c in ("factor", "response", "link"))
        found.setdefault(key, {})[row["parameter"]] = row
    chosen = spread(6, list(found.values()))
    if {int(row["panel"]) for row in rows} != set(range(len(chosen))):
        yield f"{name}: panels are missing"
    for panel, of in enumerate(chosen):
        own = {what: [r for r in rows if r["panel"] == str(panel) and r["what"] == what]
               for what in ("runs", "curve", "level")}
        slope = of["slope"]
        points = points_of(slope, folder)
        doses = [float(p[slope["factor"]]) for p in points if int(p["replicates"]) > 0]
        # Doses farther out are guesses.
        ends = (min(doses), max(doses))
        yield from matched(name, own["runs"], list(
            means(points, slope["response"], slope["factor"], folder, "dose")))
        levels = [r for p, r in of.items() if p.startswith("dose_") and r["ci_low"] and r["ci_high"]
                  and ends[0] <= float(r["estimate"]) <= ends[1]]
        yield from matched(name, own["level"], [
            {"dose": r["estimate"], "mean": float(r["parameter"][5:]),
             "dose_low": max(ends[0], float(r["ci_low"])), "dose_high": min(ends[1], float(r["ci_high"]))}
            for r in levels])
        value = {parameter: float(row["estimate"]) for parameter, row in of.items() if row["estimate"]}
        low, high = value.get("floor", 0), value.get("plateau", 1)
        yield from matched(name, own["curve"], [
            {"dose": dose, "mean": low + (high - low) * LINKS[slope["link"]](
                value["intercept"] + value["slope"] * dose)}
            for dose in (min(doses) + (max(doses) - min(doses)) * i / 100 for i in range(101))
        ] if {"intercept", "slope"} <= set(value) else [])


def threshold(name, rows, folder):
    for panel, search in enumerate(spread(6, folder.rows("thresholds"))):
        own = [row for row in rows if row["panel"] == str(panel)]
        factor, points = search["factor"], points_of(search, folder)
        runs = list(means(points, search["response"], factor, folder, "level"))
        yield from matched(name, [row for row in own if row["what"] != "crossing"], runs)
        yield from matched(name, [row for row in own if row["what"] == "crossing"], [
            copied(search, "level=estimate mean=target level_low=ci_low level_high=ci_high")
        ] if search["estimate"] else [])
        largest = {}
        for point in points:
            known = largest.get(point[factor])
            if not known or int(point["replicates"]) > int(known["replicates"]):
                largest[point[factor]] = point
        known = [p for p in points if folder.summary(p["point"], search["response"])["mean"]]
        for row, point in zip(own, known):
            yield row, {"what": "runs" if largest[point[factor]] is point else "again"}


def selection(name, rows, folder):
    order = ["best", "tied", "survivor", "eliminated", "infeasible"]
    right = sorted(folder.rows("selection"), key=lambda r: (
        order.index(r["status"]), abs(float(r["difference"] or 0)), int(r["point"])))[:14]
    yield from matched(name, rows, [
        copied(r, "point status difference ci_low ci_high") | {"row": str(len(right) - place)} for place, r in enumerate(right)])


def comparisons(name, rows, folder):
    there = folder.comparisons_of(rows)
    largest = sorted(there, key=lambda r: -abs(float(r["estimate"] or "inf")))[:30]
    right = [r for r in there if r in largest]
    yield from matched(name, rows, [
        copied(r, "estimate ci_low ci_high verdict p_adjusted") | {"row": str(len(rows) - place)}
        for place, r in enumerate(right)])


def fits(name, rows, folder):
    done = [r for r in folder.rows("fits") if r["fitted_to"] == "mean_curve" and r["converged"] == "1"]
    chosen = {row["point"] for row in rows}
    models = list(dict.fromkeys(r["model"] for r in done if r["point"] in chosen))
    if {(row["point"], models[int(row["model"])]) for row in rows if row["model"] != "mean"} != \
            {(r["point"], r["model"]) for r in done if r["point"] in chosen}:
        yield f"{name}: other models than those that converged"
    for point in chosen:
        there = list(dict.fromkeys(r["step"] for r in folder.all("curve_summary", point=point)))
        if [r["step"] for r in rows if (r["point"], r["model"]) == (point, "mean")] != spread(24, there):
            yield f"{name}: rings of point {point} are at other steps"
    for row in rows:
        mean = folder.curve(point=row["point"], step=row["step"])["mean"]
        if row["model"] == "mean":
            yield row, {"mean": mean, "fitted": "", "residual": ""}
            continue
        model = models[int(row["model"])]
        fitted = GROWTH[model](float(row["step"]), *(
            float(r["estimate"]) for r in done if (r["point"], r["model"]) == (row["point"], model)
            and r["parameter"] in PARAMETERS))
        yield row, {"mean": mean, "fitted": fitted, "residual": float(mean) - fitted}
    for point, model in {(row["point"], row["model"]) for row in rows if row["model"] != "mean"}:
        count = sum((row["point"], row["model"]) == (point, model) for row in rows)
        row = next(r for r in done if (r["point"], r["model"]) == (point, models[int(model)]))
        if count != min(int(row["to_step"]) - int(row["from_step"]) + 1, 200):
            yield f"{name}: the model {models[int(model)]} of point {point} is not whole"


# The bars of a factor: where each index stands.
SIDES = ({"prcc": 0.0}, {"first": -0.2, "total": 0.2}, {"mu_star": -0.2, "sigma": 0.2})


def sensitivity(name, rows, folder):
    sides = next(s for s in SIDES if rows[0]["index"] in s)
    factors = list(dict.fromkeys(r["factor"] for r in folder.rows("sensitivity") if r["index"] in sides))
    for row in rows:
        right = folder.one(
            "sensitivity", response=row["response"], factor=row["factor"], index=row["index"])
        side = sides[row["index"]]
        yield row, copied(right, "estimate ci_low ci_high") | {
            "place": factors.index(row["factor"]) + side}
    for response in {row["response"] for row in rows}:
        if sum(row["response"] == response for row in rows) != len(sides) * len(factors):
            yield f"{name}: bars of {response} are missing"


def prior_parts(parameter, folder):
    """Where the parts of a prior begin and end, and the prior of each: 30, or as many as there are values. Real
    numbers in parts of equal probability; values that stand alone with half a step on either side."""
    prior = json.loads((Path(folder.folder) / "study.resolved.json").read_text())["factors"]
    prior = next(found for path, found in prior.items() if parameter in (path, found.get("as")))
    low, high, is_log = float(prior["from"]), float(prior["to"]), prior.get("scale") == "log"
    listed, most = "step" in prior or "count" in prior, 30
    if not listed and parameter not in WHOLE:
        places = [part / most for part in range(most + 1)]
        edges = [low * (high / low) ** at if is_log else low + at * (high - low) for at in places]
        return [(a, b, 1 / most) for a, b in zip(edges, edges[1:])]
    values = sorted({float(p[parameter]) for p in folder.points}) if listed else \
        [low + step for step in range(int(high - low) + 1)]
    shares = [math.log((v + 1) / v) / math.log((high + 1) / low) if is_log and not listed else 1 / len(values)
              for v in values]
    ends = [2 * values[0] - values[1], *values, 2 * values[-1] - values[-2]]
    edges = [(a + b) / 2 for a, b in zip(ends, ends[1:])]
    count = min(most, len(values))
    cuts = [part * len(values) // count for part in range(count + 1)]
    return [(edges[a], edges[b], math.fsum(shares[a:b])) for a, b in zip(cuts, cuts[1:])]


def posterior(name, rows, folder):
    draws = [(r, float(r["weight"])) for r in folder.rows("posterior")]
    for parameter, own in itertools.groupby(rows, lambda row: row["parameter"]):
        own = list(own)
        yield from matched(name, own, [
            {"low": low, "high": high, "prior": share} for low, high, share in prior_parts(parameter, folder)])
        for place, row in enumerate(own):
            inside = math.fsum(
                w for r, w in draws
                if (float(r[parameter]) < float(row["high"]) or place == len(own) - 1)
                and (float(r[parameter]) >= float(row["low"]) or place == 0))
            yield row, {"posterior": inside}
        if not math.isclose(math.fsum(float(row["prior"]) for row in own), 1, rel_tol=1e-9) \
                or any(a["high"] != b["low"] for a, b in zip(own, own[1:])):
            yield f"{name}: the parts of {parameter} have gaps, or a prior of another sum than 1"


def panels_drawn(name, rows, all_panels, most):
    """As many panels as there are, or fit."""
    drawn = len({row["panel"] for row in rows})
    if drawn != min(most, all_panels):
        yield f"{name}: {drawn} panels of {all_panels}"


def posterior_pairs(name, rows, folder):
    count = len(folder.rows("posterior_summary"))
    yield from panels_drawn(name, rows, count * (count - 1) // 2, 6)
    draws = {}
    for row in rows:
        x, y = row["x_parameter"], row["y_parameter"]
        if (x, y) not in draws:
            draws[x, y] = {(float(r[x]), float(r[y])) for r in folder.rows("posterior")}
        if (float(row["x"]), float(row["y"])) not in draws[x, y]:
            yield f"{name}: {row} is no accepted draw"


def posterior_predictive(name, rows, folder):
    there = folder.rows("posterior_predictive")
    yield from panels_drawn(name, rows, len({r["quantity"] for r in there if r["median"]}), 6)
    for row in rows:
        right = folder.one("posterior_predictive", quantity=row["quantity"], step=row["step"]) or \
            folder.one("posterior_predictive", quantity=row["quantity"], step="")
        yield row, copied(right, "observed observed_low observed_high q05 q25 median q75 q95")


KINDS = {
    "curves": curves, "infected": curves, "response": response, "course": course, "times": times,
    "final_sizes": final_sizes, "reproduction": reproduction, "reproduction_steps": reproduction_steps,
    "dose_response": dose_response, "threshold": threshold, "selection": selection, "crossings": crossings,
    "tradeoff": tradeoff, "observed": observed, "groups": groups, "comparisons": comparisons, "fits": fits,
    "sensitivity": sensitivity, "posterior": posterior, "critical_probability": critical_probability,
    "final_size_curves": final_size_curves,
    "posterior_pairs": posterior_pairs, "posterior_predictive": posterior_predictive}


def kind_of(name):
    return name.rstrip("0123456789").rstrip("_")


def faults_of(name, folder):
    rows = folder.rows(f"plots/{name}")
    check = KINDS.get(kind_of(name))
    if not check or not rows:
        yield f"{name}: a picture of an unknown kind, or without data"
        return
    for found in check(name, rows, folder):
        if isinstance(found, str):
            yield found
            continue
        row, right = found
        size = max((abs(v) for v in right.values() if isinstance(v, float)), default=0)
        for column, wanted in right.items():
            seen = row[column]
            good = seen == wanted if isinstance(wanted, str) or wanted is None else \
                number(seen) is not None and abs(float(seen) - wanted) <= 1e-8 * max(size, 1e-3)
            if not good:
                key = {c: row[c] for c in list(row)[:4]}
                yield f"{name}: {column} is {seen}, not {wanted}, in {key}"


def main(faults_of, about):
    """Prints the faults of the pictures of each folder; 1 where there are some."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--all", action="store_true", help="some folder has to have each kind of picture")
    options = parser.parse_args()
    wrong, missing = 0, set(KINDS) if options.all else set()
    for path in options.folders:
        folder = Folder(path)
        missing -= set(map(kind_of, folder.figures))
        faults = [fault for name in folder.figures for fault in faults_of(name, folder)]
        there = {plot.stem for plot in (path / "plots").glob("*.csv")}
        if there != set(folder.figures):
            faults.append(f"pictures of the page {folder.figures}, in plots {there}")
        print(f"{path.name}: {len(folder.figures)} pictures, {len(faults)} faults")
        for line in faults[:20]:
            print("  " + line)
        wrong += len(faults)
    if missing:
        print(f"no folder has a picture of {sorted(missing)}")
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    sys.exit(main(faults_of, __doc__))
