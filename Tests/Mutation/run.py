#!/usr/bin/env python3
"""The tests against wrong programs: every mutant has to be noticed.

    run.py                    all mutants
    run.py --tenth            a tenth of those that tests should notice, chosen by the commit
    run.py TARGET[/NAME]...   these
    run.py --again            those that survived the last time
    run.py --rest             those that the table does not have: after a run that was ended
    run.py --check            only that every mutant still finds its line, and can be parsed there, and that the
                              tests of the browser that it names exist; builds and runs nothing
    run.py --table            prints what came out the last time, as docs/validation.md has it
    run.py --remember         writes down in seen-by.csv which test saw each mutant the last time

All mutants are compiled once, each behind a switch, in a copy (switched_copy.py); of a tenth only
these. Each is then switched on alone, and its suites run one after the other until one of them
fails: the mutant is caught. The test that seen-by.csv remembers runs before them, which saves most
of the time and decides nothing: a line of it that is missing or wrong costs seconds. A suite that
goes on five times as long as without a mutant hangs, which counts as caught too, unless it now is
as slow without the mutant. Exit 1 if a mutant survives that does not say why it may, or if the
sources left one behind. The table goes to .build-mutants/table.csv.
"""

import argparse
import collections
import concurrent.futures
import csv
import hashlib
import os
import signal
import subprocess
import sys
import time

import mutants
import suites
import switched_copy

TABLE = mutants.ROOT / ".build-mutants" / "table.csv"
ALL = mutants.read_all()
COLUMNS = ["mutant", "file", "change", "ended", "suite", "seconds"]
SEEN_BY = mutants.HERE / "seen-by.csv"


def commit():
    """The commit of the tree; of one without git, what stands for it: its files."""
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=mutants.ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        return done.stdout.strip()
    digest = hashlib.sha256()
    for name in sorted(switched_copy.files_to_copy()):
        digest.update((mutants.ROOT / name).read_bytes())
    return digest.hexdigest()


def drawn(mutant, by):
    """A number that puts mutants in an order; which one, `by` decides."""
    return int.from_bytes(hashlib.sha256(f"{by} {mutant.id}".encode()).digest()[:8], "big")


def wanted(numbered, options):
    if options.tenth is not None:
        chosen_by = options.tenth or commit()
        noticed = [entry for entry in numbered if not entry[1].survives]
        order = sorted(noticed, key=lambda entry: drawn(entry[1], chosen_by))
        return order[: -(-len(order) // 10)]
    if options.again:
        left = {row["mutant"] for row in read_table() if row["ended"] == "survived"}
        return [entry for entry in numbered if entry[1].id in left]
    if options.rest:
        tried = {row["mutant"] for row in read_table()}
        return [entry for entry in numbered if entry[1].id not in tried]
    if options.names:
        known = {name for _, mutant in numbered for name in (mutant.target, mutant.id)}
        if unknown := set(options.names) - known:
            sys.exit(f"run.py: there is no target or mutant {', '.join(sorted(unknown))}; mutants are named TARGET/NAME")
        return [
            entry for entry in numbered
            if entry[1].target in options.names or entry[1].id in options.names]
    return numbered


def can_run(mutant):
    if mutant.needs == "avx512":
        with open("/proc/cpuinfo") as file:
            return "avx512vl" in file.read()
    return True


def remembered():
    """The test that saw each mutant once, as a suite's name; nothing of those seen by none."""
    with SEEN_BY.open(newline="") as file:
        return {row["mutant"]: row["suite"] for row in csv.DictReader(file)}


def remember():
    known = {mutant.id for mutant in ALL}
    seen = {key: suite for key, suite in remembered().items() if key in known}
    for row in read_table():
        if row["ended"] in ("caught", "hangs"):
            seen[row["mutant"]] = row["suite"]
        elif row["ended"] == "survived":
            seen.pop(row["mutant"], None)
    with SEEN_BY.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["mutant", "suite"])
        writer.writerows(sorted(seen.items()))


def judge(entry, baseline, seen):
    """How a mutant ended, the narrowest suite that said so, and the seconds it took."""
    number, mutant = entry
    started = time.monotonic()
    if not can_run(mutant):
        return "not run", "", 0.0
    first = seen.get(mutant.id)
    for suite in [first, *mutant.suites] if first else mutant.suites:
        try:
            patience = baseline.patience(suite)
        except suites.FailsAnyway:
            if suite is first:  # remembered, and called otherwise now
                continue
            raise
        outcome = suites.run(suite, number, patience)
        if outcome.ended == "hangs" and baseline.is_slow_now(suite):
            outcome = suites.run(suite, number, baseline.patience(suite))
        if outcome.ended != "passed":
            ended = "caught" if outcome.ended == "failed" else "hangs"
            return ended, outcome.narrowest, time.monotonic() - started
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


def read_table():
    if not TABLE.is_file():
        sys.exit("there is no table yet: run Tests/Mutation/run.py")
    with TABLE.open(newline="") as file:
        return list(csv.DictReader(file))


def print_table():
    """Markdown: a row per target, then every survivor with the reason it gives."""
    ended = {row["mutant"]: row["ended"] for row in read_table()}
    counts = collections.defaultdict(collections.Counter)
    for mutant in ALL:
        for target in (mutant.target, "all"):
            counts[target][ended.get(mutant.id, "not run")] += 1
    print("| target | mutants | caught | of these as hangs | survived | not run |\n|---|---|---|---|---|---|")
    for target, count in counts.items():
        if target != "all":
            print_row(target, count)
    print_row("all", counts["all"])
    tried = counts["all"]["caught"] + counts["all"]["hangs"] + counts["all"]["survived"]
    print(f"\nCaught: {100 - 100 * counts['all']['survived'] / max(1, tried):.1f} % of {tried}. The survivors:\n")
    for mutant in ALL:
        if ended.get(mutant.id) == "survived":
            print(f"- `{mutant.id}` ({mutant.why}): {mutant.survives or '**no test notices**'}")


def print_row(target, count):
    caught = count["caught"] + count["hangs"]
    cells = [sum(count.values()), caught, count["hangs"], count["survived"], count["not run"]]
    print(f"| {target} | {' | '.join(map(str, cells))} |")


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
    parser.add_argument("--tenth", metavar="COMMIT", nargs="?", const="")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--rest", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--remember", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if options.table:
        print_table()
        return
    if options.remember:
        remember()
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    numbered = list(enumerate(ALL, 1))
    # Mixed, so that a run that is ended early tells something of every target.
    chosen = sorted(wanted(numbered, options), key=lambda entry: drawn(entry[1], ""))
    try:
        switched_copy.make(numbered, write_files=False)
        if not options.check:
            switched_copy.make(numbered if options.tenth is None else chosen)
    except mutants.Stale as problem:
        sys.exit(f"the sources moved on; mend these mutants:\n{problem}")
    if options.check:
        errors = switched_copy.syntax_errors(numbered)
        if errors:
            sys.exit("with their switches these files are no Swift:\n" + "\n".join(errors))
        if words := suites.words_without_a_test(ALL):
            sys.exit(f"no test of the browser has in its name: {', '.join(words)}")
        print(f"{len(numbered)} mutants find their lines")
        return
    started = time.monotonic()
    errors = switched_copy.build()
    if errors:
        sys.exit("the switched copy does not compile:\n" + "\n".join(errors))
    print(f"built in {time.monotonic() - started:.0f} s", flush=True)
    baseline, seen = suites.Baseline(), remembered()
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tasks = {pool.submit(judge, entry, baseline, seen): entry[1] for entry in chosen}
        try:
            for task in concurrent.futures.as_completed(tasks):
                ended, suite, seconds = task.result()
                results.append((tasks[task], (ended, suite, seconds)))
                write_table(results[-1:])
                if ended == "survived":
                    print(f"survived: {tasks[task].id} ({seconds:.0f} s)", flush=True)
        except BaseException as problem:  # a suite that fails by itself, or an end from outside: no further ones
            suites.ending.set()
            pool.shutdown(wait=False, cancel_futures=True)
            if isinstance(problem, suites.FailsAnyway):
                sys.exit(str(problem))
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
    hanging = [mutant.id for mutant, (ended, _, _) in results if ended == "hangs"]
    if hanging:
        print(f"\ncaught because a suite did not end: {len(hanging)} ({', '.join(sorted(hanging))})")
    print(f"\n{len(results) - unexplained} passed, {unexplained} failed, "
          f"in {(time.monotonic() - started) / 60:.0f} min")
    sys.exit(unexplained > 0)


if __name__ == "__main__":
    main()
