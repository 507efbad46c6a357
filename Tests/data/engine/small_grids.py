#!/usr/bin/env python3
"""Makes the laws of exact-small-grids.json again, by enumeration, and the balls of deterministic.json.

    small_grids.py [CASE...]    CASE: the start of a case's id; default: all (some minutes)

Nothing is shared with the program: states are sets of infected people, and a step is the law of the set that
docs/model.md defines. Prints how far the numbers of the files are from these. Exit 1: somewhere by more than 1e-12.
"""

import itertools
import json
import sys
from functools import lru_cache
from math import comb
from pathlib import Path

import numpy

DATA = Path(__file__).parent
MOORE = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
VON_NEUMANN = [(-1, 0), (0, -1), (0, 1), (1, 0)]


def neighbors(case):
    """Of every person, in the order in which they are tried."""
    people, columns, rule = case["people"], case["columns"], case["rule"]
    rows = -(-people // columns)
    found = []
    for person in range(people):
        around = []
        for down, right in MOORE if rule["neighborhood"] == "moore" else VON_NEUMANN:
            row, column = person // columns + down, person % columns + right
            if rule["boundary"] == "torus":
                row, column = row % rows, column % columns
            other = row * columns + column
            is_inside = 0 <= row < rows and 0 <= column < columns and other < people
            if is_inside and other != person and other not in around:
                around.append(other)
        found.append(around)
    return found


def successes(draw, n, k, p):
    """P that the successful contacts of n candidates are a given set of b of them, by b; not of scan."""
    most = min(k, n)
    law = [0.0] * (n + 1)
    if draw == "capped":
        for b in range(n + 1):
            chance = p**b * (1 - p) ** (n - b)
            if b <= most:
                law[b] += chance
            else:
                law[most] += chance * comb(n - most, b - most) / comb(b, most)
        return law
    numbers = {"exact": [most], "uniform": range(most + 1), "at_least_one": range(min(1, most), most + 1)}[draw]
    for m in numbers:
        for b in range(m + 1):
            law[b] += comb(n - b, m - b) / comb(n, m) * p**b * (1 - p) ** (m - b) / len(numbers)
    return law


class Law:
    def __init__(self, case):
        self.case, self.around = case, neighbors(case)
        self.people, self.rule = case["people"], case["rule"]
        self.hits = lru_cache(None)(self._hits)
        self.step = lru_cache(None)(self._step)

    def _hits(self, source, infected):
        """The law of whom a source infects, by sets; `infected` are those around it who are."""
        k, p, draw = self.case["k"], self.case["p"], self.rule["draw"]
        candidates = [i for i in self.around[source] if self.rule["pool"] == "all" or not infected >> i & 1]
        law = {}
        if draw == "scan":
            def scan(place, left, seen, chance):
                if left == 0 or place == len(candidates):
                    law[seen] = law.get(seen, 0) + chance
                    return
                one = 0 if infected >> candidates[place] & 1 else 1 << candidates[place]
                scan(place + 1, left - 1, seen | one, chance * p)
                scan(place + 1, left, seen, chance * (1 - p))
            scan(0, k, 0, 1.0)
            return law
        chances = successes(draw, len(candidates), k, p)
        healthy = [i for i in candidates if not infected >> i & 1]
        wasted = len(candidates) - len(healthy)
        for size in range(len(healthy) + 1):
            chance = sum(comb(wasted, j) * chances[size + j] for j in range(wasted + 1))
            for chosen in itertools.combinations(healthy, size):
                law[sum(1 << i for i in chosen)] = chance
        return law

    def _step(self, state):
        """The law of the next state."""
        sources = [i for i in range(self.people) if state >> i & 1]
        reach = [sum(1 << i for i in around) for around in self.around]
        law = {state: 1.0}
        for source in sources:
            after = {}
            for now, chance in law.items():
                seen = now if self.rule["update"] == "sequential" else state
                for hit, p in self.hits(source, seen & reach[source]).items():
                    if p > 0:
                        after[now | hit] = after.get(now | hit, 0) + chance * p
            law = after
        return law


def expected(case):
    law, people, steps = Law(case), case["people"], case["steps"]
    everybody = (1 << people) - 1
    if case["start"]["kind"] == "positions":
        starts = [tuple(case["start"]["positions"])]
    else:
        starts = list(itertools.combinations(range(people), case["start"]["count"]))
    # By state, largest number of new infections and first step with it.
    now = {(sum(1 << i for i in start), 0, 0): 1 / len(starts) for start in starts}
    counts, persons, ends = [], [], []
    for step in range(steps + 1):
        if step:
            after = {}
            for (state, peak, at), chance in now.items():
                for new, p in law.step(state).items():
                    fresh = (new ^ state).bit_count()
                    key = (new, fresh, step) if fresh > peak else (new, peak, at)
                    after[key] = after.get(key, 0) + chance * p
            now = after
        count, person = numpy.zeros(people + 1), numpy.zeros(people)
        for (state, _, _), chance in now.items():
            count[state.bit_count()] += chance
            for i in range(people):
                if state >> i & 1:
                    person[i] += chance
        counts.append(count), persons.append(person), ends.append(count[people])
    peaks, at = numpy.zeros(people + 1), numpy.zeros(steps + 1)
    for (_, peak, step), chance in now.items():
        peaks[peak] += chance
        at[step] += chance
    return {
        "countDistribution": counts, "personInfected": persons, "allInfectedAtStep": numpy.diff(ends, prepend=0),
        "notAllInfectedByLastStep": 1 - ends[-1], "peakNewInfections": peaks, "peakStep": at}


def ball(case):
    around, reached = neighbors(case), set(case["start"]["positions"])
    edge, counts = reached, [len(reached)]
    while len(reached) < case["people"]:
        edge = {j for i in edge for j in around[i]} - reached
        reached |= edge
        counts.append(len(reached))
    new = [b - a for a, b in zip(counts, counts[1:])]
    return {
        "counts": counts, "peakNewInfections": max(new), "peakStep": new.index(max(new)) + 1,
        "stepsTo": {str(q): next(t for t, c in enumerate(counts) if 100 * c >= q * case["people"])
                    for q in (10, 50, 90, 100)}}


def distance(one, other):
    if isinstance(one, dict):
        assert one.keys() == other.keys(), (one.keys(), other.keys())
        return max(distance(one[key], other[key]) for key in one)
    one, other = (numpy.atleast_1d(numpy.asarray(value, float)) for value in (one, other))
    size = numpy.broadcast_shapes((max(len(one), len(other)), *one.shape[1:]))
    # A law may stop behind its last outcome.
    padded = [numpy.concatenate([v, numpy.zeros((size[0] - len(v), *v.shape[1:]))]) for v in (one, other)]
    return float(numpy.max(numpy.abs(padded[0] - padded[1])))


def main():
    worst = 0.0
    for name, make in ("deterministic.json", ball), ("exact-small-grids.json", expected):
        for case in json.loads((DATA / name).read_text())["cases"]:
            if len(sys.argv) == 1 or case["id"].startswith(tuple(sys.argv[1:])):
                found = distance(make(case), case["expected"])
                print(f"{case['id']}: {found:.1e}", flush=True)
                worst = max(worst, found)
    return int(worst > 1e-12)


if __name__ == "__main__":
    sys.exit(main())
