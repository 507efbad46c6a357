"""Results folders: every table as a data frame."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from spreadlab import _program
from spreadlab._csv import read_csv
from spreadlab.plots import Plots

if TYPE_CHECKING:
    import polars


class Results:
    """A results folder. Tables are read when they are first asked for.

    Every table of the folder is an attribute with its name: `results.runs` is runs.csv. Columns
    have the types of datapackage.json, which `results.columns("runs")` explains: whole numbers are
    Int64 where a value may be missing and int64 elsewhere, words are strings.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        # It is away for the moment in which tables change places: without it some may be older than
        # others.
        for _ in range(20):
            if ((self.folder / "manifest.json").is_file()
                    or not (self.folder / "datapackage.json").is_file()):
                break
            time.sleep(0.05)
        if not (self.folder / "manifest.json").is_file():
            raise FileNotFoundError(
                f"{self.folder} holds no finished results: manifest.json is missing; run the "
                "study, name the folder it was run into, or write the tables again with "
                "'spreadlab analyze'")

    def __repr__(self) -> str:
        return f"Results({str(self.folder)!r})"

    @cached_property
    def _package(self) -> dict[str, dict[str, Any]]:
        data = json.loads((self.folder / "datapackage.json").read_text(encoding="utf-8"))
        return {resource["name"]: resource for resource in data["resources"]}

    @cached_property
    def _read(self) -> dict[str, pd.DataFrame]:
        return {}

    @property
    def tables(self) -> list[str]:
        """The names of the tables."""
        return list(self._package)

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Versions, seed, host, times and the SHA-256 of every file."""
        loaded: dict[str, Any] = json.loads(
            (self.folder / "manifest.json").read_text(encoding="utf-8"))
        return loaded

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._package]

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.table(name)

    def table(self, name: str) -> pd.DataFrame:
        """A table by its name. The same frame every time: copy it before you change it.

        Raises AttributeError, which names the tables there are.
        """
        if name not in self._read:
            path, fields = self._resource(name)
            self._read[name] = read_csv(
                path, {field["name"]: _dtype(field) for field in fields})
        return self._read[name]

    def polars(self, name: str) -> polars.DataFrame:
        """A table by its name, for polars."""
        import polars

        kinds = {"integer": polars.Int64, "number": polars.Float64, "string": polars.String}
        path, fields = self._resource(name)
        return polars.read_csv(
            path, schema={field["name"]: kinds[field["type"]] for field in fields},
            null_values=[""])

    def columns(self, name: str) -> pd.DataFrame:
        """What the columns of a table mean: a row per column with type, unit and description."""
        _, fields = self._resource(name)
        rows = [[field["name"], field["type"], field.get("unit"), field["description"]]
                for field in fields]
        return pd.DataFrame(rows, columns=["column", "type", "unit", "description"]).set_index(
            "column")

    def _resource(self, name: str) -> tuple[Path, list[dict[str, Any]]]:
        if name not in self._package:
            raise AttributeError(f"there is no table {name!r}; there are {', '.join(self.tables)}")
        resource = self._package[name]
        return self.folder / resource["path"], resource["schema"]["fields"]

    def to_parquet(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Writes every table as a Parquet file (pyarrow) and returns their paths."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        written = []
        for name in self.tables:
            written.append(place / f"{name}.parquet")
            self.table(name).to_parquet(written[-1], engine="pyarrow", index=False)
        return written

    @property
    def plot(self) -> Plots:
        """Pictures of the tables, by matplotlib."""
        return Plots(self)

    def report(
        self, responses: str | Sequence[str] | None = None, panels: int | None = None,
    ) -> Path:
        """Writes report.html, one page of pictures, words and numbers, and returns its path.

        Arguments:
            responses: those that are reported and drawn; without them, the one the study is about.
            panels: the most in one picture, 1 to 48.

        Warns with Note, as where gnuplot is missing and the page has no pictures.
        """
        named = [responses] if isinstance(responses, str) else responses
        ended = _program.run([
            "report", _program.path(self.folder), "--json",
            *_program.option("responses", None if named is None else ",".join(named)),
            *_program.option("panels", panels)])
        _program.warn(ended.notes)
        return self.folder / "report.html"

    def verify(self, sample: int | None = None) -> dict[str, Any]:
        """Checks every stored block and file, and repeats a random sample of runs.

        Raises ProgramError with what is wrong, if something is.
        """
        ended = _program.run(
            ["verify", _program.path(self.folder), "--json", *_program.option("sample", sample)])
        found: dict[str, Any] = json.loads(ended.output)
        return found


def _dtype(field: dict[str, Any]) -> str:
    is_required = field.get("constraints", {}).get("required", False)
    return {"integer": "int64" if is_required else "Int64", "number": "float64",
            "string": "string"}[field["type"]]
