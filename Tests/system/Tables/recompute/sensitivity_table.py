"""sensitivity.csv (docs/statistics.md, "Sensitivity")."""

import itertools
import math

import numpy
from scipy import stats

from . import intervals, responses
from .cells import Table, Words, real
from .points import place_of

COLUMNS = ["response", "factor", "index", "estimate", "ci_low", "ci_high", "method", "status", "message"]
METHODS = {
    "saltelli": "sobol", "factorial": "anova", "morris": "morris", "latin_hypercube": "prcc", "sobol": "prcc", "halton": "prcc"}
# Resamples of base points the program takes, and we.
RESAMPLES, OURS = 1_000, 5_000
# More replicates than this are averaged in blocks first.
MOST_REPLICATES = 200


def sensitivity_table(folder):
    study = folder.study
    wanted = study.analysis["sensitivity"]
    method = wanted.get("method", METHODS[study.design["type"]])
    rows = []
    for response in wanted["responses"]:
        values = values_of(folder, response)
        if method == "prcc":
            found = prcc(folder, response, values)
        else:
            found = {"sobol": sobol, "anova": shares, "morris": morris}[method](folder, values)
        for (factor, index), cells in found.items():
            status = status_of(folder, response, values, method, cells)
            rows.append([
                response, factor, index, *cells, method, status, None if status == "ok" else Words()])
    return Table(COLUMNS, COLUMNS[:3], rows)


def status_of(folder, response, values, method, cells):
    """No study of the tests has a factor that does not vary."""
    # Variance shares need every replicate, means one run of each point.
    needed = folder.failed if method == "anova" else [
        point for point, runs in enumerate(values)
        if all((point, replicate) in folder.failed for replicate in range(len(runs)))]
    if needed:
        return "failed_runs"
    is_time = response in responses.times(folder.study)
    if any(math.isnan(value) for point, runs in enumerate(values)
           for replicate, value in enumerate(runs) if (point, replicate) not in folder.failed):
        return "censored" if is_time else "no_value"
    return "constant" if cells[0] is None else "ok"


def prcc(folder, response, values):
    """Correlations of the residuals of ranks, each from the regression on all other factors."""
    factors = list(folder.study.factors)
    if response in responses.times(folder.study):
        values = restricted(folder, values)
    means = numpy.array([row.mean() for row in values])
    if numpy.isnan(means).any() or means.std() == 0:
        return {(factor, "prcc"): (None, None, None) for factor in factors}
    points = folder.tables["points"].records()
    ranks = {
        factor: stats.rankdata([float(row[factor]) for row in points]) for factor in factors}
    half = stats.norm.ppf((1 + folder.study.level) / 2) / math.sqrt(len(points) - len(factors) - 2)
    found = {}
    for factor in factors:
        others = numpy.column_stack(
            [numpy.ones(len(points))] + [ranks[other] for other in factors if other != factor])
        x, y = (
            rank - others @ numpy.linalg.lstsq(others, rank, rcond=None)[0]
            for rank in (ranks[factor], stats.rankdata(means)))
        r = x @ y / math.sqrt((x @ x) * (y @ y))
        ends = (math.tanh(math.atanh(r) + side * half) for side in (-1, 1))
        found[factor, "prcc"] = (real(r, 1), *(real(end, 1) for end in ends))
    return found


def restricted(folder, values):
    """Times up to the last step known of all runs."""
    limit = math.inf
    for row, time in zip(folder.tables["runs"].records(), numpy.concatenate(values)):
        if math.isnan(time):
            for_ever = row["stop_reason"] in ("no_spread", "extinct")
            limit = min(limit, folder.study.stop["max_steps"] if for_ever else float(row["steps"]))
    return [numpy.minimum(numpy.where(numpy.isnan(row), limit, row), limit) for row in values]


def values_of(folder, response):
    """Points x replicates; NaN where a run has no value, whole points if some has none."""
    found = {}
    for row in folder.tables["runs"].records():
        found.setdefault(int(row["point"]), []).append(row)
    return [
        numpy.array([float(row[response]) if row[response] else math.nan for row in found[point]])
        for point in sorted(found)]


def names_of(factors, indices):
    """The rows in their order: the indices of each factor, then pairs."""
    found = [(factor, index) for factor in factors for index in indices]
    if "first" in indices:
        found += [(":".join(pair), "pair") for pair in itertools.combinations(factors, 2)]
    return found


def point_means(folder, values):
    """The mean of each point's finished runs; None if some finished run has no value."""
    status = {}
    for row in folder.tables["runs"].records():
        status.setdefault(int(row["point"]), []).append(row["status"] == "ok")
    means = []
    for point, row in enumerate(values):
        finished = row[status[point]]
        if not len(finished) or numpy.isnan(finished).any():
            return None
        means.append(finished.mean())
    return numpy.array(means)


def sobol(folder, values):
    factors = list(folder.study.factors)
    names = names_of(factors, ("first", "total"))
    means = point_means(folder, values)
    if means is None or means.std() == 0:
        return {name: (None, None, None) for name in names}
    blocks = means.reshape(-1, 2 * len(factors) + 2)
    estimates = sobol_indices(blocks[None])[:, 0]
    generator = numpy.random.default_rng(len(blocks))
    picked = generator.integers(0, len(blocks), (OURS, len(blocks)))
    resampled = numpy.sort(sobol_indices(blocks[picked]), axis=1)
    found = {}
    for name, estimate, distribution in zip(names, estimates, resampled):
        ends = [
            intervals.quantile_bracket(distribution, share, math.sqrt(share * (1 - share) / RESAMPLES))
            for share in ((1 - folder.study.level) / 2, (1 + folder.study.level) / 2)]
        found[name] = (real(estimate, 1), *ends)
    return found


def sobol_indices(blocks):
    """First and total of each factor, then pairs, of samples of blocks A, AB_i, BA_i, B."""
    factors = (blocks.shape[-1] - 2) // 2
    a, b = blocks[..., 0], blocks[..., -1]
    both = numpy.concatenate([a, b], axis=-1)
    mean = both.mean(axis=-1, keepdims=True)
    variance = both.var(axis=-1)
    a, b = a - mean, b - mean
    ab = [blocks[..., 1 + i] - mean for i in range(factors)]
    ba = [blocks[..., 1 + factors + i] - mean for i in range(factors)]
    with numpy.errstate(all="ignore"):
        first = [(b * (one - a)).mean(axis=-1) / variance for one in ab]
        total = [((a - one) ** 2).mean(axis=-1) / 2 / variance for one in ab]
        pairs = [
            ((ba[i] * ab[j]).mean(axis=-1) - (a * b).mean(axis=-1)) / variance - first[i] - first[j]
            for i, j in itertools.combinations(range(factors), 2)]
    return numpy.array([index for pair in zip(first, total) for index in pair] + pairs)


def shares(folder, values):
    study = folder.study
    factors = list(study.factors)
    names = names_of(factors, ("first", "total"))
    nothing = {name: (None, None, None) for name in names}
    if any(numpy.isnan(row).any() for row in values):
        return nothing
    table = numpy.array(values)
    replicates = table.shape[1]
    if replicates > MOST_REPLICATES:
        size = -(-replicates // MOST_REPLICATES)
        blocks = replicates // size
        table = table[:, :blocks * size].reshape(len(table), blocks, size).mean(axis=2)
        replicates = blocks
    sizes = [len(study.levels(factor)) for factor in factors]
    common = study.random_numbers == "common"
    estimates = share_indices(table, sizes, common)
    if estimates is None:
        return nothing
    left_out = numpy.array([
        share_indices(numpy.delete(table, place, axis=1), sizes, common)
        for place in range(replicates)])
    spread = (replicates - 1) * left_out.var(axis=0)
    half = stats.t.ppf((1 + study.level) / 2, replicates - 1) * numpy.sqrt(spread)
    return {
        name: (real(estimate, 1), real(estimate - width, 1), real(estimate + width, 1))
        for name, estimate, width in zip(names, estimates, half)}


def share_indices(table, sizes, common):
    """First and total of each factor, then pairs, of cells x replicates."""
    cells, replicates = table.shape
    means = table.mean(axis=1)
    rest = table - means[:, None]
    freedom = cells * (replicates - 1)
    if common:
        rest = rest - rest.mean(axis=0)
        freedom = (cells - 1) * (replicates - 1)
    error = (rest**2).sum() / freedom / replicates  # the variance of a cell's mean
    grid = means.reshape(sizes)

    def variance(kept):
        """Between the means by some factors, without what scatter adds."""
        dropped = tuple(axis for axis in range(len(sizes)) if axis not in kept)
        means = grid.mean(axis=dropped)
        return means.var() - (means.size - 1) / cells * error

    everything = range(len(sizes))
    whole = variance(everything)
    if not whole > 0:
        return None
    first = [variance([i]) / whole for i in everything]
    total = [1 - variance([j for j in everything if j != i]) / whole for i in everything]
    pairs = [
        variance(pair) / whole - first[pair[0]] - first[pair[1]]
        for pair in itertools.combinations(everything, 2)]
    return [index for pair in zip(first, total) for index in pair] + pairs


def morris(folder, values):
    """Elementary effects over the whole range of each factor, by the steps really made."""
    study = folder.study
    factors = list(study.factors)
    names = names_of(factors, ("mu", "mu_star", "sigma"))
    means = point_means(folder, values)
    if means is None:
        return {name: (None, None, None) for name in names}
    points = folder.tables["points"].records()
    places = [[place_of(study, factor, float(row[factor])) for factor in factors] for row in points]
    effects = {factor: [] for factor in factors}
    length = len(factors) + 1
    for start in range(0, len(points), length):
        for point in range(start, start + length - 1):
            before, after = places[point], places[point + 1]
            moved = [i for i in range(len(factors)) if before[i] != after[i]]
            if len(moved) == 1:
                step = after[moved[0]] - before[moved[0]]
                effects[factors[moved[0]]].append((means[point + 1] - means[point]) / step)
    found = {}
    for factor in factors:
        ends = intervals.student(numpy.abs(effects[factor]), study.level)
        scale = numpy.abs(effects[factor]).max()
        found[factor, "mu"] = (real(numpy.mean(effects[factor]), scale), None, None)
        found[factor, "mu_star"] = (
            real(numpy.abs(effects[factor]).mean(), scale), *(real(end, scale) for end in ends))
        found[factor, "sigma"] = (real(numpy.std(effects[factor], ddof=1), scale), None, None)
    return found

