"""dose_responses.csv (docs/dose-response.md)."""

import functools
import math

import numpy

from . import responses
from .cells import Table, Words, real
from .comparisons_table import Groups
from .dose_curves import BoundedCurve, Curve
from .study_file import REAL

TAIL = [
    "factor", "response", "link", "parameter", "estimate", "std_error", "ci_low", "ci_high",
    "deviance", "lack_of_fit_p", "dispersion", "converged", "status", "message"]
KEY = ["factor", "response", "link", "parameter"]
# Ends of intervals are searched for, here and there.
ENDS = 1e-6
CLOSE = 1e-7


def dose_responses_table(runs):
    study = runs.folder.study
    rows = [
        head + cells for head, curve, levels in curves_of(runs) for cells in rows_of(curve, levels)]
    return Table([*study.parameters, *TAIL], [*study.parameters, *KEY], rows)


def curves_of(runs):
    """What stands before the numbers of a curve, the curve, and the levels that are asked for."""
    study = runs.folder.study
    groups = Groups(runs)
    for request in study.analysis["dose_responses"]:
        factor, response = request["factor"], request["response"]
        link = request.get("link", "logit")
        levels = [float(level) for level in request.get("levels", (0.1, 0.5, 0.9))]
        for others, by_level in groups.combinations(factor).items():
            if len(by_level) < 2:
                continue
            values = {
                float(level): replicates(groups.finished.get(number, {}), response)
                for level, number in by_level.items()}
            width = max(map(len, values.values()))
            values = {
                dose: numpy.append(row, [math.nan] * (width - len(row)))
                for dose, row in values.items()}
            ends = {end: request.get(end) == "fitted" for end in ("floor", "plateau")}
            kind = functools.partial(BoundedCurve, **ends) if any(ends.values()) else Curve
            curve = kind(
                link, values, response in responses.shares(study), study.level,
                study.random_numbers == "common")
            fixed = [
                None if name == factor else real(cell) if name in REAL else cell
                for name, cell in zip(study.parameters, others)]
            yield fixed + [factor, response, link], curve, levels


def replicates(finished, response):
    most = max(finished, default=-1) + 1
    return numpy.array([
        float(finished[number][response]) if number in finished else math.nan
        for number in range(most)])


def rows_of(curve, levels):
    def row(name, estimate, error, ends, status, scale=0.0):
        low, high = ends
        return [
            name, real(estimate, scale, CLOSE), real(error, relative=CLOSE),
            real(low, relative=ENDS), real(high, relative=ENDS), *quality, status,
            None if status == "ok" else Words()]

    if isinstance(curve, BoundedCurve) and (curve.separation or not curve.found):
        few = len(curve.doses) < 2 + sum(curve.asked)
        status = separated_status(curve.separation) if curve.separation else \
            "too_few_doses" if few else "not_determined"
        quality = [real(0.0, 1e-3) if curve.separation and curve.is_event else None, None, None, 0]
        names = ["intercept", "slope"] + [
            name for name, asked in zip(("floor", "plateau"), curve.asked) if asked]
        for name in names + [f"dose_{level}" for level in levels]:
            yield row(name, None, None, (None, None), status)
        return
    if curve.separation:
        status = separated_status(curve.separation)
        quality = [real(0.0, 1e-3) if curve.is_event else None, None, None, 0]
        yield row("intercept", None, None, (None, None), status)
        yield row("slope", None, None, separated_slope(curve), status)
        for level in levels:
            yield row(f"dose_{level}", None, None, (None, None), status)
        return
    quality = [
        real(curve.deviance, 1, CLOSE), real(curve.p, 1e-3, CLOSE),
        real(curve.dispersion, 1e-3, CLOSE), 1]
    status = curve_status(curve)
    if isinstance(curve, BoundedCurve):
        yield from bounded_rows(curve, levels, row, status)
        return
    place = -curve.center / curve.scale
    yield row("intercept", curve.a + curve.b * place, curve.error(1, place), curve.intercept_ends(), status)
    low, high = curve.slope_ends()
    yield row(
        "slope", curve.b / curve.scale, curve.error(0, 1) / curve.scale,
        (low / curve.scale, high / curve.scale), status)
    for level in levels:
        significant = curve.is_slope_significant
        yield row(
            f"dose_{level}", curve.dose(level), curve.dose_error(level) if significant else None,
            curve.dose_ends(level) if significant else (None, None), dose_status(curve, level) or status,
            curve.scale)


def bounded_rows(curve, levels, row, status):
    place = -curve.center / curve.scale
    yield row("intercept", *curve.around(
        curve.a + curve.b * place, curve.error_of(1, place), lambda eta: curve.of_eta(place, eta)), status)
    slope, error, ends = curve.around(curve.b, curve.error_of(0, 1), curve.of_slope)
    yield row("slope", slope / curve.scale, error / curve.scale, [end / curve.scale for end in ends], status)
    for index, (name, value) in enumerate((("floor", curve.floor), ("plateau", curve.top))):
        if curve.asked[index] and not curve.inside[index]:
            yield row(name, value, None, (None, None), "at_bound")
        elif curve.asked[index]:
            effect = (0, 0, 1 - index, index)
            value, error, ends = curve.around(
                value, curve.error_of(*effect), lambda end: curve.of_end(index, end))
            # No curve has an end beyond 0 or 1.
            yield row(name, value, error, [round(end) if abs(end - round(end)) < 1e-9 else end for end in ends], status)
    for level in levels:
        found = curve.dose_of(level)
        if found is None:
            yield row(f"dose_{level}", None, None, (None, None), "not_reached")
            continue
        own = None
        if not curve.is_slope_significant:
            own = "slope_not_significant"
        elif not curve.doses[0] <= found[0] <= curve.doses[-1]:
            own = "outside_doses"
        yield row(f"dose_{level}", *found, own or status)


def separated_slope(curve):
    if curve.separation[0] in ("none", "all") or curve.common or not curve.is_event:
        return None, None
    end = curve.separated_slope()
    return (end, None) if curve.separation[0] == "rising" else (None, end)


def separated_status(separation):
    if separation[0] in ("none", "all"):
        return {"none": "no_response", "all": "only_responses"}[separation[0]]
    _, low, high = separation
    return "quasi_separated" if low == high else "separated"


def curve_status(curve):
    """The first that applies, in the order of the column."""
    misfits = curve.p is not None and curve.p < 1 - curve.level
    if misfits and not (isinstance(curve, BoundedCurve) and curve.asked[1]) and curve.plateau() is not None:
        return "levels_off"
    if curve.widened:
        return "overdispersed"
    if misfits:
        return "lack_of_fit"
    return "two_doses" if len(curve.doses) == 2 else "ok"


def dose_status(curve, level):
    """What comes before the remarks on the whole curve, if there is something."""
    if not curve.is_slope_significant:
        return "slope_not_significant"
    slack = 1e-9 * (curve.doses[-1] - curve.doses[0])
    if not curve.doses[0] - slack <= curve.dose(level) <= curve.doses[-1] + slack:
        return "outside_doses"
    return None
