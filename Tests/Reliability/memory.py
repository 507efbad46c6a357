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


def compared(*requests, steps=40, people=100, **changes):
    """A study of two points that are compared; a request is a response, a test and an effect."""
    keys = ("response", "test", "estimate")
    comparisons = [
        {"factor": "infection_probability", **dict(zip(keys, request))} for request in requests
    ]
    return {
        "model": {"stop": {"max_steps": steps}},
        "factors": {
            "group_size": {"values": [people]},
            "infection_probability": {"values": [0.1, 0.12]},
            "rule": {"values": ["exact"]},
        },
        "analysis": {"comparisons": comparisons},
        **changes,
    }


# Whatever is made of the runs takes as much memory for few as for many.
FLAT = {
    "plain": {"factors": {"group_size": {"values": [100]}, "rule": {"values": ["exact"]}}},
    # At p 0.1 some runs end before half of the group is infected.
    "compared and censored": compared(("final_share",), ("step_to_50pct",), ("drift",)),
}
# More runs bring more different values, and more curves, but not without bound.
BOUNDED = {
    "ranks": compared(
        ("final_infected", "mann_whitney", "hodges_lehmann"),
        ("final_infected", "wilcoxon", "cliffs_delta"),
        ("steps", "kruskal_wallis"),
        ("elongation", "mann_whitney", "hodges_lehmann"),
        ("drift_x", "wilcoxon", "cliffs_delta"),
    ),
    "paired curves": compared(("curve",), steps=6, people=25),
    "independent curves": compared(("curve",), steps=6, people=25, random_numbers="independent"),
}
MOST = 60 << 10  # KiB


def test(report, deep):
    started = time.time()
    counts = [10_000, 100_000, 1_000_000] if deep else [10_000, 100_000]
    commands = ["run", "analyze"] + (["report"] if shutil.which("gnuplot") else [])
    for name, changes in {**FLAT, **BOUNDED}.items():
        peaks = {command: [] for command in commands}
        for count in counts:
            with scratch() as folder:
                replicates = count // 2 if "analysis" in changes else count
                curves = replicates if "curves" in name else "none"
                study = write_study(
                    folder, **changes, replicates=replicates, record={"curves": curves}
                )
                results = pathlib.Path(folder) / "results"
                peaks["run"].append(peak("run", study, "-o", results))
                for command in commands[1:]:
                    peaks[command].append(peak(command, results))
        for command, values in peaks.items():
            limit = min(1.1 * (values[0] or 0), MOST) if name in FLAT else MOST
            report.check(
                all(values) and values[-1] <= limit,
                f"R16, {name}: peak KiB of {command} by runs {counts}: {values}",
            )
        report.section(f"R16 memory, {name}", started, f"peak KiB by runs {counts}: {peaks}")
