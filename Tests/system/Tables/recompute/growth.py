"""Growth models fitted by least squares (docs/statistics.md, "Fits").

Derivatives are complex steps, starts a grid of shapes of our own, minima by scipy's
Levenberg-Marquardt and a few Gauss-Newton steps: nothing is shared with the program but the models.
"""

import itertools
import math
import warnings
from dataclasses import dataclass

import numpy
from scipy import optimize, stats

# Parameters with their units, y in people and t in steps.
UNITS = {
    "logistic": {"K": "people", "r": "1/steps", "t0": "steps"},
    "gompertz": {"K": "people", "r": "1/steps", "t0": "steps"},
    "richards": {"K": "people", "r": "1/steps", "t0": "steps", "nu": "1"},
    "weibull": {"K": "people", "lambda": "steps", "s": "1"},
    "monomolecular": {"K": "people", "r": "1/steps"},
    "power": {"a": "people/steps^b", "b": "1"},
    "quadratic": {"c0": "people", "c1": "people/steps", "c2": "people/steps^2"},
    "exponential": {"a": "people", "r": "1/steps"},
}
NEVER_LEVEL_OFF = ("power", "quadratic", "exponential")

MODELS = {
    "logistic": lambda p, t: p[0] / (1 + numpy.exp(-p[1] * (t - p[2]))),
    "gompertz": lambda p, t: p[0] * numpy.exp(-numpy.exp(-p[1] * (t - p[2]))),
    "richards": lambda p, t: p[0] * numpy.exp(
        -numpy.log1p(p[3] * numpy.exp(-p[1] * (t - p[2]))) / p[3]),
    "weibull": lambda p, t: p[0] * (1 - numpy.exp(-power(t / p[1], p[2]))),
    "monomolecular": lambda p, t: p[0] * (1 - numpy.exp(-p[1] * t)),
    "power": lambda p, t: p[0] * power(t, p[1]),
    "quadratic": lambda p, t: p[0] + p[1] * t + p[2] * t**2,
    "exponential": lambda p, t: p[0] * numpy.exp(p[1] * t),
}

GROWTH_RATE = ("initial_growth_rate", "1/steps")
DOUBLING = ("doubling_time", "steps")
INFLECTION = [
    ("inflection_time", "steps"), ("inflection_value", "people"), ("largest_growth", "people/steps")]


def power(base, exponent):
    """base ** exponent, 0 where the base is 0, also for complex exponents."""
    base = numpy.asarray(base, complex)
    safe = numpy.where(base == 0, 1, base)
    return numpy.where(base == 0, 0, safe**exponent)


def slope(function, values, place, step=1e-30):
    """The derivative along one of the values, by a complex step: exact to rounding."""
    moved = numpy.array(values, complex)
    moved[place] += 1j * step
    return numpy.imag(function(moved)) / step


def jacobian(model, parameters, t):
    return numpy.stack(
        [slope(lambda p: MODELS[model](p, t), parameters, i) for i in range(len(parameters))], axis=-1)


@dataclass
class Fit:
    model: str
    parameters: numpy.ndarray
    t: numpy.ndarray
    y: numpy.ndarray

    @property
    def curve(self):
        return numpy.real(MODELS[self.model](self.parameters, self.t))

    @property
    def rss(self):
        return float(((self.y - self.curve) ** 2).sum())

    @property
    def is_exact(self):
        """Whether what is left is rounding."""
        return self.rss <= len(self.y) * (1e-14 * numpy.abs(self.y).max()) ** 2

    def quality(self):
        """rss, r2, aicc, bic; None where not defined: what is left of an exact fit is rounding, and
        nothing follows from its size."""
        n, q = len(self.y), len(self.parameters)
        total = float(((self.y - self.y.mean()) ** 2).sum())
        if self.is_exact:
            return {"rss": 0.0, "r2": 1.0, "aicc": None, "bic": None}
        likelihood = -n / 2 * (math.log(2 * math.pi) + math.log(self.rss / n) + 1)
        aic = -2 * likelihood + 2 * (q + 1)
        return {
            "rss": self.rss, "r2": 1 - self.rss / total,
            "aicc": aic + 2 * (q + 1) * (q + 2) / (n - q - 2) if n > q + 2 else None,
            "bic": -2 * likelihood + math.log(n) * (q + 1),
        }

    def covariance(self):
        j = jacobian(self.model, self.parameters, self.t)
        variance = self.rss / (len(self.y) - len(self.parameters))
        return variance * numpy.linalg.inv(j.T @ j)

    def offset(self):
        """The relative offset of Bates and Watts, and how well the parameters are distinguished."""
        j = jacobian(self.model, self.parameters, self.t)
        q, _ = numpy.linalg.qr(j)
        residuals = self.y - self.curve
        along = numpy.linalg.norm(q.T @ residuals)
        across = numpy.linalg.norm(residuals - q @ (q.T @ residuals))
        n, k = len(self.y), len(self.parameters)
        lengths = numpy.linalg.norm(j, axis=0)
        condition = numpy.linalg.svd(j / lengths, compute_uv=False)[-1] if lengths.all() else 0.0
        return (along / math.sqrt(k)) / (across / math.sqrt(n - k)), condition

    def errors(self, level):
        """(estimate, standard error, low, high) of each parameter."""
        spread = numpy.sqrt(numpy.diag(self.covariance()))
        return [self._interval(*pair, level) for pair in zip(self.parameters, spread)]

    def _interval(self, estimate, error, level):
        half = stats.t.ppf((1 + level) / 2, len(self.y) - len(self.parameters)) * error
        return float(estimate), float(error), float(estimate - half), float(estimate + half)

    def derived(self, level):
        """Name, unit, and estimate with errors of what follows from the parameters."""
        covariance = self.covariance()
        return [
            (name, unit, *self._interval(
                value, math.sqrt(max(float(gradient @ covariance @ gradient), 0)), level))
            for name, unit, value, gradient in self.derivatives()]

    def derivatives(self):
        """Name, unit, value and gradient by the parameters of what follows from them."""
        found = []
        for (name, unit), function in derived_of(self).items():
            gradient = numpy.array(
                [slope(function, self.parameters, i) for i in range(len(self.parameters))])
            value = float(numpy.real(function(numpy.array(self.parameters, complex))))
            found.append((name, unit, value, gradient))
        return found


def derived_of(fit):
    """What follows from the parameters of a model, as functions of them."""
    model, p = fit.model, fit.parameters
    first = next(t for t in fit.t if t > 0)  # models like the power model have no f'/f at 0

    def rate(p):
        return growth(model, p, first) / MODELS[model](p, first)

    found = {}
    if float(numpy.real(rate(p))) != 0:
        found[GROWTH_RATE] = rate
    if float(numpy.real(rate(p))) > 0:
        found[DOUBLING] = lambda p: math.log(2) / rate(p)
    bend = {
        "logistic": lambda p: p[2], "gompertz": lambda p: p[2], "richards": lambda p: p[2],
        "weibull": lambda p: p[1] * ((p[2] - 1) / p[2]) ** (1 / p[2]) if p[2].real > 1 else None,
    }.get(model)
    if bend and bend(numpy.array(p, complex)) is not None:
        found[INFLECTION[0]] = bend
        found[INFLECTION[1]] = lambda p: MODELS[model](p, bend(p))
        found[INFLECTION[2]] = lambda p: growth(model, p, bend(p))
    if model == "quadratic" and p[2] > 0:
        found[("disc_front_speed", "cells/steps")] = lambda p: (p[2] / math.pi) ** 0.5
    return found


def growth(model, p, t):
    """df/dt, in closed form, because parameters may be complex here."""
    f = MODELS[model](p, t)
    if model == "logistic":
        return p[1] * f * (1 - f / p[0])
    if model == "gompertz":
        return p[1] * f * numpy.exp(-p[1] * (t - p[2]))
    if model == "richards":
        wave = numpy.exp(-p[1] * (t - p[2]))
        return p[1] * f * wave / (1 + p[3] * wave)
    if model == "weibull":
        return (p[0] - f) * p[2] / p[1] * (t / p[1]) ** (p[2] - 1)
    if model == "monomolecular":
        return p[1] * (p[0] - f)
    if model == "power":
        return p[1] * f / t
    if model == "quadratic":
        return p[1] + 2 * p[2] * t
    return p[1] * f


def shapes(model, t):
    """Starting shapes (all parameters but the factor in front) over the span of the times."""
    span = float(t[-1] - t[0])
    rates = [c / span for c in (0.3, 1, 2, 4, 8, 16, 32, 64)]
    places = [t[0] + c * span for c in (-0.3, 0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.1)]
    if model in ("logistic", "gompertz"):
        return itertools.product(rates, places)
    if model == "richards":
        return itertools.product(rates, places, (0.03, 0.2, 1, 3, 10))
    if model == "weibull":
        return itertools.product([c * span for c in (0.1, 0.2, 0.4, 0.7, 1.2, 3)], (0.7, 1, 1.5, 2.5, 4, 8))
    if model == "power":
        return [(b,) for b in (0.1, 0.5, 1, 1.5, 2, 3, 5)]
    return [(r,) for r in rates]


def best_fit(model, t, y, claimed=None):
    """The least-squares fit with a minimum that determines all parameters; None if there is none.

    A minimum far outside the data is easily missed; so the one that is `claimed`, if any, is looked
    at too: it counts if it is a minimum, and if none of ours is lower.
    """
    t, y = numpy.asarray(t, float), numpy.asarray(y, float)
    count = len(UNITS[model])
    if len(t) <= count or (y == y[0]).all():
        return None
    if model == "quadratic":
        return Fit(model, numpy.linalg.lstsq(numpy.vander(t, 3, increasing=True), y, rcond=None)[0], t, y)
    starts = []
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for shape in shapes(model, t):
            curve = numpy.real(MODELS[model](numpy.array((1.0, *shape)), t))
            if numpy.isfinite(curve).all() and curve.any():
                factor = curve @ y / (curve @ curve)
                starts.append((float(((y - factor * curve) ** 2).sum()), (factor, *shape)))
        starts.sort()
        found = []
        if claimed is not None and polished(Fit(model, numpy.array(claimed), t, y)):
            found.append(polished(Fit(model, numpy.array(claimed), t, y)))
        # From the best starts, and some further ones, until two ways lead to the best minimum.
        for _, start in starts[:3] + starts[3:40:6]:
            best = sorted(fit.rss for fit in found)[:2]
            if len(best) == 2 and best[1] <= best[0] * (1 + 1e-9) + 1e-20:
                break
            try:
                solution = optimize.least_squares(
                    lambda p: numpy.real(MODELS[model](p, t)) - y, start,
                    jac=lambda p: jacobian(model, p, t), method="lm", x_scale="jac",
                    xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=100)
            except (ValueError, numpy.linalg.LinAlgError):
                continue
            fit = polished(Fit(model, solution.x, t, y))
            if fit is not None:
                found.append(fit)
    return min(found, key=lambda fit: fit.rss, default=None)


def polished(fit):
    """The fit after a few Gauss-Newton steps, if it is a minimum that determines the parameters."""
    for _ in range(30):
        j = jacobian(fit.model, fit.parameters, fit.t)
        if not numpy.isfinite(j).all():
            return None
        step = numpy.linalg.lstsq(j, fit.y - fit.curve, rcond=None)[0]
        moved = Fit(fit.model, fit.parameters + step, fit.t, fit.y)
        if not moved.rss <= fit.rss:
            break
        fit = moved
    try:
        offset, condition = fit.offset()
    except numpy.linalg.LinAlgError:
        return None
    if not ((fit.is_exact or offset < 1e-6) and condition > 1e-6):
        return None
    if fit.model == "richards" and fit.parameters[3] < 1e-6:
        return None
    return fit


def refitted(fit, means, within):
    """The parameters fitted to each of some mean curves from step 0, all at once, over the steps that
    are `within`: Gauss-Newton with halved steps from the fit's own parameters. Rows without a minimum
    are left out."""
    found = numpy.tile(fit.parameters, (len(means), 1))
    along = numpy.zeros(len(means))
    moving = numpy.arange(len(means))
    with numpy.errstate(all="ignore"):
        for _ in range(60):
            tried, along[moving] = stepped(fit, found[moving], means[moving], within[moving])
            change = numpy.abs(tried - found[moving]).max(axis=1)
            found[moving] = tried
            moving = moving[change > 1e-10 * numpy.abs(tried).max(axis=1)]
            if not len(moving):
                break
    return found[numpy.isfinite(found).all(axis=1) & ((along < 1e-5) | ~numpy.isfinite(along))]


def stepped(fit, found, means, within):
    """The parameters a Gauss-Newton step further, halved until no residuals grow, and how much of what is left
    lies along a change of a parameter."""
    left = residuals(fit, found, means, within)
    slopes = numpy.stack([
        numpy.where(within, numpy.imag(MODELS[fit.model](moved(found, i), STEPS[:means.shape[1]])), 0)
        for i in range(found.shape[1])], axis=-1) / 1e-30
    size = numpy.linalg.norm(slopes, axis=1)
    slopes = slopes / size[:, None]
    step = numpy.nan_to_num(numpy.linalg.pinv(slopes) @ left[..., None])[..., 0] / size
    best, rest = found.copy(), left.copy()
    worse = numpy.arange(len(found))
    for halvings in range(20):
        tried = found[worse] + 0.5**halvings * step[worse]
        after = residuals(fit, tried, means[worse], within[worse])
        falls = (after**2).sum(axis=1) <= (left[worse]**2).sum(axis=1)
        best[worse[falls]], rest[worse[falls]] = tried[falls], after[falls]
        worse = worse[~falls]
        if not len(worse):
            break
    return best, numpy.abs(numpy.einsum("bsq,bs->bq", slopes, rest)).max(axis=1) / numpy.linalg.norm(rest, axis=1)


STEPS = numpy.arange(100_000, dtype=float)


def moved(parameters, place):
    """As the models take them, each with its own place for every curve, one of them by a complex step."""
    columns = [parameters[:, i, None].astype(complex) for i in range(parameters.shape[1])]
    columns[place] = columns[place] + 1e-30j
    return columns


def residuals(fit, parameters, means, within):
    columns = [parameters[:, i, None] for i in range(parameters.shape[1])]
    model = numpy.real(MODELS[fit.model](columns, STEPS[:means.shape[1]]))
    return numpy.where(within, means - model, 0)
