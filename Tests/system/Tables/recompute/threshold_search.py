"""A threshold search once more, by docs/threshold.md: which runs it wants, and what they say."""

import math

import numpy
from scipy import stats

from . import unseen

DISTINGUISHING_ERRORS = 2.5


class Rule:
    """What a study searches for."""

    def __init__(self, study):
        design = study.design
        self.low, self.high = float(design["from"]), float(design["to"])
        self.is_log = design.get("scale") == "log"
        self.whole = design["factor"] in ("group_size", "infection_factor", "columns")
        self.target, self.half = float(design["target"]), float(design["half_width"])
        self.confidence = float(design.get("confidence", 0.95))
        self.most = design.get("max_runs", 1_000_000)
        self.first = study.given.get("replicates", 20)
        self.is_event = design["response"].startswith("reached_") or design["response"] == "extinct"

    def place(self, level):
        return math.log(level) if self.is_log else level

    def level(self, place):
        return min(self.high, max(self.low, math.exp(place) if self.is_log else place))

    def decimals(self, level):
        """Of the power of ten whose multiples are levels, near this one."""
        finest = min(self.half / 5, level / 50 if self.is_log else math.inf)
        digits = 20
        while digits > -20 and 10.0**-(digits - 1) <= finest * (1 + 1e-9):
            digits -= 1
        return min(digits, 0) if self.whole else digits

    def rounded(self, level):
        if not self.low < level < self.high:
            return self.low if level <= self.low else self.high
        digits = self.decimals(level)
        scaled = math.floor(level * 10.0**digits + 0.5) if digits >= 0 else \
            math.floor(level / 10**-digits + 0.5)
        near = scaled / 10**digits if digits >= 0 else scaled * 10.0**-digits
        return min(self.high, max(self.low, near))

    def step(self, level):
        return 10.0**-self.decimals(level)

    def three(self, center, reach):
        """Levels on both sides of one, and it, as far as the range and the rounding let them differ."""
        low = self.rounded(self.level(self.place(center) - reach))
        high = self.rounded(self.level(self.place(center) + reach))
        mid = self.rounded(center)
        if mid <= low:
            mid = self.rounded(low + max(self.step(low), (high - low) / 4))
        if mid >= high:
            mid = self.rounded(high - max(self.step(high), (high - low) / 4))
        if mid <= low:
            low = self.rounded(mid - self.step(mid))
        if mid >= high:
            high = self.rounded(mid + self.step(mid))
        if mid == self.low:
            mid = self.rounded(self.low + self.step(self.low))
        if mid == self.high:
            mid = self.rounded(self.high - self.step(self.high))
        if mid >= high:
            high = self.rounded(mid + self.step(mid))
        if mid <= low:
            low = self.rounded(mid - self.step(mid))
        return [low, mid, high]


class Search:
    """`values(level, count)` gives the values of so many more runs at a level, or None where there
    are none; `placed` is what was asked for. `died_out(level)` is the response of an outbreak that
    dies out at once, or None where nobody recovers."""

    def __init__(self, rule, values, died_out=lambda level: None):
        self.rule, self.values, self.died_out = rule, values, died_out
        self.placed, self.runs = [], 0
        self.estimate = (None, None, None)
        self.rising, self.repeated, self.outcome = None, False, None
        self.seen = {}
        bracket = self.bracket()
        if bracket:
            self.rounds(bracket)

    def make(self, placements):
        made = []
        for level, count in placements:
            self.placed.append((level, count))
            self.runs += count
            made.append(self.values(level, count))
        return made

    def variance(self, level, values):
        """Of a run, by runs that may have missed what is rare."""
        return max(numpy.var(values, ddof=1), unseen.variance(list(values), self.died_out(level)))

    def side(self, level, values):
        if len(values) < 2:
            return 0
        c = self.rule.target
        variance = c * (1 - c) if self.rule.is_event else self.variance(level, values)
        offset = numpy.mean(values) - c
        return int(numpy.sign(offset)) if offset**2 > DISTINGUISHING_ERRORS**2 * variance / len(values) else 0

    def bracket(self):
        rule = self.rule
        low, high = rule.place(rule.low), rule.place(rule.high)
        levels = [rule.low] + [
            rule.rounded(rule.level(low + (high - low) * i / 4)) for i in (1, 2, 3)] + [rule.high]
        wanted = [(level, rule.first) for level in sorted(set(levels))]
        counts = {}
        while True:
            if self.runs + sum(count for _, count in wanted) > rule.most:
                self.outcome = "used up"
                return None
            for (level, count), values in zip(wanted, self.make(wanted)):
                self.seen[level] = numpy.append(self.seen.get(level, []), values)
                counts[level] = counts.get(level, 0) + count
            levels = sorted(self.seen)
            sides = [self.side(level, self.seen[level]) for level in levels]
            distinguished = [i for i, side in enumerate(sides) if side]
            pairs = [(a, b) for a, b in zip(distinguished, distinguished[1:]) if sides[a] != sides[b]]
            if not pairs:
                wanted = [(level, counts[level]) for level, side in zip(levels, sides) if not side]
                if not wanted:
                    self.outcome = "above" if sides[0] > 0 else "below"
                    return None
                continue
            a, b = pairs[0]
            if b == a + 1:
                middle = rule.rounded(
                    rule.level((rule.place(levels[a]) + rule.place(levels[b])) / 2))
                if levels[a] < middle < levels[b]:
                    wanted = [(middle, rule.first)]
                    continue
            self.repeated = len(pairs) > 1
            return levels[a:b + 1]

    def rounds(self, levels):
        rule = self.rule
        places = [rule.place(level) for level in levels]
        means = [numpy.mean(self.seen[level]) for level in (levels[0], levels[-1])]
        chord = slope = (means[1] - means[0]) / (places[-1] - places[0])
        self.rising = bool(slope > 0)
        if len(levels) > 2:
            # Where the number of levels is even, the upper one of the two in the middle is not taken.
            center = places[(len(levels) - 1) // 2]
        else:
            center = places[0] + (rule.target - means[0]) / slope
        inside = [self.seen[level] for level in levels]
        freedom = sum(max(0, len(values) - 1) for values in inside)
        sd = math.sqrt(
            rule.target * (1 - rule.target) if rule.is_event else
            sum(numpy.sum((v - numpy.mean(v))**2) for v in inside if len(v)) / max(1, freedom))
        doubt, previous, first = (places[-1] - places[0]) / 2, 3 * rule.first, True
        least = 0
        while True:
            level = rule.level(center)
            wanted = rule.half / level if rule.is_log else rule.half
            scale = sd / abs(slope)
            aim = min(wanted, max(0.2 * scale, wanted / 4))
            widest = max(2 * aim, min(5 * aim, 0.5 * scale))
            final = not first and doubt + aim <= widest
            precision = aim if final else max(widest - aim, doubt / 3)
            reach = widest if final else doubt + precision
            ratio = precision / reach
            outer = min(0.6, 1.5 * ratio / math.sqrt(1 + ratio**2))
            z = stats.norm.ppf((1 + rule.confidence) / 2)
            needed = 1.1 * (z * sd / (slope * precision))**2 / (
                (1 - outer) * (1 - ratio**2 * (1 - outer) / outer))
            levels = rule.three(level, reach)
            places = [rule.place(level) for level in levels]
            reach = max(reach, (places[2] - places[0]) / 2)
            count = max(100 if final else 3 * rule.first, least, int(min(needed, 10 * previous)))
            step = self.one_round(levels, places, reach, outer, final, count)
            if step is None:
                return
            fit, made = step
            if fit.lower is not None and fit.upper is not None:
                center, doubt, previous = fit.crossing, (fit.upper - fit.lower) / 2, made
                least = 0
            else:
                nearest = min(range(3), key=lambda i: abs(fit.offsets[i]))
                center = places[nearest] if fit.crossing is None else fit.crossing
                doubt, previous = reach, max(rule.first, made // 5)
                least = 2 * made if fit.is_rare_bound else 0
            slope = fit.slope if fit.slope * chord > 0 else chord
            sd, first = fit.sd, False

    def one_round(self, levels, places, reach, outer, final, count):
        """Its fit and its runs; None where the search ends with it."""
        rule, made = self.rule, 0
        seen = [numpy.array([])] * 3
        while True:
            count = min(count, rule.most - self.runs)
            if count < 6:
                self.outcome = "used up"
                return None
            side = max(2, math.floor(count * outer / 2 + 0.5))
            counts = [side, max(2, count - 2 * side), side]
            made += sum(counts)
            seen = [
                numpy.append(a, b) for a, b in zip(seen, self.make(list(zip(levels, counts))))]
            if min(map(len, seen)) < 2:
                count = made
                continue
            fit = Parabola(rule, places, seen, [
                self.variance(level, values) for level, values in zip(levels, seen)])
            fit.is_rare_bound = not rule.is_event and any(
                self.variance(level, values) > numpy.var(values, ddof=1)
                for level, values in zip(levels, seen))
            self.note(fit)
            if fit.lower is not None and fit.upper is not None:
                width = (rule.level(fit.upper) - rule.level(fit.lower)) / 2
                if final or width == 0:
                    if width <= rule.half:
                        self.outcome = "narrow"
                        return None
                    more = math.ceil(made * ((width / rule.half)**2 * 1.03 - 1))
                    if more <= 2 * made:
                        count = max(more, made // 20)
                        continue
            elif fit.crossing is not None and final \
                    and abs(fit.crossing - places[1]) <= 0.75 * reach:
                count = made
                continue
            return fit, made

    def note(self, fit):
        if fit.crossing is None:
            return
        whole = fit.lower is not None and fit.upper is not None
        if not whole and None not in self.estimate:
            return
        self.estimate = tuple(
            None if place is None else self.rule.level(place)
            for place in (fit.crossing, fit.lower, fit.upper))


class Parabola:
    """Through the means at three places, less the target."""

    def __init__(self, rule, places, seen, variances):
        self.crossing = self.lower = self.upper = None
        counts = numpy.array([len(values) for values in seen])
        means = numpy.array([numpy.mean(values) for values in seen])
        self.offsets = means - rule.target
        if rule.is_event:
            shares = (numpy.array([numpy.sum(values) for values in seen]) + 1) / (counts + 2)
            variances = shares * (1 - shares)
        variances = numpy.array(variances)
        self.sd = math.sqrt(variances[1])
        # Lagrange's polynomials in the distance from the middle place.
        self.middle, x = places[1], numpy.array(places) - places[1]
        self.basis = [
            numpy.poly1d(numpy.poly([x[j] for j in range(3) if j != i])
                         / numpy.prod([x[i] - x[j] for j in range(3) if j != i]))
            for i in range(3)]
        curve = sum((b * float(o) for o, b in zip(self.offsets, self.basis)), numpy.poly1d(0))
        slope = curve.deriv()
        self.slope = slope(0)
        roots = [r.real for r in numpy.atleast_1d(curve.roots) if abs(r.imag) < 1e-12]
        if not roots:
            return
        root = min(roots, key=abs)
        if not x[0] <= root <= x[2]:
            return
        self.crossing, self.slope = self.middle + root, slope(root)
        parts = numpy.array([b(root)**2 * v / n for b, v, n in zip(self.basis, variances, counts)])
        if not variances.any():
            inner = [0.0, 0.0] if root == 0 else [x[1], x[2]] if root > 0 else [x[0], x[1]]
            self.lower, self.upper = (self.middle + place for place in inner)
            return
        freedom = parts.sum()**2 / numpy.sum(parts**2 / (counts - 1))
        t = stats.t.ppf((1 + rule.confidence) / 2, freedom)
        gap = curve * curve - sum(
            (b * b * float(t * t * v / n) for b, v, n in zip(self.basis, variances, counts)),
            numpy.poly1d(0))
        ends = sorted(r.real for r in gap.roots if abs(r.imag) < 1e-9 * (1 + abs(r.real)))
        below = [e for e in ends if x[0] <= e < root]
        above = [e for e in ends if root < e <= x[2]]
        self.lower = self.middle + below[-1] if below else None
        self.upper = self.middle + above[0] if above else None
