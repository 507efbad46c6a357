"""Pictures of response surfaces: the surface fitted again, by numpy, from runs.csv."""

import functools
import itertools
import math

import numpy
from scipy import stats

from .results import short

NUMBER = r"[-\u2212]?[\d.,\u202f]+(?:e[-+]?\d+)?"


@functools.cache
def surface_of(name, results):
    """Fitted once for all checks of a folder, spoiled or not."""
    return Surface(name, results)


class Surface:
    """The surface of picture NAME_n."""

    def __init__(self, name, results):
        self.number = int(name.split("_")[-1]) - 1
        request = results.study["analysis"]["surfaces"][self.number]
        self.rows = {
            row["term"]: row for row in results.table("surfaces") if row["request"] == str(self.number)}
        self.names, self.response = request["factors"], request["response"]
        self.subject = ("log of " if request["transform"] == "log" else "") + self.response
        self.level = results.level
        names = self.names
        terms = [()] + [(name,) for name in names]
        if request["terms"] != "linear":
            terms += itertools.combinations(names, 2)
        if request["terms"] == "quadratic":
            terms += [(name, name) for name in names]
        self.terms = [tuple(names.index(part) for part in term) for term in terms]
        labels = [":".join(t) if len(set(t)) == len(t) else f"{t[0]}^2" for t in terms]
        self.labels = ["intercept", *labels[1:]]
        self.params = numpy.array([float(self.rows[label]["estimate"]) for label in self.labels])
        points = [[float(point[name]) for name in names] for point in results.points]
        self.points = numpy.array(points)
        take = math.log if request["transform"] == "log" else float
        self.values = [
            {int(r["replicate"]): take(float(r[self.response]))
             for r in results.runs[point["point"]] if r["status"] == "ok"}
            for point in results.points]
        self.means = numpy.array([numpy.mean(list(v.values())) for v in self.values])
        self.counts = numpy.array([len(v) for v in self.values])
        self.weights = self.counts.astype(float)
        if request["weights"] == "variances":
            self.weights /= [numpy.var(list(v.values()), ddof=1) for v in self.values]
        self.low, self.high = self.points.min(axis=0), self.points.max(axis=0)
        self.by_runs = request["weights"] == "runs"
        self.is_common = results.study["random_numbers"] == "common"

    def row(self, place):
        """The terms at a place, in halves of the ranges from their middle."""
        place = (numpy.asarray(place) - (self.low + self.high) / 2) / ((self.high - self.low) / 2)
        return numpy.array([math.prod(place[i] for i in term) for term in self.terms])

    def value(self, place):
        return float(sum(
            p * math.prod(place[i] for i in term) for p, term in zip(self.params, self.terms)))

    @functools.cached_property
    def errors(self):
        """The coefficients' covariance, for terms as `row` has them, and its degrees of freedom."""
        x = numpy.array([self.row(point) for point in self.points])
        root = numpy.sqrt(self.weights)
        share = numpy.linalg.pinv(x * root[:, None]) * root
        if self.is_common:
            freedom = self.counts.min() - 1
            parts = [
                sum(share[:, j] * (v[r] - self.means[j]) / self.counts[j]
                    for j, v in enumerate(self.values) if r in v)
                for r in range(max(max(v) for v in self.values) + 1)]
            covariance = sum(numpy.outer(p, p) for p in parts) * (freedom + 1) / freedom
        else:
            left = self.means - x @ (share @ self.means)
            rss, count = (self.weights * left**2).sum(), len(self.means)
            if self.by_runs:
                rss += sum(
                    ((numpy.array(list(v.values())) - m) ** 2).sum()
                    for v, m in zip(self.values, self.means))
                count = self.counts.sum()
            freedom = count - len(self.terms)
            covariance = share / self.weights @ share.T * rss / freedom
        return covariance, freedom

    def half_width(self, place):
        covariance, freedom = self.errors
        row = self.row(place)
        return stats.t.ppf((1 + self.level) / 2, freedom) * math.sqrt(row @ covariance @ row)


def slices(name, rows, page, results, faults):
    surface = surface_of(name, results)
    size = max(abs(surface.means))
    faults.need(
        [row["panel"] for row in rows] == [str(n) for n in range(len(surface.names)) for _ in range(41)],
        f"{name}: panels of 41 places are not there")
    for number, row in enumerate(rows):
        panel, step = int(row["panel"]), number % 41
        place = (surface.low + surface.high) / 2
        place[panel] = surface.low[panel] + step / 40 * (surface.high - surface.low)[panel]
        where = f"{name}: {surface.names[panel]}, step {step}"
        faults.equal(where, "factor", row["factor"], surface.names[panel])
        faults.near(where, "x", row["x"], place[panel])
        value, half = surface.value(place), surface.half_width(place)
        faults.near(where, "fitted", row["fitted"], value, 10 * size)
        faults.near(where, "ci_low", row["ci_low"], value - half, 10 * size)
        faults.near(where, "ci_high", row["ci_high"], value + half, 10 * size)


def effects(name, rows, page, results, faults):
    surface = surface_of(name, results)
    faults.need(
        [row["term"] for row in rows] == surface.labels[1:], f"{name}: other terms than in the table")
    for number, row in enumerate(rows):
        right = surface.rows.get(row["term"], {})
        place = f"{name}: {row['term']}"
        faults.equal(place, "place", row["place"], str(len(rows) - number))
        for column in ("estimate", "std_error", "statistic", "p"):
            faults.equal(place, column, row[column], right.get(column))
        faults.equal(place, "told", row["told"], str(int(float(row["p"]) < 1 - surface.level)))


def residuals(name, rows, page, results, faults):
    surface = surface_of(name, results)
    faults.need(
        [row["point"] for row in rows] == [p["point"] for p in results.points], f"{name}: other points")
    size = max(abs(surface.means))
    for row in rows:
        point = int(row["point"])
        fitted = surface.value(surface.points[point])
        place = f"{name}: point {point}"
        faults.near(place, "mean", row["mean"], surface.means[point])
        faults.near(place, "fitted", row["fitted"], fitted, 10 * size)
        faults.near(place, "residual", row["residual"], surface.means[point] - fitted, 10 * size)


# Sentences


def told(name, said, page, results):
    surface = surface_of(name, results)
    limit = 1 - surface.level
    yield "told", str(sum(float(surface.rows[label]["p"]) < limit for label in surface.labels[1:]))
    yield "count", str(len(surface.labels) - 1)
    yield "subject", surface.subject
    yield "alpha", short(f"{limit:.9f}")


def optimum(name, said, page, results):
    surface = surface_of(name, results)
    yield "subject", surface.subject
    row = surface.rows.get("optimum")
    if "value" not in said:
        yield "subject", surface.subject if row is None else "one with an optimum"
        return
    yield "value", short(row["estimate"])
    yield "words", row["message"]
    yield "places", ", ".join(
        f"{n} {short(surface.rows['optimum_' + n]['estimate'])}" for n in surface.names)


def farthest(name, said, page, results):
    surface = surface_of(name, results)
    distances = [m - surface.value(p) for m, p in zip(surface.means, surface.points)]
    point = max(range(len(distances)), key=lambda n: abs(distances[n]))
    yield "point", str(point)
    yield "label", results.label(results.points[point])
    yield "value", short(repr(float(distances[point])))
    yield "unit", None if surface.subject != surface.response else results.unit(surface.response)


SENTENCES = {
    "surface_effects": [
        (r"(?P<told>\d+) of (?P<count>\d+) terms of the surface of (?P<subject>[\w ]+) differ "
         rf"significantly from zero \(t test, P < (?P<alpha>{NUMBER}), not corrected\)\.", told)],
    "surface_slices": [
        (rf"The surface of (?P<subject>[\w ]+) has its stationary point at (?P<places>.+): "
         rf"(?P<value>{NUMBER}), a (?P<words>[\w ]+)\.", optimum),
        (r"The surface of (?P<subject>[\w ]+) has no optimum inside the ranges\.", optimum)],
    "surface_residuals": [
        (r"The mean farthest from the surface is that of point (?P<point>\d+) \((?P<label>.+)\), with a "
         rf"residual of (?P<value>{NUMBER})(?: (?P<unit>[a-z/]+))?\.", farthest)],
}
