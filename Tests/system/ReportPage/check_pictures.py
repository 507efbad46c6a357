#!/usr/bin/env python3
"""Compares what gnuplot drew (plots/NAME.svg) with the data of the picture (plots/NAME.csv).

    check_pictures.py FOLDER...

Each kind of picture says which points belong to which plot of which panel. The numbers that label the axes
give the scale, linear or logarithmic as the kind says; every point has to be a corner or a symbol of its
plot, and no plot may be missing. Shaded regions and lines that mark a number are where the tables say, a key
names every line, no text leaves the picture or is too small to read, and no two panels have one title.
"""

import html
import itertools
import json
import math
import re
import sys

from check_figures import kind_of, main
from tables import number

TIC = re.compile(
    r"<path stroke='black'  d='M([\d.-]+),([\d.-]+)[^']*'/>\s*<g transform=\"[^\"]*\"[^>]*"
    r"text-anchor=\"(end|middle)\">\s*<text>([^<]*)</text>")
FRAME = re.compile(r"<path stroke='black'  d='M([\d.]+),([\d.]+) M?L?([\d.]+),([\d.]+) L([\d.]+),")
NEAR = 0.4  # pixels; labels have three digits
TEXT = re.compile(
    r"<g transform=\"translate\(([\d.-]+),([\d.-]+)\)(?: rotate\((270)\))?\"[^>]*font-size=\"([\d.]+)\""
    r"[^>]*text-anchor=\"(\w+)\">\s*<text>(?:<tspan[^>]*>)?([^<]*)<")
REGION = re.compile(r"<polygon fill = '[^']*' fill-opacity = '0\.25[^']*' points = '([\d.-]+),[\d.-]+ ([\d.-]+),")
MARK = re.compile(r"<path stroke='rgb\(  0,   0,   0\)'[^>]*d='M([\d.-]+),[\d.-]+ L\1,[\d.-]+ +'/>")


class Picture:
    """The plots of an SVG of gnuplot by panel, with the labelled tics and the frame of each panel."""

    def __init__(self, path, name):
        self.text = path.read_text()
        pieces = re.split(rf'<g id="{name}_plot_(\d+)([a-z]*)"', self.text)
        self.size = [float(n) for n in re.search(r'viewBox="0 0 (\d+) (\d+)"', self.text).groups()]
        self.texts = [html.unescape(found[5]) for found in TEXT.findall(self.text)]
        self.plots, self.tics, self.frames, self.shapes, self.labels = {}, {}, {}, {}, {}
        before, panel = pieces[0], None
        for plot, letter, body in zip(pieces[1::3], pieces[2::3], pieces[3::3]):
            if letter != panel:
                self._close(panel, before)
                panel = letter
                self.tics[panel] = TIC.findall(before)
                self.shapes[panel] = [
                    tuple(float(x) for x in found) for found in REGION.findall(before)], [
                    float(x) for x in MARK.findall(before)]
            inside, before = _group(body)
            drawn = re.findall(r"(?<!translate\()(-?[\d.]+),(-?[\d.]+)", " ".join(
                re.findall(r"(?:\bd|points) ?= ?'([^']*)'", inside)))
            drawn += re.findall(r"<use [^>]*translate\((-?[\d.]+),(-?[\d.]+)\)", inside)
            self.labels[panel, int(plot)] = [(float(t[0]), float(t[1]), t[5]) for t in TEXT.findall(inside)]
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


def shares(folder):
    """Whether people are drawn as shares of their group."""
    return len({point["group_size"] for point in folder.points}) > 1


def curves(rows, folder):
    several = len({row["line"] for row in rows}) > 1
    def points(line, *columns):
        by = 100 / float(line[0]["group_size"]) if shares(folder) else 1
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


def drawn_by(folder, text):
    """How many times as large numbers are drawn as in the data: in percent where the axis says so."""
    found = re.search(text + r" ?\(?([\d.]+) \* column", folder.script)
    by = float(found[1]) if found else 1.0
    is_percent = bool(re.search(r"set [xy]label '[^\n]*(, %|percentage points)", folder.script))
    assert (by == 100) <= is_percent, f"numbers are {by} times those of the data, and no axis says so"
    return by


def response(rows, folder):
    by = drawn_by(folder, r"y\(c\) =")
    is_number = folder.script.count("with lines dt") + folder.script.count("with lines lw 2 dt") > 0
    for panel in by_panel(rows):
        yield [points for line in lines_of(panel) for points in (
            # A mean of one run has no bar.
            *([list(at(line, "x", "value", by=by))] if is_number else []),
            list(at([r for r in line if r["low"]], "x", "value", "low", "high", by=by)),
            list(at(line, "x", "value", by=by)))]


reproduction = response


def across(points, by):
    return [(None if x is None else by * x, y) for x, y in points]


def tradeoff(rows, folder):
    plots = []
    by_x, by_y = drawn_by(folder, r"== k \?"), drawn_by(folder, r"y\(c\) =")
    for kind in sorted({row["kind"] for row in rows}):
        own = [row for row in rows if row["kind"] == kind]
        plots += [[], across(at(own, "x", "y", by=by_y), by_x)]
    yield plots


def crossings(rows, folder):
    whole = [row for row in rows if row["ci_low"]]
    yield [[*at(whole, "ci_low", None), *at(whole, "ci_high", None)], list(at(rows, "estimate", None))]


def observed(rows, folder):
    for panel in by_panel(rows):
        yield [list(at(line, "step", "mean")) for line in lines_of(panel)]


groups = observed


def reproduction_steps(rows, folder):
    for panel in by_panel(rows):
        barred = [row for row in panel if row["ci_low"]]
        yield [list(at(barred, "step", "reproduction_number", "ci_low", "ci_high")),
               list(at(panel, "step", "reproduction_number")), []]


def critical_probability(rows, folder):
    yield [list(at(line, list(rows[0])[2], "share", by=100)) for line in lines_of(rows)]


def final_size_curves(rows, folder):
    yield [list(at(line, "infection_probability", *columns, by=100)) for line in lines_of(rows)
           for columns in (("ci_low", "ci_high"), ("mean",))]


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


def comparisons(rows, folder):
    # A bar without a length is not drawn.
    whole = [row for row in rows if row["ci_low"] != row["ci_high"]]
    by = drawn_by(folder, r"x\(c\) =")
    yield [across([*at(whole, "ci_low", None), *at(whole, "ci_high", None)], by)] + [
        across(at([r for r in rows if r["verdict"] == verdict], "estimate", None), by)
        for verdict in ("different", "equivalent", "non_inferior", "inconclusive")]


def selection(rows, folder):
    whole = [row for row in rows if row["ci_low"]]
    by = drawn_by(folder, r"using")
    yield [across([*at(whole, "ci_low", None), *at(whole, "ci_high", None)], by)] + [
        across(at([r for r in rows if r["difference"]], "difference", None), by)]


INDICES = (("prcc",), ("first", "total"), ("mu_star", "sigma"))


def sensitivity(rows, folder):
    for panel in by_panel(rows):
        indices = next(i for i in INDICES if panel[0]["index"] in i)
        yield [*(list(at([r for r in panel if r["index"] == index], "estimate", None))
                 for index in indices), [*at(panel, "ci_low", None), *at(panel, "ci_high", None)]]


def of_kind(panel, *whats):
    return [row for row in panel if row["what"] in whats]


def threshold(rows, folder):
    for panel in by_panel(rows):
        crossing = of_kind(panel, "crossing")
        runs = of_kind(panel, "runs")
        by = drawn_by(folder, r"'level'\)\):")
        yield [[], list(at(runs, "level", "mean", by=by)),
               list(at([r for r in runs if r["low"]], "level", "mean", "low", "high", by=by)),
               list(at(of_kind(panel, "again"), "level", "mean", by=by)),
               [*at(crossing, "level_low", "mean", by=by), *at(crossing, "level_high", "mean", by=by)]
               if crossing and crossing[0]["level_low"] and crossing[0]["level_high"] else [],
               list(at(crossing, "level", "mean", by=by))]


def dose_response(rows, folder):
    for panel in by_panel(rows):
        line, level = of_kind(panel, "curve"), of_kind(panel, "level")
        runs = of_kind(panel, "runs")
        by = drawn_by(folder, r"'dose'\)\):")
        yield [list(at(line, "dose", "mean", by=by)), list(at(runs, "dose", "mean", by=by)),
               list(at([r for r in runs if r["low"]], "dose", "mean", "low", "high", by=by)),
               [*at(level, "dose_low", "mean", by=by), *at(level, "dose_high", "mean", by=by)],
               list(at(level, "dose", "mean", by=by))]


def fits(rows, folder):
    for column in ("fitted", "residual"):
        for panel in by_panel(rows):
            models = [[r for r in panel if r["model"] == n] for n in dict.fromkeys(r["model"] for r in panel)]
            dots = [list(at(models[0], "step", "mean"))] if column == "fitted" else []
            yield dots + [list(at(model, "step", column)) for model in models[1:]]


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


RATIOS = ("ratio_of_means", "risk_ratio")
ENDLESS = {"inf": "forever", "": "none"}


def logarithmic(kind, rows, folder):
    """Of each panel, whether its axes are logarithmic."""
    if "set logscale x" in folder.script and kind in ("response", "reproduction", "comparisons"):
        return lambda panel: (True, False)

    def is_log(name):
        factors = json.loads(folder.setting("study.resolved.json", "factors"))
        prior = json.dumps(next(f for path, f in factors.items() if name in (path, f.get("as"))))
        return '"scale": "log"' in prior and '"count"' not in prior

    if kind == "posterior":
        return lambda panel: (is_log(by_panel(rows)[panel][0]["parameter"]), False)
    if kind == "posterior_pairs":
        return lambda panel: tuple(
            is_log(by_panel(rows)[panel][0][axis]) for axis in ("x_parameter", "y_parameter"))
    return lambda panel: (False, False)


def marks_of(kind, name, rows, folder):
    """What is shaded, and the number that a line crosses all rows at."""
    if kind == "comparisons":
        row = folder.comparisons_of(rows)[0]
        is_ratio, margin = row["effect"] in RATIOS, number(row["margin"])
        by = drawn_by(folder, r"x\(c\) =")
        has_margin = margin is not None
        return [(1 / margin, margin) if is_ratio else (-by * margin, by * margin)] if has_margin else [], \
            float(is_ratio)
    return [], {"selection": 0, "sensitivity": 0}.get(kind)


def shapes_of(name, picture, panel, scale, marked):
    regions, mark = marked
    wanted = [tuple(map(scale, region)) for region in regions], [] if mark is None else [scale(mark)]
    for what, seen, right in zip(("regions", "marks"), picture.shapes[panel], wanted):
        flat = [[x for shape in shapes for x in (shape if what == "regions" else [shape])] for shapes in (seen, right)]
        if len(flat[0]) != len(flat[1]) or any(abs(a - b) > NEAR for a, b in zip(*flat)):
            yield f"{name}: {what} at {flat[0]}, not {flat[1]}"


def edges_of(name, picture, script):
    """No text leaves the picture, or is smaller than 11 pixels on a page 1200 wide, which shows 960 of the picture
    as 954; characters are a little narrower here than in any font."""
    for x, y, turned, size, anchor, text in TEXT.findall(picture.text):
        if float(size) * 954 / 960 < 11:
            yield f"{name}: {text!r} is {size} pixels high"
        length = 0.42 * float(size) * len(html.unescape(text))
        before = {"start": 0, "middle": 0.5, "end": 1}[anchor] * length
        axis = 1 if turned else 0
        low = float(y) - (length - before) if turned else float(x) - before
        if low < 0 or low + length > picture.size[axis]:
            yield f"{name}: {text!r} leaves the picture"
    for label in set(re.findall(r"set [xy]label '([^'\n]+)'(?! ?\.)", script)) - set(picture.texts):
        yield f"{name}: {label!r} is named on no axis"


def lines_named(kind, rows, folder):
    """What tells the lines of a panel apart: their models, or the levels of the parameter they differ in."""
    if kind == "fits":
        done = [r for r in folder.rows("fits") if r["fitted_to"] == "mean_curve" and r["converged"] == "1"]
        return {r["model"] for r in done if r["point"] in {row["point"] for row in rows}}
    if not {"line", "point"} <= set(rows[0]) or len({row["line"] for row in rows}) == 1:
        return set()
    for parameter in folder.parameters:
        levels = {row["line"]: set() for row in rows}
        for row in rows:
            levels[row["line"]].add(folder.one("points", point=row["point"])[parameter])
        named = [level for found in levels.values() for level in found]
        if len(named) == len(set(named)) == len(levels):
            return set(map(shown, named))
    return set()


def note_of(name, folder):
    return (folder.folder / "report.html").read_text().split(f'id="figure-{name}"')[1].split("</figure>")[0]


def words_of(kind, name, rows, folder, picture):
    """Shares and units that the words of a picture say, and the names of its lines."""
    texts = picture.texts
    if kind in ("curves", "infected"):
        is_share = any(text.endswith(", %") for text in texts)
        note = note_of(name, folder)
        if {is_share, "percentages of the group" in note} != {shares(folder)}:
            yield f"{name}: axis and note do not both say whether values are shares"
        # Of several rows of panels; those of all ever infected where these are few.
        are_few = all(float(row["q95"]) < 0.1 * float(row["group_size"]) for row in rows)
        if "an axis as high as its bands" in note and kind != "infected" and not are_few:
            yield f"{name}: the note is about other axes"
    for line in lines_named(kind, rows, folder):
        if not any(line in text for text in texts):
            yield f"{name}: no key says {line}"

def filled(panels, rows):
    """Of all panels those that have rows: where no run meets the condition of a picture, a panel is empty."""
    numbers = sorted({int(row["panel"]) for row in rows if row.get("panel", "").isdigit()})
    return [panels[number] for number in numbers] if numbers and max(numbers) < len(panels) else panels


def titles_of(name, rows, folder, picture):
    """The title of a panel says what tells its points from those of the others; only what is too wide is cut."""
    script = (folder.folder / "plots" / f"{name}.gp").read_text()
    titles = [re.findall(r"'([^']*)'", text) for text in re.findall(r"set title (.*) offset", script)]
    titles = filled(titles, rows)
    points = [[folder.one("points", point=row["point"]) for row in panel] for panel in by_panel(rows)]
    size_decides = len({(p["group_size"], p.get("columns")) for p in folder.points}) == \
        len({p["group_size"] for p in folder.points})
    for parameter in folder.parameters:
        levels = [{p[parameter] for p in panel} for panel in points]
        if len(set().union(*levels)) < 2 or any(len(own) > 1 for own in levels) \
                or parameter == "columns" and size_decides:
            continue
        for title, own in zip(titles, levels):
            words = [word for level in own for word in (("forever", "none") if level == "inf" else [shown(level)])]
            if not any(word in line or line.endswith("\u2026") for word in words for line in title):
                yield f"{name}: the title {title} does not say {parameter} {own}"
    whole = [tuple(title) for title in titles]
    if len(set(whole)) < len(whole):
        yield f"{name}: two panels have one title: {whole}"


def shown(level):
    """The words of a level on an axis."""
    if number(level) is None:
        return ENDLESS.get(level, level)
    # Whole numbers in groups of three, from five digits on; others with four.
    value = number(level)
    return f"{value:,.0f}".replace(",", "\u202f" if abs(value) >= 10_000 else "") if value == int(value) \
        else f"{value:.4g}"


def faults_of(name, folder):
    kind = kind_of(name)
    rows = [dict(row) for row in folder.rows(f"plots/{name}")]
    picture = Picture(folder.folder / "plots" / f"{name}.svg", name)
    folder.script = (folder.folder / "plots" / f"{name}.gp").read_text()
    yield from edges_of(name, picture, folder.script)
    is_log = logarithmic(kind, rows, folder)
    yield from words_of(kind, name, rows, folder, picture)
    if kind in ("curves", "infected", "course", "times", "final_sizes", "response", "observed", "groups"):
        yield from titles_of(name, rows, folder, picture)
    draw = globals()[kind]
    panels = list(draw(rows, folder))
    drawn_panels = filled(picture.panels, rows) if kind in ("course", "times", "curves", "infected") else picture.panels
    if len(panels) != len(drawn_panels):
        yield f"{name}: {len(drawn_panels)} panels, not {len(panels)}"
        return
    marked = marks_of(kind, name, rows, folder)
    scaled = 0
    for place, (panel, plots) in enumerate(zip(drawn_panels, panels)):
        scales = [picture.scale(panel, axis, is_log(place)[axis]) for axis in (0, 1)]
        if kind in ("response", "reproduction") and re.search(r"set xtics (rotate )?\('", folder.script):
            scales[0] = None  # levels stand there, and are no numbers
        if scales[0]:
            yield from shapes_of(name, picture, panel, scales[0], marked)
        for axis, word in enumerate("xy"):
            known = {point[axis] for points in plots for point in points} - {None}
            if len(known) > 1 and not scales[axis] and kind not in ("response", "reproduction"):
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
                    if "The last steps, in which" not in note_of(name, folder):
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
