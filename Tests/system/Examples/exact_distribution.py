"""The exact distribution of how many of nine people are infected after one step and after two, by enumeration.

Nine people on a square of 3 by 3 with eight neighbors each; the one in the middle is infected. In a step
every infected person contacts a geometric number of healthy neighbors, all of them if there are fewer, and
infects each contact with probability p; whom several infect is infected once. Written from docs/model.md,
"Draw", and from no program: sets of people are bits.
"""

import itertools
import math

PEOPLE = 9
CENTER = 4
NEIGHBORS = [
    [3 * row + column for row in range(3) for column in range(3)
     if (row, column) != (who // 3, who % 3) and abs(row - who // 3) <= 1 and abs(column - who % 3) <= 1]
    for who in range(PEOPLE)]


def contacts(mean, most):
    """P(m contacts), m in 0...most."""
    ratio = mean / (1 + mean)
    chances = [(1 - ratio) * ratio**number for number in range(most)]
    return chances + [1 - sum(chances)]


def outcomes(candidates, mean, p):
    """P(exactly this set is infected), by set, for a source with these candidates."""
    n = len(candidates)
    numbers = contacts(mean, n)
    distribution = {}
    for size in range(n + 1):
        # A given set of so many: they are among m that are contacted, and only they are infected.
        chance = sum(
            numbers[m] * math.comb(n - size, m - size) / math.comb(n, m) * p**size * (1 - p)**(m - size)
            for m in range(size, n + 1))
        for people in itertools.combinations(candidates, size):
            distribution[sum(1 << person for person in people)] = chance
    return distribution


def step(state, mean, p):
    """P(who is infected after a step), by set."""
    distribution = {state: 1.0}
    for source in range(PEOPLE):
        if not state >> source & 1:
            continue
        candidates = [person for person in NEIGHBORS[source] if not state >> person & 1]
        after = {}
        for infected, chance in outcomes(candidates, mean, p).items():
            for before, weight in distribution.items():
                after[before | infected] = after.get(before | infected, 0) + weight * chance
        distribution = after
    return distribution


def distribution(mean, p):
    """P(infected after step 1, infected after step 2), both of 1...9."""
    joint = {}
    for first, chance in step(1 << CENTER, mean, p).items():
        for second, weight in step(first, mean, p).items():
            place = (first.bit_count(), second.bit_count())
            joint[place] = joint.get(place, 0) + chance * weight
    return joint
