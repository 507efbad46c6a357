"""Tests of differences (docs/statistics.md, "Tests"): statistic and p.

A p that rests on random arrangements is a bracket: our own exact or much longer count, and what
the program's number of arrangements may make of it.
"""

import itertools
import math
from fractions import Fraction

import numpy
from scipy import stats
from statsmodels.duration.survfunc import survdiff
from statsmodels.stats.oneway import anova_oneway

from . import curves_of
from .cells import Within
from .effects import constant_p
from .intervals import ERRORS

# Arrangements up to so many are all counted.
MOST_ARRANGEMENTS = 200_000
# Random ones: of labels and signs, of labels of tied values, of curves.
DRAWS, TIED_DRAWS, CURVE_DRAWS = 20_000, 10_000, 2_000
# Rank tests count exactly up to so many pairs.
EXACT_WILCOXON, EXACT_MANN_WHITNEY = 100, 2_500


def paired_t(x, y):
    d = numpy.subtract(x, y)
    if numpy.ptp(d) == 0:
        return None, 1.0 if d[0] == 0 else constant_p(len(d), None)
    result = stats.ttest_rel(x, y)
    return result.statistic, result.pvalue


def welch(x, y):
    if numpy.ptp(x) == 0 and numpy.ptp(y) == 0:
        return None, 1.0 if x[0] == y[0] else constant_p(len(x), len(y))
    result = stats.ttest_ind(x, y, equal_var=False)
    return result.statistic, result.pvalue


def mann_whitney(x, y):
    """U is the number of pairs with x > y plus half the ties."""
    both = numpy.concatenate([x, y])
    if numpy.ptp(both) == 0:
        return len(x) * len(y) / 2, 1.0
    exact = len(set(both)) == len(both) and len(x) * len(y) <= EXACT_MANN_WHITNEY
    result = stats.mannwhitneyu(x, y, method="exact" if exact else "asymptotic")
    return result.statistic, result.pvalue


def wilcoxon(x, y):
    """The sum of the ranks of positive differences; zeros are left out, and what rounding alone keeps apart is a tie."""
    unit = 1e-12 * max(numpy.abs(x).max(initial=0), numpy.abs(y).max(initial=0), 1e-300)
    positive, *tails = signed_ranks(numpy.rint(numpy.subtract(x, y) / unit))
    return positive, float(min(1, 2 * min(tails)))


def signed_ranks(d):
    """That sum, and the chances of one as small, and as large."""
    d = d[d != 0]
    if not len(d):
        return 0.0, 1.0, 1.0
    ranks = stats.rankdata(abs(d))
    positive = ranks[d > 0].sum()
    if len(d) > EXACT_WILCOXON:
        variance = (ranks**2).sum() / 4
        distance = positive - ranks.sum() / 2
        return (
            positive, stats.norm.cdf((distance + 0.5) / math.sqrt(variance)),
            stats.norm.sf((distance - 0.5) / math.sqrt(variance)))
    # All signs of the ranks, doubled to be whole numbers.
    distribution = {0: Fraction(1)}
    for rank in (int(round(2 * rank)) for rank in ranks):
        longer = {}
        for total, weight in distribution.items():
            for more in (0, rank):
                longer[total + more] = longer.get(total + more, 0) + weight / 2
        distribution = longer
    seen = int(round(2 * positive))
    return (
        positive, float(sum(weight for total, weight in distribution.items() if total <= seen)),
        float(sum(weight for total, weight in distribution.items() if total >= seen)))


def rank_equivalence(x, y, paired, margin, better=None):
    """Of a shift: the rank tests of the values moved by the margin, as `equivalence`."""
    def sides(value):
        moved = numpy.subtract(x, value)
        if paired:
            return signed_ranks(moved - y)
        both = numpy.concatenate([moved, y])
        exact = len(set(both)) == len(both) and len(x) * len(y) <= EXACT_MANN_WHITNEY
        tests = [
            stats.mannwhitneyu(moved, y, alternative=side, method="exact" if exact else "asymptotic")
            for side in ("less", "greater")]
        return tests[0].statistic, *(test.pvalue for test in tests)

    (upper, p_upper, _), (lower, _, p_lower) = sides(margin), sides(-margin)
    if better:
        return (upper, p_upper) if better == "smaller" else (lower, p_lower)
    return (lower, p_lower) if p_lower > p_upper else (upper, p_upper)


def welch_anova(*groups):
    constant = constant_groups(groups)
    if constant is not None:
        return None, constant
    still = [group for group in groups if numpy.ptp(group) == 0]
    if len(still) > 1:
        return None, None
    if still:  # the limit: its mean is known exactly, and weighs more than all others
        moving = [group for group in groups if numpy.ptp(group)]
        k, share = len(groups), sum(1 / (len(group) - 1) for group in moving)
        between = sum(
            len(group) / numpy.var(group, ddof=1) * (numpy.mean(group) - still[0][0])**2 for group in moving)
        statistic = between / (k - 1) / (1 + 2 * (k - 2) / (k**2 - 1) * share)
        return statistic, stats.f.sf(statistic, k - 1, (k**2 - 1) / (3 * share))
    result = anova_oneway(groups, use_var="unequal")
    return result.statistic, result.pvalue


def constant_groups(groups):
    """Without spread in any group: the share of arrangements that keep every group constant."""
    if any(numpy.ptp(group) for group in groups):
        return None
    values = [group[0] for group in groups]
    if len(set(values)) == 1:
        return 1.0
    sizes = [len(group) for group in groups]
    totals = {}
    for value, size in zip(values, sizes):
        totals[value] = totals.get(value, 0) + size
    keeping = sum(
        all(sum(size for size, label in zip(sizes, labels) if label == value) == total
            for value, total in totals.items())
        for labels in itertools.product(totals, repeat=len(sizes)))
    ways = math.factorial(sum(sizes))
    for total in totals.values():
        ways //= math.factorial(total)
    return keeping / ways


def log_rank(x, y):
    """Of (time, reached) pairs."""
    times = [t.time for t in (*x, *y)]
    reached = [t.reached for t in (*x, *y)]
    if not any(reached):
        return None, None
    try:
        statistic, _ = survdiff(times, reached, [0] * len(x) + [1] * len(y))
    except numpy.linalg.LinAlgError:  # nobody was left to compare with at any event
        return None, None
    return statistic, stats.chi2.sf(statistic, 1)


def counts_of_sums(values):
    """Counts of subsets by size and sum of whole numbers."""
    distribution = {(0, 0): 1}
    for value in values:
        longer = dict(distribution)
        for (size, total), count in distribution.items():
            key = (size + 1, total + value)
            longer[key] = longer.get(key, 0) + count
        distribution = longer
    return distribution


def drawn(share, draws):
    """The p that random arrangements give where `share` of all are as extreme as the data."""
    if share == 1:
        return 1.0
    # A few of so many, or none.
    error = math.sqrt(max(share * (1 - share), 1 / draws) / draws)
    center = (share * draws + 1) / (draws + 1)
    return Within(
        max(center - ERRORS * error, 1 / (draws + 1)) * (1 - 1e-9), center + ERRORS * error + 4 / draws,
        lambda p: (p - center) / error)


def permutation(x, y, paired):
    """The difference of means under all signs of pairs or labels; exact by counting sums."""
    d = numpy.subtract(x, y) if paired else None
    seen = d.mean() if paired else numpy.mean(x) - numpy.mean(y)
    share = sign_share(d) if paired else label_share(x, y)
    ways = 2 ** len(d) if paired else math.comb(len(x) + len(y), len(x))
    return seen, share if ways <= MOST_ARRANGEMENTS else drawn(share, DRAWS)


def kolmogorov_smirnov(x, y):
    """D, and its asymptotic p; with ties the share of the arrangements of the pooled values with a D at least
    as large."""
    n, m = len(x), len(y)
    both = sorted([(value, 1) for value in x] + [(value, 0) for value in y])
    ends = [i == len(both) - 1 or both[i][0] != both[i + 1][0] for i in range(len(both))]
    largest, first = 0, 0
    for place, (_, mine) in enumerate(both):
        first += mine
        if ends[place]:
            largest = max(largest, abs(first * m - (place + 1 - first) * n))
    d = largest / (n * m)
    if all(ends):
        return d, stats.kstwobign.sf(d * math.sqrt(n * m / (n + m)))
    # Paths that stay below D where ties end; ways[i] counts those with i first values.
    ways = [1] + [0] * n
    for place in range(len(both)):
        ways = [
            (ways[i] if place - i < m else 0) + (ways[i - 1] if i else 0) for i in range(n + 1)]
        if ends[place]:
            ways = [
                count if abs(i * m - (place + 1 - i) * n) < largest else 0
                for i, count in enumerate(ways)]
    p = drawn(float(1 - Fraction(ways[n], math.comb(n + m, n))), TIED_DRAWS)
    if isinstance(p, Within):  # where none of the draws is as extreme, the series may say more
        series = stats.kstwobign.sf(d * math.sqrt(n * m / (n + m)))
        p = Within(min(p.low, series * (1 - 1e-9)), p.high, p.score)
    return d, p


def sign_share(d):
    """The share of all signs with a sum at least as far from 0."""
    whole = as_whole(d)
    distribution = {0: 1}
    for value in whole:
        longer = {}
        for total, count in distribution.items():
            for signed in (total + value, total - value):
                longer[signed] = longer.get(signed, 0) + count
        distribution = longer
    seen = abs(sum(whole))
    return sum(c for total, c in distribution.items() if abs(total) >= seen) / 2 ** len(whole)


def label_share(x, y):
    """The share of all divisions with means at least as far apart."""
    whole = as_whole([*x, *y])
    n, m, everything = len(x), len(y), sum(whole)

    def apart(total):  # n m times the difference of means
        return abs(total * m - (everything - total) * n)

    seen = apart(sum(whole[:n]))
    distribution = counts_of_sums(whole)
    extreme = sum(c for (size, t), c in distribution.items() if size == n and apart(t) >= seen)
    return extreme / math.comb(n + m, n)


def as_whole(values):
    """The values as whole numbers of one unit; studies compare only such by permutation."""
    fractions = [Fraction(float(value)).limit_denominator(10_000) for value in values]
    unit = math.lcm(*(f.denominator for f in fractions))
    return [int(f * unit) for f in fractions]


def curve_permutation(a, b, paired, seed):
    """max |t| over the steps (None: infinite); the p of random signs of pairs, or of labels."""
    step, seen = largest_step(a, b, paired)
    if step is None:
        return 0.0, 1.0
    generator = numpy.random.default_rng(seed)
    if paired:
        d = a - b
        distribution = curves_of.largest_t(d[:, d.any(axis=0)], generator)
    else:
        both = numpy.concatenate([a, b])
        both = both[:, numpy.ptp(both, axis=0) > 0]
        picks = generator.permuted(
            numpy.tile(numpy.arange(len(both)), (curves_of.OURS, 1)), axis=1)[:, :len(a)]
        distribution = two_sample_t(both, picks)
    share = float((distribution >= seen * (1 - 1e-9)).mean())
    return seen, drawn(share, CURVE_DRAWS)


def errors_of(a, b, paired):
    """The standard error of the mean difference at each step."""
    if paired:
        return (a - b).std(axis=0, ddof=1) / math.sqrt(len(a))
    return numpy.sqrt(a.var(axis=0, ddof=1) / len(a) + b.var(axis=0, ddof=1) / len(b))


def largest_step(a, b, paired):
    """The first step with the largest |t|, and that; a difference without spread is infinite.
    None where nothing differs."""
    difference, error = a.mean(axis=0) - b.mean(axis=0), errors_of(a, b, paired)
    error[error < 1e-12 * numpy.abs(a).max()] = 0
    with numpy.errstate(all="ignore"):
        t = numpy.where((difference == 0) & (error == 0), -1, numpy.abs(difference) / error)
    step = int(t.argmax())
    return (None, None) if t[step] < 0 else (step, float(t[step]))


def curve_difference(a, b, paired, level, seed):
    """The mean difference at the step with the largest |t|, with the band's interval there: its
    factor is the quantile of max |t| for random signs of the runs' deviations."""
    step, _ = largest_step(a, b, paired)
    if step is None:
        return None, None, None
    difference = (a.mean(axis=0) - b.mean(axis=0))[step]
    error = errors_of(a, b, paired)
    if min(len(a), len(b)) < 5:
        return difference, None, None
    if error[step] < 1e-12 * numpy.abs(a).max():
        return difference, difference, difference
    generator = numpy.random.default_rng(seed)
    varying = error > 1e-12 * numpy.abs(a).max()
    if paired:
        d = (a - b)[:, varying]
        distribution = curves_of.largest_t(d - d.mean(axis=0), generator)
    else:
        rest = numpy.concatenate([a - a.mean(axis=0), b - b.mean(axis=0)])[:, varying]
        distribution = signed_two_sample_t(rest, len(a), generator)
    # The level at which the quantile of so few draws lies follows a beta distribution, skewed near 1.
    n = curves_of.RESAMPLES
    shares = stats.beta.ppf(stats.norm.cdf([-ERRORS, ERRORS]), level * n, (1 - level) * n + 1)
    low, high = numpy.quantile(distribution, shares) * (1 - 1e-9, 1 + 1e-9) * error[step]
    return (
        difference, Within(difference - high, difference - low),
        Within(difference + low, difference + high))


def signed_two_sample_t(rest, n, generator):
    """max |Welch's t| over the steps for random signs of two groups' deviations, sorted."""
    m = len(rest) - n
    squares = (rest[:n] ** 2).sum(axis=0), (rest[n:] ** 2).sum(axis=0)
    found = []
    for _ in range(10):
        signs = generator.choice([-1.0, 1.0], size=(curves_of.OURS // 10, len(rest)))
        means = signs[:, :n] @ rest[:n] / n, signs[:, n:] @ rest[n:] / m
        variances = [
            (square - count * mean**2) / (count - 1) / count
            for square, mean, count in zip(squares, means, (n, m))]
        with numpy.errstate(all="ignore"):
            t = numpy.abs(means[0] - means[1]) / numpy.sqrt(sum(variances))
        found.append(numpy.nan_to_num(t, posinf=numpy.inf).max(axis=1))
    return numpy.sort(numpy.concatenate(found))


def two_sample_t(curves, picks):
    """max |Welch's t| over the steps for each choice of the first sample."""
    n = picks.shape[1]
    m = len(curves) - n
    sums, squares = curves.sum(axis=0), (curves**2).sum(axis=0)
    first, first_squares = curves[picks].sum(axis=1), (curves**2)[picks].sum(axis=1)
    mean_a, mean_b = first / n, (sums - first) / m
    var_a = (first_squares - n * mean_a**2) / (n - 1)
    var_b = (squares - first_squares - m * mean_b**2) / (m - 1)
    with numpy.errstate(all="ignore"):
        t = numpy.abs(mean_a - mean_b) / numpy.sqrt(
            numpy.maximum(var_a, 0) / n + numpy.maximum(var_b, 0) / m)
    return numpy.nan_to_num(t, nan=0.0, posinf=numpy.inf).max(axis=1)


def equivalence(x, y, paired, margin, level, better=None):
    """TOST: the statistic nearer to zero of both one-sided t tests, and the larger p; non-inferiority: that of the
    side on which values are worse than `better`. Without spread by the rule of three."""
    alpha = 1 - level
    if paired:
        d = numpy.subtract(x, y)
        constant = numpy.ptp(d) == 0
        difference, count = (d[0] if constant else d.mean()), len(d)
        if not constant:
            error, freedom = d.std(ddof=1) / math.sqrt(count), count - 1
    else:
        constant = numpy.ptp(x) == 0 and numpy.ptp(y) == 0
        difference = x[0] - y[0] if constant else numpy.mean(x) - numpy.mean(y)
        count = min(len(x), len(y))
        if not constant:
            parts = numpy.var(x, ddof=1) / len(x), numpy.var(y, ddof=1) / len(y)
            error = math.sqrt(sum(parts))
            freedom = sum(parts) ** 2 / sum(
                part**2 / (len(group) - 1) for part, group in zip(parts, (x, y)))
    if constant:
        return None, constant_equivalence(x, y, difference, margin, count, alpha)
    upper, lower = (difference - margin) / error, (difference + margin) / error
    p_upper, p_lower = stats.t.cdf(upper, freedom), stats.t.sf(lower, freedom)
    if better:
        return (upper, p_upper) if better == "smaller" else (lower, p_lower)
    return (lower, p_lower) if p_lower >= p_upper else (upper, p_upper)


def constant_equivalence(x, y, difference, margin, count, alpha):
    if abs(difference) >= margin:
        return 1.0
    both = numpy.concatenate([x, y])
    spread = numpy.ptp(both)
    if (both == numpy.round(both)).all():
        spread = max(spread, 1)
    far = spread + abs(difference)
    q = min((margin - abs(difference)) / far if far else math.inf, alpha)
    return (1 - q) ** count
