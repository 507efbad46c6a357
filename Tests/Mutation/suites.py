"""The tests, run in the switched copy. A unit is what is run on its own: a test of Swift, a study of
Tests/Tables, a file of the browser's tests, one of OTHERS; each in its quick form. A first pass runs every
unit without a mutant, and notes which mutants it comes by. Only these can fail it.
"""

import concurrent.futures
import contextlib
import dataclasses
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from switched_copy import COPY

PYTHON = ".venv-readers/bin/python"
# Unbuffered: silence says that a test hangs.
BROWSER = [".venv-browser/bin/python", "-u", "-m", "pytest", "-p", "no:cacheprovider", "-q", "--quick", "-x"]
TESTS = [".build/release/spreadlabPackageTests.xctest", "--testing-library", "swift-testing"]
# Kills and signals take minutes; the compiler reads two files of Sources, whose switches need a module.
LEFT_OUT = re.compile(r"\.InterruptionTests/|\.TypedScriptTests/")
OTHERS = {
    "schema": [PYTHON, "Tests/Schema/agree.py"],
    "readers": ["Tests/Readers/run.sh", "--quick"],
    "curves-of-r": [PYTHON, "Tests/Tables/check_r.py"],
    "calibrations": [PYTHON, "Tests/Tables/check_calibration.py"],
    "limits": [PYTHON, "Tests/Reliability/run.py", "limits"],
    "sync-order": [PYTHON, "Tests/Reliability/run.py", "sync_order"],
    "manners": [PYTHON, "Tests/Manners/manners.py", ".build/release/spreadlab"],
    "truths": ["sh", "-c", ".build/release/spreadlab truths --tier quick -o {place}/truths"
               f" && {PYTHON} Tests/ReportPage/check_numbers.py {{place}}/truths"],
    "python": ["Tests/Python/run.sh"],
    "report-page": ["Tests/ReportPage/run.sh", "--quick"],
}  # fmt: skip
REPORT = """.build/release/spreadlab run {study}.json -o {place} --quiet
.build/release/spreadlab report {place} --quiet
for check in numbers pictures figures; do {python} Tests/ReportPage/check_$check.py {place}; done"""
# What a test of Swift says of an expectation that does not hold; it is not waited for.
FAILURE = b" recorded an issue "


@dataclasses.dataclass
class Unit:
    name: str
    words: list
    seconds: float = 0.0
    silence: float = 0.0  # the longest, in seconds
    reaches: frozenset = frozenset()

    @property
    def is_swift(self):
        return self.words[0] == TESTS[0]


def units():
    listed = subprocess.run([*TESTS, "--list-tests"], cwd=COPY, check=True, capture_output=True, text=True)
    # An id is Target.Suite/function(labels:).
    names = sorted({line.partition("(")[0] for line in listed.stdout.splitlines() if "/" in line})
    found = [Unit(name, [TESTS[0]]) for name in names if not LEFT_OUT.search(name)]
    for path in sorted((COPY / "Tests/Tables/studies").glob("*.json")):
        found.append(Unit(f"tables.{path.stem}", [PYTHON, "Tests/Tables/check_tables.py", "-x", str(path)]))
    for path in sorted((COPY / "Tests/Browser").glob("test_*.py")):
        found.append(Unit(f"browser.{path.stem}", [*BROWSER, str(path)]))
    # Each study of Tests/ReportPage alone: all of them take a minute.
    quick = re.search(r'^quick="(.*?)"', (COPY / "Tests/ReportPage/run.sh").read_text(), re.M | re.S)[1]
    for study in quick.split():
        words = REPORT.format(study=study, python=PYTHON, place="{place}/" + os.path.basename(study))
        found.append(Unit(f"report.{os.path.basename(study)}", ["sh", "-ec", words]))
    return found + [Unit(name, words) for name, words in OTHERS.items()]


def command(batch):
    """One command for tests of Swift, or for a single other unit."""
    if not batch[0].is_swift:
        return batch[0].words
    filters = [word for unit in batch for word in ("--filter", f"^{re.escape(unit.name)}\\(")]
    return [*TESTS, "--no-parallel", "--verbose", *filters]


def limit(name):
    """A mutant may ask for all memory or fill the disk. Chromium reserves addresses without bound."""
    if not name.startswith(("browser", "report-page")):
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        resource.setrlimit(resource.RLIMIT_FSIZE, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# Set when the program has to end: what is under way is ended, too.
ending = threading.Event()


def how_it_ends(process, output, patience, silence):
    """"passed", "caught" or "hangs", and the longest time in which it printed nothing. It hangs after so many
    seconds in all, or of silence."""
    started = heard = time.monotonic()
    seen, longest = 0, 0
    while True:
        try:
            return "passed" if process.wait(0.1) == 0 else "caught", max(longest, time.monotonic() - heard)
        except subprocess.TimeoutExpired:
            pass
        # By a descriptor's own place, which the test's writing does not move.
        new = os.pread(output.fileno(), 1 << 20, max(0, seen - len(FAILURE)))
        if FAILURE in new:
            return "caught", longest
        now, before = time.monotonic(), seen
        seen = max(0, seen - len(FAILURE)) + len(new)
        longest = max(longest, now - heard)
        if seen > before:
            heard = now
        if ending.is_set():
            raise SystemExit("ended")
        if now - started > patience or now - heard > silence:
            return "hangs", longest


def end(group, place):
    """Ends a test and what it left running: its group, and all that has its folder for temporary files."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
    for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if place.encode() in path.read_bytes():
                os.kill(int(path.parts[2]), signal.SIGKILL)


def run(batch, numbers=(), patience=900, silence=900, reach=None):
    """Runs a batch with mutants on, or notes in a file which mutants it comes by. Gives how it ended, the
    seconds, those of the longest silence, and what was printed."""
    # Without the mutant's number in an unmutated run: what that does not set, tests do not see.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("SPREADLAB_")}
    environment |= {"SPREADLAB_MUTANT": ",".join(map(str, numbers))} if numbers else {}
    environment |= {"SPREADLAB_REACH": reach} if reach else {}
    started = time.monotonic()
    place = tempfile.mkdtemp(prefix="spreadlab-mutant-")
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [word.replace("{place}", place) for word in command(batch)], cwd=COPY,
            env=environment | {"TMPDIR": place}, stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=lambda: limit(batch[0].name))
        try:
            ended, longest = how_it_ends(process, output, patience, silence)
        finally:
            end(process.pid, place)
            process.wait()
            shutil.rmtree(place, ignore_errors=True)
        output.seek(0)
        return ended, time.monotonic() - started, longest, output.read().decode(errors="replace")


def measure(unit):
    """A unit with how long it takes without a mutant and what it comes by. None if it does not pass,
    also without noting that: it shows nothing then."""
    with tempfile.NamedTemporaryFile() as reach:
        reach.truncate(1 << 16)
        ended, seconds, silence, _ = run([unit], reach=reach.name)
        reaches = frozenset(number for number, byte in enumerate(pathlib.Path(reach.name).read_bytes()) if byte)
    if ended != "passed":  # a busy machine may be late once
        ended, seconds, silence, text = run([unit])
    if ended != "passed":
        print(f"left out, {ended} without a mutant: {unit.name}\n{text[-2000:]}", flush=True)
        return None
    return dataclasses.replace(unit, seconds=seconds, silence=silence, reaches=reaches)


def measured():
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # The long ones, of which some take minutes, first.
        return [unit for unit in pool.map(measure, reversed(units())) if unit]


def batches(units, first, longest):
    """The units in batches, what is short and comes by few mutants first; those of Swift together, the
    first for some seconds, then for twice as long each time."""
    found, swift, size = [], [], first
    for unit in sorted(units, key=lambda unit: unit.seconds * len(unit.reaches)):
        if not unit.is_swift:
            found.append([unit])
            continue
        swift.append(unit)
        if seconds(swift) > size:
            found.append(swift)
            swift, size = [], min(2 * size, longest)
    return found + [swift] * bool(swift)


def seconds(batch):
    return sum(unit.seconds for unit in batch)


def failing(batch, text):
    """What failed of a batch, as a smaller one where the output names a test. Only tests of Swift and of the browser
    can be run one by one."""
    if not batch[0].is_swift and not batch[0].name.startswith("browser."):
        return batch
    if test := re.search(r"^FAILED .*?(::.+?)(?: - |$)", text, re.MULTILINE):
        *words, path = batch[0].words
        return [dataclasses.replace(batch[0], words=[*words, path.partition("::")[0] + test[1]])]
    # A test that has a title is called by it, and then by its function.
    test = re.search(r"(\w+)\([^()]*\)(?:'\))? recorded an issue", text)
    return [unit for unit in batch if test and unit.name.endswith(f"/{test[1]}")] or batch


def try_out(batch, numbers):
    """How a batch ends with these mutants on, what noticed them, and that as a batch. What fails only once, the
    machine may have failed; and where the tests take as long without a mutant now, nothing hangs."""
    patience, silence = 15 + 5 * seconds(batch), 15 + 5 * max(unit.silence for unit in batch)
    ended, *_, text = run(batch, numbers, patience, silence)
    if ended == "hangs" and len(numbers) == 1:
        _, now, longest, _ = run(batch)
        if 3 * now > patience or 3 * longest > silence:
            ended, *_, text = run(batch, numbers, 15 + 5 * now, 15 + 5 * longest)
    failed = failing(batch, text) if ended == "caught" else batch
    if ended == "caught" and len(numbers) == 1 and run(failed, numbers, patience, silence)[0] == "passed":
        print(f"failed once, and passed then: {failed[0].name} with mutant {numbers}", flush=True)
        ended = "passed"
    test = re.search(r"Test \"?(.*?)\"? (?:\(aka '.*?'\) )?recorded an issue", text)
    return ended, f"{batch[0].name.partition('.')[0]}: {test[1]}" if test else batch[0].name, failed
