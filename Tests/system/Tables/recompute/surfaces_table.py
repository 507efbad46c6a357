"""surfaces.csv and surface_values.csv (docs/surfaces.md), by statsmodels, and by numpy where replicates share numbers."""

import itertools
import math

import numpy
import statsmodels.api
from scipy import linalg, stats

from .cells import Real, Table, Words

COLUMNS = [
    "request", "response", "factors", "method", "transform", "term", "estimate", "std_error",
    "ci_low", "ci_high", "statistic", "p", "partial_r2", "status", "message"]
FIGURES = ["residual_sd", "r2", "adjusted_r2", "lack_of_fit", "loo_rmse"]
# The columns are squares of factors as they are: digits are lost on both sides.
RELATIVE = 1e-7


class Unfit(Exception):
    """Why there are no numbers: for each row, or for all."""


def surfaces_table(folder):
    rows = []
    for number, request in enumerate(folder.study.analysis["surfaces"]):
        request = {"terms": "quadratic", "transform": "none", "weights": "runs"} | request
        names = list(request["factors"])
        terms = terms_of(names, request["terms"])
        surface = Surface(folder, request, terms)
        optimum = ["optimum", *(f"optimum_{name}" for name in names)]
        labels = [":".join(t) if len(set(t)) == len(t) else f"{t[0]}^2" for t in terms]
        labels[0] = "intercept"
        labels += FIGURES + (optimum if request["terms"] == "quadratic" else [])
        try:
            cells = surface.rows(labels)
        except Unfit as unfit:
            status = unfit.args[0]
            cells = [
                [None] * 7 + [status(place) if callable(status) else status]
                for place in range(len(labels))]
        head = [number, request["response"], " ".join(names), request["terms"], request["transform"]]
        rows += [[*head, label, *row, message(label, row[-1])] for label, row in zip(labels, cells)]
    return Table(COLUMNS, ["request", "term"], rows)


def surface_values_table(folder):
    """The surfaces at the points, then along each factor, the others in the middle of their ranges."""
    requests = folder.study.analysis["surfaces"]
    factors = [name for name in folder.study.parameters if any(name in r["factors"] for r in requests)]
    rows = []
    for number, request in enumerate(requests):
        request = {"terms": "quadratic", "transform": "none", "weights": "runs"} | request
        names = list(request["factors"])
        surface = Surface(folder, request, terms_of(names, request["terms"]))
        try:
            surface.fit()
        except Unfit:
            continue
        places = surface.places
        wanted = [("points", point, mean, places[point]) for point, mean in enumerate(surface.means)]
        low, high = ({n: end(p[n] for p in places) for n in names} for end in (min, max))
        middle = {name: (low[name] + high[name]) / 2 for name in names}
        wanted += [
            (name, None, None, middle | {name: level})
            for name in names for level in evenly(40, low[name], high[name])]
        rows += [
            [number, request["response"], request["transform"], along, point,
             *(near(place.get(name)) for name in factors), near(mean), *surface.at(place)]
            for along, point, mean, place in wanted]
    columns = ["request", "response", "transform", "along", "point", *factors, "mean", "estimate",
               "ci_low", "ci_high"]
    return Table(columns, ["request", "along", "point", *factors], rows)


def evenly(steps, low, high):
    """As the key of a row, so to the last bit."""
    return [low + (high - low) * (step / steps) for step in range(steps)] + [high]


def message(label, status):
    """Degrees of freedom stand beside figures that are as they should be."""
    says = status != "ok" or label == "residual_sd" or label == "lack_of_fit"
    return Words() if says else None


def terms_of(names, kind):
    terms = [()] + [(name,) for name in names]
    if kind != "linear":
        terms += list(itertools.combinations(names, 2))
    if kind == "quadratic":
        terms += [(name, name) for name in names]
    return terms


def near(value, scale=0.0):
    if value is None or not math.isfinite(value):
        return None
    return Real(float(value), RELATIVE * max(abs(float(value)), float(scale)))


class Surface:
    def __init__(self, folder, request, terms):
        self.folder, self.request, self.terms = folder, request, terms
        self.names = list(request["factors"])
        points = folder.tables["points"].records()
        self.places = [{name: float(point[name]) for name in self.names} for point in points]
        self.values, missing, runs = [{} for _ in points], 0, 0
        for row in folder.tables["runs"].records():
            if row["status"] != "ok":
                continue
            runs += 1
            text = row[request["response"]]
            missing += not text
            if text:
                self.values[int(row["point"])][int(row["replicate"])] = float(text)
        self.missing, self.runs = missing, runs
        self.x = self.columns(self.places)

    def columns(self, places):
        return numpy.array([[math.prod(place[n] for n in term) for term in self.terms] for place in places])

    def prepared(self):
        """The values after the transform, or why there is nothing to fit."""
        if self.missing:
            raise Unfit("missing_values")
        every = [value for point in self.values for value in point.values()]
        if self.request["transform"] == "log":
            refused = sum(value <= 0 for value in every)
            if refused:
                raise Unfit("not_positive")
            self.values = [{r: math.log(v) for r, v in point.items()} for point in self.values]
            every = [math.log(value) for value in every]
        if len(set(every)) == 1:
            raise Unfit("constant")
        flat = sum(len(set(point.values())) < 2 for point in self.values)
        if self.request["weights"] == "variances" and flat:
            raise Unfit("zero_variance")
        self.check_rank()

    def check_rank(self):
        scale = (self.x - self.x.mean(axis=0)) / numpy.where(numpy.ptp(self.x, axis=0) > 0, numpy.ptp(self.x, axis=0), 1)
        scale[:, 0] = 1
        ranks = [numpy.linalg.matrix_rank(scale[:, :n + 1], tol=1e-7) for n in range(len(self.terms))]
        aliased = [n for n in range(len(self.terms)) if ranks[n] == (ranks[n - 1] if n else 0)]
        if not aliased:
            return

        def status(place):
            if place not in aliased:
                return "other_terms"
            term = self.terms[place]
            levels = len({p[term[0]] for p in self.places})
            if levels < 2:
                return "constant_factor"
            if len(set(term)) < len(term) and levels < 3:
                return "too_few_levels"
            return "too_few_points" if len(self.places) < len(self.terms) else "aliased"

        raise Unfit(status)

    def fit(self):
        """Means, coefficients and their covariance."""
        self.prepared()
        means = numpy.array([numpy.mean(list(v.values())) for v in self.values])
        counts = numpy.array([len(v) for v in self.values])
        if self.request["weights"] == "variances":
            weights = counts / numpy.array([numpy.var(list(v.values()), ddof=1) for v in self.values])
            model = statsmodels.api.WLS(means, self.x, weights=weights).fit(method="qr")
        else:
            weights = counts.astype(float)
            x = numpy.repeat(self.x, counts, axis=0)
            y = numpy.concatenate([list(v.values()) for v in self.values])
            model = statsmodels.api.OLS(y, x).fit(method="qr")
        freedom, covariance = model.df_resid, model.cov_params()
        if self.is_common:
            freedom = counts.min() - 1
            covariance = self.covariance_of_replicates(means, counts, weights)
        self.means, self.params, self.covariance = means, model.params, covariance
        self.quantile = stats.t.ppf((1 + self.folder.study.level) / 2, freedom)
        return model, means, counts, weights, freedom

    @property
    def is_common(self):
        return self.folder.study.random_numbers == "common"

    def at(self, place):
        """The value at a place, with both ends of its interval."""
        row = self.columns([place])[0]
        value, scale = row @ self.params, numpy.abs(row * self.params).max()
        half = self.quantile * math.sqrt(max(0, row @ self.covariance @ row))
        return [near(value, scale), near(value - half, scale), near(value + half, scale)]

    def rows(self, labels):
        model, means, counts, weights, freedom = self.fit()
        common, fitted = self.is_common, self.x @ model.params
        errors = numpy.sqrt(numpy.diag(self.covariance))
        half = self.quantile * errors
        size = numpy.abs(self.x).max(axis=0)
        scales = (numpy.abs(model.params) * size).max() / size
        partial = model.tvalues**2 / (model.tvalues**2 + model.df_resid)
        # Replicates without scatter have no errors, and nothing is tested.
        has_scatter = any(len(set(v.values())) > 1 for v in self.values) or not common
        rows = []
        for place, value in enumerate(model.params):
            t = value / errors[place] if has_scatter else None
            p = 2 * stats.t.sf(abs(t), freedom) if has_scatter else None
            rows.append([
                near(value, scales[place]), near(errors[place]),
                near(value - half[place], scales[place]), near(value + half[place], scales[place]),
                near(t, has_scatter and scales[place] / errors[place]),
                None if p is None else Real(p, 1e-6 * p + 1e-12),
                None if place == 0 else Real(partial[place], 1e-6 * partial[place] + 1e-12),
                "ok" if has_scatter else "no_scatter"])

        def figure(value, status="ok", statistic=None, p=None):
            return [
                near(value), None, None, None, near(statistic),
                None if p is None else Real(p, 1e-6 * p + 1e-12), None, status]

        rows.append(figure(math.sqrt(model.ssr / model.df_resid)))
        rows += [figure(model.rsquared), figure(model.rsquared_adj)]
        rows.append(figure(None, *self.lack_of_fit(means, fitted, counts, weights, common)))
        distances = self.left_out(means, weights)
        rows.append(figure(
            None if distances is None else math.sqrt(numpy.mean(distances**2)),
            "points_needed" if distances is None else "ok"))
        if self.request["terms"] == "quadratic":
            rows += [[near(v, s), *[None] * 6, word] for v, s, word in self.optimum(model.params)]
        return rows

    def covariance_of_replicates(self, means, counts, weights):
        share = numpy.linalg.pinv(self.x * numpy.sqrt(weights)[:, None]) * numpy.sqrt(weights) / counts
        total = numpy.zeros((len(self.terms),) * 2)
        for replicate in range(counts.max() + 1):
            part = sum(
                share[:, j] * (v[replicate] - means[j])
                for j, v in enumerate(self.values) if replicate in v)
            total += numpy.outer(part, part)
        return total * counts.min() / (counts.min() - 1)

    def lack_of_fit(self, means, fitted, counts, weights, common):
        above = len(means) - len(self.terms)
        if above == 0:
            return ("saturated",)
        nothing = ("no_test",)
        if common:
            shared = sorted(set.intersection(*(set(v) for v in self.values)))
            if len(shared) <= above:
                return nothing
            basis = linalg.null_space((self.x / numpy.abs(self.x).max(axis=0)).T, rcond=1e-9)
            vectors = numpy.array([[v[r] for v in self.values] for r in shared]) @ basis
            scatter = numpy.atleast_2d(numpy.cov(vectors.T))
            if numpy.linalg.matrix_rank(scatter) < above:
                return nothing
            mean = vectors.mean(axis=0)
            below = len(shared) - above
            t2 = len(shared) * mean @ numpy.linalg.solve(scatter, mean)
            f = below / (above * (len(shared) - 1)) * t2
            return "ok", f, stats.f.sf(f, above, below)
        misfit = (weights * (means - fitted) ** 2).sum()
        if self.request["weights"] == "variances":
            return "ok", misfit, stats.chi2.sf(misfit, above)
        below = counts.sum() - len(means)
        within = sum(((numpy.array(list(v.values())) - m) ** 2).sum() for v, m in zip(self.values, means))
        if within == 0:
            return nothing
        f = misfit / above / (within / below)
        return "ok", f, stats.f.sf(f, above, below)

    def left_out(self, means, weights):
        scaled = self.x / numpy.abs(self.x).max(axis=0)
        distances = []
        for place in range(len(means)):
            rest = numpy.arange(len(means)) != place
            if numpy.linalg.matrix_rank(scaled[rest], tol=1e-7) < len(self.terms):
                return None
            root = numpy.sqrt(weights[rest])
            found = numpy.linalg.lstsq(scaled[rest] * root[:, None], means[rest] * root, rcond=None)[0]
            distances.append(means[place] - scaled[place] @ found)
        return numpy.array(distances)

    def optimum(self, params):
        of = dict(zip(self.terms, params))
        slopes = numpy.array([of[name,] for name in self.names])
        curved = numpy.array([
            [of.get((a, b), of.get((b, a))) / (1 if a == b else 2) for b in self.names]
            for a in self.names])
        at = numpy.linalg.solve(-2 * curved, slopes)
        place = dict(zip(self.names, at))
        signs = numpy.sign(numpy.linalg.eigvalsh(curved))
        kind = {1: "minimum", -1: "maximum"}.get(signs.mean(), "saddle")
        outside = [
            name for name in self.names
            if not min(p[name] for p in self.places) <= place[name] <= max(p[name] for p in self.places)]
        row = self.columns([place])[0]
        yield row @ params, numpy.abs(row * params).max(), kind
        for name in self.names:
            size = max(abs(p[name]) for p in self.places)
            yield place[name], size, "outside_range" if name in outside else "ok"
