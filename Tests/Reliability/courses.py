"""A study in which people recover, fall ill again and something changes, with everything recorded:
the same bytes with any number of threads, in another locale, after kill -9 and from parts."""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

from program import PROGRAM, content, differences, run, scratch, write_study

STUDY = {
    "study": "courses",
    "model": {
        "group_size": 900, "latent_steps": 1, "infectious_steps": 6, "immune_share": 0.05,
        "immune_people": [0, 7], "start_people": 5, "interventions": "lockdown",
        "introductions": [{"step": 9, "random": 2}], "stop": {"max_steps": 40},
    },
    "interventions": {
        "lockdown": [
            {
                "when": {"infected_share": 0.05}, "multiply": {"infection_probability": 0.5},
                "immunize_share": 0.02, "until": {"infected_share": 0.03},
            }
        ],
    },
    "factors": {
        "immune_steps": {"values": [0, 4, "forever"]},
        "recovery_probability": {"values": [0, 0.2]},
        "rule": {"values": ["exact", "virus_app"]},
    },
    "replicates": 60,
    "record": {"curves": "all", "maps": 2, "transmissions": 10},
}  # fmt: skip
FOREIGN = {"LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8", "TZ": "Asia/Kathmandu"}


def killed(arguments, seconds):
    """Whether the program was under way when it was killed."""
    process = subprocess.Popen(
        [PROGRAM, *map(str, arguments)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


class Kills:
    """Kills at random moments of the time that a program takes, as far as known."""

    def __init__(self, seconds):
        self.generator = random.Random(16)
        self.seconds = seconds
        self.hits = self.misses = 0

    def kill(self, *arguments):
        if killed(arguments, self.generator.uniform(0, self.seconds)):
            self.hits += 1
        else:
            self.misses += 1
            self.seconds *= 0.7  # it was measured while the machine was busy


def test(report, deep):
    with scratch() as folder:
        folder = pathlib.Path(folder)
        study = write_study(folder, **STUDY)
        whole = folder / "whole"
        began = started = time.time()
        report.check(run("run", study, "-o", whole, "-j", 2).returncode == 0, "reference runs")
        seconds = time.time() - began
        expected = content(whole)
        rows = expected["transmissions.csv"].count(b"\n")
        report.check(rows > 100_000, f"courses: only {rows} rows of transmissions.csv")
        for threads in (1, 2, 7):
            results = folder / "threads"
            done = run("run", study, "-o", results, "-j", threads)
            report.check(done.returncode == 0, f"courses: -j {threads}: {done.stderr}")
            found = differences(expected, results)
            report.check(found == [], f"courses: -j {threads} differs in {found}")
            shutil.rmtree(results)
        there = run("run", study, "-o", folder / "there", env={**os.environ, **FOREIGN})
        report.check(there.returncode == 0, f"courses: in another locale: {there.stderr}")
        found = differences(expected, folder / "there")
        report.check(found == [], f"courses: another locale differs in {found}")
        report.check(run("verify", whole).returncode == 0, "courses: verify")
        report.section("courses: threads and locale", started, f"{rows} rows of transmissions.csv")

        started = time.time()
        kills = Kills(seconds)
        for round_ in range(100 if deep else 8):
            results = folder / f"killed-{round_}"
            kills.kill("run", study, "-o", results, "-j", 2)
            if round_ % 2:
                kills.kill("run", study, "-o", results, "-j", 2)
            threads = (1, 2, 7)[round_ % 3]
            done = run("run", study, "-o", results, "-j", threads)
            report.check(done.returncode == 0, f"courses, kill {round_}: {done.stderr}")
            found = differences(expected, results)
            report.check(found == [], f"courses, kill {round_}: differs in {found}")
            shutil.rmtree(results)
        few = f"courses: {kills.hits} kills found it at work, {kills.misses} did not"
        report.check(kills.hits > kills.misses, few)
        report.section("courses: kill -9", started, f"{kills.hits} kills")

        started = time.time()
        for count in (2, 3, 7, 16) if deep else (3, 7):
            parts = [folder / f"part-{count}-{index}" for index in range(1, count + 1)]
            for index, part in enumerate(parts, start=1):
                arguments = ["run", study, "-o", part, "--shard", f"{index}/{count}"]
                if index % 3 == 0:
                    killed(arguments, kills.generator.uniform(0, seconds / count))
                done = run(*arguments, "-j", (1, 2, 7)[index % 3])
                report.check(done.returncode == 0, f"courses, part {index}/{count}: {done.stderr}")
            kills.generator.shuffle(parts)
            joined = folder / f"joined-{count}"
            done = run("merge", *parts, "-o", joined)
            report.check(done.returncode == 0, f"courses, {count} parts: {done.stderr}")
            found = differences(expected, joined)
            report.check(found == [], f"courses, {count} parts: differs in {found}")
        report.section("courses: parts joined", started)
