#!/usr/bin/env python3
"""Makes edges.json: tests and intervals of one, two and three values, and on both sides of each size at which a
method changes. By scipy and statsmodels, or by listing all arrangements; nothing of the program.

    python3 edges.py > edges.json    (scipy 1.11 or later, statsmodels)
"""

import itertools
import json
import math
import random
from fractions import Fraction

import numpy
from scipy import special, stats
from statsmodels.stats.proportion import proportion_confint

CASES = []


def case(of, expected, **given):
    clean = {key: None if value is None or not math.isfinite(value) else float(value) for key, value in expected.items()}
    CASES.append({"of": of, **given, "expected": clean})


def values(count, seed, step=1, offset=0):
    """Different numbers, in no order."""
    picked = random.Random(seed).sample(range(1, 40 * count), count)
    return [value * step + offset for value in picked]


# MARK: Two groups

def hodges_lehmann(sums, counts, tail, deviation, is_exact):
    """Median and order statistics of `sums`; `counts` of the statistic's values, all alike likely."""
    sums, n = sorted(sums), len(sums)
    if is_exact:
        total, below, rank = sum(counts), 0, 0
        for value, count in enumerate(counts):
            below += count
            if Fraction(below, total) > Fraction(tail):
                rank = value
                break
    else:
        rank = round(n / 2 - stats.norm.isf(tail) * deviation)
    inside = rank >= 1
    return {"estimate": numpy.median(sums), "lower": sums[rank - 1] if inside else None,
            "upper": sums[n - rank] if inside else None}


def counts_of_u(n1, n2):
    """Of all arrangements, how many have each U: Mann and Whitney's recursion in whole numbers."""
    table = {}
    for i in range(n1 + 1):
        for j in range(n2 + 1):
            if i == 0 or j == 0:
                table[i, j] = [1]
                continue
            row = [0] * (i * j + 1)
            for u, count in enumerate(table[i - 1, j]):
                row[u + j] += count
            for u, count in enumerate(table[i, j - 1]):
                row[u] += count
            table[i, j] = row
    return table[n1, n2]


def two_groups(x, y, level=0.95):
    n1, n2 = len(x), len(y)
    given = {"x": x, "y": y, "level": level}
    tail = (1 - level) / 2
    ties = len({*x, *y}) < n1 + n2
    is_exact = n1 * n2 <= 2500
    exact = stats.mannwhitneyu(x, y, method="exact").pvalue if is_exact and not ties else None
    case("mann_whitney", {
        "u": stats.mannwhitneyu(x, y, method="asymptotic").statistic, "exact": exact,
        "asymptotic": stats.mannwhitneyu(x, y, method="asymptotic").pvalue}, **given)
    case("hodges_lehmann", hodges_lehmann(
        [a - b for a in x for b in y], counts_of_u(n1, n2) if is_exact else [], tail,
        math.sqrt(n1 * n2 * (n1 + n2 + 1) / 12), is_exact), **given)
    d = max(abs(sum(v <= z for v in x) / n1 - sum(v <= z for v in y) / n2) for z in [*x, *y])
    case("kolmogorov_smirnov", {
        "d": d, "asymptotic": special.kolmogorov(d * math.sqrt(n1 * n2 / (n1 + n2)))}, **given)
    none = dict.fromkeys(("difference", "t", "df", "p", "lower", "upper"))
    welch = dict(none)
    if n1 > 1 and n2 > 1:
        found = stats.ttest_ind(x, y, equal_var=False)
        low, high = found.confidence_interval(level)
        welch = {"difference": numpy.mean(x) - numpy.mean(y), "t": found.statistic, "df": found.df,
                 "p": found.pvalue, "lower": low, "upper": high}
    case("welch", welch, **given)
    p = None
    if math.comb(n1 + n2, n1) <= 200_000:
        pooled, seen = numpy.array([*x, *y]), abs(sum(x) * (n1 + n2) - n1 * sum([*x, *y]))
        chosen = numpy.array(list(itertools.combinations(range(n1 + n2), n1)))
        p = (abs(pooled[chosen].sum(axis=1) * (n1 + n2) - n1 * pooled.sum()) >= seen).mean()
    if n1 < 20:  # of more, random ones of two keys may agree
        case("permutation", {"p": p}, **given)


# MARK: Pairs

def pairs(x, y, level=0.95):
    n = len(x)
    given = {"x": x, "y": y, "level": level}
    d = numpy.subtract(x, y)
    tail = (1 - level) / 2
    counts = [1]
    for part in range(1, n + 1):
        counts = [a + b for a, b in zip(counts + [0] * part, [0] * part + counts)]
    case("paired_hodges_lehmann", hodges_lehmann(
        [(d[i] + d[j]) / 2 for i in range(n) for j in range(i + 1)], counts, tail,
        math.sqrt(n * (n + 1) * (2 * n + 1) / 24), n <= 100), **given)
    left = d[d != 0]
    size = stats.rankdata(abs(left))
    w = size[left > 0].sum()
    exact = None
    if len(left) <= 100:  # in half ranks, as ties share them
        sums = {0: 1}
        for part in (int(2 * rank) for rank in size):
            more = dict(sums)
            for total, count in sums.items():
                more[total + part] = more.get(total + part, 0) + count
            sums = more
        all_ = 2**len(left)
        above = sum(c for s, c in sums.items() if s >= 2 * w)
        below = sum(c for s, c in sums.items() if s <= 2 * w)
        exact = min(1, 2 * min(Fraction(above, all_), Fraction(below, all_)))
    m, ties = len(left), numpy.unique(abs(left), return_counts=True)[1]
    variance = m * (m + 1) * (2 * m + 1) / 24 - (ties**3 - ties).sum() / 48
    z = max(0, abs(w - m * (m + 1) / 4) - 0.5) / math.sqrt(variance) if m else 0
    case("wilcoxon", {"w": w, "count": m, "exact": exact, "asymptotic": min(1, 2 * stats.norm.sf(z))}, **given)
    t = dict.fromkeys(("difference", "t", "df", "p", "lower", "upper"))
    if n > 1:
        found = stats.ttest_rel(x, y)
        low, high = found.confidence_interval(level)
        t = {"difference": d.mean(), "t": found.statistic, "df": n - 1, "p": found.pvalue, "lower": low, "upper": high}
    case("paired_t", t, **given)
    p = None
    if n <= 17:
        signs = 1 - 2 * ((numpy.arange(2**n)[:, None] >> numpy.arange(n)) & 1)
        p = (abs(signs @ d) >= abs(d.sum())).mean()
    if n < 20:
        case("paired_permutation", {"p": p}, **given)


# MARK: One group, and whole curves

def one_group(x, level=0.95):
    n = len(x)
    low = high = None
    if n > 1:
        low, high = stats.t.interval(level, n - 1, numpy.mean(x), stats.sem(x))
    tail = (1 - level) / 2
    rank = max((k for k in range(1, n + 1) if stats.binom.cdf(k - 1, n, 0.5) <= tail), default=None)
    ordered = sorted(x)
    case("mean_and_median", {
        "mean": numpy.mean(x), "lower": low, "upper": high, "median": numpy.median(x),
        "median_lower": rank and ordered[rank - 1], "median_upper": rank and ordered[n - rank]}, x=x, level=level)


def share(successes, trials, level):
    wilson = list(proportion_confint(successes, trials, 1 - level, "wilson"))
    wilson = [0 if successes == 0 else wilson[0], 1 if successes == trials else wilson[1]]
    case("proportion", {
        "wilson_lower": wilson[0], "wilson_upper": wilson[1],
        "rule_of_three": 1 - (1 - level)**(1 / trials)}, successes=successes, trials=trials, level=level)


def maximum(rows):
    """max |t| over the steps of curves whose mean is compared with 0."""
    n, sums, squares = len(rows), rows.sum(axis=0), (rows**2).sum(axis=0)
    rest = squares - sums**2 / n
    rest[rest <= 1e-12 * squares] = 0
    with numpy.errstate(divide="ignore", invalid="ignore"):
        return numpy.sqrt(numpy.where(sums == 0, 0, sums**2 * (n - 1) / (n * rest)).max())


def paired_curves(curves, level):
    """p and the factor of the band over all signs."""
    rows = numpy.array(curves, float)
    n = len(rows)
    signs = [numpy.array(s)[:, None] for s in itertools.product((1, -1), repeat=n)]
    seen = maximum(rows)
    p = numpy.mean([maximum(rows * s) >= seen * (1 - 1e-9) for s in signs])
    found = sorted(maximum((rows - rows.mean(axis=0)) * s) for s in signs)
    atom = found[math.ceil(level * len(found)) - 1]
    case("paired_curves", {
        "p": p, "max_t": seen, "factor": max(atom, stats.t.isf((1 - level) / 2, n - 1))}, curves=curves, level=level)


for sizes in ((1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3), (4, 4), (10, 10), (50, 50), (51, 50)):
    two_groups(values(sizes[0], sum(sizes)), values(sizes[1], 100 + sum(sizes), 0.75, 0.125))
two_groups(values(11, 3), values(10, 4))
two_groups([1, 2, 2], [2, 3])
for n in (8, 20):  # so close that the series of D is next to 1
    two_groups(list(range(0, 2 * n, 2)), list(range(1, 2 * n, 2)))
for level in (0.5, 0.7, 0.8, 0.9):  # the first levels that so few values can bound
    two_groups(values(3, 5), values(2, 6), level)
    pairs(values(3, 7), values(3, 8), level)
for n in (1, 2, 3, 4, 5, 6, 17, 18, 100, 101):
    pairs(values(n, n), values(n, 200 + n, 0.75, 0.125))
pairs([3, 1, 4, 1, 5], [3, 2, 2, 3, 5])
for n in (1, 2, 3, 5, 6, 8, 9):
    one_group(values(n, 300 + n))
for trials in (1, 2, 3, 10):
    for successes in {0, 1, trials - 1, trials}:
        share(successes, trials, 0.95)
for level in (0.4, 0.9):
    paired_curves([[1, 2, 5], [3, 2, 4]], level)
    paired_curves([[1, 2, 5], [3, 2.5, 4], [-2, 1, 9]], level)
    paired_curves([[1, 0, 5], [3, 0, -4], [-2, 0, 9], [4, 0, 6]], level)

print("[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in CASES) + "\n]")
