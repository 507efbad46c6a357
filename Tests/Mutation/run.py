#!/usr/bin/env python3
"""The tests against wrong programs: every mutant has to be noticed.

    run.py                    all mutants
    run.py --tenth COMMIT     a tenth of them, chosen by the commit
    run.py TARGET[/NAME]...   these
    run.py --again            those that survived the last time
    run.py --check            only that every mutant still finds its line; builds and runs nothing

All mutants are compiled once, each behind a switch, in a copy (switched_copy.py). Each is then
switched on alone, and its suites run one after the other until one of them fails: the mutant is
caught. Exit 1 if a mutant survives that does not say why it may, or if the sources left one behind.
The table goes to .build-mutants/table.csv.
"""

import argparse
import collections
import concurrent.futures
import csv
import hashlib
import os
import sys
import time

import mutants
import suites
import switched_copy

TABLE = mutants.ROOT / ".build-mutants" / "table.csv"
ALL = mutants.read_all()
COLUMNS = ["mutant", "file", "change", "ended", "suite", "seconds"]


def wanted(numbered, options):
    if options.tenth:
        def draw(mutant):
            text = f"{options.tenth} {mutant.id}".encode()
            return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")

        order = sorted(numbered, key=lambda entry: draw(entry[1]))
        return sorted(order[: -(-len(order) // 10)])
    if options.again:
        with TABLE.open(newline="") as file:
            left = {row["mutant"] for row in csv.DictReader(file) if row["ended"] == "survived"}
        return [entry for entry in numbered if entry[1].id in left]
    if options.names:
        return [
            entry for entry in numbered
            if entry[1].target in options.names or entry[1].id in options.names]
    return numbered


def can_run(mutant):
    if mutant.needs == "avx512":
        with open("/proc/cpuinfo") as file:
            return "avx512vl" in file.read()
    return True


def judge(entry, baseline):
    """How a mutant ended, which suite said so, and the seconds it took."""
    number, mutant = entry
    started = time.monotonic()
    if not can_run(mutant):
        return "not run", "", 0.0
    for suite in mutant.suites:
        ended, _, _ = suites.run(suite, number, baseline.patience(suite))
        if ended != "passed":
            return "caught" if ended == "failed" else "hangs", suite, time.monotonic() - started
    return "survived", "", time.monotonic() - started


def row(mutant, ended, suite, seconds):
    change = f"{mutant.text} -> {mutant.becomes or '(nothing)'}"
    return [mutant.id, mutant.path, " ".join(change.split()), ended, suite, f"{seconds:.1f}"]


def write_table(results):
    """Writes the rows over those of the table there is."""
    rows = {}
    if TABLE.is_file():
        with TABLE.open(newline="") as file:
            rows = {line[0]: line for line in list(csv.reader(file))[1:]}
    for mutant, outcome in results:
        rows[mutant.id] = row(mutant, *outcome)
    known = {mutant.id for mutant in ALL}
    with TABLE.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows[key] for key in sorted(rows) if key in known)


def summary(results):
    counts = collections.defaultdict(collections.Counter)
    for mutant, (ended, _, _) in results:
        counts[mutant.target][ended] += 1
    print(f"{'target':<14}{'mutants':>8}{'caught':>8}{'survived':>10}{'not run':>9}")
    for target, count in [*sorted(counts.items()), ("all", sum(counts.values(), collections.Counter()))]:
        caught = count["caught"] + count["hangs"]
        print(f"{target:<14}{sum(count.values()):>8}{caught:>8}{count['survived']:>10}{count['not run']:>9}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--tenth", metavar="COMMIT")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    numbered = list(enumerate(ALL, 1))
    chosen = wanted(numbered, options)
    try:
        switched_copy.make(numbered, write_files=not options.check)
    except mutants.Stale as problem:
        sys.exit(f"the sources moved on; mend these mutants:\n{problem}")
    if options.check:
        print(f"{len(numbered)} mutants find their lines")
        return
    started = time.monotonic()
    errors = switched_copy.build()
    if errors:
        sys.exit("the switched copy does not compile:\n" + "\n".join(errors))
    print(f"built in {time.monotonic() - started:.0f} s", flush=True)
    baseline = suites.Baseline()
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tasks = {pool.submit(judge, entry, baseline): entry[1] for entry in chosen}
        try:
            for task in concurrent.futures.as_completed(tasks):
                ended, suite, seconds = task.result()
                results.append((tasks[task], (ended, suite, seconds)))
                write_table(results[-1:])
                if ended == "survived":
                    print(f"survived: {tasks[task].id} ({seconds:.0f} s)", flush=True)
        except BaseException:  # a suite that fails by itself, or Ctrl-C: no further ones
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    summary(results)
    unexplained = 0
    for mutant, (ended, _, _) in sorted(results, key=lambda result: result[0].id):
        if ended == "survived":
            unexplained += not mutant.survives
            print(f"\n{mutant.id}: {mutant.path}\n  {mutant.text}\n  -> {mutant.becomes or '(nothing)'}")
            print(f"  {mutant.why}\n  {mutant.survives or 'NO TEST NOTICES'}")
        elif mutant.survives and ended != "not run":
            print(f"\n{mutant.id} is caught now; it need not say why it survives")
    print(f"\n{len(results) - unexplained} passed, {unexplained} failed, "
          f"in {(time.monotonic() - started) / 60:.0f} min")
    sys.exit(unexplained > 0)


if __name__ == "__main__":
    main()
