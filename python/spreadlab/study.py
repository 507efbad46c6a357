"""Studies: built from arguments or read from a file, checked, and run."""

from __future__ import annotations

import decimal
import hashlib
import json
import math
import numbers
import os
import re
import shutil
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from spreadlab import _program
from spreadlab._progress import Progress
from spreadlab.results import Results
from spreadlab.tables import as_file

Pathname = str | os.PathLike[str]


@dataclass(frozen=True)
class Estimate:
    """What a study would take."""

    points: int
    runs: int
    #: Expected runs; differs from `runs`, the most there may be, where precision decides.
    expected_runs: int
    threads: int
    #: Expected wall-clock time, in seconds.
    seconds: float
    memory_bytes: float
    disk_bytes: float
    #: Each with `code`, `path` and `message` (docs/study-files.md, "Notes").
    notes: tuple[dict[str, str], ...]


class Study:
    """A study, from its keys or from a file.

    >>> Study("first", seed=1, model={"group_size": 100}, replicates=100)
    >>> Study.read("studies/quickstart.json")

    The keyword arguments are the keys of a study file (docs/study-files.md); nested ones are
    mappings. Numbers and arrays of numpy and pandas are allowed wherever a file has numbers and
    lists. Files that `contacts`, `groups` and `orders` name are looked for from the working directory.

    Raises Mistake where a value is nothing that a study file may hold.
    """

    def __init__(self, study: str, **keys: Any) -> None:
        self._file: Path | None = None
        self._keys: dict[str, Any] = _plain({"spreadlab": 1, "study": study, **keys}, "$")
        for section in _WITH_FILES & self._keys.keys():
            self._keys[section] = _with_files(self._keys[section])

    @classmethod
    def read(cls, file: Pathname) -> Study:
        """The study of a file, which is left to the program to judge."""
        new = cls.__new__(cls)
        new._file = Path(file)
        new._keys = {}
        return new

    def __repr__(self) -> str:
        return f"Study({self._name!r})" if self._file is None else f"Study.read({str(self._file)!r})"

    @property
    def _name(self) -> str:
        """As the folder of its results is called, unless another name is set."""
        if self._file is None:
            return str(self._keys["study"])
        try:
            return str(json.loads(self._file.read_text(encoding="utf-8"))["study"])
        except (OSError, ValueError, KeyError, TypeError):  # the program says what is wrong with it
            return self._file.stem

    def to_json(self) -> str:
        """The study as a study file has it."""
        if self._file is not None:
            return self._file.read_text(encoding="utf-8")
        return json.dumps(self._keys, indent=2, ensure_ascii=False) + "\n"

    def check(self, *, settings: Mapping[str, Any] | None = None) -> Estimate:
        """Validates the study, and says what it would take; writes nothing.

        `settings` are values in place of the study's, by their path: `{"model.boundary": "torus"}`.
        A string stays one, also where it looks like a number.

        Raises Mistake with all mistakes of the study, each with its line and place.
        """
        with self._as_file() as file:
            ended = _program.run(["check", file, "--json", *self._set(settings)])
        found = json.loads(ended.output)
        return Estimate(
            points=found["points"], runs=found["runs"], expected_runs=found["expected_runs"],
            threads=found["threads"], seconds=found["seconds"],
            memory_bytes=found["memory_bytes"], disk_bytes=found["disk_bytes"],
            notes=tuple(found["notes"]))

    def run(
        self, folder: Pathname | None = None, *, progress: bool = False, threads: int | None = None,
        seed: int | None = None, settings: Mapping[str, Any] | None = None,
        time_limit: str | None = None, max_runs: int | None = None, max_memory: str | None = None,
        map: Callable[..., Iterable[Any]] | None = None, parts: int = 1,
    ) -> Results:
        """Runs the study, or what is missing of it, and returns its results.

        `folder` is `results/NAME` unless it is given. `progress` shows a bar in terminals and
        notebooks. `time_limit`, such as "55m", raises Stopped when it is reached; the same call
        continues then, as it does after Ctrl-C, a crash or a full disk.

        With `map`, such as `client.map` of dask.distributed or the `map` of an executor of
        concurrent.futures, every round of the study is made in up to `parts` parts, by one call of a
        function for each; its workers must see `folder` by the same path. `threads` are those of a
        part; `progress` and `time_limit` have no effect then. Parts lie in `folder`/cluster until
        they are merged.

        Warns with the program's notes (Note), and with RunsFailed if some runs failed. Raises
        Mistake where the study is wrong, and ProgramError where the folder belongs to another study or the machine is not up to it.
        """
        place = self._folder(folder, settings, "")
        options = [
            *self._set(settings), *_program.option("threads", threads), *_program.option("seed", seed),
            *_program.option("max-runs", max_runs), *_program.option("max-memory", max_memory)]
        if map is not None:
            _program.warn(_make_rounds(self, place.resolve(), map, parts, options))
        with self._as_file() as file:
            ended = _make(
                "run", file, place, progress,
                [*options, *_program.option("time-limit", time_limit)])
        _program.warn(ended.notes)
        return _results(place, ended.code)

    def calibrate(
        self, data: pd.DataFrame | Pathname, folder: Pathname | None = None, *, draws: int | None = None,
        tolerance: float | None = None, acceptance: float | None = None,
        max_runs: int | None = None, decimal_comma: bool = False, progress: bool = False,
        threads: int | None = None, seed: int | None = None,
        settings: Mapping[str, Any] | None = None, time_limit: str | None = None,
    ) -> Results:
        """Finds the values of the factors that explain data: `results.posterior` has weighted
        draws, `.posterior_summary` a row per parameter, `.posterior_predictive` runs beside the
        data, `.generations` how the search went.

        `from` and `to` of each factor are its prior. `data` is a data frame or a CSV file with the
        columns `step` and columns of a curve, or `response` and `value`; and `replicate`, if several
        runs were observed. `folder` is `results/NAME-calibration` unless it is given. The other
        arguments are the options of `spreadlab calibrate --help`, and those of `run`; the same call
        continues where it stopped.

        Warns with CalibrationWarning where the data do not constrain a parameter or lie beyond the
        prior, else as `run` does, and raises as it does.
        """
        place = self._folder(folder, settings, "-calibration")
        with self._as_file() as file, as_file(data) as observed:
            ended = _make(
                "calibrate", file, place, progress,
                [f"--to={observed}", *self._set(settings), *_program.option("draws", draws),
                 *_program.option("tolerance", tolerance),
                 *_program.option("acceptance", acceptance),
                 *_program.option("max-runs", max_runs),
                 *_program.flag("decimal-comma", decimal_comma),
                 *_program.option("threads", threads), *_program.option("seed", seed),
                 *_program.option("time-limit", time_limit)])
        _program.warn(ended.notes)
        return _results(place, ended.code)

    @contextmanager
    def _as_file(self) -> Iterator[str]:
        if self._file is not None:
            yield _program.path(self._file)
            return
        called = f"{self!r}.to_json()"
        with _program.temporary_file("study.json", self.to_json(), called) as file:
            yield file

    def _folder(
        self, folder: Pathname | None, settings: Mapping[str, Any] | None, ending: str,
    ) -> Path:
        name = (settings or {}).get("study", self._name)
        return Path(folder) if folder is not None else Path("results") / f"{name}{ending}"

    def _set(self, settings: Mapping[str, Any] | None) -> list[str]:
        """Values in place of the study's, as words of a command."""
        words = []
        for path, value in (settings or {}).items():
            plain = _plain(value, f"$.{path}")
            # The keys of a path such as contacts.net.file or contacts['net'].file.
            keys = re.findall(r"[^][.'\"]+", path.removeprefix("$."))
            if self._file is None and keys[:1] and keys[0] in _WITH_FILES:
                plain = _with_files(plain, keys[-1])
            words.append(f"--set={path}={json.dumps(plain, ensure_ascii=False)}")
        return words


# The sections whose structures may name files.
_WITH_FILES = {"contacts", "groups", "orders"}


def _with_files(structures: Any, key: str = "") -> Any:
    """Structures of a section, or one value of them, with absolute paths: the file of a study names files
    beside it; a study without one, beside the caller."""
    if isinstance(structures, dict):
        return {name: _with_files(value, name) for name, value in structures.items()}
    return os.path.abspath(structures) if key == "file" and isinstance(structures, str) else structures


def _make(
    command: str, file: str, place: Path, progress: bool, options: Sequence[str],
) -> _program.Ended:
    """Has a command make the runs of a folder."""
    bar = Progress(place) if progress else None
    return _program.run(
        [command, file, f"--output={place}", "--json", *options], watch=bar and bar.watch,
        accepted=(0, _program.ALL_RUNS_BUT_FAILED_ONES))


def _make_part(job: tuple[str, Sequence[str]]) -> None:
    """On a worker: makes one part of a round."""
    _program.run([*job[1], "--json"], accepted=(0, _program.ALL_RUNS_BUT_FAILED_ONES))


def _make_rounds(
    study: Study, place: Path, map: Callable[..., Iterable[Any]], parts: int, options: list[str],
) -> list[_program.Note]:
    """Makes all rounds of a study in parts, which lie in its folder until they are merged. Returns the
    notes of merging."""
    if parts < 1:
        raise _program.Mistake(f"parts={parts}: give a number from 1", 2, "bad_option")
    with study._as_file() as checked:  # before a folder is made
        _program.run(["check", checked, "--json", *(w for w in options if w.startswith("--set="))])
    notes: list[_program.Note] = []
    done, number = False, 1
    source: list[str] = []
    if (place / ".store").exists():
        done, number, source = _next(place)
    elif place.exists() and (not place.is_dir() or {file.name for file in place.iterdir()} - {"cluster"}):
        return notes  # not a folder of results, which the program refuses in words
    # Nobody else has this folder: another study, or an edited one, has another name for its own.
    settings = json.dumps([study.to_json(), options, int(parts)]).encode()
    work = place / "cluster" / f"parts-{hashlib.sha256(settings).hexdigest()[:16]}"
    # Dask takes two calls with equal arguments for one, also if that one failed.
    call = uuid.uuid4().hex
    while not done:
        work.mkdir(parents=True, exist_ok=True)
        file = work / "study.json" if study._file is None else study._file.resolve()
        if study._file is None:
            file.write_text(study.to_json(), encoding="utf-8")
        folders = [work / f"{number}" / f"{part}" for part in range(1, parts + 1)]
        made = map(_make_part, [
            (call, ["run", str(file), f"--shard={part}/{parts}", *source, f"--output={folder}", *options])
            for part, folder in enumerate(folders, 1)])
        for one in made:
            if hasattr(one, "result"):  # a future
                one.result()
        notes += _program.run(
            ["merge", *[str(folder) for folder in folders], f"--output={place}", "--json"]).notes
        done, number, source = _next(place)
    if work.exists():
        shutil.rmtree(work)
        with suppress(OSError):  # others keep something there
            work.parent.rmdir()
    return notes


def _next(place: Path) -> tuple[bool, int, list[str]]:
    """Whether a study is done, and else its next round with the options of its parts."""
    found = json.loads(_program.run(["next", str(place), "--json"]).output)
    if found["done"]:
        return True, 0, []
    return False, found["round"], [f"--from={place}", f"--round={found['round']}"]


def _results(place: Path, code: int) -> Results:
    results = Results(place)
    if code == _program.ALL_RUNS_BUT_FAILED_ONES:
        failed = results.manifest["counts"]["failed_runs"]
        warnings.warn(
            f"{failed} runs failed; the tables are those of all others. "
            f"results.runs names them: status is 'failed'", _program.RunsFailed, stacklevel=3)
    return results


def _plain(value: Any, where: str) -> Any:
    """What JSON has for a value of Python, numpy or pandas.

    Raises Mistake, which names the path `where`, if there is nothing.
    """
    for name in ("tolist", "to_list"):  # numpy and pandas, polars
        if hasattr(value, name):
            return _plain(getattr(value, name)(), where)
    if isinstance(value, Mapping):
        return {str(key): _plain(item, f"{where}.{key}") for key, item in value.items()}
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, (numbers.Real, decimal.Decimal)):
        number = float(value)
        if not math.isfinite(number):
            raise _program.Mistake(
                f'{where} is {number}; give a number, or the word of a key without an end, "forever" '
                'or "none"', 2, "wrong_type")
        return number
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return [_plain(item, f"{where}[{index}]") for index, item in enumerate(value)]
    raise _program.Mistake(
        f"{where} is a {type(value).__name__}; give a number, a string, a list or a dictionary", 2,
        "wrong_type")
