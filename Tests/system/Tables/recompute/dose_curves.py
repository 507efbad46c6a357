"""Dose-response curves by statsmodels, their profiles by scipy (docs/dose-response.md)."""

import itertools
import math
import warnings

import numpy
import statsmodels.api as sm
from scipy import optimize, special, stats

LINKS = {
    "logit": sm.families.links.Logit(), "probit": sm.families.links.Probit(),
    "cloglog": sm.families.links.CLogLog()}


def log_means(link, eta):
    """ln p and ln(1 - p)."""
    if link == "logit":
        return -numpy.logaddexp(0, -eta), -numpy.logaddexp(0, eta)
    if link == "probit":
        return special.log_ndtr(eta), special.log_ndtr(-eta)
    hazard = numpy.exp(eta)
    return numpy.log(-numpy.expm1(-hazard)), -hazard


class Curve:
    """A curve through `values`: by dose the responses of replicates, NaN where there is none."""

    parameters = 2

    def __init__(self, link, values, is_event, level, common):
        self.link, self.is_event, self.level = link, is_event, level
        kept = sorted(dose for dose, row in values.items() if not numpy.isnan(row).all())
        self.doses = numpy.array(kept, float)
        self.values = [numpy.array(values[dose], float) for dose in kept]
        self.n = numpy.array([numpy.count_nonzero(~numpy.isnan(row)) for row in self.values], float)
        self.y = numpy.array([numpy.nansum(row) for row in self.values])
        self.center = (self.n * self.doses).sum() / self.n.sum()
        self.scale = abs(self.doses - self.center).max()
        self.u = (self.doses - self.center) / self.scale
        self.common = common
        self.separation = separation(self.doses, self.y, self.n)
        if self.separation is None:
            self.fit()

    def fit(self):
        design = sm.add_constant(self.u)
        model = sm.GLM(
            numpy.column_stack([self.y, self.n - self.y]), design,
            family=sm.families.Binomial(LINKS[self.link]))
        with warnings.catch_warnings():
            # Two doses are met exactly.
            warnings.simplefilter("ignore")
            # To the last digit, as the dispersion changes with every digit of the curve.
            found = model.fit(tol=0, tol_criterion="params", maxiter=100)
        self.a, self.b = found.params
        eta = design @ found.params
        rise, fall = log_means(self.link, eta)
        self.mean, self.variance = numpy.exp(rise), numpy.exp(rise + fall)
        # ln of d mean / d eta; all in logarithms, since 1 - mean may be next to nothing.
        steepness = {
            "logit": rise + fall, "probit": stats.norm.logpdf(eta), "cloglog": eta + fall}[self.link]
        self.weights = self.n * numpy.exp(2 * steepness - rise - fall)
        self.covariance = numpy.linalg.inv(design.T @ (self.weights[:, None] * design))
        self.least = self.deviance_of(self.a, self.b)
        self.correlation = self.correlations()
        self.scatter(numpy.sqrt(self.weights)[:, None] * design)

    def correlations(self):
        found = numpy.eye(len(self.doses))
        if not self.common:
            return found
        for i in range(len(found)):
            for j in range(i):
                shared = ~numpy.isnan(self.values[i]) & ~numpy.isnan(self.values[j])
                x, y = self.values[i][shared], self.values[j][shared]
                if x.std() > 0 and y.std() > 0:
                    share = shared.sum() / math.sqrt(self.n[i] * self.n[j])
                    found[i, j] = found[j, i] = numpy.corrcoef(x, y)[0, 1] * share
        return found

    def scatter(self, rows):
        levels, runs = len(self.doses), self.n.sum()
        hat = rows @ self.covariance @ rows.T
        rest = numpy.eye(levels) - hat
        misfit = rest @ self.correlation @ rest
        first, second = numpy.trace(misfit), (misfit**2).sum()
        freedom = first**2 / second if levels > self.parameters else 0
        quantile_freedom = self.n.min() - 1 if self.common else math.inf
        self.p = self.dispersion = None
        self.factor, self.excess_variance, self.widened = 1.0, 0.0, False
        if self.is_event:
            self.deviance = self.least
            if levels > self.parameters:
                apart = self.y / self.n - self.mean
                met = apart != 0
                pearson = (self.n[met] * apart[met]**2 / self.variance[met]).sum()
                self.dispersion = pearson / first
                self.p = stats.chi2.sf(pearson * first / second, freedom)
                self.widened = bool(self.dispersion > 1 and self.p < 1 - self.level)
            if self.widened:
                self.excess_variance = (pearson - first) / (levels - self.parameters)
                quantile_freedom = min(quantile_freedom, freedom)
        else:
            every = [row[~numpy.isnan(row)] for row in self.values]
            own = [numpy.full(len(row), row.mean()) for row in every]
            fitted = [numpy.full(len(row), mean) for row, mean in zip(every, self.mean)]
            scatter = [numpy.full(len(row), variance) for row, variance in zip(every, self.variance)]
            every, own, fitted, scatter = map(numpy.concatenate, (every, own, fitted, scatter))
            self.deviance = quasi_deviance(every, fitted)
            free = quasi_deviance(every, own)
            self.factor = ((every - fitted)**2 / scatter).sum() / (runs - self.parameters)
            self.dispersion = self.factor
            quantile_freedom = min(quantile_freedom, runs - self.parameters)
            inner = (own > 0) & (own < 1)
            squares = ((every - own)[inner]**2 / (own * (1 - own))[inner]).sum()
            if levels > self.parameters and squares > 0:
                ratio = (self.deviance - free) / first / (squares / (runs - levels))
                self.p = stats.f.sf(ratio, freedom, runs - levels)
        share = (1 + self.level) / 2
        quantile = stats.norm.ppf(share) if quantile_freedom == math.inf else stats.t.ppf(
            share, quantile_freedom)
        self.bound = quantile**2

    def plateau(self):
        """The dose from which on, away from the small means, all lie below the curve and rise by less
        than half of what it rises by; None where that is not so."""
        means = self.y / self.n
        below = list(itertools.takewhile(
            lambda i: means[i] < self.mean[i], numpy.argsort(-self.mean, kind="stable")))
        if len(below) < 2:
            return None
        last, first = below[0], below[-1]
        rises = means[last] - means[first] < (self.mean[last] - self.mean[first]) / 2
        return self.doses[first] if rises else None

    # Profiles

    def deviance_of(self, a, b):
        with numpy.errstate(over="ignore", divide="ignore", invalid="ignore"):
            rise, fall = log_means(self.link, a + b * self.u)
            found = -2 * (numpy.where(self.y > 0, self.y * rise, 0)
                          + numpy.where(self.n > self.y, (self.n - self.y) * fall, 0)).sum()
        return found + 2 * (special.xlogy(self.y, self.y / self.n)
                            + special.xlogy(self.n - self.y, 1 - self.y / self.n)).sum()

    def profile(self, curve):
        """The least deviance of the curves (a, b) = curve(t)."""
        return optimize.minimize_scalar(lambda t: self.deviance_of(*curve(t)), tol=1e-12).fun

    def of_slope(self, b):
        return self.profile(lambda t: (t, b))

    def at_place(self, place, eta):
        length = math.hypot(1, place)
        return self.profile(lambda t: (
            eta / length**2 - t * place / length, eta * place / length**2 + t / length))

    def widening(self, p, q):
        """Of the variance of p a + q b by doses that are correlated."""
        design = numpy.column_stack([numpy.ones_like(self.u), self.u])
        effects = numpy.sqrt(self.weights) * (design @ self.covariance @ [p, q])
        return effects @ self.correlation @ effects / (effects @ effects)

    def error(self, p, q):
        return math.sqrt((self.factor * self.widening(p, q) + self.excess_variance) * ([p, q] @ self.covariance @ [p, q]))

    def allowed(self, p, q):
        return self.least + (self.widening(p, q) * self.factor + self.excess_variance) * self.bound

    @property
    def is_slope_significant(self):
        return self.of_slope(0) > self.allowed(0, 1)

    def slope_ends(self):
        step = 2 * self.error(0, 1)
        return [crossing(lambda b: self.of_slope(b) - self.allowed(0, 1), self.b, side * step)
                for side in (-1, 1)]

    def intercept_ends(self):
        place = -self.center / self.scale
        value, step = self.a + self.b * place, 2 * self.error(1, place)
        return [crossing(lambda eta: self.at_place(place, eta) - self.allowed(1, place), value, side * step)
                for side in (-1, 1)]

    def dose_excess(self, level):
        eta = float(LINKS[self.link](level))
        return lambda place: self.at_place(place, eta) - self.allowed(1, place)

    def place(self, level):
        return (float(LINKS[self.link](level)) - self.a) / self.b

    def dose(self, level):
        return self.center + self.scale * self.place(level)

    def dose_error(self, level):
        return self.scale * self.error(1, self.place(level)) / abs(self.b)

    def dose_ends(self, level):
        place = self.place(level)
        step = 2 * self.error(1, place) / abs(self.b)
        return [self.center + self.scale * crossing(self.dose_excess(level), place, side * step)
                for side in (-1, 1)]

    def ruled_out(self, level):
        """Both ends of the doses that can be ruled out where the slope cannot be distinguished from 0."""
        pulls = self.y - self.n * level
        if pulls.sum() == 0:  # the flat curve at the level is the best flat one, and that is not decided
            return None
        farthest = (pulls * self.u).sum() / pulls.sum()
        excess = self.dose_excess(level)
        if excess(farthest) <= 0:
            return None
        return [self.center + self.scale * crossing(excess, farthest, side * 0.1) for side in (-1, 1)]

    def separated_slope(self):
        """The finite end of the slopes of separated data."""
        rising = self.separation[0] == "rising"
        bound = stats.norm.ppf((1 + self.level) / 2)**2
        excess = lambda b: self.of_slope(b) - bound
        direction = (1 if rising else -1) * (1 if excess(0) > 0 else -1)
        return crossing(excess, 0.0, direction) / self.scale


class BoundedCurve(Curve):
    """A curve between a floor and a plateau of which one or both are fitted."""

    def __init__(self, *given, floor, plateau):
        self.asked = self.inside = (floor, plateau)
        super().__init__(*given)

    def point(self, theta, u, inside):
        """Mean and its derivatives."""
        ends = list(theta[2:])
        c = ends.pop(0) if inside[0] else 0.0
        d = ends.pop(0) if inside[1] else 1.0
        eta = numpy.clip(theta[0] + theta[1] * u, -300, 300 if self.link != "cloglog" else 6)
        share = LINKS[self.link].inverse(eta)
        steep = (d - c) * LINKS[self.link].inverse_deriv(eta)
        columns = [steep, steep * u] + ([1 - share] if inside[0] else []) + ([share] if inside[1] else [])
        return c + (d - c) * share, numpy.column_stack(columns)

    def loss(self, theta, inside):
        p, _ = self.point(theta, self.u, inside)
        # The floor lies below the plateau: with cloglog the other way round is another curve.
        ordered = all(0 <= end <= 1 for end in theta[2:]) and list(theta[2:]) == sorted(theta[2:])
        if not ordered or (p < 0).any() or (p > 1).any() or not numpy.isfinite(p).all():
            return 1e10
        with numpy.errstate(divide="ignore"):
            found = -(special.xlogy(self.y, p) + special.xlogy(self.n - self.y, 1 - p)).sum()
        return found if numpy.isfinite(found) else 1e10

    def fit(self):
        self.found = len(self.doses) >= 2 + sum(self.asked) and self.search()
        if not self.found:
            return
        p, slopes = self.point(self.theta, self.u, self.inside)
        p = numpy.clip(p, 1e-15, 1 - 1e-15)
        self.parameters = len(self.theta)
        self.mean, self.variance = p, p * (1 - p)
        rows = numpy.sqrt(self.n / self.variance)[:, None] * slopes
        self.covariance = numpy.linalg.inv(rows.T @ rows)
        self.a, self.b = self.theta[:2]
        ends = list(self.theta[2:])
        self.floor = ends.pop(0) if self.inside[0] else 0.0
        self.top = ends.pop(0) if self.inside[1] else 1.0
        self.saturated = 2 * (
            special.xlogy(self.y, self.y / self.n) + special.xlogy(self.n - self.y, 1 - self.y / self.n)).sum()
        self.least = 2 * self.loss(self.theta, self.inside) + self.saturated
        self.correlation = self.correlations()
        self.scatter(rows)
        effects = rows @ self.covariance
        self.rows = rows
        self.whole = self.factor * effects.T @ self.correlation @ effects + self.excess_variance * self.covariance

    def search(self):
        """The best curve, with those ends inside that are not best at 0 or 1."""
        fits = [
            self.simplex(inside) for inside in ((False, False), (True, False), (False, True), (True, True))
            if inside[0] <= self.asked[0] and inside[1] <= self.asked[1]]
        theta, inside, least = fits[0]
        for more in fits[1:]:  # an end must be worth it
            if more[2] < least - 1e-7:
                theta, inside, least = more
        share = LINKS[self.link].inverse(theta[0] + theta[1] * self.u)
        if ((share > 1e-5) & (share < 1 - 1e-5)).sum() < 2:
            return False
        for _ in range(200):
            p, slopes = self.point(theta, self.u, inside)
            p = numpy.clip(p, 1e-15, 1 - 1e-15)
            information = slopes.T @ (slopes * (self.n / p / (1 - p))[:, None])
            theta = theta + numpy.linalg.solve(information, slopes.T @ ((self.y - self.n * p) / p / (1 - p)))
        self.theta, self.inside = theta, inside
        return True

    def simplex(self, inside):
        means, found = (self.y + 0.5) / (self.n + 1), None
        for slope in (1, 2, 4, 8, -1, -2, -4, -8):
            for middle in numpy.quantile(self.u, (0.2, 0.5, 0.8)):
                start = [-slope * middle, slope] + ([means.min() / 2] if inside[0] else []) + (
                    [(1 + means.max()) / 2] if inside[1] else [])
                result = optimize.minimize(
                    self.loss, start, (inside,), "Nelder-Mead",
                    options={"xatol": 1e-10, "fatol": 1e-13, "maxiter": 20000, "maxfev": 20000})
                if found is None or result.fun < found.fun - 1e-9:
                    found = result
        return found.x, inside, found.fun

    def effect(self, a, b, c=0.0, d=0.0):
        return numpy.array([a, b] + [c] * self.inside[0] + [d] * self.inside[1])

    def error_of(self, *effect):
        effect = self.effect(*effect)
        return math.sqrt(effect @ self.whole @ effect)

    def excess(self, effect, whole, start):
        """Of the least deviance of the curves `whole(free)`, by simplex, over what is allowed."""
        def loss(free):
            theta = whole(list(free))
            return 1e10 if theta is None else self.loss(theta, self.inside)
        for _ in range(3):
            found = optimize.minimize(
                loss, start, method="Nelder-Mead",
                options={"xatol": 1e-11, "fatol": 1e-13, "maxiter": 20000, "maxfev": 20000})
            start = found.x
        effects = self.rows @ self.covariance @ effect
        widening = effects @ self.correlation @ effects / (effects @ effects)
        allowed = (widening * self.factor + self.excess_variance) * self.bound
        return 2 * found.fun + self.saturated - self.least - allowed

    def of_slope(self, b):
        return self.excess(
            self.effect(0, 1), lambda free: [free[0], b, *free[1:]], [self.a, *self.theta[2:]])

    def of_eta(self, place, eta):
        return self.excess(
            self.effect(1, place), lambda free: [eta - free[0] * place, *free], self.theta[1:])

    def of_end(self, index, value):
        position = 2 + (index == 1 and self.inside[0])
        start = numpy.delete(self.theta, position)
        if len(start) > 2:  # the other end, in order
            start[2] = max(start[2], (1 + value) / 2) if index == 0 else min(start[2], value / 2)
        return self.excess(
            self.effect(0, 0, 1 - index, index),
            lambda free: [*free[:position], value, *free[position:]], start)

    def of_dose(self, place, level):
        def ends_of(ends):
            ends = list(ends)
            c = ends.pop(0) if self.inside[0] else 0.0
            return c, ends.pop(0) if self.inside[1] else 1.0
        def whole(free):
            c, d = ends_of(free[1:])
            if not c < level < d:
                return None
            return [float(LINKS[self.link]((level - c) / (d - c))) - free[0] * place, *free]
        height = self.top - self.floor
        share = (level - self.floor) / height
        steep = 1 / float(LINKS[self.link].inverse_deriv(float(LINKS[self.link](share))))
        effect = self.effect(1, place, steep * (1 - share) / height, steep * share / height)
        return self.excess(effect, whole, self.theta[1:])

    def around(self, estimate, error, excess):
        return estimate, error, tuple(crossing(excess, estimate, side * 2 * error) for side in (-1, 1))

    @property
    def is_slope_significant(self):
        return self.of_slope(0.0) > 0

    def dose_of(self, level):
        """Estimate, error and ends; None where the level is not between the ends."""
        height = self.top - self.floor
        share = (level - self.floor) / height
        if not 0 < share < 1:
            return None
        eta = float(LINKS[self.link](share))
        place = (eta - self.a) / self.b
        estimate = self.center + self.scale * place
        if not self.is_slope_significant:
            return estimate, None, (None, None)
        steep = 1 / float(LINKS[self.link].inverse_deriv(eta))
        error = self.error_of(1, place, steep * (1 - share) / height, steep * share / height) / abs(self.b)
        ends = [crossing(lambda at: self.of_dose(at, level), place, side * 2 * error) for side in (-1, 1)]
        return estimate, self.scale * error, tuple(self.center + self.scale * end for end in ends)


def quasi_deviance(values, means):
    return 2 * (special.xlogy(values, values) - special.xlogy(values, means)
                + special.xlogy(1 - values, 1 - values) - special.xlogy(1 - values, 1 - means)).sum()


def crossing(f, start, step):
    sign = f(start) > 0
    for _ in range(60):
        if (f(start + step) > 0) != sign:
            break
        start, step = start + step, 2 * step
    else:
        return None
    return optimize.brentq(f, start, start + step, xtol=1e-13, rtol=1e-12)


def separation(doses, y, n):
    having, lacking = doses[y > 0], doses[y < n]
    if not len(having):
        return ("none",)
    if not len(lacking):
        return ("all",)
    if lacking.max() <= having.min():
        return ("rising", lacking.max(), having.min())
    if having.max() <= lacking.min():
        return ("falling", having.max(), lacking.min())
    return None
