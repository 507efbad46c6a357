"""R2, R11, R12: kills and signals while tables are written, clocks that jump.

Kills while the folder is made and while runs are stored are those of SameBytesTests, hangups under nohup those of
InterruptionTests.
"""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

from matrix import write_study
from program import PROGRAM, content, differences, run, scratch


def killed_after(seconds, arguments):
    """Whether the program was under way when it was killed."""
    process = subprocess.Popen(
        [PROGRAM, *map(str, arguments)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def signaled_in_tables(number, study, results):
    """Sends a signal as soon as a table is being written: exit code, seconds, messages."""
    for left_over in results.glob("*.tmp"):
        left_over.unlink()
    # Without its manifest a folder is not finished: its tables are due.
    (results / "manifest.json").unlink(missing_ok=True)
    process = subprocess.Popen(
        [PROGRAM, "run", study, "-o", results], stderr=subprocess.PIPE, text=True
    )
    while process.poll() is None and not list(results.glob("*.csv.tmp")):
        time.sleep(0.001)
    sent = time.time()
    process.send_signal(number)
    messages = process.communicate(timeout=120)[1]
    return process.returncode, time.time() - sent, messages


def signaled_early(number, study, results, seconds):
    """Sends a signal while the program may not yet listen to it."""
    process = subprocess.Popen(
        [PROGRAM, "run", study, "-o", results, "-j1"], stderr=subprocess.DEVNULL
    )
    time.sleep(seconds)
    process.send_signal(number)
    return process.wait(timeout=120)


def test(report, deep):
    generator = random.Random(3)
    with scratch() as folder:
        folder = pathlib.Path(folder)
        study = write_study(folder, record={"curves": "all"})
        whole = folder / "whole"
        report.check(run("run", study, "-o", whole).returncode == 0, "reference runs")
        expected = content(whole)

        started = time.time()
        begin = time.time()
        report.check(run("analyze", whole).returncode == 0, "tables are made again")
        length = time.time() - begin
        wanted = 100 if deep else 8
        hits = 0
        attempts = 0
        while hits < wanted and attempts < 5 * wanted:
            attempts += 1
            if killed_after(generator.uniform(0, length), ["analyze", whole]):
                hits += 1
            else:
                length *= 0.7  # it was measured while the machine was busy
            found = content(whole)
            # The manifest is away while tables are written: a folder without it was never finished.
            gone = expected.keys() - found.keys() - {"manifest.json"}
            report.check(not gone, f"R2 attempt {attempts}: {sorted(gone)} are gone")
            for name, data in found.items():
                temporary = name not in expected
                report.check(
                    temporary or data == expected[name], f"R2 attempt {attempts}: {name} is whole"
                )
        report.check(run("analyze", whole).returncode == 0, "tables are made after kills")
        report.check(differences(expected, whole) == [], "R2: the same bytes, nothing left over")
        report.check(hits == wanted, f"R2: {hits} of {attempts} kills found it at work")
        report.section("R2 kills of the table writer", started, f"{hits} kills")

        started = time.time()
        stops = []
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP] * (10 if deep else 1):
            code, seconds, messages = signaled_in_tables(number, study, whole)
            report.check(code == 128 + number, f"R11 in tables: exit code {code}")
            report.check("all runs are kept" in messages, f"R11 in tables: {messages}")
            # The manifest is written after the tables: nobody waited for them.
            report.check(not (whole / "manifest.json").exists(), "R11 in tables: all were made")
            stops.append(seconds)
        report.check(run("run", study, "-o", whole).returncode == 0, "R11: tables after signals")
        report.check(differences(expected, whole) == [], "R11 in tables: the same bytes")
        report.section(
            "R11 signals during the tables", started,
            f"{len(stops)} signals, out within {1000 * max(stops):.0f} ms",
        )  # fmt: skip

        started = time.time()
        codes = []
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP] * (20 if deep else 2):
            results = folder / "early"
            code = signaled_early(number, study, results, generator.uniform(0, 0.03))
            # Before it listens the system ends it, as it ends every program.
            report.check(code in (128 + number, -number, 0), f"R11 early: exit code {code}")
            codes.append(code)
            report.check(run("run", study, "-o", results).returncode == 0, "R11 early: goes on")
            report.check(differences(expected, results) == [], "R11 early: the same bytes")
            shutil.rmtree(results)
        report.check(sum(code != 0 for code in codes) > len(codes) // 2, f"R11 early: {codes}")
        report.section("R11 signals in the first moments", started, f"{len(codes)} signals")

        started = time.time()
        clocks = ["1970-01-02 00:00:00", "2038-02-01 00:00:00"]
        clocks += ["-1h", "+1d", "2100-01-01 00:00:00", "+30y"] if deep else ["-1h"]
        # Clocks, the monotonic one too, that jump an hour ahead or 10 minutes back at each look.
        clocks += ["-1h i3600.0", "+1d i-600.0"]
        for clock in clocks:
            results = folder / "clock"
            faked = subprocess.run(
                ["faketime", *(["-f"] if clock[0] in "+-" else []), clock, PROGRAM, "run", study, "-o", results, "--quiet"],
                capture_output=True, text=True, timeout=120,
            )  # fmt: skip
            report.check(faked.returncode == 0, f"R12 {clock}: {faked.stderr}")
            report.check(differences(expected, results) == [], f"R12 {clock}: the same bytes")
            shutil.rmtree(results, ignore_errors=True)
        zone = run("run", study, "-o", folder / "zone", env={**os.environ, "TZ": "Asia/Kathmandu"})
        report.check(zone.returncode == 0, "R12: another time zone")
        report.check(differences(expected, folder / "zone") == [], "R12: zone, the same bytes")
        report.section("R12 clocks", started, f"{len(clocks) + 1} clocks")

        started = time.time()
        results = folder / "asleep"
        (folder / "some").mkdir()
        some = write_study(folder / "some", replicates=8_000)
        process = subprocess.Popen([PROGRAM, "run", some, "-o", results, "--quiet", "-j1"])
        time.sleep(0.3)
        report.check(process.poll() is None, "R12 asleep: it ended before it was stopped")
        process.send_signal(signal.SIGSTOP)
        time.sleep(60 if deep else 1)
        process.send_signal(signal.SIGCONT)
        report.check(process.wait(timeout=120) == 0, f"R12 asleep: exit {process.returncode}")
        report.check(run("run", some, "-o", folder / "awake").returncode == 0, "R12: awake")
        report.check(differences(folder / "awake", results) == [], "R12 asleep: the same bytes")
        report.section("R12 stopped and continued", started)
