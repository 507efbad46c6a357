"""R4: the power fails: what was acknowledged is there, and the study goes on.

An ext4 image is mounted through a loop device; while the writer is stopped the image is copied as
it is on disk, which is what a power cut would leave. Nobody opens the store between the last
acknowledgement and the cut, because closing it would sync its log. What was acknowledged is read
from a copy of the store's files as the running system has them in memory: every transaction but
the last one of the log, since the next one begins only when the one before is safe.
"""

import contextlib
import functools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import time

from matrix import write_study
from program import PROGRAM, beside, content, differences, run, scratch

# Prints the number of blocks each time they are acknowledged; built with the Swift tests.
STORE_WRITER = beside("StoreWriter")

LOG_HEADER, FRAME_HEADER = 32, 24


@contextlib.contextmanager
def mounted(image, folder):
    pathlib.Path(folder).mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop", image, folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def make_image(path):
    path.unlink(missing_ok=True)
    subprocess.run(["truncate", "-s", "64m", path], check=True)
    subprocess.run(["mkfs.ext4", "-q", "-F", path], check=True)


def obstacle():
    """Why images cannot be mounted here; None if they can."""
    with scratch() as folder:
        image = pathlib.Path(folder) / "disk.img"
        make_image(image)
        try:
            with mounted(image, f"{folder}/disk"):
                return None
        except subprocess.CalledProcessError:
            return "an ext4 image cannot be mounted here"


def acknowledged_length(log):
    """Bytes of a write-ahead log up to the end of the last transaction that another one follows.

    Source: https://sqlite.org/fileformat2.html#walformat.
    """
    if len(log) < LOG_HEADER:
        return len(log)
    frame = FRAME_HEADER + int.from_bytes(log[8:12], "big")
    ends = [LOG_HEADER]
    place = LOG_HEADER
    while place + frame <= len(log) and log[place + 8 : place + 16] == log[16:24]:
        place += frame
        if log[place - frame + 4 : place - frame + 8] != bytes(4):
            ends.append(place)
    has_begun = log[place + 8 : place + 16] == log[16:24] and place + 16 <= len(log)
    is_between = place == ends[-1] and not has_begun
    return ends[-2] if is_between and len(ends) > 1 else ends[-1]


def stored(store, work, acknowledged_only):
    """Rows of the blocks in a copy of a store's files, as nobody has opened them."""
    copy = work / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    names = ["runs.sqlite", "runs.sqlite-wal", "runs.sqlite-journal"]
    for name in names:
        if (store / name).exists():
            (copy / name).write_bytes((store / name).read_bytes())
    log = copy / names[1]
    if acknowledged_only and log.exists():
        os.truncate(log, acknowledged_length(log.read_bytes()))
    if not (copy / names[0]).exists():
        return set()
    database = sqlite3.connect(copy / names[0])
    try:
        return set(database.execute(
            "SELECT point, first, count, kind, bytes FROM blocks JOIN parts ON block = id"))
    except sqlite3.DatabaseError:
        return set()  # after a cut: lost; while it is written: not yet
    finally:
        database.close()


def run_count(rows):
    return sum(row[2] for row in rows if row[3] == "runs")


def is_stopped(pid):
    """Whether none of its threads runs any more."""
    states = [
        path.read_text().rsplit(")", 1)[1].split()[0]
        for path in pathlib.Path(f"/proc/{pid}/task").glob("*/stat")
    ]
    return all(state in "TtZX" for state in states)


class Bench:
    """A study, what it gives, and disks whose power fails while it is written to them."""

    def __init__(self, report, folder):
        self.report = report
        self.folder = pathlib.Path(folder)
        self.results = self.folder / "disk/results"
        self.left = self.folder / "after/results"
        self.study = write_study(folder, replicates=3000, record={"curves": 1000, "maps": 10})
        self.whole = self.folder / "whole"
        answer = run("run", self.study, "-o", self.whole)
        report.check(answer.returncode == 0, f"reference runs: {answer.stderr}")
        self.bytes = (self.whole / ".store/runs.sqlite").stat().st_size
        self.runs = json.loads((self.whole / "manifest.json").read_text())["counts"]["runs"]
        self.files = content(self.whole)

    def cut(self, arguments, is_due, look, environment=None):
        """Runs a writer on a new disk until `is_due`, and cuts the power.

        Returns what `look` finds in memory then.
        """
        image = self.folder / "disk.img"
        make_image(image)
        with mounted(image, self.folder / "disk"):
            subprocess.run(["sync", "-f", self.folder / "disk"], check=True)
            with open(self.folder / "said", "w") as said:
                writer = subprocess.Popen(
                    arguments, env=environment, stdout=said, stderr=subprocess.DEVNULL
                )
            while writer.poll() is None and not is_due():
                time.sleep(0.001)
            writer.send_signal(signal.SIGSTOP)
            while writer.poll() is None and not is_stopped(writer.pid):
                time.sleep(0.001)
            found = look()
            shutil.copyfile(image, self.folder / "copy.img")
            writer.kill()
            writer.wait()
        return found

    def run_until(self, is_due, look):
        return self.cut(
            [PROGRAM, "run", self.study, "-o", self.results, "-j2", "--quiet"], is_due, look
        )

    def after(self):
        """The disk as it was when the power failed."""
        return mounted(self.folder / "copy.img", self.folder / "after")

    def resume(self, what):
        """Goes on after the cut; the runs that were still there."""
        resumed = run("run", self.study, "-o", self.left)
        self.report.check(resumed.returncode == 0, f"{what}: {resumed.stderr}")
        self.report.check(
            resumed.returncode == 0 and differences(self.files, self.left) == [],
            f"{what}: the same bytes",
        )
        found = re.search(r"\(([0-9,]+) were already finished\)", resumed.stderr)
        return int(found[1].replace(",", "")) if found else -1


# Each kind of cut: what it says of itself, how much was acknowledged, how much of that is lost.


def cut_in_runs(bench, generator):
    """When the log holds some share of what the store will hold, and some of it is acknowledged."""
    share = generator.uniform(0.25, 0.9)
    store = bench.results / ".store"
    log = store / "runs.sqlite-wal"

    def is_due():
        # On a busy machine a first transaction may be as large.
        return (log.exists() and log.stat().st_size >= share * bench.bytes
                and run_count(stored(store, bench.folder, True)) > 0)

    rows = bench.run_until(is_due, lambda: stored(store, bench.folder, True))
    what = f"cut after {run_count(rows)} of {bench.runs} runs"
    bench.report.check(0 < run_count(rows) < bench.runs, f"{what}: not within the run")
    with bench.after():
        lost = rows - stored(bench.left / ".store", bench.folder, False)
        found = bench.resume(what)
        bench.report.check(found >= run_count(rows), f"{what}: {found} were found again")
    return what, run_count(rows), run_count(lost)


def cut_in_tables(bench, generator):
    """When some of the files have their names, or a moment after all have.

    They get their names together and are safe together: the next file of the store proves it.
    """
    store = bench.results / ".store"
    is_amid = generator.random() < 0.5
    pause = generator.uniform(0, 0.02)

    def named():
        return {path.name for path in bench.results.glob("[!.]*.*") if path.suffix != ".tmp"}

    def is_safe(name):
        proof = "seal" if name == "manifest.json" else "manifest.sha256"
        return (store / proof).exists()

    def is_due():
        if is_amid:
            return len(named()) >= 3
        if is_safe("runs.csv"):
            time.sleep(pause)
            return True

    def acknowledged():
        return [name for name in named() if is_safe(name)]

    names = bench.run_until(is_due, acknowledged)
    what = f"cut after {len(names)} of {len(bench.files)} files"
    with bench.after():
        left = content(bench.left) if bench.left.exists() else {}
        lost = [name for name in names if not (bench.left / name).exists()]
        for name, data in left.items():
            # The manifest tells of its own execution's times.
            is_whole = data == bench.files.get(name) or name.endswith(".tmp")
            bench.report.check(is_whole, f"{what}: {name} is not whole")
        found = bench.resume(what)
        bench.report.check(found == bench.runs, f"{what}: {found} runs were found again")
    # In the midst of the files nothing is said of them yet.
    return what, None if is_amid else len(names), len(lost)


def cut_in_appends(bench, generator, shared=False):
    """When the store's test writer has said that so many blocks are acknowledged."""
    count = 3 * generator.randint(3, 60)

    def said():
        lines = (bench.folder / "said").read_text().split("\n")[:-1]
        return int(lines[-1]) if lines else 0

    environment = {**os.environ, "SPREADLAB_SHARED_FILES": str(int(shared))}
    blocks = bench.cut(
        [STORE_WRITER, "write", bench.results], lambda: said() >= count, said, environment
    )
    with bench.after():
        left = stored(bench.left / ".store", bench.folder, False)
    what = f"cut after {blocks} blocks {'without' if shared else 'with'} a log"
    return what, blocks, max(0, blocks - len(left))


KINDS = [
    cut_in_runs, cut_in_tables, cut_in_runs, cut_in_appends,
    cut_in_runs, cut_in_tables, cut_in_runs, functools.partial(cut_in_appends, shared=True),
]  # fmt: skip


def test(report, deep):
    started = time.time()
    cuts = 50 if deep else 8
    generator = random.Random(4)
    with scratch() as folder:
        bench = Bench(report, folder)
        for number in range(cuts):
            what, acknowledged, lost = KINDS[number % len(KINDS)](bench, generator)
            report.check(acknowledged != 0, f"{what}: nothing was acknowledged")
            report.check(lost == 0, f"{what}: {lost} of {acknowledged} acknowledged are lost")
    report.section("R4 power cuts", started, f"{cuts} cuts")
