#!/usr/bin/env python3
"""The tests against wrong programs, changed at places drawn at random: how many do they notice?

    run.py [-n 300] [--seed WORD] [--more 100=StudyRuns,Statistics] [--minutes 60] [TARGET...]

More can be drawn from some targets: each counts by its share of places, however many are drawn. The seed
(default: the commit) decides which places of Sources or TARGETs are changed, and how. All are compiled once,
each behind a switch, in a copy (switched_copy.py). One pass notes which tests come by which; each is then
switched on, and these tests run until one fails or hangs: alone with the tests that are soon done, and what
survives these together with others. What no test comes by survives, and what is not decided when the time is
over: the share caught is a lower bound (docs/validation.md). The table goes to .build-mutants/table.csv.
"""

import argparse
import collections
import concurrent.futures
import csv
import math
import os
import signal
import subprocess
import sys
import threading
import time
import traceback

import places
import suites
import switched_copy
import trees

TABLE = trees.ROOT / ".build-mutants" / "table.csv"
COLUMNS = "target file line before after ended by".split()
# Seconds of tests that a mutant is tried by alone; how many are tried together.
ALONE, TOGETHER = 10, 128
# Module maps, getters, one call each.
NO_CODE = {"CGSL", "CNettle", "CQRCodegen", "CSQLite", "CZlib", "BuildInfo", "NoCurl"}


def places_by_target(names):
    paths = [path for path in switched_copy.files_to_copy() if path.startswith("Sources/")
             and path.endswith((".swift", ".c", ".h", ".js"))
             and path.split("/")[1] not in NO_CODE and ".docc/" not in path]
    if unknown := set(names) - {path.split("/")[1] for path in paths}:
        sys.exit(f"run.py: no target of Sources has code to change and is called {', '.join(sorted(unknown))}")
    by_target = collections.defaultdict(list)
    for place in places.find(trees.read([path for path in paths if not names or path.split("/")[1] in names])):
        by_target[place.target].append(place)
    return by_target


def shares(by_target, n):
    """How many to draw from each target: in proportion, but at least one."""
    total = sum(map(len, by_target.values()))
    return {target: max(1, round(n * len(list_) / total)) for target, list_ in by_target.items()}


def draw(list_, n, seed):
    """The first n places in the order of the seed, no two in a statement or in each other."""
    taken, drawn = collections.defaultdict(list), []
    for place in sorted(list_, key=lambda place: place.rank(seed)):
        change = place.change(seed)
        start, end = change.span
        others = taken[place.path]
        if len(drawn) < n and all(
                place.statement != statement and (end <= first or last <= start) for statement, first, last in others):
            others.append((place.statement, start, end))
            drawn.append((place, change))
    return drawn


class Judge:
    """Tries mutants by the tests that come by them: alone by those that are soon done, then together by all."""

    def __init__(self, units, tell):
        self.units, self.tell = units, tell
        self.seen = {}  # by number: how it ended, and what noticed it

    def alone(self, mutant):
        reaching = [unit for unit in self.units if mutant.number in unit.reaches]
        spent = 0
        for batch in suites.batches(reaching, 2, 8):
            if spent == 0 or spent + suites.seconds(batch) <= ALONE:
                self.together(batch, [mutant])
            spent += suites.seconds(batch)

    def together(self, batch, group):
        """All of a group are on at once; where a test fails, each half of them with this test, and then those
        who are left with all of them. They may hide each other, which makes the share caught smaller and never
        larger."""
        group = self.unseen(group)
        if not group:
            return
        ended, by, failed = suites.try_out(batch, [mutant.number for mutant in group])
        if ended != "passed" and len(group) == 1:
            self.seen[group[0].number] = ended, by
        elif ended != "passed":
            self.halves(failed, group)
            if failed is not batch:
                left = self.unseen(group)
                (self.together if len(left) < len(group) else self.halves)(batch, left)

    def halves(self, batch, group):
        middle = len(group) // 2
        self.together(batch, group[:middle])
        self.together(batch, group[middle:])

    def unseen(self, group):
        return [mutant for mutant in group if mutant.number not in self.seen]

    def each(self, action, *lists):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(action, *lists))

    def judge(self, mutants):
        reached = frozenset().union(*(unit.reaches for unit in self.units))
        self.seen |= {mutant.number: ("survived", "not reached") for mutant in mutants if mutant.number not in reached}
        self.tell(f"{len(self.seen)} are not reached by any test")
        self.each(self.alone, self.unseen(mutants))
        rest = self.unseen(mutants)
        self.tell(f"{len(rest)} survive what is soon done, and are tried together")
        batches, groups = [], []
        for batch in suites.batches(self.units, 30, 30):
            reaches = frozenset().union(*(unit.reaches for unit in batch))
            reaching = [mutant for mutant in rest if mutant.number in reaches]
            for start in range(0, len(reaching), TOGETHER):
                batches.append(batch)
                groups.append(reaching[start:start + TOGETHER])
        self.each(self.together, batches, groups)
        self.seen = {mutant.number: ("survived", "") for mutant in mutants} | self.seen


def print_row(name, places, lines, share, n):
    """With Wilson's interval of a share of n."""
    counts, z = collections.Counter(line[5] for line in lines), 1.96
    not_reached = sum(line[6] == "not reached" for line in lines)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    print(f"{name:<18}{places:>7}{len(lines):>7}{counts['caught'] + counts['hangs']:>8}{counts['hangs']:>7}"
          f"{counts['survived']:>10}{not_reached:>13}  {100 * share:5.1f} % "
          f"[{100 * max(0, middle - half):.0f}, {100 * min(1, middle + half):.0f}]")


def summary(by_target, results):
    """The share caught of each target, and of all: each target by its share of places. The interval of
    all is Wilson's, of as many draws as would have the variance of the strata; with one more caught
    and one more survivor in each, as a stratum without either is not sure."""
    total = sum(len(by_target[target]) for target in results)
    share, variance = 0, 0
    print(f"\n{'target':<18} places  drawn  caught  hangs  survived  not reached  share caught, at least [95 %]")
    for target, lines in sorted(results.items()):
        n, weight = len(lines), len(by_target[target]) / total
        caught = sum(line[5] != "survived" for line in lines)
        likely = (caught + 1) / (n + 2)
        share += weight * caught / n
        variance += weight * weight * likely * (1 - likely) / n
        print_row(target, len(by_target[target]), lines, caught / n, n)
    lines = [line for list_ in results.values() for line in list_]
    inside = min(max(share, 0.5 / len(lines)), 1 - 0.5 / len(lines))
    print_row("all", total, lines, share, inside * (1 - inside) / variance)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("targets", nargs="*")
    parser.add_argument("-n", type=int, default=300)
    parser.add_argument("--seed", default="")
    parser.add_argument("--more", default="")
    parser.add_argument("--minutes", type=float, default=60)
    options = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: suites.ending.set())
    timer = threading.Timer(60 * options.minutes, suites.ending.set)
    timer.daemon = True
    timer.start()
    started = time.monotonic()

    def tell(what):
        print(f"{(time.monotonic() - started) / 60:5.1f} min: {what}", flush=True)

    seed = options.seed or subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=trees.ROOT, check=True, capture_output=True, text=True).stdout.strip()
    by_target = places_by_target(options.targets)
    wanted = shares(by_target, options.n)
    more, _, targets = options.more.partition("=")
    for target in targets.split(",") if more else []:
        wanted[target] += int(more)
    tell(f"{sum(map(len, by_target.values()))} places, {sum(wanted.values())} to be drawn, seed {seed}")
    # With some more, for those that do not compile.
    drawn = [entry for target, n in wanted.items() for entry in draw(by_target[target], n * 4 // 3 + 4, seed)]
    mutants = [switched_copy.Mutant(number, *entry) for number, entry in enumerate(drawn, 1)]
    compiled = switched_copy.build(mutants)
    by_name = {target: [mutant for mutant in compiled if mutant.place.target == target] for target in wanted}
    chosen = [mutant for target, list_ in by_name.items() for mutant in list_[:wanted[target]]]
    tell(f"built; {len(compiled)} of {len(mutants)} compile, {len(chosen)} are tried")
    units = suites.measured()
    tell(f"{len(units)} tests pass without a mutant, in {sum(unit.seconds for unit in units):.0f} s of all cores")
    judge = Judge(units, tell)
    try:
        judge.judge(chosen)
    except SystemExit:
        tell("ended; what is not decided counts as a survivor")
    except Exception:  # an hour's results are not lost for it
        traceback.print_exc()
        tell("broken off; what is not decided counts as a survivor")
    lines = sorted([mutant.place.target, mutant.place.path, *mutant.reported(),
                    *judge.seen.get(mutant.number, ("survived", "not decided"))] for mutant in chosen)
    with TABLE.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *lines])
    for _, path, line, before, after, ended, by in lines:
        if ended == "survived":
            print(f"\n{path}:{line} ({by})\n  {before}\n  -> {after}")
    summary(by_target, {target: [line for line in lines if line[0] == target] for target in wanted})
    tell(f"done, seed {seed}")


if __name__ == "__main__":
    main()
