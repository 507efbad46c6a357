"""R2, R3, R12: kills while tables are written and while a folder is made; clocks that jump."""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

from program import PROGRAM, content, differences, run, scratch, write_study


def killed_after(seconds, arguments):
    process = subprocess.Popen(
        [PROGRAM, *map(str, arguments)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()


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
        rounds = 100 if deep else 15
        for round_ in range(rounds):
            killed_after(generator.uniform(0, length), ["analyze", whole])
            for name, data in content(whole).items():
                temporary = name not in expected
                report.check(
                    temporary or data == expected[name], f"R2 round {round_}: {name} is whole"
                )
        report.check(run("analyze", whole).returncode == 0, "tables are made after kills")
        report.check(differences(expected, whole) == [], "R2: the same bytes, nothing left over")
        report.section("R2 kills of the table writer", started, f"{rounds} kills")

        started = time.time()
        rounds = 100 if deep else 15
        for round_ in range(rounds):
            results = folder / "new"
            killed_after(generator.uniform(0, 0.04), ["run", study, "-o", results])
            again = run("run", study, "-o", results, "--time-limit", "0.1s")
            report.check(
                again.returncode in (0, 75), f"R3 round {round_}: {again.returncode} {again.stderr}"
            )
            shutil.rmtree(results, ignore_errors=True)
        report.section("R3 kills of the first start", started, f"{rounds} kills")

        started = time.time()
        clocks = ["1970-01-02 00:00:00", "2038-02-01 00:00:00"]
        clocks += ["-1h", "+1d", "2100-01-01 00:00:00", "+30y"] if deep else ["-1h"]
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
