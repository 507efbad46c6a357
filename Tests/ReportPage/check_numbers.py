#!/usr/bin/env python3
"""Holds every number of a report to its place in the tables.

    check_numbers.py FOLDER...

Pictures' data (plots/*.csv) and the page's tables are matched cell by cell, by the row's key and
the column's name; of sentences and notes every number is recomputed. Then each kind of number is
spoiled once: two cells exchanged or a digit changed. All must be noticed.
"""

import argparse
import sys
from pathlib import Path

from numbers_of_page import check_folder, spoil_folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    wrong = 0
    for folder in parser.parse_args().folders:
        faults = check_folder(folder)
        tried, missed = spoil_folder(folder)
        print(f"{folder.name}: {faults.count} facts at their places, {len(faults)} faults; "
              f"{tried} spoiled, {len(missed)} not noticed")
        for line in [*faults[:20], *(f"not noticed: {line}" for line in missed[:20])]:
            print("  " + line)
        wrong += len(faults) + len(missed)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
