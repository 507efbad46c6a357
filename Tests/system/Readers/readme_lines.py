#!/usr/bin/env python3
"""Runs the loader lines of README.txt of results folders, as they stand there.

    readme_lines.py [--quick] FOLDER...     the quick form runs pandas and DuckDB only
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"^-{3,} (pandas|R|duckdb|gnuplot)\n(.*?)^-{3,}$", re.MULTILINE | re.DOTALL)
PROGRAMS = {
    "pandas": [sys.executable, "-"],
    "duckdb": [sys.executable, "-c", "import duckdb, sys; print(duckdb.sql(sys.stdin.read()))"],
    "R": ["Rscript", "--vanilla", "-"],
    "gnuplot": ["gnuplot"],
}


def lines_of(folder):
    """The program names and lines in README.txt, in order."""
    return BLOCK.findall((Path(folder) / "README.txt").read_text())


def run(folder, program, lines):
    """What the program complained of; empty if it did not."""
    if program == "gnuplot":
        lines = "set terminal dumb\n" + lines
    done = subprocess.run(
        PROGRAMS[program], input=lines, cwd=folder, capture_output=True, text=True)
    # gnuplot ends with 0 after a bad line on standard input, but says so; so any word counts but
    # a warning, such as that all values are equal.
    said = "\n".join(
        line for line in done.stderr.splitlines()
        if line.strip() and not line.strip().startswith("Warning:"))
    if done.returncode != 0 or (program == "gnuplot" and said):
        return said or f"exit {done.returncode}"
    if program == "gnuplot" and "curve_summary.csv" in lines:
        return twice_at_a_step(folder, lines.removeprefix("set terminal dumb\n"))
    return "" if done.stdout.strip() else "it printed nothing"


def twice_at_a_step(folder, lines):
    """What is wrong with the points that gnuplot takes from the summary: one curve has one a step."""
    table = subprocess.run(
        ["gnuplot"], input=f"set table\n{lines}", cwd=folder, capture_output=True, text=True).stdout
    for curve in table.split("# Curve")[1:]:
        rows = [line.split() for line in curve.splitlines()]
        steps = [float(row[0]) for row in rows if row and row[-1] == "i"]
        if not steps or len(set(steps)) < len(steps):
            return f"{len(steps)} points at {len(set(steps))} steps are drawn as one curve"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--quick", action="store_true", help="pandas and DuckDB only")
    options = parser.parse_args()
    wrong = 0
    for folder in options.folders:
        blocks = lines_of(folder)
        if [program for program, _ in blocks] != ["pandas", "R", "duckdb", "gnuplot"]:
            print(f"{folder}: README.txt has not the four blocks")
            wrong += 1
        for program, lines in blocks:
            if options.quick and program in ("R", "gnuplot"):
                continue
            complaint = run(folder, program, lines)
            print(f"{folder}: {program}: {complaint or 'runs'}")
            wrong += 1 if complaint else 0
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
