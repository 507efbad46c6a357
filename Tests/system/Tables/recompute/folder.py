"""A results folder as text: its study, and the cells of its tables."""

import csv
import gzip
import io
import json
from dataclasses import dataclass, field
from pathlib import Path

from .study_file import Study

TABLES = [
    "points", "runs", "curves", "maps", "transmissions", "reproduction", "summary", "summary_given", "curve_summary",
    "curve_summary_given", "fits", "comparisons", "averted",
    "sensitivity", "dose_responses", "timings", "thresholds", "selection"]


@dataclass
class Cells:
    """A table's header and rows, every cell a text."""

    columns: list
    rows: list

    def column(self, name):
        place = self.columns.index(name)
        return [row[place] for row in self.rows]

    def records(self):
        return [dict(zip(self.columns, row)) for row in self.rows]


def read_cells(data):
    """The cells of a CSV file's bytes, by RFC 4180; quotes stand only where a cell needs them."""
    text = data.decode("utf-8")
    if not text.endswith("\n") or "\r" in text or text.startswith("\ufeff"):
        raise ValueError("not the CSV that is promised")
    if '"' not in text:
        rows = [line.split(",") for line in text[:-1].split("\n")]
        return Cells(rows[0], rows[1:])
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    again = io.StringIO(newline="")
    csv.writer(again, lineterminator="\n").writerows(rows)
    if again.getvalue() != text:
        raise ValueError("not the CSV that is promised: quotes that no cell needs")
    return Cells(rows[0], rows[1:])


@dataclass
class Folder:
    """What a folder holds. `failed` are the runs that failed, as (point, replicate); `full` is the folder of
    the same study that keeps all curves, maps and transmissions, where this one does not."""

    study: Study
    tables: dict
    documents: dict = field(default_factory=dict)
    failed: frozenset = frozenset()
    files: dict = field(default_factory=dict)
    full: "Folder" = None

    @classmethod
    def read(cls, place, full=None):
        place = Path(place)
        files = {path.name: path.read_bytes() for path in place.iterdir() if path.is_file()}
        tables = {}
        for name, data in files.items():
            if name.endswith(".csv"):
                tables[name[:-4]] = read_cells(data)
            elif name.endswith(".csv.gz"):
                tables[name[:-7]] = read_cells(gzip.decompress(data))
        documents = {
            name: json.loads(files[name]) for name in ("manifest.json", "datapackage.json")}
        failed = frozenset(
            (int(row["point"]), int(row["replicate"])) for row in tables["runs"].records()
            if row["status"] == "failed")
        study = Study(files["study.json"].decode())
        return cls(study, tables, documents, failed, files, full)
