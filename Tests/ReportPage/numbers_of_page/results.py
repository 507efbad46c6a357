"""The tables of a results folder, by the keys of their rows."""

import csv
import gzip
import json
import math
from functools import cached_property

from scipy import stats

PARAMETERS = [
    "group_size", "infection_factor", "infection_probability", "rule", "columns", "boundary",
    "latent_steps", "infectious_steps", "recovery_probability", "immune_steps", "immune_share",
    "infectiousness_dispersion", "start_people", "contacts"]
SIGNS = {
    "group_size": "N", "infection_factor": "k", "infection_probability": "p", "columns": "C",
    "latent_steps": "L", "infectious_steps": "D", "recovery_probability": "c", "immune_steps": "W",
    "immune_share": "v", "infectiousness_dispersion": "r", "start_people": "n"}
# Empty cells of these are a word.
EMPTY = {
    "infectious_steps": "forever", "immune_steps": "forever", "infectiousness_dispersion": "none"}


# Units of numbers that stand alone.
UNITLESS = ("", "1", "0/1")
# How the page calls effects and corrections.
EFFECTS = {
    "mean_difference": "mean difference", "hedges_g": "Hedges\u2019 g", "cliffs_delta": "Cliff\u2019s delta",
    "hodges_lehmann": "Hodges-Lehmann shift", "restricted_mean_difference": "restricted mean difference"}
CORRECTIONS = {
    "holm": "Holm-corrected", "benjamini_hochberg": "Benjamini-Hochberg-corrected",
    "bonferroni": "Bonferroni-corrected", "none": "not corrected"}


class Results:
    def __init__(self, folder, chosen=None):
        """`chosen` are the responses that were asked for; None: the study's own choice."""
        self.folder, self.chosen = folder, chosen
        self.study = json.loads((folder / "study.resolved.json").read_text())
        self.level = self.study["analysis"]["confidence"]
        self.points = self.table("points")
        self.varied = [
            name for name in [*PARAMETERS, *filter(is_path, self.points[0])]
            if name in self.points[0] and self._varies(name)]

    def table(self, name):
        """Rows as dictionaries of text; none if there is no such table."""
        for path, opened in (
                (self.folder / f"{name}.csv", open), (self.folder / f"{name}.csv.gz", gzip.open)):
            if path.exists():
                with opened(path, "rt", newline="") as file:
                    return list(csv.DictReader(file))
        return []

    def _varies(self, name):
        if len({point[name] for point in self.points}) < 2:
            return False
        # Columns that follow from the group's size are no factor of their own.
        pairs = {(point["group_size"], point["columns"]) for point in self.points}
        return name != "columns" or len(pairs) > len({point["group_size"] for point in self.points})

    @cached_property
    def summary(self):
        return {(row["point"], row["response"]): row for row in self.table("summary")}

    @cached_property
    def curve_summary(self):
        """The curve of growth: that of people ever infected, where there are several."""
        return {
            (row["point"], row["step"]): row for row in self.table("curve_summary")
            if row.get("series", "ever_infected") == "ever_infected"}

    @cached_property
    def series(self):
        """Rows of curve_summary.csv by (point, step) and series, of studies in which people recover."""
        found = {}
        for row in self.table("curve_summary"):
            if "series" in row:
                found.setdefault((row["point"], row["step"]), {})[row["series"]] = row
        return found

    @property
    def has_course(self):
        return ("0", "extinct") in self.summary

    @cached_property
    def steps(self):
        found = {}
        for point, step in self.curve_summary:
            found.setdefault(point, []).append(step)
        return found

    @cached_property
    def runs(self):
        found = {}
        for row in self.table("runs"):
            found.setdefault(row["point"], []).append(row)
        return found

    @cached_property
    def degrees(self):
        """People by number of neighbors, by point."""
        found = {}
        for row in self.table("degrees"):
            found.setdefault(row["point"], {})[row["degree"]] = row["people"]
        return found

    @cached_property
    def comparisons(self):
        known = {response for _, response in self.summary}
        return [
            row for row in self.table("comparisons")
            if self.chosen is None or row["response"] in self.chosen or row["response"] not in known]

    def unit(self, response):
        """Such as "steps"; None of shares and truth values."""
        unit = next((row["unit"] for (_, name), row in self.summary.items() if name == response), "")
        return None if unit in UNITLESS else unit

    def effect_unit(self, row):
        if row["effect"] == "hedges_g":
            return "standard deviations"
        return None if row["effect"] == "cliffs_delta" else self.unit(row["response"])

    @cached_property
    def fits(self):
        """Rows of parameters by (point, model), of mean curves."""
        found = {}
        for row in self.table("fits"):
            if row["fitted_to"] == "mean_curve":
                found.setdefault((row["point"], row["model"]), {})[row["parameter"]] = row
        return found

    def label(self, row, names=None):
        """A point's name, such as "exact, N 100, p 0.1": words first."""
        names = self.varied if names is None else names
        order = [n for n in names if not sign(n)] + [n for n in names if sign(n)]
        return ", ".join(piece(name, row[name]) for name in order) or "the only point"

    def place(self, row):
        """Where a comparison was made, such as "N 100, p 0.1"."""
        return ", ".join(piece(name, row[name]) for name in self.varied if row[name])

    def is_averaged(self, row):
        """Whether a comparison is pooled over the other factors: some that vary are not said."""
        with_factor = {row["factor"]} | ({"columns"} if row["factor"] == "group_size" else set())
        return any(not row[name] for name in self.varied if name not in with_factor)

    def pair(self, row):
        parts = ["averaged"] * self.is_averaged(row) + [self.place(row)] * bool(self.place(row))
        place = f"  ({', '.join(parts)})" if parts else ""
        return f"{row['level_a']} \u2212 {row['level_b']}{place}"

    def set_of(self, row):
        """What the comparisons of one picture have in common: unit, test and shaded region."""
        return tuple(row[name] for name in ("factor", "response", "effect", "test", "margin"))

    def half_width(self, response, point, count):
        """Of the t interval of the first `count` runs that have a value."""
        values = [float(row[response]) for row in self.runs[point] if row[response]][:count]
        mean = math.fsum(values) / len(values)
        spread = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))
        return stats.t.ppf((1 + self.level) / 2, len(values) - 1) * spread / math.sqrt(len(values))

    def arrivals(self, response, point):
        """Finished runs of a point, and the steps at which they got there."""
        runs = [row for row in self.runs[point] if row["status"] == "ok"]
        return len(runs), [int(row[response]) for row in runs if row[response]]


def worded(row):
    """A row for people: what has no end is named."""
    return {name: text or EMPTY.get(name, text) for name, text in row.items()}


def piece(name, text):
    if name in EMPTY and text == "":
        return f"{SIGNS[name]} {EMPTY[name]}"
    return f"{sign(name)} {short(text)}" if sign(name) else text


def is_path(name):
    """Whether it is the number of a structure of the study, which is named by its path."""
    return "." in name


def sign(name):
    return SIGNS.get(name, name if is_path(name) else None)


def short(text):
    """A number as people read it: four digits; a dash where there is none."""
    if text == "":
        return "\u2013"
    value = float(text)
    if value == int(value) and abs(value) < 1e9:
        return str(int(value))
    if abs(value) >= 1e6 or abs(value) < 1e-4:
        digits, power = f"{value:.3e}".split("e")
        return f"{trimmed(digits)}e{power}"
    return trimmed(f"{value:.{max(0, 3 - math.floor(math.log10(abs(value))))}f}")


def shown(text, low, high):
    """A number with the digits that its interval supports: two of the half-width, eight at most."""
    if text == "" or not low or not high or not float(high) > float(low):
        return short(text)
    value, low, high = float(text), float(low), float(high)
    last = max(
        math.floor(math.log10((high - low) / 2)) - 1,
        math.floor(math.log10(max(abs(low), abs(high)))) - 7)
    unit = 10.0 ** last
    size = math.floor(abs(value) / unit + 0.5) * unit
    if size < unit / 2:
        return "0"
    if size < 1e-4 or size >= 1e9:
        return f"{value:.{max(0, math.floor(math.log10(size)) - last)}e}"
    if last >= 0:
        return f"{math.copysign(size, value):.0f}"
    return trimmed(f"{value:.{-last}f}")


def trimmed(digits):
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def percent(share):
    return f"{short(str(math.floor(share * 1000 + 0.5) / 10))}\u00a0%"


def grouped(count):
    return f"{count:,}".replace(",", "\u202f") if count > 9999 else str(count)


def reads_as(text, value):
    """Whether a text is a number rounded to four digits (or the number itself)."""
    if text == value:
        return True
    try:
        seen, meant = float(text), float(value)
    except ValueError:
        return False
    if meant == 0:
        return seen == 0
    unit = 10.0 ** (math.floor(math.log10(abs(meant))) - 3)
    return abs(seen - meant) <= unit / 2 * (1 + 1e-9)
