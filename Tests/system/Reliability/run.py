#!/usr/bin/env python3
"""The reliability matrix against the built program: Tests/system/Reliability/run.py [--deep] [NAME...]"""

import sys

import disk_full
import estimates
import interruptions
import limits
import memory
import power_cut
import soak
import sync_order
import system_calls
from program import Report

PARTS = {
    "interruptions": interruptions,
    "limits": limits,
    "memory": memory,
    "disk_full": disk_full,
    "estimates": estimates,
    "power_cut": power_cut,
    "soak": soak,
    "sync_order": sync_order,
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
