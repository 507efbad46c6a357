"""selection.csv, and how many replicates each alternative has (docs/selection.md), from runs.csv."""

import math
from dataclasses import dataclass, field

from scipy import stats

from . import own_responses
from .cells import Table, Words, real
from .responses import SHARES, TIMES
from .study_file import REAL

TAIL = [
    "status", "round_eliminated", "eliminated_by", "runs", "mean", "sd", "difference_to", "difference",
    "ci_low", "ci_high", "ci_level"]
PEOPLE = {"final_infected", "peak_new", "peak_infected"}
STEPS = {"steps", "peak_step", "peak_infected_step", "steps_under_intervention"}


def square_sum(values):
    """The variance with divisor n - 1; 0 where nothing but rounding is left."""
    count, total, squares = len(values), 0.0, 0.0
    for value in values:
        total += value
        squares += value * value
    left = squares - total * total / count
    return 0.0 if left <= 1e-12 * squares else left / (count - 1)


@dataclass
class Rule:
    """What a design asks for, and the numbers that follow from it."""

    count: int
    largest: bool
    indifference: float
    confidence: float
    batch: int
    most: int
    reach: float
    constraints: list
    first: int = None
    beta: float = field(init=False)
    eta: float = field(init=False)

    def __post_init__(self):
        self.alpha = 1 - self.confidence
        self.beta = self.alpha / (self.count - 1 + len(self.constraints))
        if self.first is None:
            least = max(20, 5 * math.log(1 / (2 * self.beta)))
            self.first = math.ceil(least / self.batch) * self.batch
        self.eta = ((2 * self.beta) ** (-2 / (self.first - 1)) - 1) / 2
        self.h2 = 2 * self.eta * (self.first - 1)

    def boundary(self, variance, zone, count):
        return max(0.0, (self.h2 * variance / zone - zone * count) / 2)

    def settles(self, count):
        if self.reach is None:
            return False
        return self.indifference >= self.reach or (1 - self.indifference / self.reach) ** count <= self.beta

    def factor(self, count):
        """Half of an interval's width over the standard deviation; None for no interval."""
        if count < 2:
            return None
        beta2 = self.alpha / (self.count * (self.count - 1) / 2)
        kappa = 1 / (count + 1)
        q = (kappa * beta2**2) ** (-1 / count)
        if kappa * q >= 1:
            return None
        return math.sqrt((count - 1) / count * (q - 1) / (1 - kappa * q))


class Missing(Exception):
    """A run that is asked for has no value, or is not there."""


class Selection:
    """The selection by values[alternative][quantity][replicate], None where there is none."""

    def __init__(self, rule, values):
        self.rule, self.values = rule, values
        self.left = list(range(rule.count))
        self.judged = [0] * rule.count
        self.wanted = [0] * rule.count
        self.gone = {}  # round, and by whom
        self.passed = {i: set() for i in self.left}
        self.beaten = {i: set() for i in self.left}  # by whom
        self.rounds, self.verdict, self.equal_runs = 0, None, None
        self.run()

    def run(self):
        size = self.rule.first
        while self.verdict is None:
            if sum(self.judged) + size * len(self.left) > self.rule.most:
                self.verdict = "inconclusive"
                return
            count = self.judged[self.left[0]] + size
            for i in self.left:
                self.wanted[i] = count
            if any(value is None for i in self.left for quantity in self.values[i] for value in
                   (quantity + [None] * count)[:count]):
                self.verdict = "inconclusive"
                return
            for i in self.left:
                self.judged[i] = count
            self.judge(count)
            self.rounds += 1
            size = self.rule.batch

    def differences(self, i, l, count):
        sign = 1 if self.rule.largest else -1
        return [sign * (a - b) for a, b in zip(self.values[i][0][:count], self.values[l][0][:count])]

    def total(self, i):
        sign = 1 if self.rule.largest else -1
        total = 0.0
        for value in self.values[i][0][:self.judged[i]]:
            total += sign * value
        return total

    def feasible(self, i):
        return len(self.passed[i]) == len(self.rule.constraints)

    def judge(self, count):
        rule = self.rule
        if self.rounds == 0:
            widest = max(
                square_sum(self.differences(i, l, rule.first)) for i in self.left for l in self.left if i < l)
            t = stats.t.isf(rule.beta, rule.first - 1)
            self.equal_runs = rule.count * max(rule.first, math.ceil(t * t * widest / rule.indifference**2))
        for i in self.left:
            for place, (bound, upper, tolerance, binary) in enumerate(rule.constraints):
                if place in self.passed[i]:
                    continue
                own = [y - bound if upper else bound - y for y in self.values[i][1 + place][:count]]
                total, size = math.fsum(own), sum(map(abs, own))
                variance = max(square_sum(own[:rule.first]), square_sum(own))
                if binary:
                    variance = max(variance, min(p * (1 - p) for p in (bound - tolerance, bound + tolerance)))
                limit = rule.boundary(variance, tolerance, count)
                if total > limit + 1e-12 * size:
                    self.gone[i] = (self.rounds, None)
                elif limit == 0 or total < -limit - 1e-12 * size:
                    self.passed[i].add(place)
        self.left = [i for i in self.left if i not in self.gone]
        for i in self.left:
            for l in self.left:
                if i < l and l not in self.beaten[i] and i not in self.beaten[l]:
                    self.compare(i, l, count)
        leaving = {}
        for i in self.left:
            winners = [l for l in self.left if l in self.beaten[i] and self.feasible(l)]
            if winners:
                best = max(self.total(l) for l in winners)
                leaving[i] = (self.rounds, next(l for l in winners if self.total(l) == best))
        self.gone |= leaving
        self.left = [i for i in self.left if i not in self.gone]
        self.end(count)

    def compare(self, i, l, count):
        rule, own = self.rule, self.differences(i, l, count)
        size = sum(map(abs, own))
        variance = max(square_sum(own[:rule.first]), square_sum(own))
        if size:
            ratio = sum(d * d for d in own) / size
            variance = max(variance, rule.indifference * (ratio - rule.indifference))
        limit = rule.boundary(variance, rule.indifference, count)
        total = math.fsum(own)
        if abs(total) > limit + 1e-12 * size:
            winner, loser = (i, l) if total > 0 else (l, i)
            self.beaten[loser].add(winner)

    def end(self, count):
        if not self.left:
            self.verdict = "none_feasible"
        elif all(map(self.feasible, self.left)):
            if len(self.left) == 1:
                self.verdict = "selected"
            elif self.rule.settles(count) and not any(
                    d for l in self.left[1:] for d in self.differences(self.left[0], l, count)):
                self.verdict = "tied"

    @property
    def best(self):
        return self.left[0] if self.verdict in ("selected", "tied") else None

    @property
    def reference(self):
        if self.best is not None or not self.rounds or not self.left:
            return self.best
        top = max(map(self.total, self.left))
        return next(i for i in self.left if self.total(i) == top)

    def status(self, i):
        if i in self.gone:
            return "infeasible" if self.gone[i][1] is None else "eliminated"
        if self.best is None:
            return "survivor"
        return "best" if i == self.best else "tied"

    def estimates(self, i):
        """mean, sd, difference, ci_low, ci_high, and the largest value, which says how they are rounded."""
        own = self.values[i][0][:self.judged[i]]
        if not own:
            return [None] * 5, 0
        mean = math.fsum(own) / len(own)
        found = [mean, math.sqrt(math.fsum((x - mean) ** 2 for x in own) / (len(own) - 1))]
        scale = max(map(abs, own))
        if self.reference is None or i == self.reference:
            return found + [None] * 3, scale
        count = min(len(own), self.judged[self.reference])
        gaps = [a - b for a, b in zip(own, self.values[self.reference][0][:count])]
        middle = math.fsum(gaps) / count
        factor = self.rule.factor(count)
        if factor is None or square_sum(gaps) == 0:
            return [*found, middle, None, None], scale
        spread = math.sqrt(math.fsum((d - middle) ** 2 for d in gaps) / (count - 1))
        return [*found, middle, middle - factor * spread, middle + factor * spread], scale


def reach_of(study, points):
    """How far apart two runs can be; None where that is not known."""
    name, design = study.design["response"], study.design
    if "up_to" in design:
        return float(design["up_to"])
    form = study.own_responses.get(name, {})
    if name == "final_share" or name in SHARES | own_responses.flags(study) or "share_in" in form:
        return 1.0
    if name in STEPS:
        return float(study.stop["max_steps"])
    if name in PEOPLE or "infected_at" in form or "mean_infected_between" in form:
        return float(max(point["group_size"] for point in points))
    return None


def rule_of(study, points):
    design = study.design
    flags = SHARES | own_responses.flags(study)
    return Rule(
        count=len(points), largest=design["best"] == "largest",
        indifference=float(design["indifference"]), confidence=float(design.get("confidence", 0.95)),
        batch=design.get("batch", 10), first=design.get("first_stage"), most=design["max_runs"],
        reach=reach_of(study, points),
        constraints=[
            (float(one["at_most" if "at_most" in one else "at_least"]), "at_most" in one,
             float(one["tolerance"]), one["response"] in flags)
            for one in design.get("subject_to", [])])


def selection_of(folder, points):
    """The selection by the runs of a folder's tables."""
    if "selection" not in folder.documents:
        study = folder.study
        names = [study.design["response"], *(one["response"] for one in study.design.get("subject_to", []))]
        values = [[[] for _ in names] for _ in points]
        for row in folder.tables["runs"].records():
            for place, name in enumerate(names):
                own = values[int(row["point"])][place]
                own += [None] * (int(row["replicate"]) - len(own)) + [value(study, row, name, place)]
        folder.documents["selection"] = Selection(rule_of(study, points), values)
    return folder.documents["selection"]


def value(study, row, name, place):
    if row["status"] == "failed":
        return None
    seen = float(row[name]) if row[name] else None
    if place or name not in TIMES | own_responses.times(study):
        return seen
    last = float(study.design["up_to"])
    if seen is None:
        return None if row["stop_reason"] == "share_reached" and float(row["steps"]) < last else last
    return min(seen, last)


def selection_table(folder, points):
    study, found = folder.study, selection_of(folder, points)
    constrained = bool(found.rule.constraints)
    rows = []
    for number, point in enumerate(points):
        parameters = [
            real(float(point[name])) if name in REAL else point[name] for name in study.parameters]
        gone = found.gone.get(number, (None, None))
        estimates, scale = found.estimates(number)
        row = [
            number, *parameters, found.status(number), *gone, found.judged[number],
            *(real(one, scale) for one in estimates[:2]), found.reference,
            *(real(one, scale) for one in estimates[2:]), real(found.rule.confidence)]
        if constrained:
            open_ = not found.feasible(number)
            row.append(0 if found.status(number) == "infeasible" else None if open_ else 1)
        silent = found.verdict == "none_feasible" or (
            found.verdict == "selected" and found.equal_runs <= sum(found.judged))
        rows.append([*row, found.verdict, None if silent else Words()])
    columns = ["point", *study.parameters, *TAIL, *(["feasible"] if constrained else []), "verdict", "message"]
    return Table(columns, ["point"], rows)
