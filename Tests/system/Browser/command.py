"""The command, and what it writes."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from program import PROGRAM as SPREADLAB  # noqa: E402, F401
from program import ROOT, must_run, rows  # noqa: E402, F401


def run(path, folder):
    """Runs a study into a folder."""
    must_run("run", path, "-o", folder, "--quiet")
    return folder


def curve_of(folder, point, replicate):
    """Infected people of a run, step by step."""
    return [int(row["infected"])
            for row in rows(folder / "curves.csv", point=str(point), replicate=str(replicate))]
