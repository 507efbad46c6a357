"""R5: the k-th call of a system function fails, for every k: exit 6 or a retry, never a loss."""

import collections
import pathlib
import re
import shutil
import subprocess
import time

from matrix import write_study
from program import PROGRAM, content, differences, run, scratch

# What the store and the table writers call, and errors a disk can give.
CALLS = [
    ("fsync", "EIO"),
    ("fdatasync", "EIO"),
    ("write", "ENOSPC"),
    ("pwrite64", "ENOSPC"),
    ("renameat", "EIO"),
    ("openat", "EACCES"),
    ("ftruncate", "EIO"),
    ("write", "EINTR"),
]


def inject(call, error, k, study, results):
    """The run in which the k-th call of each thread fails, and whether one on its disk did.

    Dispatch looks in /proc at its own threads, and ends the process where it may not: no disk fails so.
    """
    log = pathlib.Path(str(results) + ".strace")
    broken = subprocess.run(
        [
            "strace", "-f", "-qq", "-o", log, "-e", f"trace={call}",
            "-e", f"inject={call}:error={error}:when={k}",
            PROGRAM, "run", study, "-o", results, "-j", "2", "--quiet",
        ],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return broken, not any(re.search(r'"/proc/\d.*INJECTED', line) for line in log.open())


def count(call, study, results):
    """How often a whole run makes the call."""
    log = str(results) + ".strace"
    subprocess.run(
        ["strace", "-f", "-qq", "-o", log, "-e", f"trace={call}",
         PROGRAM, "run", study, "-o", results, "-j", "2", "--quiet"],
        check=True, capture_output=True,
    )  # fmt: skip
    return len(pathlib.Path(log).read_text().splitlines())


def test(report, deep):
    started = time.time()
    tried = 0
    reported = collections.Counter()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        study = write_study(folder, replicates=60)
        report.check(run("run", study, "-o", folder / "whole").returncode == 0, "reference runs")
        expected = content(folder / "whole")
        for call, error in CALLS:
            total = count(call, study, folder / "counted")
            shutil.rmtree(folder / "counted")
            every = 1 if deep else max(1, total // 7)
            for k in range(1, total + 1, every):
                tried += 1
                results = folder / "results"
                broken, is_on_disk = inject(call, error, k, study, results)
                what = f"{call} {error} number {k} of {total}"
                fine = (
                    broken.returncode == 0
                    and results.exists()
                    and differences(expected, results) == []
                )
                # A library that cannot be opened ends the program before it begins (127), a study
                # file that cannot be read is no study (2).
                codes = (2, 6, 127) if call == "openat" else (6,)
                clean = broken.returncode in codes and "Fatal" not in broken.stderr
                reported[call, error] += not fine
                report.check(fine or clean or not is_on_disk, f"{what}: exit {broken.returncode} {broken.stderr}")
                again = run("run", study, "-o", results)
                report.check(
                    again.returncode == 0 and differences(expected, results) == [],
                    f"{what}, then resumed: exit {again.returncode} {again.stderr}",
                )
                shutil.rmtree(results, ignore_errors=True)
        for call, error in CALLS:
            # An interrupted call is made again; any other failure has to be noticed somewhere.
            report.check(
                (reported[call, error] == 0) == (error == "EINTR"),
                f"{call} {error}: {reported[call, error]} failures were reported",
            )
    report.section("R5 failing system calls", started, f"{tried} failures injected")
