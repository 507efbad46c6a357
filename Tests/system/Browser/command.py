"""The command, and what it writes."""

import csv
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
SPREADLAB = os.environ.get("SPREADLAB", str(ROOT / ".build/release/spreadlab"))


def run(path, folder):
    """Runs a study into a folder."""
    result = subprocess.run(
        [SPREADLAB, "run", str(path), "-o", str(folder), "--quiet"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return folder


def rows(path, **which):
    """Rows with these cells, where the table has their columns."""
    with open(path, newline="") as file:
        return [row for row in csv.DictReader(file)
                if all(row.get(name, value) == value for name, value in which.items())]


def curve_of(folder, point, replicate):
    """Infected people of a run, step by step."""
    with open(folder / "curves.csv", newline="") as file:
        return [int(row["infected"]) for row in csv.DictReader(file)
                if (row["point"], row["replicate"]) == (str(point), str(replicate))]
