"""Finding and running the program."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

ALL_RUNS_BUT_FAILED_ONES = 3
TIME_IS_UP = 75
# What a CalibrationWarning tells of.
CALIBRATION_NOTES = ("no_posterior", "prior_is_posterior", "prior_misses_data", "few_draws")
# What messages call files of one call, by their paths: nobody can look into them later.
_called: dict[str, str] = {}


class ProgramError(Exception):
    """What the program said when it could not do what it was asked.

    `str(error)` is its message, which names file, line, place and remedy; `exit_code` and `code`,
    such as "unknown_key", are of the tables in docs/commands.md.
    """

    def __init__(self, message: str, exit_code: int, code: str = "internal_error") -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        """How another process, such as a worker, hands it over: with all of its arguments."""
        return type(self), (str(self), self.exit_code, self.code)


class Mistake(ProgramError):
    """Something in the study, the data or the options is wrong. Nothing was written."""


class Stopped(ProgramError):
    """The time limit was reached. The same call continues where this one stopped."""


class RunsFailed(UserWarning):
    """Some runs failed. All others are complete, and the tables are those of all others."""


class Note(UserWarning):
    """A note of the program: what may not be as expected, such as rows that were left out.

    `code`, such as "rows_left_out", is of the table in docs/commands.md.
    """

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.code)


class CalibrationWarning(Note):
    """The data do not constrain a parameter, the prior does not cover them, or the draws are few."""


class Ended(NamedTuple):
    """A call of the program that was successful."""

    code: int
    #: What it wrote to standard output.
    output: str
    notes: list[Note]


def find() -> str:
    """The program's path."""
    own = Path(__file__).parent / "program" / "spreadlab"
    path = str(own) if own.is_file() else os.environ.get("SPREADLAB") or shutil.which("spreadlab")
    if not path:
        raise FileNotFoundError(
            "the program spreadlab was not found: install the wheel that contains it, set the "
            "environment variable SPREADLAB to its path, or put it on the PATH")
    return path


def main() -> NoReturn:
    """The command `spreadlab` of an installed wheel: the program in place of this process."""
    path = find()
    os.execv(path, [path, *sys.argv[1:]])


def run(
    words: Sequence[str], *, accepted: Sequence[int] = (0,), watch: Any = None,
) -> Ended:
    """Runs the program and returns its exit code, its output and its notes.
    A KeyboardInterrupt is passed on to the program, which stops cleanly, and then raised: the
    program runs apart from the terminal's signals, so that a notebook's interrupt and Ctrl-C do
    the same.

    `watch` is called about twice a second with no arguments, and once at the end.

    Raises Mistake, Stopped or another ProgramError unless the exit code is one of `accepted`.
    """
    process = subprocess.Popen(
        [find(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="backslashreplace",
        start_new_session=True,
        # Messages name arguments then, not options of a command line.
        env={**os.environ, "SPREADLAB_WORDS": "arguments"})
    ended = threading.Event()
    watcher = threading.Thread(target=_watch, args=(watch, ended)) if watch else None
    if watcher:
        watcher.start()
    try:
        output, messages = _communicate(process)
    finally:
        ended.set()
        if watcher:
            watcher.join()
    code = process.returncode
    for file, called in list(_called.items()):
        output, messages = output.replace(file, called), messages.replace(file, called)
    if code in accepted:
        return Ended(code, output, _notes(output if "--json" in words else None, messages))
    raise _failure(messages, code)


def warn(notes: Sequence[Note]) -> None:
    """Passes notes on to whoever called the function of the module that calls this."""
    for note in notes:
        warnings.warn(note, stacklevel=3)


def _notes(found: str | None, messages: str) -> list[Note]:
    """The notes of an outcome in JSON, or without one those among the messages."""
    if found is None:
        texts = re.findall(r"^note: (.*?) \[([a-z_]+)\]$", messages, re.MULTILINE | re.DOTALL)
    else:
        texts = [(": ".join(filter(None, (note["path"], note["message"]))), note["code"])
                 for note in json.loads(found).get("notes", [])]
    return [(CalibrationWarning if code in CALIBRATION_NOTES else Note)(text, code)
            for text, code in texts]


@contextmanager
def temporary_file(name: str, text: str, called: str) -> Iterator[str]:
    """A file for one call of the program, and its path. Messages call it `called`."""
    with tempfile.TemporaryDirectory(prefix="spreadlab-") as place:
        file = Path(place) / name
        file.write_text(text, encoding="utf-8")
        _called[str(file)] = called
        try:
            yield str(file)
        finally:
            del _called[str(file)]


def _communicate(process: subprocess.Popen[str]) -> tuple[str, str]:
    try:
        return process.communicate()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        process.communicate()
        raise


def _watch(watch: Any, ended: threading.Event) -> None:
    while not ended.wait(0.5):
        watch()
    watch()


def _failure(messages: str, exit_code: int) -> ProgramError:
    """What the program said of its failure."""
    kind = {2: Mistake, TIME_IS_UP: Stopped}.get(exit_code, ProgramError)
    try:
        said = json.loads(messages)
        message = "\n".join(text for text in (said["message"], said["advice"]) if text)
        return kind(message, exit_code, said["code"])
    except (ValueError, KeyError, TypeError):  # in words, as of a command that prints a table
        code = re.search(r"error\[([a-z_]+)\]", messages)
        return kind(
            messages.strip() or f"spreadlab ended with code {exit_code}", exit_code,
            code[1] if code else "internal_error")


def path(value: str | os.PathLike[str]) -> str:
    """A path as a word of a command, also one that looks like an option."""
    text = os.fsdecode(value)
    return f"./{text}" if text.startswith("-") else text


def option(name: str, value: object) -> list[str]:
    """`--name=value` as words of a command; nothing for None."""
    if value is None:
        return []
    plain = value.tolist() if hasattr(value, "tolist") else value  # of numpy's numbers
    if isinstance(plain, bool) or isinstance(plain, float) and not math.isfinite(plain):
        argument = name.replace("-", "_")
        raise Mistake(f"{argument} is {plain}; give a number or a name", 2, "wrong_type")
    if isinstance(plain, float) and plain.is_integer():
        plain = int(plain)
    return [f"--{name}={plain}"]


def flag(name: str, is_on: object) -> list[str]:
    """`--name` as words of a command where it is on."""
    return [f"--{name}"] if is_on else []
