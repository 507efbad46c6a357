"""R16: peak memory does not grow with the number of runs, whatever is made of them, nor with the rows of a file that is
fitted; a comparison of a file takes what it says."""

import os
import pathlib
import shutil
import time

import large_file
from matrix import write_study
from program import PROGRAM, scratch


def peak(*arguments):
    """Peak resident memory in KiB of one call, whose output nobody reads."""
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(PROGRAM, [PROGRAM, *map(str, arguments)])
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


# Whatever is made of the runs takes as much memory for few as for many. How many parts of a point wait for their turn
# depends on the threads' timing and adds some percent, so each call is made `TRIES` times, and the least counts.
TRIES = 3
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
# Left to the deep tier: half a minute.
LONG = {"independent curves"}
# What is asked of a file, and how many of its columns are kept.
OF_FILES = {
    "means": (2, ["compare", "--by=arm", "--response=value", "--estimate=hedges_g"]),
    "ranks": (2, ["compare", "--by=arm", "--response=value", "--test=kruskal_wallis"]),
    "shift": (2, ["compare", "--by=arm", "--response=value", "--test=mann_whitney", "--estimate=hodges_lehmann"]),
    "censored times": (3, ["compare", "--by=arm", "--response=value", "--event=event"]),
    "pairs": (3, ["compare", "--by=arm", "--response=value", "--pair=pair", "--test=wilcoxon"]),
    "values of pairs": (3, ["compare", "--by=arm", "--response=value", "--pair=pair", "--estimate=cliffs_delta"]),
    "censored pairs": (4, ["compare", "--by=arm", "--response=value", "--pair=pair", "--event=event",
                           "--test=stratified_log_rank", "--estimate=restricted_mean_difference"]),
    "growth": (0, ["fit", "--x=step", "--y=growth", "--model=logistic"]),
    "doses": (0, ["fit", "--x=step", "--y=event", "--model=logit"]),
}
MOST = 60 << 10  # KiB


def of_files(report, deep):
    started = time.time()
    counts = [20_000, 300_000, 5_000_000] if deep else [20_000, 300_000]
    peaks = {name: [] for name in OF_FILES}
    with scratch() as folder:
        for count in counts:
            file = pathlib.Path(folder) / "large.csv"
            large_file.write(file, count)
            for name, (_, (command, *options)) in OF_FILES.items():
                peaks[name].append(peak(command, file, *options))
    for name, values in peaks.items():
        # A comparison is refused where its columns take more than a tenth of the memory allowed.
        most = MOST + 10 * 8 * OF_FILES[name][0] * counts[-1] / 1024
        report.check(
            all(values) and values[-1] <= most,
            f"R16, {name} of a file: peak KiB by rows {counts}: {values}",
        )
    report.section("R16 memory, files", started, f"peak KiB by rows {counts}: {peaks}")


def peaks_of(count, commands, changes, name):
    """Peak memory of each command for a study of so many runs."""
    replicates = count // 2 if "analysis" in changes else count
    curves = replicates if "curves" in name else "none"
    with scratch() as folder:
        study = write_study(folder, **changes, replicates=replicates, record={"curves": curves})
        results = pathlib.Path(folder) / "results"
        arguments = {"run": [study, "-o", results]}
        return {
            command: peak(command, *arguments.get(command, [results]), "--quiet") for command in commands
        }


def test(report, deep):
    of_files(report, deep)
    started = time.time()
    commands = ["run", "analyze"] + (["report"] if shutil.which("gnuplot") else [])
    for name, changes in {**FLAT, **BOUNDED}.items():
        if name in LONG and not deep:
            continue
        # With fewer than 20,000, not all parts of a point that may wait for their turn exist.
        few = 20_000 if name in FLAT else 10_000
        counts = [few, 10 * few, 100 * few] if deep else [few, 10 * few]
        least = {command: [] for command in commands}
        for count in counts:
            tries = [peaks_of(count, commands, changes, name) for _ in range(TRIES if name in FLAT else 1)]
            for command in commands:
                values = [peaks[command] for peaks in tries]
                least[command].append(min(values) if all(values) else None)
        for command, values in least.items():
            limit = min(1.1 * (values[0] or 0), MOST) if name in FLAT else MOST
            report.check(
                all(values) and values[-1] <= limit,
                f"R16, {name}: peak KiB of {command} by runs {counts}: {values}",
            )
        report.section(f"R16 memory, {name}", started, f"peak KiB by runs {counts}: {least}")
