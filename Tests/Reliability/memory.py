"""R16: peak memory does not grow with the number of runs."""

import os
import pathlib
import shutil
import time

from program import PROGRAM, scratch, write_study


def peak(study, results):
    """Peak resident memory in KiB of a whole run."""
    pid = os.fork()
    if pid == 0:
        os.execv(PROGRAM, [PROGRAM, "run", study, "-o", str(results), "--quiet"])
    _, status, usage = os.wait4(pid, 0)
    return usage.ru_maxrss if os.waitstatus_to_exitcode(status) == 0 else None


def test(report, deep):
    started = time.time()
    counts = [10_000, 100_000, 1_000_000] if deep else [10_000, 100_000]
    with scratch() as folder:
        peaks = {}
        for count in counts:
            study = write_study(
                folder,
                factors={"group_size": {"values": [100]}, "rule": {"values": ["exact"]}},
                replicates=count,
                record={"curves": "none"},
            )
            results = pathlib.Path(folder) / "results"
            peaks[count] = peak(study, results)
            report.check(peaks[count] is not None, f"R16: {count} runs")
            shutil.rmtree(results)
        smallest, largest = peaks[counts[0]], peaks[counts[-1]]
        report.check(
            smallest and largest and largest <= 1.1 * smallest, f"R16: peak KiB by runs: {peaks}"
        )
    report.section("R16 memory", started, f"peak KiB by runs: {peaks}")
