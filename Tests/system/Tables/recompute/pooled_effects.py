"""Rows of comparisons.csv that are averaged over the other factors (docs/statistics.md, "Pooled effects")."""

import math

import numpy
from scipy import stats

from . import difference_tests, effects, responses, shares
from .comparisons_table import Row, pairs_of


def pooled_rows(study, groups, request, number):
    factor = request["factor"]
    found = {
        others: by_level for others, by_level in groups.combinations(factor).items()
        if len(by_level) > 1}
    levels = list(dict.fromkeys(level for by_level in found.values() for level in by_level))
    whole = {others: by_level for others, by_level in found.items() if len(by_level) == len(levels)}
    if len(whole) < 2:
        return
    others = tuple(
        values[0] if all(value == values[0] for value in values) else None
        for values in zip(*whole))
    cells = {level: [by_level[level] for by_level in whole.values()] for level in levels}
    if "reference" in request:
        reference = request["reference"]
        if factor in study.real and not isinstance(reference, str):
            reference = float(reference)
        pairs = [(level, reference) for level in levels if level != reference]
    else:
        pairs = list(pairs_of(levels))
    for pair in pairs:
        yield Averaged(study, groups, request, others, list(pair), cells, number)


class Pooled(Row):
    def __init__(self, study, groups, request, others, levels, cells, number):
        self.study, self.level = study, study.level
        self.request, self.requests = number, set()
        self.others, self.factor, self.response = others, request["factor"], request["response"]
        self.levels, self.restricted, self.timed, self.ratio = levels, False, False, None
        self.margin, self.better, self.values = None, None, []
        common = study.random_numbers == "common"
        self.paired = common and request.get("test") != "welch"
        runs = [[groups.finished.get(number, {}) for number in cells[level]] for level in levels]
        # By level, then by combination: values by replicate.
        self.data = [
            [{r: float(row[self.response]) for r, row in cell.items() if row[self.response]}
             for cell in combinations] for combinations in runs]
        rows = [cell for combinations in runs for cell in combinations]
        self.refused = self.response in responses.times(study) and any(
            not row[self.response] for cell in rows for row in cell.values())
        self.all_counts = [sum(map(len, combinations)) for combinations in runs]

    def together(self):
        """An array of replicates x levels x combinations, of the replicates that have all values."""
        cells = [cell for combinations in self.data for cell in combinations]
        both = sorted(set.intersection(*map(set, cells)))
        return numpy.array([
            [[cell[r] for cell in combinations] for combinations in self.data] for r in both])

    def verdict(self, p_adjusted, equivalences):
        alpha = (1 - self.level) * (1 + 1e-12)
        if self.margin is not None and not self.refused:
            _, low, high = self.size()
            p = equivalences[self.name]
            if p is not None and p <= alpha and low is not None and -self.margin <= low <= high <= self.margin:
                return "equivalent"
        return "different" if p_adjusted is not None and p_adjusted <= alpha else "inconclusive"


class Averaged(Pooled):
    def __init__(self, study, groups, request, *rest):
        super().__init__(study, groups, request, *rest)
        self.margin = float(request["margin"]) if "margin" in request else None
        self.better = request.get("better")
        self.of_shares = self.response in responses.shares(study)
        self.test = request.get("test", "risk_score") if self.of_shares else \
            "paired_t" if self.paired else "welch"
        self.effect = None if self.refused else "mean_difference"
        if self.refused:
            self.counts, self.values = self.all_counts, []
        elif self.paired:
            self.values = list(self.together().mean(axis=2).T)
            self.counts = [len(self.values[0])] * 2
        else:
            self.values = [
                numpy.concatenate([list(cell.values()) for cell in combinations])
                for combinations in self.data]
            self.counts = [len(group) for group in self.values]

    def distribution(self):
        """Mean difference, its error and degrees of freedom, of independent runs."""
        cells = [[numpy.array(list(cell.values())) for cell in cells] for cells in self.data]
        count = len(cells[0])
        difference = sum(a.mean() - b.mean() for a, b in zip(*cells)) / count
        parts = [(cell.var(ddof=1) / len(cell), len(cell)) for group in cells for cell in group]
        total = sum(part for part, _ in parts)
        freedom = total**2 / sum(part**2 / (n - 1) for part, n in parts) if total else 0
        return difference, math.sqrt(total) / count, freedom

    @property
    def share_difference(self):
        if self.paired:
            cells = self.together()
            return shares.Pooled(
                [(cells[:, 0, k], cells[:, 1, k]) for k in range(cells.shape[2])], True)
        return shares.Pooled(
            [tuple(numpy.array(list(cell.values())) for cell in cells) for cells in zip(*self.data)], False)

    def test_it(self):
        self.equivalence_p = None
        if self.of_shares and self.test == "risk_score":
            self.statistic, self.p = self.share_difference.test()
            if self.margin is not None:
                self.equivalence_p = shares.within(self.share_difference, self.margin, self.better)[1]
            return
        if self.refused:
            self.statistic = self.p = None
        elif self.paired:
            self.statistic, self.p = difference_tests.paired_t(*self.values)
            if self.margin is not None:
                self.equivalence_p = difference_tests.equivalence(
                    *self.values, True, self.margin, self.level)[1]
        else:
            difference, error, freedom = self.distribution()
            if error == 0 and difference == 0:
                self.statistic, self.p = None, 1.0
                if self.margin is not None:
                    self.equivalence_p = 0.0
                return
            self.statistic = difference / error
            self.p = 2 * stats.t.sf(abs(self.statistic), freedom)
            if self.margin is not None:
                self.equivalence_p = max(
                    stats.t.cdf((difference - self.margin) / error, freedom),
                    stats.t.sf((difference + self.margin) / error, freedom))

    def size(self):
        if self.of_shares:
            return self.share_difference.size(self.level)
        if self.paired:
            return effects.mean_difference(*self.values, True, self.level)
        difference, error, freedom = self.distribution()
        half = stats.t.ppf((1 + self.level) / 2, freedom) * error if error else 0
        return difference, difference - half, difference + half
