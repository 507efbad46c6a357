"""R16: peak memory does not grow with the number of runs by more than the values that are sorted for quantiles take,
whatever is made of them, nor with the rows of a file that is fitted; a comparison of a file takes what it says."""

import json
import os
import pathlib
import shutil
import time

import large_file
from matrix import write_study
from program import PROGRAM, must_run, run, scratch


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


# More runs bring more values, and more curves: eight real responses of a run take 16 bytes each
# (PlanLimits.bytesPerValue), and one of them 48 more while it is sorted; the rest has a bound.
BYTES_PER_RUN = 16 * 8 + 48
STUDIES = {
    "plain": {"factors": {"group_size": {"values": [100]}, "rule": {"values": ["exact"]}}},
    # At p 0.1 some runs end before half of the group is infected.
    "compared and censored": compared(("final_share",), ("step_to_50pct",), ("drift_x",)),
    "ranks": compared(
        ("final_infected", "mann_whitney", "hodges_lehmann"),
        ("final_infected", "wilcoxon", "hodges_lehmann"),
        ("steps", "kolmogorov_smirnov"),
        ("elongation", "mann_whitney", "hodges_lehmann"),
        ("drift_x", "wilcoxon", "hodges_lehmann"),
    ),
    "paired curves": compared(("curve",), steps=6, people=25),
    "independent curves": compared(("curve",), steps=6, people=25, random_numbers="independent"),
}
# All others are left to the deep tier.
QUICK = {"compared and censored"}
# What is asked of a file, and how many of its columns are kept.
OF_FILES = {
    "means": (2, ["compare", "--by=arm", "--response=value", "--estimate=ratio_of_means"]),
    "ranks": (2, ["compare", "--by=arm", "--response=value", "--test=kolmogorov_smirnov"]),
    "shift": (2, ["compare", "--by=arm", "--response=value", "--test=mann_whitney", "--estimate=hodges_lehmann"]),
    "censored times": (3, ["compare", "--by=arm", "--response=value", "--event=event"]),
    "pairs": (3, ["compare", "--by=arm", "--response=value", "--pair=pair", "--test=wilcoxon"]),
    "values of pairs": (3, ["compare", "--by=arm", "--response=value", "--pair=pair", "--estimate=hodges_lehmann"]),
    "censored pairs": (4, ["compare", "--by=arm", "--response=value", "--pair=pair", "--event=event",
                           "--estimate=restricted_mean_difference"]),
    "growth": (0, ["fit", "--x=step", "--y=growth", "--model=logistic"]),
    "doses": (0, ["fit", "--x=step", "--y=event", "--model=logit"]),
}
MOST = 60 << 10  # KiB


def of_files(report, deep):
    started = time.time()
    counts = [20_000, 300_000, 5_000_000] if deep else [20_000, 100_000]
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


# Whose tables take the most, each in its own way.
PROMISED = {
    "points": {"factors": {"group_size": {"values": [25]}, "rule": {"values": ["exact"]},
                           "infection_probability": {"from": 0.01, "to": 1, "count": 5_000}}, "replicates": 2},
    "values": {**STUDIES["plain"], "replicates": 100_000},
    "pairs of levels": {
        "factors": {"group_size": {"values": [25]}, "infection_probability": {"from": 0.01, "to": 1, "count": 150}},
        "analysis": {"comparisons": [{"factor": "infection_probability", "response": "final_share"}]}, "replicates": 3},
    "final size curves": {
        "model": {"rule": "each_contact", "infectious_steps": 1, "group_size": 49},
        "factors": {"infection_probability": {"values": [0.1, 0.5]},
                    "immune_share": {"from": 0, "to": 0.9, "count": 30}}, "replicates": 6,
        "record": {"responses": "final", "final_size_curves": {"from": 0, "to": 1, "levels": 400}}},
}


def promised(report):
    """What check promises holds for the whole command, tables included, and so does the limit of a plan."""
    started = time.time()
    for name, changes in PROMISED.items():
        with scratch() as folder:
            study = write_study(folder, **{"record": {"curves": "none"}, **changes})
            most = json.loads(must_run("check", study, "-j", 2, "--json"))["memory_bytes"]
            taken = peak("run", study, "-o", pathlib.Path(folder) / "results", "-j", 2, "--quiet")
            report.check(taken and taken * 1024 < 1.1 * most, f"R16, {name}: {taken} KiB, promised {most / 1024:.0f}")
            refused = run("run", study, "-o", pathlib.Path(folder) / "small", "-j", 2, "--max-memory", f"{most / 2:.0f}")
            report.check(refused.returncode == 7, f"R16, {name}: half of it is no limit: {refused.stderr}")
    report.section("R16 memory, promised", started)


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
    promised(report)
    started = time.time()
    commands = ["run", "analyze"] + (["report"] if shutil.which("gnuplot") else [])
    counts = [10_000, 100_000, 1_000_000] if deep else [10_000, 100_000]
    for name, changes in STUDIES.items():
        if name not in QUICK and not deep:
            continue
        least = {command: [] for command in commands}
        for count in counts:
            peaks = peaks_of(count, commands, changes, name)
            for command in commands:
                least[command].append(peaks[command])
        for command, values in least.items():
            report.check(
                all(values) and values[-1] <= MOST + BYTES_PER_RUN * counts[-1] / 1024,
                f"R16, {name}: peak KiB of {command} by runs {counts}: {values}",
            )
        report.section(f"R16 memory, {name}", started, f"peak KiB by runs {counts}: {least}")
