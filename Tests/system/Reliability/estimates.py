"""What `check` estimates beside what the run takes, for every example study.

Figures for docs/reliability.md, on a machine with nothing else to do; no bar, because time is
nobody's promise on a shared machine. Time is compared as processor time: `seconds` x threads.
"""

import json
import os
import pathlib
import time

from program import PROGRAM, ROOT, run, scratch

THREADS = 2


def taken(study, results):
    """Processor seconds and peak resident bytes of a whole run."""
    pid = os.fork()
    if pid == 0:
        os.execv(PROGRAM, [PROGRAM, "run", study, "-o", results, "--quiet", f"-j{THREADS}"])
    _, status, usage = os.wait4(pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        return None
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def size(folder):
    return sum(path.stat().st_size for path in pathlib.Path(folder).rglob("*") if path.is_file())


def test(report, deep):
    started = time.time()
    print("| study | runs | s CPU, estimated / taken | MB memory | MB disk |")
    print("| --- | --- | --- | --- | --- |")
    for study in sorted((ROOT / "studies").glob("*.json")):
        with scratch() as folder:
            results = f"{folder}/results"
            estimate = json.loads(run("check", study, "--json", f"-j{THREADS}").stdout)
            figures = taken(str(study), results)
            report.check(figures is not None, f"{study.name} runs")
            if figures is None:
                continue
            pairs = [
                (estimate["seconds"] * THREADS, figures[0]),
                (estimate["memory_bytes"] / 1e6, figures[1] / 1e6),
                (estimate["disk_bytes"] / 1e6, size(results) / 1e6),
            ]
            cells = " | ".join(f"{a:.2f} / {b:.2f} = {a / b:.2f}" for a, b in pairs)
            print(f"| {study.stem} | {estimate['expected_runs']:,} | {cells} |", flush=True)
    report.section("estimates", started)
