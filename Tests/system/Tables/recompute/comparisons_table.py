"""comparisons.csv (docs/statistics.md, "Tests", "Verdicts", "Effects")."""

import math

import numpy

from . import curves_of, difference_tests, effects, ratios, responses, restricted_means, shares
from .cells import OneOf, Table, Within, Words, real
from .run_tables import cell_value
from .survival import time_of

TAIL = [
    "factor", "level_a", "level_b", "response", "n_a", "n_b", "paired", "effect", "estimate",
    "ci_low", "ci_high", "test", "statistic", "p", "p_adjusted", "correction", "margin", "verdict",
    "ci_method"]
# Between them the step of the estimate, where whole curves are compared.
REMARKS = ["status", "message"]
KEY = ["factor", "level_a", "level_b", "response", "effect", "test", "margin"]
ALL_LEVELS = {"welch_anova"}
# Tests that take the runs as independent, whatever goes together.
WITHOUT_PAIRS = {"welch", "mann_whitney", "kolmogorov_smirnov", "log_rank", *ALL_LEVELS}
OF_PAIRS = {"paired_t", "wilcoxon"}
OF_TIMES = {"log_rank", "restricted_mean"}
# A small p of these is no sign of a difference.
OF_MARGINS = {"tost", "non_inferiority"}
TEST_OF = {"restricted_mean_difference": "restricted_mean", "risk_ratio": "risk_score"}
# The tests of effects of all values: of independent groups, and of pairs.
RANK_TESTS = {"hodges_lehmann": ("mann_whitney", "wilcoxon")}
RESTRICTED = "restricted_mean_difference"


def comparisons_table(runs, actual):
    """`actual` gives those p that rest on random arrangements, once they are found possible."""
    study = runs.folder.study
    key = [*study.parameters, *KEY]
    groups = Groups(runs)
    rows = {}
    for number, request in enumerate(study.analysis["comparisons"]):
        for row in rows_of(study, groups, request, number):
            rows.setdefault(row.name, row).requests.add(row.request)
    printed = {
        tuple(cells[column] for column in key): cells["p"] for cells in actual.records()}
    whole = study.analysis["family"] == "study"
    families = [list(rows.values())] if whole else [
        [row for row in rows.values() if number in row.requests]
        for number in range(len(study.analysis["comparisons"]))]
    for row in rows.values():
        row.test_it()
    adjusted, equivalences = {}, {}
    for family in families:
        # The families are tests: one that stands in two rows counts once.
        differences = adjust({
            row.test_name: row.known_p(printed.get(row.name)) for row in family
            if row.test not in OF_MARGINS}, study.analysis["correction"])
        same = adjust(
            {row.equivalence_name: row.equivalence_p for row in family if row.margin is not None},
            study.analysis["correction"])
        for row in family:
            # Of several requests the largest.
            adjusted[row.name] = largest(adjusted.get(row.name), differences.get(row.test_name))
            equivalences[row.name] = largest(
                equivalences.get(row.name), same.get(row.equivalence_name))
    curves = any(request["response"] == "curve" for request in study.analysis["comparisons"])
    return Table(
        [*study.parameters, *TAIL, *(["step"] if curves else []), *REMARKS], key,
        [row.cells(adjusted, equivalences, curves) for row in rows.values()])


def largest(*numbers):
    return max((number for number in numbers if number is not None), default=None)


class Groups:
    """The points of a study by what they have in common."""

    def __init__(self, runs):
        folder, points = runs.folder, runs.points
        self.study, self.points = folder.study, points
        self.curves = runs.kept_curves()
        self.finished = {}
        for row in folder.tables["runs"].records():
            if row["status"] == "ok":
                self.finished.setdefault(int(row["point"]), {})[int(row["replicate"])] = row
        sizes = {point["group_size"]: set() for point in points}
        for point in points:
            sizes[point["group_size"]].add(point["columns"])
        # Columns that follow from the size of the group change with it.
        self.columns_follow = all(len(columns) == 1 for columns in sizes.values())

    def combinations(self, factor):
        """The other parameters (None where they go with the factor), and points by level."""
        with_factor = {factor}
        if factor == "group_size" and self.columns_follow and len(
                {point["columns"] for point in self.points}) > 1:
            with_factor.add("columns")
        found = {}
        for number, point in enumerate(self.points):
            others = tuple(
                None if n in with_factor else cell_value(n, point[n]) for n in self.study.parameters)
            found.setdefault(others, {})[point[factor]] = number
        return found


def rows_of(study, groups, request, number):
    factor, response = request["factor"], request["response"]
    if request.get("pooled"):
        from .pooled_effects import pooled_rows  # they are rows like those here

        yield from pooled_rows(study, groups, request, number)
        return
    for others, by_level in groups.combinations(factor).items():
        levels = list(by_level)
        if request.get("test", TEST_OF.get(request.get("estimate"))) in ALL_LEVELS:
            if len(levels) > 1:
                yield Row(study, groups, request, others, levels, by_level, number)
        elif "reference" in request:
            reference = request["reference"]
            if reference == "square":
                reference = math.isqrt(others[0] - 1) + 1
            if factor in study.real and not isinstance(reference, str):
                reference = float(reference)
            for level in levels:
                if level != reference and reference in levels:
                    yield Row(study, groups, request, others, [level, reference], by_level, number)
        else:
            for later, earlier in pairs_of(levels):
                yield Row(study, groups, request, others, [later, earlier], by_level, number)


def pairs_of(levels):
    """Each level with every later one, the later one first."""
    for earlier in range(len(levels)):
        for later in range(earlier + 1, len(levels)):
            yield levels[later], levels[earlier]


def label(level):
    return repr(level) if isinstance(level, float) else str(level)


class Row:
    def __init__(self, study, groups, request, others, levels, by_level, number):
        self.study, self.level, self.seed = study, study.level, number
        self.request, self.requests = number, set()
        self.others, self.factor, self.response = others, request["factor"], request["response"]
        self.levels = levels
        self.margin = float(request["margin"]) if "margin" in request else None
        self.better = request.get("better")
        self.numbers = [by_level[level] for level in levels]
        self.runs = [groups.finished.get(number, {}) for number in self.numbers]
        self.curves = groups.curves
        common = study.random_numbers == "common"
        self.choose(request, common)
        self.take()

    def choose(self, request, common):
        """The test, the effect, and whether replicates go together."""
        wanted = request.get("test")
        self.restricted = request.get("estimate") == RESTRICTED
        self.ratio = ratios.KINDS.get(request.get("estimate"))
        self.of_shares = self.response in responses.shares(self.study)
        if self.of_shares and self.ratio:
            self.ratio = ratios.Risks
        self.timed = self.restricted
        if self.response == "curve":
            self.test, self.paired, self.effect = "curve_permutation", common, "mean_difference"
            return
        self.censored = self.response in responses.times(self.study) and any(
            not row[self.response] for rows in self.runs for row in rows.values())
        default = (
            ("restricted_mean" if common else "log_rank") if self.censored
            else RANK_TESTS[request["estimate"]][common] if request.get("estimate") in RANK_TESTS
            else "risk_score" if self.of_shares
            else "paired_t" if common else "welch")
        self.test = wanted or TEST_OF.get(request.get("estimate"), default)
        self.paired = self.test in OF_PAIRS or common and self.test not in WITHOUT_PAIRS
        self.effect = request.get("estimate", "mean_difference")
        # Only tests of times take those that were not reached.
        self.refused = self.censored and self.test not in OF_TIMES and not (
            self.test in OF_MARGINS and self.timed)
        if self.test in ALL_LEVELS or self.censored and not self.timed:
            self.effect = None

    def take(self):
        """The values of each group: of pairs those whose both runs have one."""
        self.counts = [len(rows) for rows in self.runs]
        if self.response == "curve":
            self.take_curves()
            return
        if self.test in OF_TIMES or self.timed:
            self.take_times()
        rows = [
            {r: float(row[self.response]) for r, row in rows.items() if row[self.response]}
            for rows in self.runs]
        if self.paired:
            both = sorted(set.intersection(*map(set, rows)))
            rows = [{r: group[r] for r in both} for group in rows]
        self.values = [numpy.array(list(group.values())) for group in rows]
        if self.paired and (self.test in OF_TIMES or self.timed):
            self.counts = [len(group) for group in self.times]
        elif not self.censored:
            self.counts = [len(group) for group in self.values]

    def take_times(self):
        rows = self.runs
        if self.paired:
            both = sorted(set(rows[0]) & set(rows[1]))
            rows = [{r: group[r] for r in both} for group in rows]
        self.times = [
            [time_of(row, self.response, self.study) for row in group.values()] for group in rows]

    def take_curves(self):
        there = [
            {run[1]: curve for run, curve in self.curves.items() if run[0] == number}
            for number in self.numbers]
        if self.paired:
            both = sorted(set(there[0]) & set(there[1]))
            there = [{r: group[r] for r in both} for group in there]
        joined = curves_of.matrix([curve for group in there for curve in group.values()])
        self.values = [joined[:len(there[0])], joined[len(there[0]):]]
        self.counts = [len(group) for group in there]

    # The names of the row, of its test, and of its test of equivalence.

    @property
    def name(self):
        def text(value):
            return "" if value is None else label(value)

        a, b = self.ends
        return (
            *map(text, self.others), self.factor, a, b, self.response,
            self.effect or "" if self.has_effect else "", self.test, text(self.margin))

    @property
    def has_effect(self):
        return self.effect is not None and any(value is not None for value in self.size())

    @property
    def test_name(self):
        # The same two levels the other way round are the same test.
        return (self.others, self.factor, frozenset(self.ends), self.response, self.test)

    @property
    def equivalence_name(self):
        return (
            self.others, self.factor, frozenset(self.ends), self.response, self.paired,
            self.margin, self.better, self.effect)

    @property
    def ends(self):
        if self.test in ALL_LEVELS:
            return "all", "|".join(map(label, self.levels))
        return label(self.levels[0]), label(self.levels[1])

    def test_it(self):
        self.statistic, self.p = self.outcome()
        self.equivalence_p = None
        if self.margin is not None and self.ratio and not self.refused:
            self.equivalence_p = self.within()[1]
            return
        if self.margin is not None and self.restricted:
            self.equivalence_p = restricted_means.equivalence(*self.times, self.paired, self.margin, self.better)[1]
        elif self.margin is not None and self.ranked and not self.refused:
            self.equivalence_p = self.within_ranks()[1]
        elif self.margin is not None and self.of_shares:
            self.equivalence_p = shares.within(self.share_difference, self.margin, self.better)[1]
        elif self.margin is not None and not self.refused:
            self.equivalence_p = difference_tests.equivalence(
                *self.values, self.paired, self.margin, self.level)[1]

    def outcome(self):
        test = self.test
        if test == "curve_permutation":
            return difference_tests.curve_permutation(*self.values, self.paired, self.seed)
        if self.refused:
            return None, None
        if test in OF_MARGINS and self.ratio:
            return self.within()
        if test in OF_MARGINS and self.ranked:
            return self.within_ranks()
        if test in OF_MARGINS and self.of_shares:
            return shares.within(self.share_difference, self.margin, self.better)
        if test == "risk_score":
            return ratios.Risks(*self.values, self.paired).test()
        if test == "restricted_mean":
            return restricted_means.restricted_mean(*self.times, self.paired)
        if test in OF_TIMES:
            return getattr(difference_tests, test)(*self.times)
        if test in OF_MARGINS and self.restricted:
            return restricted_means.equivalence(*self.times, self.paired, self.margin, self.better)
        if min(map(len, self.values)) < 2:
            return None, None
        if test == "permutation":
            return difference_tests.permutation(*self.values, self.paired)
        if test in OF_MARGINS:
            return difference_tests.equivalence(
                *self.values, self.paired, self.margin, self.level, self.better)
        return getattr(difference_tests, test)(*self.values)

    @property
    def ranked(self):
        return self.effect == "hodges_lehmann"

    def within_ranks(self):
        return difference_tests.rank_equivalence(*self.values, self.paired, self.margin, self.better)

    @property
    def share_difference(self):
        return shares.Difference(*self.values, self.paired)

    @property
    def compared(self):
        return self.times if self.timed else self.values

    def within(self):
        """The statistic and p of a margin of a ratio."""
        return ratios.within(self.ratio(*self.compared, self.paired), self.margin, self.better)

    def known_p(self, printed):
        """The p that counts in the family: one that is drawn as it is printed, if it can be."""
        if not isinstance(self.p, Within):
            return self.p
        if printed and not self.p.differs(float(printed)):
            return float(printed)
        return (self.p.low + self.p.high) / 2

    def size(self):
        """Estimate and interval of the effect."""
        if self.response == "curve":
            return difference_tests.curve_difference(
                *self.values, self.paired, self.level, self.seed)
        if self.restricted:
            return restricted_means.interval(*self.times, self.paired, self.level)
        if self.ratio:
            return self.ratio(*self.compared, self.paired).size(self.level)
        if self.of_shares and self.effect == "mean_difference":
            return self.share_difference.size(self.level)
        if self.of_shares and self.effect == "hodges_lehmann":
            return None, None, None
        return getattr(effects, self.effect)(*self.values, self.paired, self.level)

    def method(self, low, high):
        """How the interval is made; nothing without an end."""
        if low is None and high is None:
            return None
        if self.response == "curve":
            return "simultaneous"
        if self.restricted:
            return "t"
        if self.ratio:
            return "score" if self.ratio is ratios.Risks else "fieller"
        if self.effect == "hodges_lehmann":
            return "rank_inversion"
        if self.of_shares:
            return self.share_difference.method
        values = numpy.subtract(*self.values) if self.paired else numpy.concatenate(
            [group - numpy.mean(group) for group in self.values])
        # Without spread there is no t.
        largest = max(numpy.abs(group).max() for group in self.values)
        return "rank_inversion" if numpy.ptp(values) <= 1e-14 * largest else "t"

    def status(self, p, low, high):
        if p is None:
            if self.refused:
                return "censored_values"
            if self.test in OF_TIMES:
                return OneOf(["too_few_values", "not_reached", "no_spread"])
            return OneOf(["too_few_values", "no_spread", "not_defined"])
        if self.test in ALL_LEVELS:
            return "ok"
        if not self.has_effect:
            return "no_effect"
        return "open_interval" if low is None or high is None else "ok"

    def cells(self, adjusted, equivalences, curves):
        scale = max((abs(v) for group in self.numbers_of() for v in group), default=0)
        estimate = low = high = effect = None
        if self.has_effect:
            effect = self.effect
            estimate, low, high = (
                value if isinstance(value, Within) else real(value, scale)
                for value in self.size())
        p_adjusted = (equivalences if self.test in OF_MARGINS else adjusted)[self.name]
        p = self.p if isinstance(self.p, Within) or self.p is None else real(self.p)
        status = self.status(p, low, high)
        n_a, n_b = (sum(self.counts), 0) if self.test in ALL_LEVELS else self.counts
        others = [
            real(value) if isinstance(value, float) and value != math.inf else value for value in self.others]
        return [
            *others, self.factor, *self.ends, self.response, n_a, n_b, int(self.paired), effect,
            estimate, low, high, self.test, real(self.statistic, 1e-3), p, real(p_adjusted),
            self.correction, real(self.margin),
            self.verdict(p_adjusted, equivalences), self.method(low, high),
            *([self.step] if curves else []), status, None if status == "ok" else Words()]

    @property
    def step(self):
        if self.response != "curve" or min(self.counts) < 2:
            return None
        step, _ = difference_tests.largest_step(*self.values, self.paired)
        return step

    @property
    def correction(self):
        method, family = self.study.analysis["correction"], self.study.analysis["family"]
        return method if method == "none" else f"{method}_{family}"

    def numbers_of(self):
        if self.test == "curve_permutation":
            return []
        if self.timed:
            return [[t.time for t in group] for group in self.times]
        return self.values

    def verdict(self, p_adjusted, equivalences):
        alpha = (1 - self.level) * (1 + 1e-12)
        if self.margin is not None and self.test not in ALL_LEVELS and (self.timed or not self.refused):
            p = equivalences[self.name]
            _, low, high = self.size() if self.restricted or self.ratio or self.ranked else \
                self.share_difference.size(self.level) if self.of_shares else \
                effects.mean_difference(*self.values, self.paired, self.level)
            least = 1 / self.margin if self.ratio else -self.margin
            inside = (self.better == "smaller" or low is not None and least <= low) and (
                self.better == "larger" or high is not None and high <= self.margin)
            if p is not None and p <= alpha and inside:
                return "non_inferior" if self.better else "equivalent"
        if self.test not in OF_MARGINS and p_adjusted is not None and p_adjusted <= alpha:
            return "different"
        return "inconclusive"


def adjust(family, correction):
    """p corrected for all tests of a family that have one, by their names."""
    known = {name: p for name, p in family.items() if p is not None}
    found = dict.fromkeys(family)
    if correction == "none":
        return found | known
    order = sorted(known, key=known.get)
    count, running = len(order), 0.0
    if correction == "holm":
        for place, name in enumerate(order):
            running = max(running, (count - place) * known[name])
            found[name] = min(1.0, running)
    else:
        running = 1.0
        for place, name in reversed(list(enumerate(order, start=1))):
            running = min(running, count * known[name] / place)
            found[name] = running
    return found
