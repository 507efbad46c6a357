#!/usr/bin/env python3
"""Every table of every study in studies/, computed again from its definition.

    check_tables.py [--deep] [STUDY.json...]

The quick form takes the studies as they are; the deep one takes more replicates of each, and one
seed more. Then every column of every table is spoiled in one cell, and each must be noticed. Exit
0: all cells are right and all spoiled ones were seen.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from recompute.check import Check
from recompute.folder import Folder
from recompute.spoil import spoiled_columns

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SPREADLAB", str(ROOT / ".build/release/spreadlab"))
STUDIES = Path(__file__).parent / "studies"
# The run of a study that is made to fail: point, replicate.
FAILED = {"censored": (3, 2), "bootstrap": (1, 0), "each_run": (1, 1)}


def run(study, place, failed, *options):
    environment = dict(os.environ)
    if failed:
        environment["SPREADLAB_FAIL_RUN"] = "/".join(map(str, failed))
    done = subprocess.run(
        [PROGRAM, "run", study, "-o", place, "--quiet", *options], env=environment,
        capture_output=True, text=True)
    if done.returncode != (3 if failed else 0):
        sys.exit(f"{study}: exit {done.returncode}\n{done.stderr}")


def results(study, place, *options):
    """The folder of a study, with its twin that records everything where it does not itself."""
    failed = FAILED.get(study.stem.replace("-", "_"))
    run(study, place / "own", failed, *options)
    own = Folder.read(place / "own", failed)
    most = max(int(row["replicates"]) for row in own.tables["points"].records())
    record = own.study.record
    if record["curves"] != "all" or record["maps"] < most:
        run(study, place / "twin", failed, "--set", f"record.maps={most}",
            "--set", "record.curves=all", *options)
        own.twin = Folder.read(place / "twin", failed)
    return own


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("studies", nargs="*", type=Path)
    parser.add_argument("--deep", action="store_true", help="other seeds, too")
    options = parser.parse_args()
    studies = options.studies or sorted(STUDIES.glob("*.json"))
    wrong, checks = 0, []
    with tempfile.TemporaryDirectory() as scratch:
        for study in studies:
            started = time.monotonic()
            check = Check(results(study, Path(scratch) / study.stem))
            found = check.faults()
            checks.append(check)
            cells = sum(len(t.rows) * len(t.columns) for t in check.folder.tables.values())
            print(f"{study.stem}: {len(check.expected)} tables, {cells} cells, {len(found)} faults "
                  f"({time.monotonic() - started:.1f} s)")
            for line in found[:20]:
                print("  " + line)
            wrong += len(found)
    missed = spoiled_columns(checks)
    return 1 if wrong or missed else 0


if __name__ == "__main__":
    sys.exit(main())
