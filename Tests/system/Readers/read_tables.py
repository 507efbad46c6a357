#!/usr/bin/env python3
"""Reads every table of results folders with every reader and compares what they saw.

    read_tables.py [--quick] FOLDER...     exit 0: 0 differences; 1: some
    read_tables.py [--quick] --broken FOLDER     spoils copies of the folder; each must be caught

The quick form takes pandas and DuckDB alone. `frictionless validate` judges each folder as well.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import mutants
import pandas
import readers
from table_facts import (
    BrokenTable, cell_facts, differences, endless, number_like_labels, resources, strict_facts)

# The columns of text that may look like numbers or flags; docs/file-formats.md names them.
LABELS = {"level_a", "level_b", "rule", "ci_method"}


def compare(folder, chosen, facts=strict_facts):
    """All differences between the readers on the tables of a folder, as lines."""
    found = []
    for resource in resources(folder):
        path = Path(folder) / resource["path"]
        try:
            expected = facts(folder, resource)
        except BrokenTable as error:
            found.append(f"strict reader: {error}")
            continue
        text = number_like_labels(expected)
        resource = resource | {"endless": endless(expected)}
        for column in set(text) - LABELS:
            found.append(f"{path.name}: {column} is text, and every cell looks like a number or a flag")
        for name, read, nature in chosen:
            try:
                seen = read(path, resource, text)
            except Exception as error:  # whatever a reader says of a file is a finding
                found.append(f"{name}: {path.name}: {str(error).splitlines()[0]}")
                continue
            for line in differences(expected, seen, **nature):
                found.append(f"{name}: {path.name}: {line}")
    return found


def frictionless(folder):
    """The exit code of `frictionless validate`, and what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "frictionless", "validate", "datapackage.json"],
        cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def dropped_levels(folder):
    """Factors of which pandas' groupby leaves out runs or levels, as lines: none may be."""
    study = json.loads((Path(folder) / "study.resolved.json").read_text())
    runs = pandas.read_csv(Path(folder) / "runs.csv")
    lines = []
    for name, factor in study.get("factors", {}).items():
        if "values" in factor and name in runs:
            groups = runs.groupby(name)
            # A level may be several values: a square has more columns the more people it has.
            if groups.size().sum() != len(runs) or groups.ngroups < len(factor["values"]):
                lines.append(
                    f"groupby({name!r}) has {groups.ngroups} of {len(factor['values'])} levels, "
                    f"{groups.size().sum()} of {len(runs)} runs")
    return lines


def check(folders, chosen):
    wrong = 0
    for folder in folders:
        found = compare(folder, chosen) + dropped_levels(folder)
        code, text = frictionless(folder)
        if code != 0:
            found.append(f"frictionless validate: exit {code}\n{text}")
        tables = resources(folder)
        print(
            f"{folder}: {len(tables)} tables, {len(chosen)} readers and frictionless: "
            f"{len(found)} differences")
        for line in found:
            print("  " + line)
        wrong += len(found)
    return 1 if wrong else 0


def check_broken(folder, chosen):
    """Every spoiled copy must be seen by the comparison, and wrong cells by frictionless too."""
    missed = 0
    originals = {r["path"]: cell_facts(Path(folder) / r["path"], r) for r in resources(folder)}
    for mutant in mutants.ALL:
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / "copy"
            mutants.copy_of(Path(folder), copy)
            mutant.spoil(copy)
            mutants.seal(copy)
            seen = []
            if any(line.startswith("strict reader") for line in compare(copy, [])):
                seen.append("strict reader")
            if compare(copy, chosen, lambda _, r: originals[r["path"]]):
                seen.append("readers")
            if frictionless(copy)[0] == 1:
                seen.append("frictionless")
            good = set(mutant.seen_by) <= set(seen)
            missed += 0 if good else 1
            print(f"{'caught' if good else 'MISSED'}: {mutant.name} (by {', '.join(seen) or '-'})")
    return 1 if missed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--quick", action="store_true", help="pandas and DuckDB only")
    parser.add_argument("--broken", action="store_true", help="spoil copies; each must be caught")
    options = parser.parse_args()
    chosen = readers.QUICK if options.quick else readers.FULL
    if options.broken:
        return check_broken(options.folders[0], chosen)
    return check(options.folders, chosen)


if __name__ == "__main__":
    sys.exit(main())
