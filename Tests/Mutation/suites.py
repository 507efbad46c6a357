"""The tests a mutant is run against, and running them in the switched copy.

A suite is a test target of Package.swift, one of its suites ("CommandTests.AnswersTests"), one test
("CommandTests.InterruptionTests/timeLimit"), a name of OTHERS, the tables of one study
("tables.censored"), or the tests of the browser whose name holds a word ("browser.slanted"). All run in their quick form, one test after the other, and
are ended at the first that fails: a mutant is caught then, and most of the time is saved.
"""

import dataclasses
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from mutants import ROOT
from switched_copy import COPY

PYTHON = ".venv-readers/bin/python"
SWIFT = [
    ".build/release/spreadlabPackageTests.xctest", "--testing-library", "swift-testing",
    "--no-parallel", "--filter"]
# What Swift Testing says of an expectation that does not hold.
FAILURE = b" recorded an issue "
OTHERS = {
    # All but the kills and signals, which take minutes.
    "commands": [*SWIFT, "^CommandTests\\.", "--skip", "InterruptionTests"],
    # Without the test that has the compiler read two files of Sources, whose switches need a module.
    "ReportTests": [*SWIFT, "^ReportTests\\.", "--skip", "TypedScriptTests"],
    "schema": [PYTHON, "Tests/Schema/agree.py"],
    "readers": ["Tests/Readers/run.sh", "--quick"],
    "tables": [PYTHON, "Tests/Tables/check_tables.py", "-x"],
    "calibrations": [PYTHON, "Tests/Tables/check_calibration.py"],
    "surface-files": [PYTHON, "Tests/Tables/surface_files.py"],
    "sync-order": [PYTHON, "Tests/Reliability/run.py", "sync_order"],
    "manners": [PYTHON, "Tests/Manners/manners.py", ".build/release/spreadlab"],
    "report-page": ["Tests/ReportPage/run.sh"],
    "report-numbers": ["Tests/ReportPage/run.sh", "--quick"],
    "browser": ["Tests/Browser/run.sh", "--quick", "-x", "--reruns", "2"],
}
# A mutant may ask for all memory or fill the disk. Chromium reserves addresses without bound.
MOST_MEMORY = 8 << 30
MOST_FILE = 4 << 30
WITHOUT_LIMIT = {"browser", "report-page"}


def words_without_a_test(mutants):
    """Words for tests of the browser that none of them has in its name, or in that of its file."""
    names = " ".join(
        f"{path.stem} " + " ".join(re.findall(r"^def (test_\w+)", path.read_text(), re.M))
        for path in (ROOT / "Tests/Browser").glob("test_*.py")).lower()
    parts = {suite.partition(".")[2] for mutant in mutants for suite in mutant.suites
             if suite.startswith("browser.")}
    return sorted(part for part in parts if part.lower() not in names)


def command(suite):
    if suite in OTHERS:
        return OTHERS[suite]
    target, dot, part = suite.partition(".")
    if target == "browser":
        return [*OTHERS["browser"], "-k", part]
    if target == "tables":
        return [*OTHERS["tables"], f"Tests/Tables/studies/{part}.json"]
    end = "" if "/" in part or not dot else "/"
    return [*SWIFT, f"^{target}\\.{part}{end}"]


def limit(suite):
    def apply():
        if suite.partition(".")[0] not in WITHOUT_LIMIT:
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return apply


# Set when the program is told to end: suites under way are ended, too.
ending = threading.Event()


def how_it_ends(process, output, patience):
    """"passed", "failed" or "hangs"; a test that failed is not waited for."""
    deadline = time.monotonic() + patience
    seen = 0
    while True:
        try:
            return "passed" if process.wait(0.2) == 0 else "failed"
        except subprocess.TimeoutExpired:
            pass
        # By a descriptor's own place, which the suite's writing does not move.
        new = os.pread(output.fileno(), 1 << 20, max(0, seen - len(FAILURE)))
        if FAILURE in new:
            return "failed"
        seen = max(0, seen - len(FAILURE)) + len(new)
        if ending.is_set():
            raise SystemExit("ended")
        if time.monotonic() > deadline:
            return "hangs"


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What a suite came to: "passed", "failed" or "hangs", in how many seconds, with what output;
    and the narrowest suite that would have shown a failure (else the suite itself)."""

    ended: str
    seconds: float
    text: str
    narrowest: str


def run(suite, number, patience):
    """Runs a suite with a mutant on (0: none)."""
    place = tempfile.mkdtemp(prefix="spreadlab-mutant-")
    # Without the mutant's number in an unmutated run: what that does not set, tests do not see.
    environment = {**os.environ, "TMPDIR": place}
    environment.pop("SPREADLAB_MUTANT", None)
    if number:
        environment["SPREADLAB_MUTANT"] = str(number)
    words = command(suite)
    events = os.path.join(place, "events.json")
    if words[0] == SWIFT[0]:
        words = [*words, "--event-stream-output-path", events]
    started = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            words, cwd=COPY, env=environment, stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=limit(suite))
        try:
            ended = how_it_ends(process, output, patience)
        finally:
            # What the suite left running goes with it.
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        output.seek(0)
        text = output.read().decode(errors="replace")
    seconds = time.monotonic() - started
    narrowest = suite if ended == "passed" else narrowed(suite, text, events)
    shutil.rmtree(place, ignore_errors=True)
    return Outcome(ended, seconds, text, narrowest)


def narrowed(suite, text, events):
    """The part of a suite that failed, or was under way when its program ended or was ended."""
    if suite == "tables":
        studies = re.findall(r"^(\S+): \d+ tables, \d+ cells, [1-9]\d* faults", text, re.MULTILINE)
        return f"tables.{studies[-1]}" if studies else suite
    if suite.startswith("browser"):
        tests = re.findall(r"^(?:FAILED|ERROR) \S+::(\w+)", text, re.MULTILINE)
        return f"browser.{tests[-1]}" if tests else suite
    if not os.path.exists(events):
        return suite
    last = None
    with open(events, errors="replace") as file:
        for line in file:
            try:
                event = json.loads(line)["payload"]
            except ValueError:  # a line cut off by the end of the program
                break
            if event.get("kind") in ("testStarted", "issueRecorded"):
                last = event.get("testID") or last
                if event["kind"] == "issueRecorded":
                    break
    # An id is Target.Suite/function(labels:)/File.swift:line:column.
    return last.partition("(")[0] if last else suite


class FailsAnyway(Exception):
    """A suite that does not pass without a mutant shows nothing."""


class Baseline:
    """Each suite's run without a mutant, made when it is first wanted: it has to pass, and says
    how long is too long."""

    def __init__(self):
        self.locks = {}
        self.seconds = {}
        self.guard = threading.Lock()

    def patience(self, suite):
        with self.lock_of(suite):
            if suite not in self.seconds:
                self.measure(suite)
            return self.longest(suite)

    def is_slow_now(self, suite):
        """Whether the suite takes so long without a mutant, too: the machine is busy, and nothing
        hangs. The next patience is of what it takes now."""
        with self.lock_of(suite):
            before = self.longest(suite)
            self.measure(suite)
            return 3 * self.seconds[suite] > before

    def lock_of(self, suite):
        with self.guard:
            return self.locks.setdefault(suite, threading.Lock())

    def longest(self, suite):
        return 15 + 5 * self.seconds[suite]

    def measure(self, suite):
        outcome = run(suite, 0, 900)
        if outcome.ended != "passed":  # a busy machine may be late once
            outcome = run(suite, 0, 900)
        if outcome.ended != "passed":
            raise FailsAnyway(f"{suite} {outcome.ended} without any mutant:\n{outcome.text[-4000:]}")
        self.seconds[suite] = max(outcome.seconds, self.seconds.get(suite, 0))
