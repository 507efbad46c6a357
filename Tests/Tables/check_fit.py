#!/usr/bin/env python3
"""`spreadlab fit --model logit|probit|cloglog` on files of counts, against statsmodels.

Eight data sets of different size and shape: published ones, ones drawn here, doses far from 0. Exit 0:
all estimates, standard errors and deviances agree to 1e-6.
"""

import csv
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
import statsmodels.api as sm
from scipy import stats

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SPREADLAB", str(ROOT / ".build/release/spreadlab"))
LINKS = {
    "logit": sm.families.links.Logit(), "probit": sm.families.links.Probit(),
    "cloglog": sm.families.links.CLogLog()}


def drawn(seed, link, doses, runs, intercept, slope):
    generator = numpy.random.default_rng(seed)
    doses, runs = numpy.array(doses, float), numpy.broadcast_to(runs, len(doses))
    means = LINKS[link].inverse(intercept + slope * doses)
    return doses, generator.binomial(runs, means), runs


DATA = {
    # Bliss 1935; Venables and Ripley's budworms, males and females; Hewlett and Plackett 1950.
    "beetles": ([1.6907, 1.7242, 1.7552, 1.7842, 1.8113, 1.8369, 1.861, 1.8839],
                [6, 13, 18, 28, 52, 53, 61, 60], [59, 60, 62, 56, 63, 59, 62, 60]),
    "budworm males": ([0, 1, 2, 3, 4, 5], [1, 4, 9, 13, 18, 20], [20] * 6),
    "budworm females": ([0, 1, 2, 3, 4, 5], [0, 2, 6, 10, 12, 16], [20] * 6),
    "spray": ([0.0, 2.6, 3.8, 5.1, 7.7, 10.2], [0, 6, 16, 24, 42, 44], [49, 50, 48, 46, 49, 50]),
    "many runs": drawn(1, "logit", numpy.linspace(0, 1, 41), 5_000, -2, 4),
    "rare events": drawn(2, "cloglog", [0.5, 1, 2, 4, 8, 16], 3_000, -7, 0.2),
    "falling": drawn(3, "probit", range(10), 60, 1.6, -0.35),
    "unequal runs": drawn(4, "logit", numpy.geomspace(0.01, 100, 12), range(5, 65, 5), -1, 0.05),
}


def fitted(doses, responded, runs, link):
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "doses.csv"
        path.write_text("dose,responded,runs\n" + "".join(
            f"{dose!r},{count},{of}\n" for dose, count, of in zip(map(float, doses), responded, runs)))
        done = subprocess.run(
            [PROGRAM, "fit", path, "--x", "dose", "--y", "responded", "--trials", "runs", "--model", link],
            capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"exit {done.returncode}: {done.stderr}")
    return {row["parameter"]: row for row in csv.DictReader(io.StringIO(done.stdout))}


def faults(doses, responded, runs, link):
    doses, responded, runs = (numpy.array(values, float) for values in (doses, responded, runs))
    model = sm.GLM(
        numpy.column_stack([responded, runs - responded]), sm.add_constant(doses),
        family=sm.families.Binomial(LINKS[link]))
    # Close to the minimum the deviance is flat: its change says too early that all is found.
    right = model.fit(maxiter=200, tol=1e-12, tol_criterion="params")
    rows = fitted(doses, responded.astype(int), runs.astype(int), link)
    freedom = len(doses) - 2
    p = stats.chi2.sf(right.pearson_chi2, freedom)
    spread = right.pearson_chi2 / freedom
    root = spread**0.5 if spread > 1 and p < 0.05 else 1.0
    a, b = right.params
    pairs = [
        ("intercept", "estimate", a), ("slope", "estimate", b), ("slope", "deviance", right.deviance),
        ("intercept", "std_error", right.bse[0] * root), ("slope", "std_error", right.bse[1] * root),
        ("slope", "dispersion", spread), ("slope", "lack_of_fit_p", p)]
    for level in (0.1, 0.5, 0.9):
        dose = (LINKS[link](level) - a) / b
        slope = numpy.array([1, dose])
        error = (slope @ right.cov_params() @ slope)**0.5 / abs(b) * root
        pairs += [(f"dose_{level}", "estimate", dose), (f"dose_{level}", "std_error", error)]
    for parameter, column, value in pairs:
        seen = rows[parameter][column]
        if not seen or abs(float(seen) - value) > 1e-6 * max(abs(value), 1e-3):
            yield f"{parameter} {column} is {seen}, not {value!r}"


def main():
    wrong = 0
    for name, data in DATA.items():
        for link in LINKS:
            found = list(faults(*data, link))
            wrong += len(found)
            for line in found:
                print(f"{name}, {link}: {line}")
    print(f"{len(DATA)} data sets by {len(LINKS)} links against statsmodels: {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
