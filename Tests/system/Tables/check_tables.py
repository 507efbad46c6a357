#!/usr/bin/env python3
"""Every table of every study in Tests/data/studies, computed again from its definition, and `compare` and `fit` print
its rows.

    check_tables.py [--deep] [STUDY.json...]

The deep form has all studies, each with other seeds, too. Exit 0: all cells are right.
"""

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from program import PROGRAM, ROOT, beside, must_run, scratch  # noqa: E402
from recompute import printed  # noqa: E402
from recompute.check import Check  # noqa: E402
from recompute.folder import Folder  # noqa: E402

STUDIES = ROOT / "Tests/data/studies"
# Studies some of whose runs fail, and how many sources there are to one that throws (Tests/swift/ThrowingRule).
FAILED = {
    "bootstrap": 20, "censored": 4, "course-sir": 20, "dose-common": 20, "each-run": 2,
    "independent-comparisons": 20, "paired-comparisons": 2, "saltelli": 2}
THROWING = beside("throwing-rule")
DEEP_SEEDS = (101, 102, 103)
# Half of the time: the other studies have their columns, tests, effects and models as well.
DEEP_STUDIES = {
    "beyond-sizes", "censored", "dose-common", "equal-groups", "plateau", "ratios", "threshold-course"}


def run(study, place, fails, *options):
    must_run(
        "run", study, "-o", place, "--quiet", *options, program=THROWING if fails else PROGRAM,
        wanted=3 if fails else 0)


def with_throwing_rule(study, place):
    """A copy of a study in which a rule throws now and then: the last of its levels, or that of its model."""
    copy = json.loads(study.read_text())
    name = f"throwing_{FAILED[study.stem]}"
    if "rule" in copy.get("factors", {}):
        last = json.dumps(copy["factors"]["rule"]["values"][-1])
        copy = json.loads(study.read_text().replace(last, json.dumps(name)))
    else:
        copy["model"]["rule"] = name
    place.mkdir(parents=True, exist_ok=True)
    path = place / study.name
    path.write_text(json.dumps(copy))
    return path


def results(study, place):
    """The folder of a study, with its full copy, which records everything where it does not itself."""
    fails = study.stem in FAILED
    if fails:
        study = with_throwing_rule(study, place)
    run(study, place / "own", fails)
    own = Folder.read(place / "own")
    if fails != bool(own.failed) or len(own.failed) >= len(own.tables["runs"].rows):
        sys.exit(f"{study}: {len(own.failed)} runs failed")
    most = max(int(row["replicates"]) for row in own.tables["points"].records())
    record = own.study.record
    listed = record["transmissions"]
    # Where people return nothing else says who was infected again.
    tells_all = listed in (0, most) and not (listed and own.study.lets_return)
    if record["curves"] != "all" or record["maps"] < most or not tells_all:
        run(study, place / "full", fails, "--set", f"record.maps={most}",
            "--set", "record.curves=all", "--set", f"record.transmissions={most}")
        own.full = Folder.read(place / "full")
    return own


def with_seed(study, seed, place):
    """A copy of a study with another seed."""
    place.mkdir()
    copy = json.loads(study.read_text()) | {"seed": seed}
    path = place / study.name
    path.write_text(json.dumps(copy))
    for structure in copy.get("contacts", {}).values():
        if "file" in structure:
            (place / structure["file"]).write_bytes((study.parent / structure["file"]).read_bytes())
    return path


def check(study, place):
    started = time.monotonic()
    found = Check(results(study, place))
    program = THROWING if study.stem in FAILED else PROGRAM
    faults = found.faults() + list(printed.faults(program, place / "own", found.folder))
    cells = sum(len(t.rows) * len(t.columns) for t in found.folder.tables.values())
    print(f"{study.stem}: {len(found.expected)} tables, {cells} cells, {len(faults)} faults "
          f"({time.monotonic() - started:.1f} s)", flush=True)
    for line in faults[:20]:
        print("  " + line)
    return found, len(faults)


def judge_scores(checks):
    """Cells that rest on random resamples, all together: their distances from what an independent
    resampling gives, in standard errors, must scatter around 0 by about 1."""
    scores = [score for found in checks for score in found.scores()]
    if len(scores) < 20:
        return 0
    mean, spread = statistics.mean(scores), statistics.pstdev(scores)
    # Neighboring cells share resamples; a quarter of them is taken for independent.
    bound = 5 / (len(scores) / 4) ** 0.5
    wrong = abs(mean) > bound or spread > 1.3
    print(f"{len(scores)} cells of random resamples: {mean:+.2f} standard errors in the mean "
          f"(at most {bound:.2f}), scatter {spread:.2f} (at most 1.3)")
    return int(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("studies", nargs="*", type=Path)
    parser.add_argument("--deep", action="store_true", help="all studies, and other seeds")
    parser.add_argument(
        "-x", action="store_true", dest="ends_at_fault",
        help="end at the first study with a fault")
    options = parser.parse_args()
    wrong, checks = 0, []
    with scratch() as folder:
        for study in options.studies or sorted(STUDIES.glob("*.json")):
            if study.stem in DEEP_STUDIES and not (options.deep or options.studies):
                continue
            place = Path(folder) / study.stem
            copies = [study] + [
                with_seed(study, seed, Path(folder) / f"{study.stem}-{seed}")
                for seed in (DEEP_SEEDS if options.deep else ())]
            for number, copy in enumerate(copies):
                found, faults = check(copy, place / str(number))
                checks.append(found)
                wrong += faults
                if wrong and options.ends_at_fault:
                    return 1
    wrong += judge_scores(checks)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
