#!/usr/bin/env python3
"""The reliability matrix against the built program: Tests/system/Reliability/run.py [--deep] [NAME...]"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import disk_full  # noqa: E402
import going_on  # noqa: E402
import interruptions  # noqa: E402
import limits  # noqa: E402
import memory  # noqa: E402
import power_cut  # noqa: E402
import soak  # noqa: E402
import system_calls  # noqa: E402
from matrix import Report  # noqa: E402


PARTS = {
    "going_on": going_on,
    "interruptions": interruptions,
    "limits": limits,
    "memory": memory,
    "disk_full": disk_full,
    "power_cut": power_cut,
    "soak": soak,
    "system_calls": system_calls,
}

# An hour: only when named.
LONG = {"soak"}


def main():
    names = [name for name in sys.argv[1:] if not name.startswith("-")] or [
        name for name in PARTS if name not in LONG
    ]
    report = Report()
    skipped = []
    for name in names:
        part = PARTS[name]
        # Parts that mount file systems say why they cannot.
        if obstacle := hasattr(part, "obstacle") and part.obstacle():
            print(f"{name}: NOT RUN, {obstacle}", flush=True)
            skipped.append(name)
            continue
        part.test(report, deep="--deep" in sys.argv)
    print(f"{report.passed} passed, {report.failed} failed, {len(skipped)} parts skipped", *skipped)
    sys.exit(report.failed > 0)


main()
