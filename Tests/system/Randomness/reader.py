#!/usr/bin/env python3
"""Makes the runs of a file of known runs again, in plain Python, from docs/model.md and docs/randomness.md alone:

    reader.py runs.jsonl

`spreadlab truths --export` writes the file. The reader knows grids, both updates, all courses, and the draws exact, at_least_one,
uniform, capped and scan, where sources act in every step. It does not know the rare form, other draws and contacts, interventions,
differences in infectiousness, and introductions at random. Exit 1 if a curve or a step of infection is another.
"""
import json
import math
import sys
from itertools import combinations, permutations

ALL, G, ACTION = 2**64 - 1, 0x9E3779B97F4A7C15, 0xDA942042E4DD58B5
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
    for word in words:
        key = mix(key + G) ^ mix(word + 2 * G)
    return key

def steps_while(stays, chance):
    """1 + the most steps t for which `stays` holds of (1 - chance)^t."""
    powers, product, steps = [1.0 - chance], 1.0, 0
    for _ in range(31):
        powers.append(powers[-1] * powers[-1])
    for j in range(31, -1, -1):
        if stays(product * powers[j]):
            product, steps = product * powers[j], steps + 2**j
    return steps + 1


class Run:
    def __init__(self, study, replicate):
        self.model = model = study["model"]
        self.n, self.columns, self.k, self.p = (model.get(key) for key in (
            "group_size", "columns", "infection_factor", "infection_probability"))
        self.rule, self.rows = study["rules"][model["rule"]], -(-self.n // self.columns)
        self.latent, self.recovery = model.get("latent_steps", 0), model.get("recovery_probability", 0)
        self.most, self.immune_for = (math.inf if model.get(key, "forever") == "forever" else model[key]
                                      for key in ("infectious_steps", "immune_steps"))
        self.course = self.most < math.inf or self.recovery > 0
        self.run = mix(fold(study["seed"], 0, 0, replicate))
        self.neighbors = [self.around(*divmod(person, self.columns)) for person in range(self.n)]
        self.since, self.until, self.immune_until = ([None] * self.n for _ in range(3))
        self.infections, self.first = [0] * self.n, [-1] * self.n

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

    def infect(self, person, step):
        self.since[person], self.infections[person] = step, self.infections[person] + 1
        self.first[person] = step if self.first[person] < 0 else self.first[person]
        u = (mix(self.key(person, 0x94D049BB133111EB)) >> 11) * 2.0**-53
        acts = steps_while(lambda s: s > u, self.recovery) if self.recovery > 0 else math.inf
        self.until[person] = step + self.latent + min(self.most, acts)

    def introduce(self, step):
        middle = min((self.rows - 1) // 2 * self.columns + (self.columns - 1) // 2, self.n - 1)
        for some in self.model["introductions"]:
            for person in some.get("people", [middle]) if some["step"] == step else []:
                if self.healthy(person):
                    self.infect(person, step)

    def hits(self, person, action, healthy):
        """Whom a person infects in their action of that number."""
        draw, near, k = self.rule["draw"], self.neighbors[person], self.k
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
        least, most = (1, 2**40 - 1) if 0 < self.p < 1 else (0, 2**40)
        limit = min(max(math.floor(self.p * 2**40 + 0.5), least), most)
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
        before, hit, sequential = list(map(self.healthy, range(self.n))), set(), self.rule["update"] == "sequential"
        for source in range(self.n):
            action = -1 if self.since[source] is None else step - self.since[source] - self.latent
            if action > 0:
                found = set(filter(self.healthy, self.hits(source, action, self.healthy if sequential else before.__getitem__)))
                hit |= found
                for person in found if sequential else ():
                    self.infect(person, step)
        for person in filter(self.healthy, hit):
            self.infect(person, step)

    def ended(self, step, infected):
        open_ended = any(some["step"] > step for some in self.model["introductions"])
        if self.course:
            over = infected == 0 and not open_ended
        else:
            exposed = any(map(self.healthy, (b for a in range(self.n) if self.since[a] is not None for b in self.neighbors[a].values())))
            spreads = exposed and self.p > 0 and self.k > 0
            over = infected == self.n or not spreads and not open_ended
        return over or step == self.model["stop"]["max_steps"]

    def make(self):
        """The number of infected people by step, and the step of each person's first infection."""
        for person in self.model.get("immune_people", []):
            self.immune_until[person] = math.inf
        self.introduce(0)
        keys = sorted((mix(self.run + 0x8538ECB5BD456EA3 + i * G), i) for i in range(self.n) if self.healthy(i))
        for _, person in keys[:math.floor(self.model.get("immune_share", 0) * self.n + 0.5)]:
            self.immune_until[person] = math.inf
        step, curve = 0, [self.n - self.since.count(None)]
        while not self.ended(step, curve[-1]):
            step += 1
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
