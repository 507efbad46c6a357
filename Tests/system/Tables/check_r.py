#!/usr/bin/env python3
"""`spreadlab fit` beside R: glm, MASS's dose.p and confint.

    check_r.py

Ten files of counts or shares with three links each, all simulated in R; its answers are kept in r-answers.json, which `r_answers.R` made. Exit 0: estimates, standard errors, deviances and tests agree to 1e-6,
ends of intervals to 1e-5 of their width; to 1e-2 with those of confint, which interpolates a profile (mostly to 1e-3).
"""

import csv
import io
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from program import ROOT, run, scratch  # noqa: E402

ANSWERS = ROOT / "Tests/data/statistics/r-answers.json"


def fitted(data, key, *options):
    """The rows of a fit to columns of numbers, by `key`."""
    with scratch() as place:
        path = Path(place) / "data.csv"
        with open(path, "w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(data)
            rows.writerows(zip(*data.values()))
        done = run("fit", path, *options)
    if done.returncode:
        sys.exit(f"exit {done.returncode}: {done.stderr}")
    return {row[key]: row for row in csv.DictReader(io.StringIO(done.stdout))}


def differ(seen, right, tolerance, size=None):
    """What is wrong with a cell; `size` is what the tolerance is a share of, else the number itself."""
    if right is None:
        return f"is {seen}, not empty" if seen else None
    size = abs(right) if size is None else size
    if not seen or abs(float(seen) - right) > tolerance * size + 1e-14:
        return f"is {seen}, not {right!r}"
    return None


def dose_faults(data, right):
    of = ["--y", "share"] if "share" in data else ["--y", "responded", "--trials", "runs"]
    rows = fitted(data, "parameter", "--x", "dose", *of, "--model", right["link"])
    cells = []
    for name, one in ("intercept", right["intercept"]), ("slope", right["slope"]), *(
            (f"dose_{dose['level']}", dose) for dose in right["doses"]):
        width = one["ci"][1] - one["ci"][0]
        cells += [(name, "estimate", one["estimate"], 1e-6, width), (name, "std_error", one["se"], 1e-6, None)]
        for tolerance, ends in (1e-5, one["ci"]), (1e-2, one.get("confint", one["ci"])):
            cells += [(name, column, end, tolerance, width) for column, end in zip(("ci_low", "ci_high"), ends)]
        cells += [(name, column, right[column], 1e-6, None) for column in ("deviance", "dispersion", "lack_of_fit_p")]
    for name, column, value, tolerance, size in cells:
        problem = differ(rows[name][column], value, tolerance, size)
        if problem:
            yield f"{name} {column} {problem}"


def main():
    answers = json.loads(ANSWERS.read_text())
    found = []
    for one in answers["doses"]:
        for right in one["answers"]:
            found += [f"{one['name']}, {right['link']}: {line}" for line in dose_faults(one["data"], right)]
    print("".join(f"{line}\n" for line in found), end="")
    print(f"{len(answers['doses'])} data sets by 3 links against {answers['made_by']}: {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
