#!/usr/bin/env python3
"""Compares what gnuplot drew (plots/NAME.svg) with the data of the picture (plots/NAME.csv).

    check_pictures.py FOLDER...

Each kind of picture says which points belong to which plot of which panel. The numbers that label the axes
give the scale, linear or logarithmic as the kind says; every point has to be a corner or a symbol of its
plot, and no plot may be missing.
"""

import html
import math
import re
import sys
from collections import Counter

from check_figures import main
from tables import number

TIC = re.compile(
    r"<path stroke='black'  d='M([\d.-]+),([\d.-]+)[^']*'/>\s*<g transform=\"[^\"]*\"[^>]*"
    r"text-anchor=\"(end|middle)\">\s*<text>([^<]*)</text>")
FRAME = re.compile(r"<path stroke='black'  d='M([\d.]+),([\d.]+) M?L?([\d.]+),([\d.]+) L([\d.]+),")
NEAR = 0.4  # pixels; labels have three digits


class Picture:
    """The plots of an SVG of gnuplot by panel, with the labelled tics and the frame of each panel."""

    def __init__(self, path, name):
        self.text = path.read_text()
        pieces = re.split(rf'<g id="{name}_plot_(\d+)([a-z]*)"', self.text)
        self.plots, self.tics, self.frames, before, panel = {}, {}, {}, pieces[0], None
        for plot, letter, body in zip(pieces[1::3], pieces[2::3], pieces[3::3]):
            if letter != panel:
                self._close(panel, before)
                panel = letter
                self.tics[panel] = TIC.findall(before)
            inside, before = _group(body)
            drawn = re.findall(r"(?<!translate\()(-?[\d.]+),(-?[\d.]+)", " ".join(
                re.findall(r"(?:\bd|points) ?= ?'([^']*)'", inside)))
            drawn += re.findall(r"<use [^>]*translate\((-?[\d.]+),(-?[\d.]+)\)", inside)
            self.plots[panel, int(plot)] = [(float(x), float(y)) for x, y in drawn]
        self._close(panel, before)
        self.panels = list(self.tics)

    def _close(self, panel, text):
        """The frame of a panel is drawn behind its plots, and before the tics of the next one."""
        found = FRAME.search(text)
        if panel is not None and found:
            left, top, _, bottom, right = map(float, found.groups())
            self.frames[panel] = ((left, right), (bottom, top))

    def scale(self, panel, axis, isLog):
        """From numbers to pixels; None without two labels. Panels of a row, or column, may share theirs."""
        frame = self.frames.get(panel, (None, None))[axis]
        for other in [panel, *(p for p in self.panels if self.frames.get(p, (0, 0))[axis] == frame)]:
            found = set()
            for x, y, anchor, text in self.tics[other]:
                value = number(text.replace("\u2212", "-"))
                if anchor == ("middle", "end")[axis] and value is not None and (value > 0 or not isLog):
                    found.add((math.log10(value) if isLog else value, float((x, y)[axis])))
            if len(found) > 1:
                low, high = min(found), max(found)
                slope = (high[1] - low[1]) / (high[0] - low[0])
                return lambda value: low[1] + slope * ((math.log10(value) if isLog else value) - low[0])
        return None


def _group(text):
    """Up to the end of the group that is open, and what follows."""
    depth = 1
    for tag in re.finditer(r"<(/?)g\b", text):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return text[:tag.start()], text[tag.start():]
    return text, ""


def at(rows, x, *ys, by=1.0):
    """Points of some rows: one for each column of numbers."""
    for row in rows:
        for y in ys:
            a, b = number(row[x]) if x else None, number(row[y]) if y else None
            if (a is not None or not x) and (b is not None or not y):
                yield a, b * by if y else None


def by_panel(rows):
    found = {}
    for row in rows:
        found.setdefault(int(row.get("panel", 0)), []).append(row)
    return [found[panel] for panel in sorted(found)]


def lines_of(rows):
    return [[r for r in rows if r["line"] == n] for n in dict.fromkeys(row["line"] for row in rows)]


# Of each kind: the plots of every panel, in their order, each a list of points.


def curves(rows, folder):
    shares = len({point["group_size"] for point in folder.points}) > 1
    several = len({row["line"] for row in rows}) > 1
    def points(line, *columns):
        by = 100 / float(line[0]["group_size"]) if shares else 1
        return list(at(line, "step", *columns, by=by))

    for panel in by_panel(rows):
        lines = lines_of(panel)
        bands = [points(line, "q05", "q95") for line in lines]
        if not several:
            bands.append(points(panel, "q25", "q75"))
        elif len({row["line"] for row in rows}) > 3:
            bands = []
        yield [*bands, *(points(line, "median") for line in lines)]


infected = curves


def response(rows, folder):
    yield [points for line in lines_of(rows)
           for points in (list(at(line, "x", "value")), list(at(line, "x", "value", "low", "high")))]


def course(rows, folder):
    for panel in by_panel(rows):
        by = 100 / float(panel[0]["group_size"])
        for row in panel:
            row["infected"] = str(float(row["infectious"]) + float(row["latent"]))
            row["well"] = str(float(row["infected"]) + float(row["healthy"]))
        layers = [list(at(panel, "step", "infectious", by=by))]
        if any(float(row["latent"]) for row in rows):
            layers.append(list(at(panel, "step", "infected", by=by)))
        layers.append(list(at(panel, "step", "well", by=by)))
        if any(float(row["immune"]) for row in rows):
            layers.append(list(at(panel, "step", "well", by=by)))
        yield layers


def times(rows, folder):
    for panel in by_panel(rows):
        yield [list(at(line, "step", "share", by=100)) for line in lines_of(panel)]


def final_sizes(rows, folder):
    for panel in by_panel(rows):
        yield [[(50 * (float(r["share_from"]) + float(r["share_to"])) + side, 100 * float(r["share_of_runs"]))
                for r in panel if r["runs_in"] != "0" for side in (-2.2, 2.2)]]


def degrees(rows, folder, isLog):
    for panel in by_panel(rows):
        if isLog[0]:
            yield [[p for p in at(panel, "degree", "share", by=100) if p[0]]]
        else:
            yield [[(x + side, y) for x, y in at(panel, "degree", "share", by=100) for side in (-0.4, 0.4)]]


def reproduction(rows, folder):
    if "line" in rows[0]:
        yield from response(rows, folder)
        return
    whole = [row for row in rows if row["ci_low"]]
    yield [[*at(whole, "ci_low", None), *at(whole, "ci_high", None)], list(at(rows, "mean", None))]


def comparisons(rows, folder):
    # A bar without a length is not drawn.
    whole = [row for row in rows if row["ci_low"] != row["ci_high"]]
    yield [[*at(whole, "ci_low", None), *at(whole, "ci_high", None)]] + [
        list(at([r for r in rows if r["verdict"] == verdict], "estimate", None))
        for verdict in ("different", "equivalent", "non_inferior", "inconclusive")]


def selection(rows, folder):
    whole = [row for row in rows if row["ci_low"]]
    yield [[*at(whole, "ci_low", None), *at(whole, "ci_high", None)]] + [
        list(at([r for r in rows if r["status"] in statuses and r["difference"]], "difference", None))
        for statuses in (("tied", "survivor"), ("eliminated",), ("infeasible",))]


def selection_runs(rows, folder):
    yield [list(at([row for row in rows if row["runs"] != "0"], "runs", None))]


def sensitivity(rows, folder):
    for panel in by_panel(rows):
        yield [*(list(at([r for r in panel if r["index"] == index], None, "estimate"))
                 for index in ("first", "total")), list(at(panel, None, "ci_low", "ci_high"))]


def precision(rows, folder):
    yield [list(at(part, "replicates", "half_width"))
           for line in lines_of(rows) for part in (line, line[:1])]


def of_kind(panel, *whats):
    return [row for row in panel if row["what"] in whats]


def threshold(rows, folder):
    for panel in by_panel(rows):
        crossing = of_kind(panel, "crossing")
        yield [[], list(at(of_kind(panel, "runs"), "level", "mean", "low", "high")),
               list(at(of_kind(panel, "again"), "level", "mean")),
               [*at(crossing, "level_low", "mean"), *at(crossing, "level_high", "mean")]
               if crossing and crossing[0]["level_low"] and crossing[0]["level_high"] else [],
               list(at(crossing, "level", "mean"))]


def dose_response(rows, folder):
    for panel in by_panel(rows):
        line, level = of_kind(panel, "curve"), of_kind(panel, "level")
        yield [list(at(line, "dose", "low", "high")), list(at(line, "dose", "mean")),
               list(at(of_kind(panel, "runs"), "dose", "mean", "low", "high")),
               [*at(level, "dose_low", "mean"), *at(level, "dose_high", "mean")],
               list(at(level, "dose", "mean"))]


def fits(rows, folder):
    for column in ("fitted", "residual"):
        for panel in by_panel(rows):
            models = [[r for r in panel if r["model"] == n] for n in dict.fromkeys(r["model"] for r in panel)]
            dots = [list(at(models[0], "step", "mean"))] if column == "fitted" else []
            yield dots + [list(at(model, "step", column)) for model in models[1:]]


def surface_slices(rows, folder):
    for panel in by_panel(rows):
        yield [list(at(panel, "x", "ci_low", "ci_high")), list(at(panel, "x", "fitted"))]


def surface_effects(rows, folder):
    yield [list(at([r for r in rows if r["significant"] == flag], "statistic", None)) for flag in "10"]


def surface_residuals(rows, folder):
    yield [list(at(rows, "fitted", "residual"))]


def posterior(rows, folder):
    for panel in by_panel(rows):
        for row in panel:
            row["density"] = str(float(row["posterior"]) / float(row["prior"]))
        filled = [row for row in panel if float(row["posterior"])]
        yield [[*at(filled, "low", "density"), *at(filled, "high", "density")]]


def posterior_pairs(rows, folder):
    for panel in by_panel(rows):
        yield [list(at(panel, "x", "y"))]


def posterior_predictive(rows, folder):
    for panel in by_panel(rows):
        if len(panel) > 1:
            yield [list(at(panel, "step", *c)) for c in (
                ("q05", "q95"), ("q25", "q75"), ("median",), ("observed", "observed_low", "observed_high"))]
        else:
            yield [list(at(panel, None, *c)) for c in (
                ("q25", "q05", "q95", "q75"), ("observed", "observed_low", "observed_high"))]


def generations(rows, folder):
    for column in ("tolerance", "acceptance", "effective_size"):
        yield [list(at(rows, "generation", column))]


BEYOND = ("times", "extinction")  # their axes may end before the last run; the note says so


def logarithmic(kind, rows, folder):
    """Of each panel, whether its axes are logarithmic."""
    if kind == "precision":
        return lambda panel: (True, True)
    if kind == "degrees":
        broad = max(int(r["degree"]) for r in rows) > 5 * max(
            sum(int(r["degree"]) * float(r["share"]) for r in panel) for panel in by_panel(rows))
        return lambda panel: (broad, broad)

    def is_log(name):
        prior = folder.setting("study.resolved.json", f"factors.{name}")
        return '"scale": "log"' in prior and '"count"' not in prior

    if kind == "posterior":
        return lambda panel: (is_log(by_panel(rows)[panel][0]["parameter"]), False)
    if kind == "posterior_pairs":
        return lambda panel: tuple(
            is_log(by_panel(rows)[panel][0][axis]) for axis in ("x_parameter", "y_parameter"))
    return lambda panel: (False, False)


def words_of(kind, name, rows, folder, picture):
    """Shares and units that the words of a picture say."""
    texts = [html.unescape(text) for text in re.findall(r"<text>(?:<tspan[^>]*>)?([^<]*)<", picture.text)]
    if kind in ("times", "extinction"):
        ends = {(row["panel"], row["line"]): row for row in rows}.values()  # the last row of each line
        missed = sorted(1 - int(row["runs_reached"]) / int(row["runs"]) for row in ends)
        shown = [part for text in texts for part in re.findall(r"(?<![\d.])([\d.]+)[ \u00a0]%", text)]
        said = sorted(float(part) / 100 for part in shown)
        rest = missed = [share for share in missed if share]
        for share in said:
            near = next((m for m in rest if abs(m - share) < 0.0051), None)
            rest = [m for m in rest if m is not near]
            if near is None:
                yield f"{name}: {share} of the runs are said to be missing, of {missed}"
        # Long titles are cut.
        if rest and not any("\u2026" in text for text in texts):
            yield f"{name}: nothing says that {rest} of the runs are missing"
    if kind == "precision":
        response = next(m for m in folder.page.marks
                        if m.place == f"figure-{name}" and m.steps == ("max",)).row.removeprefix("response=")
        unit = folder.units.get(response, "1")
        label = "half-width" if unit in ("1", "0/1") else f"half-width, {unit}"
        if label not in texts:
            yield f"{name}: no axis says {label}"


def margins(name, picture, panel, plots, scale):
    """Symbols at the ends of an axis are not cut: there is room for them."""
    ends = picture.frames[panel][0]
    drawn = [scale(x) for points in plots for x, _ in points]
    if min(min(drawn) - min(ends), max(ends) - max(drawn)) < 0.04 * (max(ends) - min(ends)):
        yield f"{name}: a symbol is at the end of its axis"


def faults_of(name, folder):
    kind = name.rstrip("0123456789").rstrip("_")
    rows = [dict(row) for row in folder.rows(f"plots/{name}")]
    picture = Picture(folder.folder / "plots" / f"{name}.svg", name)
    if kind == "heatmap":
        texts = Counter(re.findall(r"<text>(?:<tspan[^>]*>)?([^<]*)<", picture.text))
        for text, count in Counter(row["printed"] for row in rows).items():
            if texts[text] < count:
                yield f"{name}: {text} is printed {texts[text]} times, not {count}"
        return
    is_log = logarithmic(kind, rows, folder)
    yield from words_of(kind, name, rows, folder, picture)
    draw = {"extinction": times}.get(kind) or globals()[kind]
    panels = list(draw(rows, folder, is_log(0)) if kind == "degrees" else draw(rows, folder))
    if len(panels) != len(picture.panels):
        yield f"{name}: {len(picture.panels)} panels, not {len(panels)}"
        return
    scaled = 0
    for place, (panel, plots) in enumerate(zip(picture.panels, panels)):
        scales = [picture.scale(panel, axis, is_log(place)[axis]) for axis in (0, 1)]
        if kind == "selection":
            yield from margins(name, picture, panel, plots, scales[0])
        for axis, word in enumerate("xy"):
            known = {point[axis] for points in plots for point in points} - {None}
            if len(known) > 1 and not scales[axis]:
                yield f"{name}: panel {panel} has fewer than two numbers along {word}"
        for plot, points in enumerate(plots, 1):
            drawn = picture.plots.get((panel, plot))
            if drawn is None:
                yield f"{name}: panel {panel} lacks plot {plot}"
                continue
            for point in points:
                right = [s and v is not None and s(v) for s, v in zip(scales, point)]
                if not any(right):
                    continue
                scaled += 1
                frame = picture.frames.get(panel)
                if frame and any(r and not min(f) - 0.01 <= r <= max(f) + 0.01 for r, f in zip(right, frame)):
                    if kind not in BEYOND:
                        yield f"{name}: panel {panel}, plot {plot} has {point} beyond its axes"
                        break
                    continue
                if not any(all(not r or abs(r - d) < NEAR for r, d in zip(right, dot)) for dot in drawn):
                    yield f"{name}: panel {panel}, plot {plot} lacks {point}"
                    break
    if not scaled:
        yield f"{name}: no axis could be read"


if __name__ == "__main__":
    sys.exit(main(faults_of, __doc__))
