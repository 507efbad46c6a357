#!/usr/bin/env python3
"""Examples/OwnRule, as somebody else's package: built, run, verified, reported, and compared
with the exact distribution of its rule.

    own_rule.py SCRATCH

spreadlab itself does not have the rule; SCRATCH is where the package is built: the repository's own
.build, in which all of it is there but the example. Exit 1 where something is not as it should be.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

import numpy
import pandas
from scipy import stats

from exact_distribution import distribution

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from program import ROOT, run, scratch  # noqa: E402

EXAMPLE = ROOT / "Examples/OwnRule"
LEAST_EXPECTED = 20
# Right programs fail once in a million tries of all checks here.
LEVEL = 1e-6 / 6
faults = []


def expect(holds, what):
    print(f"{'ok  ' if holds else 'NOT '} {what}")
    if not holds:
        faults.append(what)


def build(place):
    started = time.monotonic()
    # The libraries that everything was built with.
    shutil.copy(ROOT / "Package.resolved", EXAMPLE)
    # Without the Makefile's option all that is there would be compiled once more.
    command = ["swift", "build", "-c", "release", "-debug-info-format", "none",
               "--package-path", EXAMPLE, "--scratch-path", place, "--force-resolved-versions",
               # The plan kept there is that of the package that was built there before.
               "--disable-build-manifest-caching"]
    program = pathlib.Path(place) / "release/OwnRule"
    program.unlink(missing_ok=True)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or not program.exists():
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    print(f"built in {time.monotonic() - started:.0f} s")
    return program


def p_value(rows, mean, p):
    """Of the chi-square test of all pairs (infected after step 1, after step 2) against their distribution."""
    seen = rows.value_counts().to_dict()
    chances = distribution(mean, p)
    assert abs(sum(chances.values()) - 1) < 1e-12
    if set(seen) - set(chances):
        return 0.0
    cells, rest = [], [0.0, 0.0]
    for place, chance in chances.items():
        expected = chance * len(rows)
        if expected >= LEAST_EXPECTED:
            cells.append((seen.get(place, 0), expected))
        else:
            rest = [rest[0] + seen.get(place, 0), rest[1] + expected]
    if rest[1] >= LEAST_EXPECTED:
        cells.append(tuple(rest))
    elif rest[1] > 0:
        least = min(range(len(cells)), key=lambda place: cells[place][1])
        cells[least] = (cells[least][0] + rest[0], cells[least][1] + rest[1])
    observed, wanted = numpy.array(cells).T
    return stats.chi2.sf(((observed - wanted) ** 2 / wanted).sum(), len(cells) - 1)


def check_distribution(folder, p):
    points = pandas.read_csv(folder / "points.csv").set_index("point")
    curves = pandas.read_csv(folder / "curves.csv")
    steps = curves.pivot(index=["point", "replicate"], columns="step", values="infected").ffill(axis=1)
    for point, rows in steps.groupby(level="point"):
        rule, mean = points.loc[point, "rule"], points.loc[point, "infection_factor"]
        pairs = rows[[1, 2]].astype(int)
        value = p_value(pairs, mean, p)
        expect(value > LEVEL, f"{rule}, mean {mean}: the exact distribution of two steps (P = {value:.3g})")
        # The test can tell: a mean of 15 % more is another distribution.
        expect(
            p_value(pairs, 1.15 * mean, p) < 1e-6, f"{rule}, mean {mean}: not that of a mean of {1.15 * mean:.3g}")


def check_without_rule(folder):
    """What a program without the rule makes of the results."""
    for command in ["status", "report"]:
        expect(run(command, folder).returncode == 0, f"spreadlab {command} reads the results")
    for command in [["verify", folder], ["replay", folder, "--point", 1, "--replicate", 0]]:
        done = run(*command)
        words = "by the rule geometric_contacts, version 1, which this program does not have"
        expect(done.returncode == 2 and words in done.stderr, f"spreadlab {command[0]} says which rule it lacks")
    done = run("run", EXAMPLE / "study.json", "-o", folder)
    expect(
        done.returncode == 2 and '"geometric_contacts" is not a rule' in done.stderr,
        "spreadlab run refuses the study")


def check_pages(source):
    """What the tutorial and the page show is the example."""
    resources = ROOT / "Sources/Spreadlab/Spreadlab.docc/Resources"
    expect((resources / "main-04.swift").read_text() == source, "the tutorial ends with the example")
    expect(
        (resources / "study-01.json").read_text() == (EXAMPLE / "study.json").read_text(),
        "the tutorial runs the example's study")
    expect(source in (ROOT / "docs/swift-library.md").read_text(), "docs/swift-library.md shows the example")


def main():
    source = (EXAMPLE / "Sources/OwnRule/main.swift").read_text()
    code = [line for line in source.splitlines() if re.match(r"\s*[^\s/]", line)]
    print(f"{len(code)} lines of code")
    check_pages(source)
    program = build(pathlib.Path(sys.argv[1]).resolve())
    study = json.loads((EXAMPLE / "study.json").read_text())
    with scratch() as place:
        work = pathlib.Path(place)
        whole = work / "whole"
        rules = json.loads(run("rules", "--json", program=program).stdout)["rules"]
        expect(rules[-1]["name"] == "geometric_contacts", "rules lists it")
        done = run("run", EXAMPLE / "study.json", "-o", whole, program=program)
        expect(done.returncode == 0, "run makes its runs")
        print(done.stderr.strip())
        done = run("verify", whole, program=program)
        expect(done.returncode == 0, f"verify: {done.stdout.strip().splitlines()[0] if done.stdout else done.stderr}")
        expect(run("report", whole, program=program).returncode == 0, "report writes its page")
        expect("geometric_contacts" in (whole / "report.html").read_text(), "the page names the rule")
        check_distribution(whole, study["model"]["infection_probability"])
        verdicts = pandas.read_csv(whole / "comparisons.csv")
        expect(
            len(verdicts) == 3 and (verdicts["p_adjusted"] > 1e-6).all(),
            "comparisons find no difference from the built-in draw")
        check_without_rule(whole)
    sys.exit(f"{len(faults)} not as they should be" if faults else 0)


main()
