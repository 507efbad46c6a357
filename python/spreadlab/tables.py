"""The program's statistics for any data: `compare` and `fit`."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import pandas as pd

from spreadlab import _program
from spreadlab._csv import read_csv
from spreadlab.results import Results

Data = pd.DataFrame | Results | str | os.PathLike[str]
# Of the types that the program prints; whole numbers are recognized.
TYPES = {"string": "string", "number": "float64"}


def compare(
    data: Data, *, by: str, response: str, pair: str | None = None, event: str | None = None,
    reference: object = None, margin: float | None = None, test: str | None = None,
    estimate: str | None = None, correction: str | None = None, confidence: float | None = None,
    ignore_censored: bool = False, pooled: bool = False, decimal_comma: bool = False,
) -> pd.DataFrame:
    """Compares groups of values, pair by pair: the rows of comparisons.csv.

    `data` is a data frame, a CSV file, or results; of results, `by` is a factor and `response` a
    response, and replicates are paired where random numbers are common. `spreadlab compare --help`
    says what the options mean.

    Raises Mistake where a column is missing or does not fit.
    """
    with as_file(data) as source:
        _, output = _program.run([
            "compare", source, "--types", f"--by={by}", f"--response={response}",
            *_program.option("pair", pair), *_program.option("event", event),
            *_program.option("reference", reference), *_program.option("margin", margin),
            *_program.option("test", test), *_program.option("estimate", estimate),
            *_program.option("correction", correction),
            *_program.option("confidence", confidence),
            *_program.option("ignore-censored", ignore_censored),
            *_program.option("pooled", pooled),
            *_program.option("decimal-comma", decimal_comma)])
    return _frame(output)


def fit(
    data: Data, *, x: str | None = None, y: str | None = None,
    weight: str | None = None, model: str | None = None, start: Mapping[str, float] | None = None,
    to: str | None = None, point: int | None = None, confidence: float | None = None,
    trials: str | None = None, levels: Sequence[float] | None = None,
    decimal_comma: bool = False,
) -> pd.DataFrame:
    """Fits a growth model or a dose-response curve (`model` logit, probit or cloglog): the rows of
    fits.csv or dose_responses.csv.

    `data` is a data frame or a CSV file with the columns `x` and `y`, or results. `spreadlab fit
    --help` lists the models and says what the options mean.

    Raises Mistake where a column is missing or does not fit.
    """
    starting = ",".join(f"{name}={value!r}" for name, value in (start or {}).items())
    wanted = ",".join(repr(float(level)) for level in levels or [])
    with as_file(data) as source:
        _, output = _program.run([
            "fit", source, "--types", *_program.option("x", x), *_program.option("y", y),
            *_program.option("weight", weight), *_program.option("model", model),
            *_program.option("start", starting or None), *_program.option("to", to),
            *_program.option("point", point), *_program.option("confidence", confidence),
            *_program.option("trials", trials), *_program.option("levels", wanted or None),
            *_program.option("decimal-comma", decimal_comma)])
    return _frame(output)


@contextmanager
def as_file(data: Data) -> Iterator[str]:
    """Where the program reads data: a folder of results, or a CSV file."""
    if isinstance(data, Results):
        yield str(data.folder)
    elif isinstance(data, pd.DataFrame):
        with _program.temporary_file("data.csv", data.to_csv(index=False)) as file:
            yield file
    else:
        yield os.fspath(data)


def _frame(output: str) -> pd.DataFrame:
    header, kinds, rows = output.split("\n", 2)
    types = zip(header.split(","), kinds.split(","))
    return read_csv(
        io.StringIO(f"{header}\n{rows}"),
        {name: TYPES[kind] for name, kind in types if kind in TYPES})
