#!/usr/bin/env python3
"""Makes the runs of a file of known runs again, in plain Python, from docs/model.md and docs/randomness.md alone:

    reader.py runs.jsonl

`spreadlab truths --export` writes the file. The reader knows grids, both updates, all courses, the draws exact, at_least_one,
uniform, capped, scan and each (contact clocks), and interventions that set the infection probability from one step to another. It
does not know draws with a distribution, contacts other than the grid (so not the ascending clocks of everybody), neighborhoods with a
radius, other interventions, differences in infectiousness, and introductions at random. Exit 1 if a curve or a step of infection is
another.
"""
import json
import math
import sys
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate, combinations, permutations
from operator import ge, gt

ALL, G, ACTION, CLOCKS = 2**64 - 1, 0x9E3779B97F4A7C15, 0xDA942042E4DD58B5, 0x1D8E4E27C47D124F
# NW, N, NE, W, E, SW, S, SE
OFFSETS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
EVEN = [p for p in permutations(range(4)) if sum(p[i] > p[j] for i, j in combinations(range(4), 2)) % 2 == 0]
FOURS = sorted(combinations(range(8), 4), key=lambda four: sum(1 << d for d in four))
NEIGHBORS = {"moore": [range(8)] * 2, "von_neumann": [(1, 3, 4, 6)] * 2, "hexagonal": [(0, 1, 3, 4, 5, 6), (1, 2, 3, 4, 6, 7)]}


def mix(z):
    z = ((z & ALL) ^ (z & ALL) >> 30) * 0xBF58476D1CE4E5B9 & ALL
    z = (z ^ z >> 27) * 0x94D049BB133111EB & ALL
    return z ^ z >> 31

def fold(key, *words):
    return reduce(lambda key, word: mix(key + G) ^ mix(word + 2 * G), words, key)

@lru_cache(2**16)
def powers(chance):
    """2^j and (1 - chance)^(2^j), for j = 31, ..., 0."""
    return [(2**j, r) for j, r in enumerate(accumulate(range(31), lambda r, _: r * r, initial=1.0 - chance))][::-1]

@lru_cache(2**16)
def steps_while(stays, bound, chance, product=1.0):
    """1 + the most steps t for which `stays(product * (1 - chance)^t, bound)`."""
    t = 0
    for steps, power in powers(chance):
        if stays(product * power, bound):
            product, t = product * power, t + steps
    return t + 1

def after(product, chance, m):
    """product * (1 - chance)^m"""
    return math.prod((power for steps, power in powers(chance) if m & steps), start=product)


class Run:
    def __init__(self, study, replicate):
        self.model = model = study["model"]
        self.n, self.columns, self.k = (model.get(key) for key in ("group_size", "columns", "infection_factor"))
        self.interventions = [(some["when"]["step"], some.get("until", {"step": math.inf})["step"], some["set"]["infection_probability"])
                              for some in study.get("interventions", {}).get(model.get("interventions"), [])]
        self.rule, self.rows = study["rules"][model["rule"]], -(-self.n // self.columns)
        self.latent, self.recovery = model.get("latent_steps", 0), model.get("recovery_probability", 0)
        self.most, self.immune_for = (math.inf if model.get(key, "forever") == "forever" else model[key]
                                      for key in ("infectious_steps", "immune_steps"))
        self.course = self.most < math.inf or self.recovery > 0
        self.run = mix(fold(study["seed"], 0, 0, replicate))
        self.neighbors = [self.around(*divmod(person, self.columns)) for person in range(self.n)]
        self.since, self.until = [None] * self.n, [None] * self.n
        self.immune_until = [math.inf if person in model.get("immune_people", []) else None for person in range(self.n)]
        self.infections, self.first, self.clocks = [0] * self.n, [-1] * self.n, {}

    def around(self, row, column):
        """The neighbors of a person by direction, in neighbor order; nobody twice, and not the person."""
        found = {}
        for d in NEIGHBORS[self.rule["neighborhood"]][row % 2]:
            r, c = row + OFFSETS[d][0], column + OFFSETS[d][1]
            if self.model["boundary"] == "torus":
                r, c = r % self.rows, c % self.columns
            other = r * self.columns + c
            if r >= 0 and 0 <= c < self.columns and other < self.n and (r, c) != (row, column) and other not in found.values():
                found[d] = other
        return found

    def healthy(self, person):
        return self.since[person] is None and self.immune_until[person] is None

    def key(self, person, constant=0):
        again = max(self.infections[person] - 1, 0) if self.course and self.immune_for < math.inf else 0
        return (mix(self.run + again * 0xBF58476D1CE4E5B9) if again else self.run) + person * G + constant

    def infect(self, people, step):
        for person in filter(self.healthy, people):
            self.since[person], self.infections[person] = step, self.infections[person] + 1
            self.first[person] = step if self.first[person] < 0 else self.first[person]
            u = (mix(self.key(person, 0x94D049BB133111EB)) >> 11) * 2.0**-53
            acts = steps_while(gt, u, self.recovery) if self.recovery > 0 else math.inf
            self.until[person] = step + self.latent + min(self.most, acts)

    def chance(self, step):
        """The infection probability in a step."""
        sets = [p for begin, end, p in self.interventions if begin < step <= max(begin + 1, end)]
        return sets[-1] if sets else self.model["infection_probability"]

    def introduce(self, step):
        middle = min((self.rows - 1) // 2 * self.columns + (self.columns - 1) // 2, self.n - 1)
        for some in self.model["introductions"]:
            if some["step"] == step:
                self.infect(some.get("people", [middle]), step)

    def rings(self, person, other, action):
        """Whether the clock of a pair rings. It has a number, the product and the first action of its stretch, and p in the stretch."""
        pair = person, self.infections[person], other
        number, product, start, p = self.clocks.get(pair, (1, 1.0, action, self.p))
        if p != self.p:
            product, start, p = after(product, p, action - start), action, self.p
        v = ((mix(mix(self.key(person, CLOCKS)) + other * G + (number - 1) * ACTION) >> 11) + 1) * 2.0**-53
        rung = p > 0 and action == start - 1 + steps_while(ge, v, p, product)
        self.clocks[pair] = (number + 1, 1.0, action + 1, p) if rung else (number, product, start, p)
        return rung

    def hits(self, person, action, healthy):
        """Whom a person infects in their action of that number."""
        draw, near, k = self.rule["draw"], self.neighbors[person], self.k
        if draw == "each":
            return [other for other in near.values() if self.rings(person, other, action)]
        near = {d: other for d, other in near.items() if self.rule["pool"] == "all" or healthy(other)}
        word = mix(self.key(person, action * ACTION))
        wins = [d for d in near if self.coin(word, d)]
        if draw == "scan":
            return [near[d] for d in wins[:k]]
        order, v = self.order(word)
        order, m = [d for d in order if d in near], min(k, len(near))
        if draw == "capped":
            return [near[d] for d in [d for d in order if d in wins][:k]]
        m = {"exact": m, "at_least_one": 1 + (v * m >> 32) if m else 0, "uniform": v * (m + 1) >> 32}[draw]
        return [near[d] for d in order[:m] if d in wins]

    def coin(self, word, d):
        b = word * 0xD1342543DE82EF95 & ALL
        b ^= b >> 32
        limit = min(max(math.floor(self.p * 2**40 + 0.5), self.p > 0), 2**40 - (self.p < 1))
        return (b >> 8 * d & 255) << 32 | mix(b + (d + 1) * G) >> 32 < limit

    def order(self, z):
        fours, order = [NEIGHBORS["von_neumann"][0]], []
        if self.rule["neighborhood"] != "von_neumann":
            four, z = FOURS[z * 70 >> 64], z * 70 & ALL
            fours = [four, [d for d in range(8) if d not in four]]
        for four in fours:
            order, z = order + [four[i] for i in EVEN[z * 12 >> 64]], z * 12 & ALL
        return order, z >> 32

    def act(self, step):
        before, hit, sequential = list(map(self.healthy, range(self.n))), [], self.rule["update"] == "sequential"
        for source in range(self.n):
            action = -1 if self.since[source] is None else step - self.since[source] - self.latent
            if action > 0:
                hit += self.hits(source, action, self.healthy if sequential else before.__getitem__)
            self.infect(hit if sequential else [], step)
        self.infect(hit, step)

    def ended(self, step, infected):
        later = [some["step"] for some in self.model["introductions"]]
        if self.course:
            return infected == 0 and max(later) <= step
        later += [some for begin, end, _ in self.interventions for some in (begin, end) if some < math.inf]
        exposed = any(map(self.healthy, (b for a in range(self.n) if self.since[a] is not None for b in self.neighbors[a].values())))
        spreads = exposed and self.chance(step + 1) > 0 and (self.rule["draw"] == "each" or self.k > 0)
        return infected == self.n or not spreads and max(later) <= step

    def make(self):
        """The number of infected people by step, and the step of each person's first infection."""
        self.introduce(0)
        keys = sorted((mix(self.run + 0x8538ECB5BD456EA3 + i * G), i) for i in range(self.n) if self.healthy(i))
        for _, person in keys[:math.floor(Fraction(repr(self.model.get("immune_share", 0))) * self.n + Fraction(1, 2))]:
            self.immune_until[person] = math.inf
        step, curve = 0, [self.n - self.since.count(None)]
        while step < self.model["stop"]["max_steps"] and not self.ended(step, curve[-1]):
            step, self.p = step + 1, self.chance(step + 1)
            self.act(step)
            for person in range(self.n):
                if self.since[person] is not None and self.until[person] <= step:
                    self.since[person], self.immune_until[person] = None, self.until[person] + self.immune_for
                if self.immune_until[person] is not None and self.immune_until[person] <= step:
                    self.immune_until[person] = None
            self.introduce(step)
            curve.append(self.n - self.since.count(None))
        return curve, self.first


if __name__ == "__main__":
    outcomes = [Run(run["study"], run["replicate"]).make() == (run["curve"], run["infection_steps"])
                for run in map(json.loads, open(sys.argv[1], encoding="utf-8"))]
    print(f"{outcomes.count(True)} runs are the same, {outcomes.count(False)} are not")
    sys.exit(not outcomes or not all(outcomes))
