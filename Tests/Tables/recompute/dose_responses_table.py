"""dose_responses.csv (docs/dose-response.md)."""

import math

import numpy

from . import responses
from .cells import Table, real
from .comparisons_table import Groups
from .dose_curves import Curve
from .study_file import REAL

TAIL = [
    "factor", "response", "link", "parameter", "estimate", "std_error", "ci_low", "ci_high",
    "deviance", "lack_of_fit_p", "dispersion", "converged", "message"]
KEY = ["factor", "response", "link", "parameter"]
# Ends of intervals are searched for, here and there.
ENDS = 1e-6
CLOSE = 1e-7


def dose_responses_table(runs):
    study = runs.folder.study
    groups = Groups(runs)
    rows = []
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
            curve = Curve(
                link, values, response in responses.shares(study), study.level,
                study.random_numbers == "common")
            fixed = [
                None if name == factor else real(cell) if name in REAL else cell
                for name, cell in zip(study.parameters, others)]
            rows += [
                fixed + [factor, response, link] + cells for cells in rows_of(curve, levels)]
    return Table([*study.parameters, *TAIL], [*study.parameters, *KEY], rows)


def replicates(finished, response):
    most = max(finished, default=-1) + 1
    return numpy.array([
        float(finished[number][response]) if number in finished else math.nan
        for number in range(most)])


def rows_of(curve, levels):
    def row(name, estimate, error, ends, message):
        low, high = ends
        return [
            name, real(estimate, relative=CLOSE), real(error, relative=CLOSE),
            real(low, relative=ENDS), real(high, relative=ENDS), *quality, message or None]

    if curve.separation:
        words = separated_words(curve.separation)
        quality = [real(0.0, 1e-3) if curve.is_event else None, None, None, 0]
        yield row("intercept", None, None, (None, None), words)
        yield row("slope", None, None, *separated_slope(curve, words))
        for level in levels:
            yield row(f"dose_{level}", None, None, (None, None), words)
        return
    quality = [
        real(curve.deviance, 1, CLOSE), real(curve.p, 1e-3, CLOSE),
        real(curve.dispersion, 1e-3, CLOSE), 1]
    words = curve_words(curve)
    place = -curve.center / curve.scale
    yield row("intercept", curve.a + curve.b * place, curve.error(1, place), curve.intercept_ends(), words)
    low, high = curve.slope_ends()
    yield row(
        "slope", curve.b / curve.scale, curve.error(0, 1) / curve.scale,
        (low / curve.scale, high / curve.scale), words)
    for level in levels:
        told = curve.is_told
        yield row(
            f"dose_{level}", curve.dose(level), curve.dose_error(level) if told else None,
            curve.dose_ends(level) if told else (None, None), dose_words(curve, level, words))


def separated_slope(curve, words):
    if curve.separation[0] in ("none", "all") or curve.common or not curve.is_event:
        return (None, None), words
    end = curve.separated_slope()
    if curve.separation[0] == "rising":
        return (end, None), f"{words}; it is at least {short(end)}"
    return (None, end), f"{words}; it is at most {short(end)}"


def separated_words(separation):
    if separation[0] in ("none", "all"):
        what = {"none": "nothing responded at any dose", "all": "everything responded at every dose"}
        return f"{what[separation[0]]}: no slope and no dose can be estimated"
    side, low, high = separation
    before, after = ("nothing", "everything") if side == "rising" else ("everything", "nothing")
    if low == high:
        return (f"{before} responded below {short(low)} and {after} above: the slope has no finite "
                f"estimate; every wanted dose tends to {short(low)}")
    return (f"{before} responded up to {short(low)} and {after} from {short(high)} on: the slope has "
            f"no finite estimate; every dose from {short(low)} to {short(high)} fits perfectly")


def curve_words(curve):
    parts = []
    if curve.widened:
        parts.append(
            "the counts lie further from the curve than the binomial law allows (dispersion "
            f"{short(curve.dispersion)}): standard errors and intervals are widened by it")
    elif curve.p is not None and curve.p < 1 - curve.level:
        parts.append("the means do not lie on this curve (lack_of_fit_p): try another link")
    dose = curve.plateau() if curve.p is not None and curve.p < 1 - curve.level else None
    if dose is not None:
        parts.append(
            f"from {short(dose)} on all means lie below the curve: they level off below 1, and this "
            "curve goes to 1; leave out the doses where they are level")
    if len(curve.doses) == 2:
        parts.append("two doses: the fit of the curve cannot be tested")
    return "; ".join(parts)


def dose_words(curve, level, words):
    parts = []
    if not curve.is_told:
        out = curve.ruled_out(level)
        parts.append("the slope cannot be distinguished from 0: " + (
            f"only doses between {short(out[0])} and {short(out[1])} can be ruled out" if out
            else "no dose can be ruled out"))
    slack = 1e-9 * (curve.doses[-1] - curve.doses[0])
    if not curve.doses[0] - slack <= curve.dose(level) <= curve.doses[-1] + slack:
        parts.append(
            f"outside of the doses tried ({short(curve.doses[0])} to {short(curve.doses[-1])})")
    return "; ".join(parts + ([words] if words else []))


def short(value):
    """Up to four digits, as messages have them."""
    if value == int(value) and abs(value) < 1e9:
        return str(int(value))
    size = abs(value)
    if size >= 1e6 or size < 1e-4:
        mantissa, exponent = f"{value:.3e}".split("e")
        return f"{mantissa.rstrip('0').rstrip('.')}e{exponent}"
    text = f"{value:.{max(0, 3 - math.floor(math.log10(size)))}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
