#!/usr/bin/env python3
"""The reliability matrix against the built program: Tests/Reliability/run.py [--deep] [NAME...]"""

import os
import sys

import disk_full
import estimates
import interruptions
import memory
import power_cut
import soak
import sync_order
import system_calls
from program import Report

PARTS = {
    "interruptions": interruptions,
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
NEEDS_ROOT = {"disk_full", "power_cut"}


def main():
    names = [name for name in sys.argv[1:] if not name.startswith("-")] or [
        name for name in PARTS if name not in LONG
    ]
    report = Report()
    skipped = 0
    for name in names:
        if name in NEEDS_ROOT and os.geteuid() != 0:
            print(f"{name}: not run, mounting a file system needs root", flush=True)
            skipped += 1
            continue
        PARTS[name].test(report, deep="--deep" in sys.argv)
    print(f"{report.passed} passed, {report.failed} failed, {skipped} skipped")
    sys.exit(report.failed > 0)


main()
