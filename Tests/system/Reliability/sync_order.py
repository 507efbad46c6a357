"""Every file the program writes: bytes synced, then renamed, then its folder synced; every
transaction of the store synced before it is acknowledged. Read from the system calls.

That the reading can fail is tried on each log: without any one sync that made something last, with
a sync behind its renaming, with a byte written late, the same log must be faulty.
"""

import dataclasses
import os
import pathlib
import shutil
import signal
import subprocess
import time

from program import PROGRAM, STORE_WRITER, differences, run, scratch
from program import write_study as write_plain_study
from strace_log import Event, read_events, traced
from written_order import PLAIN, Disk, kind_of

ANALYSIS = {
    "fits": [{"model": "logistic"}],
    "comparisons": [{"factor": "rule", "response": "step_to_50pct"}],
    "sensitivity": {"responses": ["step_to_50pct"]},
}
SIDE_FILES = {
    "manifest.json", "datapackage.json", "study.json", "study.resolved.json", "README.txt",
}  # fmt: skip
TABLES = {
    f"{name}.csv"
    for name in ["points", "runs", "summary", "curve_summary", "fits", "fit_values", "comparisons", "sensitivity", "timings"]
}  # fmt: skip
PLAIN_FILES = SIDE_FILES | TABLES | {"curves.csv", "maps.csv"}
SMALL_FILES = SIDE_FILES | {"points.csv", "runs.csv", "summary.csv", "timings.csv"}


def write_study(folder, name, **changes):
    """A small study with every table."""
    (folder / name).mkdir()
    return write_plain_study(
        folder / name,
        **{
            "factors": {"group_size": {"values": [100, 225]}, "rule": {"values": ["exact", "capped"]}},
            "model": {"infection_probability": 0.6},
            "replicates": 40, "record": {"curves": "all", "maps": 2}, "analysis": ANALYSIS,
            **changes,
        },
    )  # fmt: skip


class Watch:
    """Traces commands whose files lie below `disk`, and judges each log."""

    def __init__(self, report, folder):
        self.report = report
        self.disk = pathlib.Path(os.path.realpath(folder)) / "disk"
        self.disk.mkdir()
        self.log = str(self.disk.parent / "log")
        self.calls = self.syncs = self.unnoticed = 0
        # A Slurm that takes everything and knows no jobs.
        programs = self.disk.parent / "programs"
        programs.mkdir()
        for name, answer in [("sbatch", "echo 17"), ("squeue", "true")]:
            (programs / name).write_text(f"#!/bin/sh\n{answer}\n")
            (programs / name).chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}

    def files(self):
        return {str(path) for path in self.disk.rglob("*") if path.is_file()}

    def command(self, what, *arguments, wanted, transactions=0, repairs=(), program=PROGRAM, **environment):
        """`wanted`: names of the files that must be written, as sets by folder below `disk`."""
        before = self.files()
        process = traced(
            self.log, [program, *arguments], cwd=self.disk, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**self.environment, **environment},
        )  # fmt: skip
        output, messages = process.communicate(timeout=120)
        self.report.check(process.returncode == 0, f"{what}: exit {process.returncode} {messages}")
        # What gnuplot draws in is not meant to last.
        events = [
            event for event in read_events(self.log, str(self.disk))
            if "/.drawing-" not in f"{event.path} {event.target}"
        ]  # fmt: skip
        disk = Disk(str(self.disk), before).run(events)
        for fault in disk.faults:
            self.report.check(False, f"{what}: {fault}")
        wanted = {str(self.disk / folder / name) for folder, names in wanted.items() for name in names}
        repaired = {os.path.basename(path) for path in disk.committed if path.endswith(".sqlite")}
        self.report.check(repaired == set(repairs), f"{what}: {sorted(repaired)} by a repair")
        written = {path for path in disk.committed if "/.store/" not in path}
        self.report.check(
            written == wanted, f"{what}: not written or not expected: {sorted(written ^ wanted)}"
        )
        strange = {path for path in self.files() - before if kind_of(path) == PLAIN} - set(disk.committed)
        self.report.check(not strange, f"{what}: {sorted(strange)} appeared without a renaming")
        self.report.check(
            disk.transactions >= transactions, f"{what}: {disk.transactions} transactions"
        )
        self.calls += len(events)
        self.try_reading(what, events, before, disk)
        return output

    def try_reading(self, what, events, before, whole):
        """The same log with something out of order must be faulty."""

        def expect_fault(changed, change):
            self.syncs += 1
            if not Disk(str(self.disk), before).run(changed).faults:
                self.unnoticed += 1
                self.report.check(False, f"{what}: nothing is found {change}")

        for place, event in enumerate(events):
            rest = events[:place] + events[place + 1 :]
            after = next((later for later in rest[place:] if later.thread == event.thread), None)
            # Where the same file is synced again at once, one of the two is enough.
            is_double = after and after.kind == "sync" and after.path == event.path
            is_double = is_double or synced_again(event, rest[place:])
            if event.kind == "sync" and id(event) in whole.needed and not is_double:
                expect_fault(rest, f"without line {event.begin + 1}, {event}")
            if event.kind == "rename":
                late = dataclasses.replace(event, kind="write", path=event.target, begin=event.end)
                expect_fault(events + [late], f"with a byte late in {event.target}")
                if written := last_write(events, event):
                    early = dataclasses.replace(event, begin=written + 0.5, end=written + 0.6)
                    expect_fault([*rest, early], f"with {event} before the sync")


def synced_again(event, later):
    """Whether the store's folder is synced once more before anything is told or renamed: a table's
    writer begins with that."""
    if not event.path.endswith("/.store"):
        return False
    following = (e for e in later if e.kind == "rename" or (e.kind, e.path) == ("sync", event.path))
    return getattr(next(following, None), "kind", None) == "sync"


def last_write(events, renaming):
    """Where the last write to the renamed file ended; None if this program wrote nothing to it."""
    ends = [event.end for event in events if event.kind == "write" and event.path == renaming.path
            and event.end < renaming.begin]  # fmt: skip
    return max(ends, default=None)


def killed_while_storing(study, results):
    process = subprocess.Popen([PROGRAM, "run", study, "-o", results, "--quiet"])
    log = results / ".store/runs.sqlite-wal"
    while process.poll() is None and not (log.exists() and log.stat().st_size > 100_000):
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    return process.wait()
def test(report, deep):
    started = time.time()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        watch = Watch(report, folder)
        disk = watch.disk
        study = write_study(folder, "plain")
        more = write_study(folder, "more", replicates=60)
        packed = write_study(
            folder, "packed", record={"curves": "all", "maps": 2, "compress": True}
        )
        small = write_study(folder, "small", record={"curves": "none"}, analysis={})

        watch.command("run", "run", study, "-o", disk / "plain", wanted={"plain": PLAIN_FILES}, transactions=3)
        watch.command("run, extended", "run", more, "-o", disk / "plain", wanted={"plain": PLAIN_FILES}, transactions=2)
        watch.command("analyze", "analyze", disk / "plain", wanted={"plain": PLAIN_FILES})
        watch.command(
            "run, compressed", "run", packed, "-o", disk / "new/packed", transactions=3,
            wanted={"new/packed": SIDE_FILES | TABLES | {"curves.csv.gz", "maps.csv.gz"}},
        )
        pictures = {
            f"{name}.{ending}"
            for name in ["curves", "response", "times", "comparisons_1", "fits", "sensitivity", "precision"]
            for ending in ["gp", "csv", "svg", "pdf", "png"]
        }
        watch.command(
            "report", "report", disk / "plain", wanted={"plain": {"report.html", "report.sha256"}, "plain/plots": pictures}
        )
        for command in ["verify", "status", "check"]:
            target = study if command == "check" else disk / "plain"
            watch.command(command, command, target, wanted={})
        watch.command("replay", "replay", disk / "plain", "--point", 0, "--replicate", 0, wanted={})
        watch.command("truths", "truths", "--only", "L6.push", "-o", disk / "truths",
                      wanted={"truths": {"truths.csv", "datapackage.json", "report.html"}})

        cluster = {"id", "study.json", "study.resolved.json", "sent", "array.sh", "judge.sh", "jobs"}
        watch.command("submit", "submit", small, "-o", disk / "far/submitted", "--shards", 2,
                      wanted={"far/submitted/cluster": cluster, "far/submitted": {"round.json"}})
        parts = [disk / f"far/submitted/cluster/parts/1/{part}" for part in (1, 2)]
        for part, where in enumerate(parts, 1):
            watch.command(f"part {part}", "run", small, "--shard", f"{part}/2", "-o", where,
                          wanted={}, transactions=3)
        watch.command("merge", "merge", *parts, "-o", disk / "far/submitted",
                      wanted={"far/submitted": SMALL_FILES}, transactions=3)

        watch.command("shared files", "run", small, "-o", disk / "shared", transactions=3,
                      wanted={"shared": SMALL_FILES}, SPREADLAB_SHARED_FILES="1")
        long = write_study(folder, "long", replicates=1500, record={"curves": 400}, analysis={})
        ended = killed_while_storing(long, disk / "killed")
        report.check(ended == -signal.SIGKILL, f"killed while storing: it ended by itself, {ended}")
        long_files = SMALL_FILES | {"curves.csv", "curve_summary.csv"}
        watch.command("run after kill -9", "run", long, "-o", disk / "killed", transactions=2,
                      wanted={"killed": long_files})
        # Repairs: a database that cannot be read is set aside, one that can in parts copied.
        for damage, start, repairs in [
            ("unreadable", 0, ["unreadable.sqlite"]), ("rebuilt", 4 * 16384, ["runs.sqlite"]),
        ]:  # fmt: skip
            broken = disk / damage
            shutil.copytree(disk / "killed", broken)
            with open(broken / ".store/runs.sqlite", "r+b") as database:
                database.seek(start)
                database.write(b"\x07" * 16384)
            watch.command(damage, "run", long, "-o", broken, wanted={damage: long_files},
                          transactions=3, repairs=repairs)
            report.check(differences(disk / "killed", broken) == [], f"{damage}: the same bytes")

        for name, environment in [("log", {}), ("journal", {"SPREADLAB_SHARED_FILES": "1"})]:
            said = watch.command(f"writer with a {name}", "write", disk / f"writer-{name}", 12,
                                 program=STORE_WRITER, wanted={}, transactions=12, **environment)
            report.check(len(said.split()) == 12, f"writer with a {name}: it said {said!r}")
    report.section(
        "sync order", started,
        f"{watch.calls} calls in order; {watch.syncs} disorders tried, {watch.unnoticed} unnoticed",
    )  # fmt: skip
