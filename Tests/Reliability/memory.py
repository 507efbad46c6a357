"""R16: peak memory does not grow with the number of runs, whatever is made of them."""

import os
import pathlib
import shutil
import time

from program import PROGRAM, scratch, write_study


def peak(*arguments):
    """Peak resident memory in KiB of one call."""
    pid = os.fork()
    if pid == 0:
        os.execv(PROGRAM, [PROGRAM, *map(str, arguments), "--quiet"])
    _, status, usage = os.wait4(pid, 0)
    return usage.ru_maxrss if os.waitstatus_to_exitcode(status) == 0 else None


# At p 0.1 some runs end before half of the group is infected.
PLAIN = {"factors": {"group_size": {"values": [100]}, "rule": {"values": ["exact"]}}}
COMPARED = {
    "model": {"stop": {"max_steps": 40}},
    "factors": {
        "group_size": {"values": [100]},
        "infection_probability": {"values": [0.1, 0.12]},
        "rule": {"values": ["exact"]},
    },
    "analysis": {
        "comparisons": [
            {"factor": "infection_probability", "response": response}
            for response in ("final_share", "step_to_50pct")
        ]
    },
}


def test(report, deep):
    started = time.time()
    counts = [10_000, 100_000, 1_000_000] if deep else [10_000, 100_000]
    commands = ["run", "analyze"] + (["report"] if shutil.which("gnuplot") else [])
    for name, changes in {"plain": PLAIN, "compared and censored": COMPARED}.items():
        peaks = {command: [] for command in commands}
        for count in counts:
            with scratch() as folder:
                points = 2 if "analysis" in changes else 1
                study = write_study(
                    folder, **changes, replicates=count // points, record={"curves": "none"}
                )
                results = pathlib.Path(folder) / "results"
                peaks["run"].append(peak("run", study, "-o", results))
                for command in commands[1:]:
                    peaks[command].append(peak(command, results))
        for command, values in peaks.items():
            report.check(
                all(values) and values[-1] <= min(1.1 * values[0], 60 << 10),
                f"R16, {name}: peak KiB of {command} by runs {counts}: {values}",
            )
        report.section(f"R16 memory, {name}", started, f"peak KiB by runs {counts}: {peaks}")
