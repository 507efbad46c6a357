#!/usr/bin/env python3
"""Thresholds of bond percolation from critical probabilities of runs, by finite-size crossing.

    thresholds.py [--runs 2000] [NAME...]

From one person at random the chance to reach a share q of the group is P(p), the distribution function of critical
probabilities. At the threshold the largest clusters have a share that falls with the size, by a known exponent, and a person is in one of
them with a chance that falls alike. So with q of that scaling P / q of two sizes cross at the threshold (Stauffer and Aharony,
Introduction to Percolation Theory: beta / nu = 5/48 in two dimensions; random graphs: 1/3 of the number of people). Errors are of
200 bootstrap samples. Exit 1 where a known threshold is 4 errors away, or an error is above 0.003.
"""

import argparse
import json
import math
import pathlib
import sys

import numpy
import pandas

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from program import must_run, scratch  # noqa: E402

LATTICES = {
    "von_neumann": (0.5, "Kesten 1980"),
    "hexagonal": (2 * math.sin(math.pi / 18), "Sykes and Essam 1964"),
    "moore": (0.25036834, "Ouyang, Feng and Deng 2018"),
}
SIDES = 64, 256
RANDOM = (0.5, "1 / mean degree, Erdos and Renyi 1960")
PEOPLE = 4_096, 32_768


def criticals(model, contacts, share, runs, neighborhood="moore"):
    """The critical probabilities of all replicates, ordered; those that are not reached are infinite."""
    study = {
        "spreadlab": 1, "study": "threshold", "seed": 36, "replicates": runs,
        "model": {"rule": "own", "infectious_steps": 1, "start_people": 1, **model},
        "rules": {"own": {
            "neighborhood": neighborhood, "pool": "all", "draw": "each", "update": "synchronous"}},
        "contacts": contacts, "record": {"responses": "final"},
        "responses": {"critical": {"critical_probability": {"share": share}}}}
    with scratch() as place:
        folder = pathlib.Path(place)
        (folder / "study.json").write_text(json.dumps(study))
        must_run("run", "study.json", "-o", "out", "--quiet", cwd=folder)
        return numpy.sort(pandas.read_csv(folder / "out/runs.csv").critical.fillna(math.inf))


def crossing(small, large, shares):
    """Where the large group's chance, for its share, becomes larger than the small one's."""
    grid = numpy.linspace(*numpy.quantile(large[numpy.isfinite(large)], [0.02, 0.9]), 4_000)
    chances = [numpy.searchsorted(values, grid, side="right") / len(values) for values in (small, large)]
    difference = chances[1] / shares[1] - chances[0] / shares[0]
    # Smoothed by a line around the change of sign, because both are steps.
    middle = grid[numpy.argmax(difference > 0)]
    near = abs(grid - middle) < 0.02 * middle
    slope, height = numpy.polyfit(grid[near], difference[near], 1)
    return -height / slope


def hold(name, known, source, samples, shares):
    rng = numpy.random.default_rng(36)
    value = crossing(*samples, shares)
    error = numpy.std([
        crossing(*(numpy.sort(rng.choice(one, len(one))) for one in samples), shares) for _ in range(200)])
    holds = abs(value - known) <= 4 * error and error < 0.003
    print(f"{'' if holds else 'BROKEN '}{name}: {value:.5f} ± {error:.5f}, known {known:.5f} ({source})")
    return holds


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--runs", type=int, default=2_000)
    options = parser.parse_args()
    holds = []
    for name, (known, source) in LATTICES.items():
        if not options.names or name in options.names:
            shares = [0.2 * (SIDES[0] / side) ** (5 / 48) for side in SIDES]
            samples = [
                criticals({"group_size": side * side, "boundary": "torus"}, {}, share, options.runs, name)
                for side, share in zip(SIDES, shares)]
            holds.append(hold(name, known, source, samples, shares))
    if not options.names or "random" in options.names:
        shares = [0.1 * (PEOPLE[0] / people) ** (1 / 3) for people in PEOPLE]
        contacts = {"net": {"kind": "random", "mean_degree": 2}}
        samples = [
            criticals({"group_size": people, "contacts": "net"}, contacts, share, options.runs)
            for people, share in zip(PEOPLE, shares)]
        holds.append(hold("random graph, mean degree 2", *RANDOM, samples, shares))
    sys.exit(not holds or not all(holds))


if __name__ == "__main__":
    main()
