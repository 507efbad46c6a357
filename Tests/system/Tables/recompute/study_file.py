"""A study file with its defaults, and the points it asks for (docs/study-files.md)."""

import itertools
import json
import math
from decimal import Decimal
from functools import cached_property

PARAMETERS = [
    "group_size", "infection_factor", "infection_probability", "rule", "columns", "boundary"]
# Studies without a point on a grid have them only where they vary.
OF_GRIDS = {"columns", "boundary"}
# Keys of the course of the disease, of immunity and of the start, and their default values; they
# have a column where some point has another value.
LATER = {
    "latent_steps": 0, "infectious_steps": "forever", "recovery_probability": 0.0,
    "immune_steps": "forever", "immune_share": 0.0, "infectiousness_dispersion": "none",
    "start_people": None, "contacts": "grid", "interventions": "none"}
# Numbers that may be without end.
ENDLESS = {"infectious_steps", "immune_steps", "infectiousness_dispersion"}
WHOLE = {
    "group_size", "infection_factor", "columns", "latent_steps", "infectious_steps", "immune_steps",
    "start_people"}
REAL = {
    "infection_probability", "recovery_probability", "immune_share", "infectiousness_dispersion"}
# Neighborhoods of the built-in rules other than moore.
BUILT_IN = {"push": "von_neumann"}
# Those that draw a number of contacts.
DRAWS_NUMBERS = {"mixing"}
SAMPLED = {"latin_hypercube", "sobol", "halton", "saltelli", "morris"}


class Study:
    """A study as its file says, with every default in its place."""

    def __init__(self, text):
        # Decimals, because levels are rounded once from the number as it is written.
        self.given = json.loads(text, parse_float=Decimal)
        given = self.given
        self.name, self.seed = given["study"], given["seed"]
        self.model = {
            "infection_factor": 3, "infection_probability": Decimal(1), "rule": "subset",
            "columns": "square", "boundary": "bounded",
            "introductions": [{"step": 0, "at": "center"}], "period": Decimal(1),
            "shape_share": Decimal("0.25"), "immune_people": [],
        } | LATER | given.get("model", {})
        self.stop = {"share": Decimal(1), "max_steps": 10000} | self.model.pop("stop", {})
        self.factors = given.get("factors", {})
        self.contacts = given.get("contacts", {})
        self.interventions = given.get("interventions", {})
        self.own_responses = given.get("responses", {})
        self.design = given.get("design", {"type": "factorial"})
        self.is_search = self.design["type"] == "threshold"
        self.is_selection = self.design["type"] == "select"
        # Where rules draw a number of contacts, it is their mean.
        means = self._draw_numbers()
        self.draws_numbers = True in means
        is_real = means == {True} or (self.draws_numbers and self._has_part_of_contact())
        self.real = REAL | ({"infection_factor"} if is_real else set())
        self.whole = WHOLE - self.real
        self.replicates = given.get("replicates", 20 if self.is_search else 100)
        if isinstance(self.replicates, dict):
            self.replicates = {"min": 30, "batch": 50} | self.replicates
        self.random_numbers = given.get("random_numbers", "common")
        self.record = {
            "responses": "all", "curves": "all", "maps": 0, "transmissions": 0, "compress": False,
        } | given.get("record", {})
        self.analysis = {
            "confidence": Decimal("0.95"), "mean_interval": "t", "curve_bands": "pointwise",
            "fits": [], "comparisons": [], "correction": "holm", "family": "request",
        } | given.get("analysis", {})
        self.analysis["fits"] = [{"to": "mean_curve"} | fit for fit in self.analysis["fits"]]
        self.level = float(self.analysis["confidence"])

    def is_stored(self, name):
        """Whether a response of the study's own is stored with each run, and so in its identity."""
        kept, replicates = self.record["curves"], self.replicates
        adaptive = isinstance(replicates, dict)
        most = replicates["max"] if adaptive else replicates
        targets = {target["response"] for target in replicates["until"]} if adaptive else set()
        if any(key in self.own_responses[name] for key in ("at_most", "at_least", "multiply", "level_of")):
            return name in targets
        return (
            "share_in" in self.own_responses[name] or bool({name, f"reached_{name}"} & targets)
            or not (kept == "all" or (kept != "none" and not self.is_selection and kept >= most)))

    def _draw_numbers(self):
        """Whether rules draw a number of contacts, by rule; those in Swift (Tests/swift/ThrowingRule) do."""
        rules = self.factors.get("rule", {}).get("values", [self.model["rule"]])
        own = self.given.get("rules", {})
        return {
            rule in DRAWS_NUMBERS or rule.startswith("throwing_") or isinstance(own.get(rule, {}).get("draw"), dict)
            for rule in rules}

    def _has_part_of_contact(self):
        """Whether the file has an infection factor that is no whole number."""
        factor = self.factors.get("infection_factor", {})
        listed = [point.get("infection_factor", 0) for point in self.design.get("points", [])] if (
            self.design["type"] in ("list", "select")) else []
        values = [
            self.model["infection_factor"], self.design.get("base", {}).get("infection_factor", 0),
            *factor.get("values", []), *(factor.get(end, 0) for end in ("from", "to", "step")), *listed]
        return any(value != int(value) for value in values)

    @property
    def varied(self):
        """The names of the factors, the one that is searched included."""
        return [*self.factors, *([self.design["factor"]] if self.is_search else [])]

    @cached_property
    def parameters(self):
        """The parameters that have columns."""
        points = self.points() or [self.point(dict.fromkeys(self.varied, 1))]
        always = [
            name for name in PARAMETERS
            if self.has_grid or name not in OF_GRIDS or name in self.varied]
        return always + [
            name for name, standard in LATER.items()
            if any(point[name] != standard for point in points)]

    @cached_property
    def has_grid(self):
        """Whether some point is on a grid."""
        points = self.points() or [self.point(dict.fromkeys(self.varied, 1))]
        return any(point["contacts"] == "grid" for point in points)

    @cached_property
    def has_courses(self):
        """Whether people recover at some point."""
        points = self.points() or [self.point(dict.fromkeys(self.varied, 1))]
        return any(map(has_course, points))

    @cached_property
    def has_latency(self):
        """Whether somebody can be latent at some point."""
        points = self.points() or [self.point(dict.fromkeys(self.varied, 1))]
        return any(point["latent_steps"] > 0 for point in points)

    @cached_property
    def has_interventions(self):
        """Whether some point has interventions."""
        points = self.points() or [self.point(dict.fromkeys(self.varied, 1))]
        return any(point["interventions"] != "none" for point in points)

    @cached_property
    def lets_return(self):
        """Whether people may be infected again at some point."""
        points = self.points() or []
        return any(map(lets_return, points))

    def neighborhood(self, rule):
        own = self.given.get("rules", {})
        return own[rule]["neighborhood"] if rule in own else BUILT_IN.get(rule, "moore")

    def levels(self, factor):
        """The levels of a factor in order; of a range what its definition gives."""
        given = self.factors[factor]
        if "values" in given:
            return list(given["values"])
        low, high = Decimal(given["from"]), Decimal(given["to"])
        if "step" in given:
            step = Decimal(given["step"])
            # The end counts if it is met within rounding.
            count = int((high - low) / step + Decimal("1e-9")) + 1
            return [self._value(factor, low + i * step) for i in range(count)]
        count = given["count"]
        if count == 1:
            return [self._value(factor, low)]
        if given.get("scale", "linear") == "log":
            ratio = (high / low) ** (Decimal(1) / (count - 1))
            levels = [low * ratio**i for i in range(count)]
        else:
            levels = [low + (high - low) * i / (count - 1) for i in range(count)]
        levels[-1] = high
        return [self._value(factor, +Decimal(f"{level:.12g}")) for level in levels]

    def _value(self, factor, level):
        return math.floor(level + Decimal("0.5")) if factor in self.whole else level

    def points(self):
        """The points in order, as dictionaries of parameters; None for a sampled design, whose
        points rest on random numbers, and for a search, whose rest on its runs."""
        kind = self.design["type"]
        names = list(self.factors)
        if kind in SAMPLED or self.is_search:
            return None
        if kind == "list" or kind == "select" and "points" in self.design:
            chosen = self.design["points"]
        elif kind == "one_at_a_time":
            base = self.design["base"]
            chosen = [base] + [
                base | {name: level}
                for name in names for level in self.levels(name) if level != base[name]]
        else:
            rows = [self.levels(name) for name in names]
            combine = zip if kind == "zip" else itertools.product
            chosen = [dict(zip(names, row)) for row in combine(*rows)]
        return [self.point(row) for row in chosen]

    def point(self, chosen):
        point = {name: self.model.get(name) for name in [*PARAMETERS, *LATER]} | dict(chosen)
        if point["columns"] == "square":
            point["columns"] = math.isqrt(point["group_size"] - 1) + 1
        for name in self.real:
            if not isinstance(point[name], str):
                point[name] = float(point[name])
        return point


def lets_return(point):
    """Whether people may be infected again."""
    return has_course(point) and point["immune_steps"] != "forever"


def has_course(point):
    """Whether people recover."""
    return point["infectious_steps"] != "forever" or point["recovery_probability"] > 0
