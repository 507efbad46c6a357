"""The tests a mutant is run against, and running them in the switched copy.

A suite is a test target of Package.swift, one of its suites ("CommandTests.AnswersTests"), one test
("CommandTests.InterruptionTests/timeLimit"), a name of OTHERS, or the tests of the browser whose
name holds a word ("browser.nearest"). All run in their quick form, one test after the other, and
are ended at the first that fails: a mutant is caught then, and most of the time is saved.
"""

import os
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

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
    "sync-order": [PYTHON, "Tests/Reliability/run.py", "sync_order"],
    "manners": [PYTHON, "Tests/Manners/manners.py", ".build/release/spreadlab"],
    "report-page": ["Tests/ReportPage/run.sh"],
    "report-numbers": ["Tests/ReportPage/run.sh", "--numbers"],
    "browser": ["Tests/Browser/run.sh", "--quick", "-x", "--reruns", "2"],
}
# A mutant may ask for all memory or fill the disk. Chromium reserves addresses without bound.
MOST_MEMORY = 8 << 30
MOST_FILE = 4 << 30
WITHOUT_LIMIT = {"browser", "report-page"}


def command(suite):
    if suite in OTHERS:
        return OTHERS[suite]
    target, dot, part = suite.partition(".")
    if target == "browser":
        return [*OTHERS["browser"], "-k", part]
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


def run(suite, number, patience):
    """Runs a suite with a mutant on (0: none). Returns how it ended, "passed", "failed" or "hangs",
    the seconds it took, and its output."""
    place = tempfile.mkdtemp(prefix="spreadlab-mutant-")
    # Without the mutant's number in an unmutated run: what that does not set, tests do not see.
    environment = {**os.environ, "TMPDIR": place}
    environment.pop("SPREADLAB_MUTANT", None)
    if number:
        environment["SPREADLAB_MUTANT"] = str(number)
    started = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command(suite), cwd=COPY, env=environment, stdin=subprocess.DEVNULL, stdout=output,
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
    shutil.rmtree(place, ignore_errors=True)
    return ended, time.monotonic() - started, text


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
        ended, seconds, text = run(suite, 0, 900)
        if ended != "passed":
            raise SystemExit(f"{suite} {ended} without any mutant:\n{text[-4000:]}")
        self.seconds[suite] = max(seconds, self.seconds.get(suite, 0))
