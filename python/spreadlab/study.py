"""Studies: built from arguments or read from a file, checked, and run."""

from __future__ import annotations

import json
import os
import shutil
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
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
    mappings. numpy's numbers and arrays are allowed wherever a file has numbers and lists.
    """

    def __init__(self, study: str, **keys: Any) -> None:
        self._file: Path | None = None
        self._keys: dict[str, Any] = _plain({"spreadlab": 1, "study": study, **keys})

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
        if self._file is None:
            return str(self._keys["study"])
        try:
            return str(json.loads(self._file.read_text(encoding="utf-8"))["study"])
        except (ValueError, KeyError, TypeError):  # the program says what is wrong with it
            return self._file.stem

    def to_json(self) -> str:
        """The study as a study file has it."""
        if self._file is not None:
            return self._file.read_text(encoding="utf-8")
        return json.dumps(self._keys, indent=2, ensure_ascii=False) + "\n"

    def check(self, *, settings: Mapping[str, Any] | None = None) -> Estimate:
        """Validates the study, and says what it would take; writes nothing.

        `settings` are values in place of the study's, by their path: `{"model.boundary": "torus"}`.

        Raises Mistake with all mistakes of the study, each with its line and place.
        """
        with self._as_file() as file:
            _, output = _program.run(["check", file, "--json", *_set(settings)])
        found = json.loads(output)
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
        part; `progress` and `time_limit` have no effect then.

        Warns with RunsFailed if some runs failed. Raises Mistake where the study is wrong, and
        ProgramError where the folder belongs to another study or the machine is not up to it.
        """
        place = Path(folder) if folder is not None else Path("results") / self._name
        options = [
            *_set(settings), *_program.option("threads", threads), *_program.option("seed", seed),
            *_program.option("max-runs", max_runs), *_program.option("max-memory", max_memory)]
        if map is not None:
            _make_rounds(self, place.resolve(), map, parts, options)
        with self._as_file() as file:
            code, _ = _make(
                "run", file, place, progress,
                [*options, *_program.option("time-limit", time_limit)])
        return _results(place, code)

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
        prior, with RunsFailed if some runs failed. Raises as `run` does.
        """
        place = Path(
            folder if folder is not None else f"results/{self._name}-calibration")
        with self._as_file() as file, as_file(data) as observed:
            code, output = _make(
                "calibrate", file, place, progress,
                [f"--to={observed}", *_set(settings), *_program.option("draws", draws),
                 *_program.option("tolerance", tolerance),
                 *_program.option("acceptance", acceptance),
                 *_program.option("max-runs", max_runs),
                 *_program.option("decimal-comma", decimal_comma),
                 *_program.option("threads", threads), *_program.option("seed", seed),
                 *_program.option("time-limit", time_limit)])
        for note in json.loads(output)["notes"]:
            if note["code"] in _program.CALIBRATION_NOTES:
                warnings.warn(note["message"], _program.CalibrationWarning, stacklevel=2)
        return _results(place, code)

    @contextmanager
    def _as_file(self) -> Iterator[str]:
        if self._file is not None:
            yield str(self._file)
            return
        with _program.temporary_file("study.json", self.to_json()) as file:
            yield file


def _make(
    command: str, file: str, place: Path, progress: bool, options: Sequence[str],
) -> tuple[int, str]:
    """Has a command make the runs of a folder; its exit code and what it wrote."""
    bar = Progress(place) if progress else None
    return _program.run(
        [command, file, f"--output={place}", "--json", *options], watch=bar and bar.watch,
        accepted=(0, _program.ALL_RUNS_BUT_FAILED_ONES))


def _make_part(words: Sequence[str]) -> None:
    """On a worker: makes one part of a round."""
    _program.run([*words, "--json"], accepted=(0, _program.ALL_RUNS_BUT_FAILED_ONES))


def _make_rounds(
    study: Study, place: Path, map: Callable[..., Iterable[Any]], parts: int, options: list[str],
) -> None:
    """Makes all rounds of a study in parts, which lie beside its folder until they are merged."""
    work = place.with_name(place.name + "-parts")
    work.mkdir(parents=True, exist_ok=True)
    file = work / "study.json"
    if study._file is None:
        file.write_text(study.to_json(), encoding="utf-8")
    else:
        file = study._file.resolve()
    done, number = False, 1
    source: list[str] = []
    if (place / ".store").exists():
        done, number, source = _next(place)
    while not done:
        folders = [work / f"{number}" / f"{part}" for part in range(1, parts + 1)]
        made = map(_make_part, [
            ["run", str(file), f"--shard={part}/{parts}", *source, f"--output={folder}", *options]
            for part, folder in enumerate(folders, 1)])
        for one in made:
            if hasattr(one, "result"):  # a future
                one.result()
        _program.run(["merge", *[str(folder) for folder in folders], f"--output={place}", "--json"])
        done, number, source = _next(place)
    shutil.rmtree(work)


def _next(place: Path) -> tuple[bool, int, list[str]]:
    """Whether a study is done, and else its next round with the options of its parts."""
    _, output = _program.run(["next", str(place), "--json"])
    found = json.loads(output)
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


def _set(settings: Mapping[str, Any] | None) -> list[str]:
    return [
        f"--set={path}={value if isinstance(value, str) else json.dumps(_plain(value))}"
        for path, value in (settings or {}).items()]


def _plain(value: Any) -> Any:
    """Python's own numbers, lists and dictionaries for those of numpy and pandas."""
    if isinstance(value, Mapping):
        return {
            # Files of a study stand beside it; those of a study without a file beside the caller.
            key: os.path.abspath(item) if key == "file" else _plain(item)
            for key, item in value.items()}
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, (list, tuple, range)):
        return [_plain(item) for item in value]
    return os.fspath(value) if isinstance(value, os.PathLike) else value
