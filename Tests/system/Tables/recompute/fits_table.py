"""fits.csv."""

import math

import numpy
from scipy import stats

from . import curves_of, growth
from .cells import Table, Within, Words, real
from .intervals import ERRORS
from .run_tables import parameter_cells

TAIL = [
    "model", "fitted_to", "parameter", "unit", "estimate", "std_error",
    "ci_low", "ci_high", "rss", "r2", "aicc", "bic", "lack_of_fit_p", "from_step",
    "to_step", "converged", "status", "message"]
QUALITIES = ("rss", "r2", "aicc", "bic")
# The program's search ends where the residuals are orthogonal to 1e-6 of their length.
CLOSE = 1e-6
# Means of runs drawn anew to which the program fits a model again, and ours.
DRAWS, OUR_DRAWS = 200, 4000


def fits_table(runs, actual):
    """`actual` are the rows that are there: of a fit without a minimum the place where the search
    was given up has no definition, only what follows from it."""
    study = runs.folder.study
    printed = {}
    for row in actual.records():
        printed.setdefault((row["point"], row["model"], row["fitted_to"]), []).append(row)
    rows = []
    for number, curves in sorted(curves_of.by_point(runs).items()):
        people = runs.points[number]["group_size"]
        own = {run: curve for run, curve in runs.kept_curves().items() if run[0] == number}
        # Run by run, then the mean curve; the models of each in the order in which they are asked.
        wanted = []
        for kind in ("each_run", "mean_curve"):
            models = [fit["model"] for fit in study.analysis["fits"] if fit["to"] == kind]
            if kind == "mean_curve":
                wanted += [(model, kind, curves.mean(axis=0), curves) for model in models]
            else:
                wanted += [
                    (model, f"run_{run[1]}", numpy.array(curve, float), None)
                    for run, curve in sorted(own.items()) for model in models]
        ends = numpy.array([len(curve) - 1 for curve in own.values()])
        blocks = [
            Block(study, people, model, to, curve, all_curves, ends, seed=100 * number + place,
                  printed=printed.get((str(number), model, to), []))
            for place, (model, to, curve, all_curves) in enumerate(wanted)]
        start = [number, *parameter_cells(study, runs.points[number])]
        for block in blocks:
            rows += [start + row for row in block.rows()]
    return Table(
        ["point", *study.parameters, *TAIL], ["point", "model", "fitted_to", "parameter"], rows)


def fitted_steps(model, curve, people):
    """First and last step. Models that never level off are fitted up to half of the group, or to as
    many steps as they need; the power model, which is 0 there, without step 0."""
    last = len(curve) - 1
    if model not in growth.NEVER_LEVEL_OFF:
        return 0, last
    first = 1 if model == "power" else 0
    half = max((step for step, value in enumerate(curve) if 2 * value <= people), default=0)
    return first, min(last, max(half, first + len(growth.UNITS[model])))


class Block:
    """The rows of one model fitted to one curve."""

    def __init__(self, study, people, model, to, curve, all_curves, ends, seed, printed):
        self.level, self.model, self.to = study.level, model, to
        self.first, self.last = fitted_steps(model, curve, people)
        self.t = numpy.arange(self.first, self.last + 1, dtype=float)
        self.y = curve[self.first:self.last + 1]
        self.printed = printed
        self.fit = growth.best_fit(model, self.t, self.y, self.claimed())
        self.misfit = self.scatter = None
        if self.fit is not None and all_curves is not None:
            curves = all_curves[:, self.first:self.last + 1]
            self.misfit = misfit(self.fit, curves, seed)
            if len(curves) > 1:
                self.scatter = Scatter(self.fit, all_curves, ends, people, seed)

    def claimed(self):
        """The estimates that are printed as those of a minimum."""
        rows = self.printed[:len(growth.UNITS[self.model])]
        texts = [row["estimate"] for row in rows if row["converged"] == "1"]
        return [float(text) for text in texts] if texts and all(texts) else None

    @property
    def steps(self):
        return self.first, self.last

    def rows(self):
        if self.fit is None:
            return self.failed_rows()
        quality = self.fit.quality()
        scale = float(self.y.max()) if self.fit.is_exact else 0
        cells = [real(quality["rss"], scale, 1e-8)]
        cells += [real(quality[name], relative=1e-8) for name in QUALITIES[1:]]
        if self.fit.is_exact and self.printed:  # of what rounding leaves
            cells[2:] = [
                real(float(self.printed[0][name])) if self.printed[0][name] else None
                for name in QUALITIES[2:]]
        tail = [*cells, self.misfit, *self.steps, 1, "ok", None]
        found = []
        for (name, unit), values in zip(
                growth.UNITS[self.model].items(), self.fit.errors(self.level)):
            found.append((name, unit, *values))
        found += self.fit.derived(self.level)
        # Where the data hardly tell the parameters apart, fewer digits are determined.
        close = max(CLOSE, 1e-8 / self.fit.offset()[1])
        rows = []
        if self.errors_unknown():
            tail[-2:] = ["errors_unknown", Words()]
        for place, (name, unit, estimate, error, low, high) in enumerate(found):
            size = max(abs(estimate), error, scale)
            numbers = [
                real(estimate, size, close),
                real(error, max(abs(estimate), scale) * 1e-6, 10 * close),
                real(low, size, 10 * close), real(high, size, 10 * close)]
            if self.scatter is not None:
                numbers[1:] = self.errors_of_runs(place, estimate, size, close)
            rows.append([self.model, self.to, name, unit, *numbers, *tail])
            # What the error leaves out of the latest run.
            if self.scatter is not None and name == "K" and self.printed and self.printed[place]["message"]:
                rows[-1][-1] = Words()
        return rows

    def errors_unknown(self):
        """Whether too many means of runs have no fit; where it is near the limit, what is printed."""
        if self.scatter is None or not self.printed:
            return False
        # With few steps more than parameters hardly any of them have a minimum that tells all apart.
        hardly = len(self.y) <= len(growth.UNITS[self.model]) + 2
        return self.printed[0]["status"] == "errors_unknown" and (hardly or self.scatter.failed > 0.02)

    def errors_of_runs(self, place, estimate, size, close):
        """Standard error, and the ends that follow from the one that is printed."""
        error = self.scatter.errors[place]
        printed = self.printed[place]["std_error"] if place < len(self.printed) else ""
        if not printed or self.errors_unknown():
            return [None if self.errors_unknown() else error, None, None]
        half = stats.t.ppf((1 + self.level) / 2, self.scatter.runs - 1) * float(printed)
        return [error, *(real(estimate + side * half, size, 10 * close) for side in (-1, 1))]

    def failed_rows(self):
        """A model without a minimum: its search ended somewhere, and the qualities are those of
        that place."""
        units = growth.UNITS[self.model]
        estimates = [row["estimate"] for row in self.printed[:len(units)]]
        status = self.printed[0]["status"] if self.printed else ""
        numbers, cells = [None] * len(units), [None] * len(QUALITIES)
        if len(self.y) > len(units) and all(estimates):
            numbers = [real(float(text)) for text in estimates]
            quality = growth.Fit(
                self.model, numpy.array([float(text) for text in estimates]), self.t, self.y).quality()
            cells = [real(quality[name], relative=1e-6) for name in QUALITIES]
        if status not in self.reasons():
            status = " or ".join(self.reasons())
        return [
            [self.model, self.to, name, unit, number, None, None, None, *cells, None, *self.steps, 0,
             status, Words()]
            for (name, unit), number in zip(units.items(), numbers)]

    def reasons(self):
        if len(self.y) <= len(growth.UNITS[self.model]):
            return ["too_few_points"]
        if (self.y == self.y[0]).all():
            return ["constant"]
        limits = {"richards": ["gompertz_limit"]}.get(self.model, [])
        if "K" in growth.UNITS[self.model]:
            limits = ["no_plateau", *limits]
        return [*limits, "max_iterations", "no_minimum", "undetermined"]


class Scatter:
    """How the parameters of a model, and what follows from them, scatter over means of runs drawn with
    replacement."""

    def __init__(self, fit, curves, ends, people, seed):
        self.runs = len(curves)
        sample = curves_of.first_curves(curves)
        kept = len(sample)
        self.generator = numpy.random.default_rng(seed)
        drawn = self.generator.multinomial(
            kept, [1 / kept] * kept, size=OUR_DRAWS)
        # As the mean of all runs scatters, of which these are a part.
        stretch = math.sqrt(kept / self.runs)
        means = curves.mean(axis=0) + stretch * (drawn / kept - 1 / kept) @ sample
        within = numpy.zeros(means.shape, bool)
        for row, (mean, last) in enumerate(zip(means, self.last_steps(ends, drawn))):
            first, last = fitted_steps(fit.model, mean[:last + 1], people)
            within[row, first:last + 1] = True
        # Too few steps, or the same value at all of them, have no fit.
        spread = numpy.where(within, means, -numpy.inf).max(axis=1) - numpy.where(
            within, means, numpy.inf).min(axis=1)
        usable = (within.sum(axis=1) > len(fit.parameters)) & (spread > 1e-12 * numpy.abs(means).max())
        found = growth.refitted(fit, means[usable], within[usable])
        self.failed = 1 - len(found) / OUR_DRAWS
        gradients = [*numpy.eye(len(fit.parameters))]
        gradients += [gradient for _, _, _, gradient in fit.derivatives()]
        # Of draws from the runs themselves, not from all runs there could be.
        more = math.sqrt(kept / (kept - 1))
        self.errors = [self.bracket(more * (found @ gradient)) for gradient in gradients]

    def last_steps(self, ends, drawn):
        """The last step of the longest of the runs drawn; of more than are kept, of as many as there are."""
        if self.runs == drawn.shape[1]:
            return (numpy.where(drawn > 0, ends, 0)).max(axis=1)
        generator = numpy.random.default_rng(self.runs)
        return generator.choice(ends, size=(len(drawn), self.runs)).max(axis=1)

    def bracket(self, values):
        """The standard deviation, which the program learns from its own draws."""
        error = float(values.std(ddof=1))
        size = max(float(numpy.abs(values).max()), 1e-3)
        if error <= 1e-9 * size:
            return Within(0, 1e-8 * size)
        if self.runs < 4:  # so few scatter too far for the program's delta method to be exact
            return Within(error / 4, 2 * error)
        # What as few draws as the program's give, from ours: where a few far ones decide, anything but normal.
        given = self.generator.choice(values, size=(1000, DRAWS)).std(axis=1, ddof=1)
        # Of 1,000 the least and the largest lie 3.2 standard errors away.
        wider = ERRORS / 3.2 * math.sqrt(1 + DRAWS / OUR_DRAWS)
        return Within(
            max(error - wider * (error - given.min()), given.min() / 2), error + wider * (given.max() - error),
            lambda seen: float(stats.norm.ppf(((given < seen).sum() + 0.5) / (len(given) + 1))))


def misfit(fit, curves, seed):
    """The p of the greatest misfit of the mean curve, as a bracket; None where it is undefined."""
    sample = curves_of.first_curves(curves)
    varying = sample.std(axis=0) > 0
    if len(sample) < 3 or not varying.any():
        return None
    tangents, _ = numpy.linalg.qr(growth.jacobian(fit.model, fit.parameters, fit.t))
    deviations = sample - sample.mean(axis=0)
    deviations -= deviations @ tangents @ tangents.T
    squares = (deviations**2).sum(axis=0)
    varying &= squares > 1e-20 * squares.max()
    deviations, squares = deviations[:, varying], squares[varying]
    error = numpy.sqrt(squares / (len(sample) - 1) / len(curves))
    seen = (numpy.abs(curves.mean(axis=0) - fit.curve)[varying] / error).max()
    distribution = curves_of.largest_t(deviations, numpy.random.default_rng(seed))
    share = (distribution >= seen * (1 - 1e-9)).mean()
    p = (share * curves_of.RESAMPLES + 1) / (curves_of.RESAMPLES + 1)
    error = curves_of.tail_error(share)
    return Within(
        max(p - ERRORS * error, 1 / (curves_of.RESAMPLES + 1)) * (1 - 1e-9),
        min(p + ERRORS * error, 1) * (1 + 1e-9), lambda value: (value - p) / error)
