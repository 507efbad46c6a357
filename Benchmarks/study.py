#!/usr/bin/env python3
"""What a whole study costs over its simulations alone, and what a second thread brings.

    Benchmarks/study.py [--rounds 5] [--program PROGRAM] [--rows [--beside PROGRAM]]

CPU time (user and system) of `spreadlab run`, less that of the same study with one replicate, over
that of the same runs without a study (`spreadlab-bench --runs`), in turns; medians of the rounds'
ratios. Then E1 to E4: CPU and wall time of one thread over those of two, and the workers' idle
time. E4 is 432,000 small runs over 144 points: mostly tables.

With `--rows` alone: rows of runs.csv per second of `run` and of `analyze` on one thread, for 200,000 runs of nine
people who are soon infected, and by perf the share of the time that each part takes; `analyze` where runs.csv is there and
stays, and where it is gone. With another program beside it:
its CPU time over ours, in turns; the median of the rounds' ratios.
"""

import argparse
import json
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile
import time
from operator import truediv

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = ROOT / ".build/release/spreadlab"
BENCH = ROOT / ".build/release/spreadlab-bench"
WORKLOADS = {  # name: model, runs that fill a second or so
    "W1": (dict(group_size=100, infection_factor=3, infection_probability=1, rule="exact"), 100_000),
    "W2": (dict(group_size=2500, infection_factor=2, infection_probability=0.5, rule="at_least_one"), 8_000),
    "W3": (dict(group_size=10_000, infection_factor=3, infection_probability=0.2, rule="capped"), 2_000),
}


def cpu(*command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    ended = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True)
    wall = time.monotonic() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall, ended.stderr


def write_study(path, replicates, factors=None, curves="none", **model):
    study = {
        "spreadlab": 1,
        "study": "bench",
        "seed": 1,
        "model": {**model, "stop": {"share": 1.0, "max_steps": 10_000_000}},
        "factors": factors or {},
        "replicates": replicates,
        "record": {"curves": curves},
    }
    if not factors:
        study["model"].pop("group_size")
        study["factors"] = {"group_size": {"values": [model["group_size"]]}}
    path.write_text(json.dumps(study))
    return path


def run(folder, study, jobs):
    results = folder / "results"
    answer = cpu(PROGRAM, "run", study, "-o", results, "-j", jobs, "--verbose")
    subprocess.run(["rm", "-rf", str(results)], check=True)
    return answer


def overhead(folder, rounds):
    print("whole study / the same runs alone, CPU time, one thread")
    for name, (model, runs) in WORKLOADS.items():
        whole = write_study(folder / "whole.json", runs, **model)
        curves = write_study(folder / "curves.json", runs, curves="all", **model)
        small = write_study(folder / "small.json", 1, **model)
        ratios, with_curves = [], []
        for _ in range(rounds):
            alone = cpu(BENCH, "--runs", runs, name)[0] - cpu(BENCH, "--runs", 0, name)[0]
            start = run(folder, small, 1)[0]
            plain = run(folder, whole, 1)[0] - start
            ratios.append(plain / alone)
            with_curves.append((run(folder, curves, 1)[0] - start) / plain)
        print(
            f"  {name}: {statistics.median(ratios):.2f}; with all curves "
            f"{statistics.median(with_curves):.2f} of that",
            flush=True,
        )


def pool(folder, rounds):
    print("pool: CPU time of one thread / of two; wall time of one / of two; idle share of two workers")
    sizes = {"values": [100] * 1 + [round(100 * 10 ** (4 * i / 199)) for i in range(1, 200)]}
    ensembles = {
        "E1": dict(replicates=10_000, **WORKLOADS["W1"][0]),
        "E2": dict(replicates=1_000, **WORKLOADS["W3"][0]),
        "E3": dict(
            replicates=10,
            factors={"group_size": {"values": sorted(set(sizes["values"]))}},
            infection_factor=3, infection_probability=0.3, rule="exact",
        ),
        "E4": dict(
            replicates=3_000, group_size=100,
            factors={
                "infection_probability": {"from": 0.1, "to": 0.95, "step": 0.05},
                "infection_factor": {"values": [1, 2, 3, 4]},
                "rule": {"values": ["exact", "capped"]},
            },
        ),
    }
    for name, study in ensembles.items():
        path = write_study(folder / "pool.json", study.pop("replicates"), **study)
        cpus, walls, idles = [], [], []
        for _ in range(rounds):
            one, two = run(folder, path, 1), run(folder, path, 2)
            cpus.append(one[0] / two[0])
            walls.append(one[1] / two[1])
            idle = [float(seconds) for seconds in re.findall(r"idle ([0-9.e-]+) s", two[2])]
            idles.append(sum(idle) / (2 * two[1]))
        print(
            f"  {name}: {statistics.median(cpus):.3f}; {statistics.median(walls):.2f}; "
            f"{100 * statistics.median(idles):.1f} %",
            flush=True,
        )


# What a function belongs to, by its symbol, which begins with its module: the first that matches.
PARTS = {
    "simulation": r"\$s(12SpreadEngine|11KeyedRandom|11SpreadModel)|draw_|pass_",
    "block": r"\$s8RunStore|sqlite|[vV]dbe|[bB]tree|pcache",
    "text": r"\$s9PlainText|Float64ToASCII|UInt128|TextOutputStream",
    "row": r"\$s6Tables|A5TableV4runs|9RunsTable",
    "summary": r"\$s(12ResultTables|10Statistics)|gsl_|[sS]ort|_merge|log_fma|exp_fma",
    "file": r"nettle|\[k\]",
    "memory": "swift_|swift::|malloc|free|mem(move|set|cpy)|chunk|align",
    "other": "",
}


def shares(folder, *command):
    """Of the processor time, by part."""
    data = folder / "perf.data"
    subprocess.run(["perf", "record", "-q", "-F", "999", "-o", data, *map(str, command)], check=True,
                   capture_output=True)  # fmt: skip
    report = subprocess.run(
        ["perf", "report", "-i", data, "--stdio", "--sort", "symbol"], check=True, capture_output=True, text=True
    ).stdout
    found = dict.fromkeys(PARTS, 0.0)
    for line in report.splitlines():
        if match := re.match(r" +([0-9.]+)%\s+(.*)", line):
            part = next(name for name, pattern in PARTS.items() if re.search(pattern, match[2]))
            found[part] += float(match[1])
    return ", ".join(f"{name} {round(share)} %" for name, share in found.items())


def rows(folder, rounds, other):
    levels = {"from": 0.505, "to": 1, "count": 100}
    study = write_study(
        folder / "rows.json", 1_000, group_size=9, infection_factor=2,
        factors={"rule": {"values": ["exact", "push"]}, "infection_probability": levels},
    )  # fmt: skip
    results = folder / "rows"

    def commands(program):
        analyze = ("taskset", "-c", "0", program, "analyze", results, "-q")
        run = (program, "run", study, "-o", results, "-j", 1, "-q")
        return {"run": run, "analyze": analyze, "analyze anew": analyze}

    def prepare(name):
        if name == "run":
            subprocess.run(["rm", "-rf", str(results)], check=True)
        if name == "analyze anew":
            (results / "runs.csv").unlink()

    programs = [PROGRAM, other] if other else [PROGRAM]
    times = {(program, name): [] for program in programs for name in commands(program)}
    for round_number in range(rounds):
        for program in programs[:: -1 if round_number % 2 else 1]:
            for name, command in commands(program).items():
                prepare(name)
                times[program, name].append(cpu(*command)[0])
    for name, command in commands(PROGRAM).items():
        prepare(name)
        own = times[PROGRAM, name]
        ratio = f"; the other {statistics.median(map(truediv, times[other, name], own)):.2f} of that" if other else ""
        print(f"{name}: {200_000 / statistics.median(own):.0f} rows/s{ratio}; {shares(folder, *command)}")


def main():
    global PROGRAM
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--program", default=PROGRAM)
    options.add_argument("--rows", action="store_true")
    options.add_argument("--beside")
    asked = options.parse_args()
    PROGRAM = asked.program
    with tempfile.TemporaryDirectory() as folder:
        if asked.rows:
            rows(pathlib.Path(folder), asked.rounds, asked.beside)
            return
        overhead(pathlib.Path(folder), asked.rounds)
        pool(pathlib.Path(folder), asked.rounds)


main()
