"""The program's statistics for any data: `compare` and `fit`."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pandas as pd

from spreadlab import _program
from spreadlab._csv import read_csv
from spreadlab.results import Results

Data = pd.DataFrame | Results | str | os.PathLike[str]
# Of the types that the program prints; whole numbers are recognized.
TYPES = {"string": "string", "number": "float64"}


def compare(
    data: Data, *, by: str, response: str | None = None, pair: str | None = None, event: str | None = None,
    reference: object = None, margin: float | None = None, test: str | None = None,
    estimate: str | None = None, correction: str | None = None, confidence: float | None = None,
    pooled: bool = False, decimal_comma: bool = False,
) -> pd.DataFrame:
    """Compares groups of values, pair by pair: the rows of comparisons.csv.

    `data` is a data frame, a CSV file, or results; of results, `by` is a factor and `response` a
    response (by default each of the study's main responses), and replicates are paired where random
    numbers are common. Values of a data frame that are true or false count as 1 and 0, but in the
    columns `by` and `pair`. `spreadlab compare --help` says what the options mean.

    Warns with Note, as where rows are left out. Raises Mistake where a column is missing or does
    not fit.
    """
    if isinstance(data, pd.DataFrame) and reference is not None:
        reference = _label(data, by, reference)
    with as_file(data, labels=(by, pair)) as source:
        ended = _program.run([
            "compare", source, "--types", f"--by={by}", *_program.option("response", response),
            *_program.option("pair", pair), *_program.option("event", event),
            *([] if reference is None else [f"--reference={reference}"]),
            *_program.option("margin", margin),
            *_program.option("test", test), *_program.option("estimate", estimate),
            *_program.option("correction", correction),
            *_program.option("confidence", confidence),
            *_program.flag("pooled", pooled),
            *_program.flag("decimal-comma", decimal_comma)])
    _program.warn(ended.notes)
    return _frame(ended.output)


def fit(
    data: Data, *, x: str | None = None, y: str | None = None,
    weight: str | None = None, model: str | None = None, start: Mapping[str, float] | None = None,
    to: str | None = None, point: int | None = None, confidence: float | None = None,
    trials: str | None = None, levels: float | Sequence[float] | None = None,
    floor: bool = False, plateau: bool = False, decimal_comma: bool = False,
) -> pd.DataFrame:
    """Fits a growth model or a dose-response curve (`model` logit, probit or cloglog): the rows of
    fits.csv or dose_responses.csv.

    `data` is a data frame or a CSV file with the columns `x` and `y`, or results. `spreadlab fit
    --help` lists the models and says what the options mean.

    Warns with Note, as where rows are left out. Raises Mistake where a column is missing or does
    not fit.
    """
    starting = ",".join(f"{name}={float(value)!r}" for name, value in (start or {}).items())
    asked = pd.Series([] if levels is None else levels, dtype=float)  # one level, or several
    wanted = ",".join(repr(level) for level in asked.tolist())
    with as_file(data) as source:
        ended = _program.run([
            "fit", source, "--types", *_program.option("x", x), *_program.option("y", y),
            *_program.option("weight", weight), *_program.option("model", model),
            *_program.option("start", starting or None), *_program.option("to", to),
            *_program.option("point", point), *_program.option("confidence", confidence),
            *_program.option("trials", trials), *_program.option("levels", wanted or None),
            *_program.flag("floor", floor), *_program.flag("plateau", plateau),
            *_program.flag("decimal-comma", decimal_comma)])
    _program.warn(ended.notes)
    return _frame(ended.output)


@contextmanager
def as_file(data: Data, labels: Sequence[object] = ()) -> Iterator[str]:
    """Where the program reads data: a folder of results, or a CSV file.

    - labels: the columns of a data frame whose values are names, also if they are true and false.
    """
    if isinstance(data, Results):
        yield _program.path(data.folder)
    elif isinstance(data, pd.DataFrame):
        called = "the data frame (as CSV)"
        with _program.temporary_file("data.csv", _as_csv(data, labels), called) as file:
            yield file
    elif isinstance(data, (str, os.PathLike)):
        yield _program.path(data)
    else:
        raise _program.Mistake(
            f"the data are a {type(data).__name__}; give a data frame of pandas, results, or the path "
            "of a CSV file", 2, "wrong_type")


def _as_csv(data: pd.DataFrame, labels: Sequence[object]) -> str:
    """A data frame as CSV. Names and words are in quotes, which keep their blanks and separators."""
    columns = [_written(data.iloc[:, index], name in labels) for index, name in enumerate(data.columns)]
    frame = pd.concat(columns, axis=1) if columns else data
    return frame.to_csv(index=False, quoting=csv.QUOTE_NONNUMERIC)


def _written(column: pd.Series[Any], is_label: bool) -> pd.Series[Any]:
    """A column as it is written: with 1 and 0 for true and false, also of objects with missing values
    among them, unless they are labels; short floats as the doubles of their digits, 0.1 and not
    0.10000000149011612."""
    if column.dtype in ("float16", "float32"):
        return column.astype(str).astype("float64")
    if is_label or pd.api.types.infer_dtype(column, skipna=True) != "boolean":
        return column
    return column.astype("boolean").astype("Int64")


def _label(data: pd.DataFrame, by: str, value: object) -> str:
    """A value of the column `by` as the file of the data frame has it."""
    found = data.loc[data[by] == value, [by]].iloc[:1] if by in data else data.iloc[:0]
    rows = list(csv.reader(io.StringIO(_as_csv(found, labels=(by,)))))
    return rows[1][0] if len(rows) > 1 else str(value)


def _frame(output: str) -> pd.DataFrame:
    header, kinds, rows = output.split("\n", 2)
    types = zip(header.split(","), kinds.split(","))
    return read_csv(
        io.StringIO(f"{header}\n{rows}"),
        {name: TYPES[kind] for name, kind in types if kind in TYPES})
