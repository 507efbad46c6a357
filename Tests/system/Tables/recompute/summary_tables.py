"""summary.csv and curve_summary.csv."""

import math

import numpy

from . import curves_of, intervals, responses, survival
from .cells import Table, Within, real
from .courses import SERIES
from .run_tables import parameter_cells
from .study_file import has_course

QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}
TAIL = [
    "response", "unit", "n", "n_reached", "mean", "sd", "se", "ci_low",
    "ci_high", "ci_level", "ci_method", "min", "q05", "q25", "median", "median_ci_low",
    "median_ci_high", "q75", "q95", "max"]
# Beyond so many runs of a point the bootstrap gives way to t (docs/study-files.md).
MOST_BOOTSTRAPPED = 10_000


def number(text):
    return float(text) if text else None


def finished(folder):
    """Rows of runs.csv that finished, as dictionaries, by point."""
    found = {}
    for row in folder.tables["runs"].records():
        if row["status"] == "ok":
            found.setdefault(int(row["point"]), []).append(row)
    return found


def summary_table(folder, points):
    return summaries(folder, points, [()], lambda runs: runs, ["response"])


def conditions_of(folder, points):
    """The responses over whose runs summaries are repeated: those of the study; where it gives none, large outbreaks if
    at some point at which people recover fewer runs end between a tenth and half of the group than on either side."""
    study = folder.study
    if study.analysis.get("given"):
        return study.analysis["given"]
    for number, runs in finished(folder).items():
        small, large = (sum(run[name] == value for run in runs)
                        for name, value in (("reached_10pct", "0"), ("reached_50pct", "1")))
        between = len(runs) - small - large
        if has_course(points[number]) and small > between and large > between:
            return ["reached_50pct"]
    return []


def summary_given_table(folder, points, conditions):
    """The same over the runs in which a response is 1."""
    given = [(name,) for name in conditions]
    return summaries(
        folder, points, given, lambda runs, name: [run for run in runs if run[name] == "1"], ["given", "response"])


def summaries(folder, points, conditions, chosen, key):
    rows, by_point, study = [], finished(folder), folder.study
    columns = ["point", *study.parameters, *key, *TAIL[1:]]
    for place, point in enumerate(points):
        for condition in conditions:
            runs = chosen(by_point.get(place, []), *condition)
            for response, unit in responses.units(study).items():
                cells = summary_cells(study, runs, response, seed=len(rows))
                start = [place, *parameter_cells(study, point), *condition, response, unit]
                rows.append(start + [cells.get(name) for name in columns[len(start):]])
    return Table(columns, ["point", *key], rows)


def summary_cells(study, runs, response, seed):
    values = [float(row[response]) for row in runs if row[response]]
    cells = {"n": len(runs), "n_reached": len(values), "ci_level": real(study.level)}
    if not runs:
        return cells
    if len(values) < len(runs):
        # A mean would be that of the runs that got there. Quantiles of times know what the others
        # say; those of shapes are the quantiles of the runs that have one.
        if response in responses.times(study):
            times = [survival.time_of(row, response, study) for row in runs]
            return cells | censored_cells(times, values, study.level)
        return cells | order_cells(values, study.level)
    cells |= order_cells(values, study.level)
    scale, count = max(map(abs, values)), len(values)
    spread = float(numpy.std(values, ddof=1)) if count > 1 else None
    cells["mean"] = real(math.fsum(values) / count, scale)
    if count > 1:
        cells["sd"] = real(spread, scale)
        cells["se"] = real(spread / math.sqrt(count), scale)
    method = study.analysis["mean_interval"]
    if response in responses.shares(study):
        ends, method = intervals.wilson(sum(values), count, study.level), "wilson"
    elif method == "t" or count > MOST_BOOTSTRAPPED:
        ends, method = intervals.student(values, study.level), "t"
    elif spread:
        ends = intervals.bca(values, study.level, seed)
    else:
        ends = intervals.student(values, study.level)
    if ends[0] is not None:
        cells["ci_method"] = method
    for name, end in zip(("ci_low", "ci_high"), ends):
        cells[name] = end if isinstance(end, Within) else real(end, scale)
    return cells


def order_cells(values, level):
    """Smallest and largest value, and quantiles by the order of the values."""
    if not values:
        return {}
    scale = max(map(abs, values))
    cells = {
        name: real(numpy.quantile(values, share, method="linear"), scale)
        for name, share in QUANTILES.items()}
    cells["min"], cells["max"] = real(min(values)), real(max(values))
    low, high = intervals.order_statistics(values, 0.5, level)
    return cells | {"median_ci_low": real(low), "median_ci_high": real(high)}


def censored_cells(times, reached, level):
    cells = {name: real(survival.quantile(times, share)) for name, share in QUANTILES.items()}
    cells["min"] = real(min(reached, default=None))
    low, high = survival.median_interval(times, level)
    return cells | {"median_ci_low": real(low), "median_ci_high": real(high)}


def curve_summary_table(runs, actual):
    """`actual` gives the factor of the simultaneous band, which rests on random signs: it must be
    one of those our own signs allow, and the same at every step."""
    named = ["series"] if runs.folder.study.has_courses else []
    columns, rows = curve_summary_columns(runs), curve_summary_rows(runs, actual.records())
    return Table(columns, ["point", "step", *named], rows)


def curve_summary_given_table(runs, conditions, actual):
    """The same over the runs with each condition, point by point; a point without such runs has no rows."""
    study = runs.folder.study
    named = ["series"] if study.has_courses else []
    place = len(study.parameters) + 1
    rows = []
    for order, condition in enumerate(conditions):
        chosen = {
            (int(row["point"]), int(row["replicate"])) for row in runs.folder.tables["runs"].records()
            if row[condition] == "1"}
        printed = [row for row in actual.records() if row["given"] == condition]
        rows += [
            (row[0], order, [*row[:place], condition, *row[place:]])
            for row in curve_summary_rows(runs, printed, chosen)]
    columns = curve_summary_columns(runs)
    return Table(
        [*columns[:place], "given", *columns[place:]], ["point", "given", "step", *named],
        [row for *_, row in sorted(rows, key=lambda entry: entry[:2])])


def curve_summary_columns(runs):
    study = runs.folder.study
    simultaneous = study.analysis["curve_bands"] == "simultaneous"
    named = ["series"] if study.has_courses else []
    return [
        "point", *study.parameters, "step", *named, "n", "mean", "sd", "ci_low", "ci_high", *QUANTILES,
        *(["simultaneous_low", "simultaneous_high"] if simultaneous else [])]


def curve_summary_rows(runs, printed, chosen=None):
    study = runs.folder.study
    simultaneous = study.analysis["curve_bands"] == "simultaneous"
    named = study.has_courses
    rows = []
    printed = band_ends(printed) if simultaneous else {}
    by_series = {
        series: curves_of.by_point(runs, series, chosen)
        for series in (SERIES if study.has_courses else ["infected"])}
    for number, first in sorted(by_series["infected"].items()):
        bands = {
            series: band_cells(
                found[number], study.level, number, printed.get((number, series), []))
            for series, found in by_series.items() if simultaneous}
        for step in range(first.shape[1]):
            for series, found in by_series.items():
                rows.append([
                    number, *parameter_cells(study, runs.points[number]), step,
                    *([series] if named else []), *step_cells(found[number][:, step], study.level),
                    *(bands[series][step] if simultaneous else [])])
    return rows


def step_cells(values, level):
    count, mean = len(values), values.mean()
    spread = values.std(ddof=1) if count > 1 else None
    return [
        count, real(mean), real(spread, mean) if count > 1 else None,
        *(real(end, mean) for end in intervals.student(values, level)),
        *(real(numpy.quantile(values, share)) for share in QUANTILES.values())]


def band_ends(printed):
    found = {}
    for row in printed:
        key = int(row["point"]), row.get("series", "infected")
        found.setdefault(key, []).append(number(row["simultaneous_high"]))
    return found


def band_cells(curves, level, seed, printed):
    """Pairs of cells per step."""
    count, means = len(curves), curves.mean(axis=0)
    if count < 5:
        return [[None, None]] * len(means)
    errors = curves.std(axis=0, ddof=1) / math.sqrt(count)
    widest = int(errors.argmax())
    if errors[widest] == 0:
        return [[real(mean), real(mean)] for mean in means]
    sample = curves_of.first_curves(curves)
    deviations = sample - sample.mean(axis=0)
    deviations = deviations[:, (deviations != 0).any(axis=0)]
    distribution = curves_of.largest_t(deviations, numpy.random.default_rng(seed))
    error = math.sqrt(level * (1 - level) / curves_of.RESAMPLES)
    bracket = intervals.quantile_bracket(distribution, level, error)
    seen = printed[widest] if widest < len(printed) else None
    factor = (seen - means[widest]) / errors[widest] if seen is not None else math.nan
    cells = [
        [real(mean - factor * error, mean), real(mean + factor * error, mean)]
        for mean, error in zip(means, errors)]
    if not bracket.low <= factor <= bracket.high:
        cells[widest][1] = Within(
            means[widest] + bracket.low * errors[widest],
            means[widest] + bracket.high * errors[widest])
    return cells
