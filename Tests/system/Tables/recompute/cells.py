"""What a cell of a table has to be, and how a table is compared with it."""

import math
from dataclasses import dataclass
from decimal import Decimal

# Two right computations of one number differ by rounding only.
RELATIVE = 1e-9


@dataclass(frozen=True)
class Real:
    """A real number that must be met within `tolerance` (absolute)."""

    value: float
    tolerance: float

    def differs(self, seen):
        return abs(seen - self.value) > self.tolerance

    def __str__(self):
        return f"{self.value!r} within {self.tolerance:.2g}"


class SizeOnly(Real):
    """A number either sign of which is right."""

    def differs(self, seen):
        return super().differs(abs(seen))


@dataclass(frozen=True)
class Within:
    """A number that rests on random resamples: between what an independent resampling gives a few
    standard errors below and above the level asked for. `score` turns the number seen into
    standard errors, so that many cells together can be judged as well."""

    low: float
    high: float
    score: object = None

    def differs(self, seen):
        return not self.low <= seen <= self.high

    def __str__(self):
        return f"{self.low!r}...{self.high!r}"


@dataclass(frozen=True)
class OneOf:
    """A whole number or word that rests on chance: one of these."""

    values: list

    def __str__(self):
        return f"one of {self.values}"


class Measured:
    """A number that differs between sessions (processor time): only that it is one, not below 0."""

    def differs(self, seen):
        return seen < 0

    def __str__(self):
        return "a number from 0"


class Words:
    """A text for people: only that it is there."""

    def __str__(self):
        return "words"


def real(value, scale=0.0, relative=RELATIVE):
    """The cell of a number; `scale` is the size of what it was subtracted from, if larger."""
    if isinstance(value, Real):
        return value
    if value is None or not math.isfinite(value):
        return None
    value = float(value)
    return Real(value, relative * max(abs(value), abs(scale)))


@dataclass
class Table:
    """The rows a table must have, in order, and the columns that name a row."""

    columns: list
    key: list
    rows: list


def cell_fault(expected, text):
    """Why a cell's text is not what it has to be; None if it is."""
    if expected is None:
        return None if text == "" else f"{text} where nothing is defined"
    if expected == math.inf:
        expected = "inf"
    if isinstance(expected, str):
        return None if text == expected else f"{text!r}, not {expected!r}"
    if text == "":
        return f"empty, not {expected}"
    if isinstance(expected, Words):
        return None
    if isinstance(expected, OneOf):
        return None if text in map(str, expected.values) else f"{text}, not {expected}"
    if isinstance(expected, int):
        return None if text == str(expected) else f"{text}, not {expected}"
    return real_fault(expected, text)


def real_fault(expected, text):
    try:
        seen = float(text)
    except ValueError:
        return f"{text!r} is no number"
    if not math.isfinite(seen) or not any(mark in text for mark in ".e"):
        return f"{text!r} is not how a real number is written"
    # The shortest digits that read back; layout (1e-05, 0.00001) is free.
    if Decimal(text).normalize().as_tuple().digits != Decimal(repr(seen)).normalize().as_tuple().digits:
        return f"{text} has more digits than {seen!r}"
    return f"{text}, not {expected}" if expected.differs(seen) else None


def table_faults(name, expected, columns, rows):
    """Every way in which rows of text differ from a table that was expected."""
    if columns != expected.columns:
        return [f"{name}: columns are {columns}, not {expected.columns}"]
    wrong = [number for number, row in enumerate(rows, start=2) if len(row) != len(columns)]
    if wrong:
        return [f"{name}:{number}: not {len(columns)} cells" for number in wrong]
    places = [columns.index(column) for column in expected.key]
    right = {key_of(row, places): row for row in expected.rows}
    seen = [key_of(row, places) for row in rows]
    there = set(seen)
    found = [f"{name}: no row {key}" for key in right if key not in there]
    found += [f"{name}:{line}: a row too many: {key}" for line, key in enumerate(seen, start=2)
              if key not in right]
    if not found and seen != list(right):
        found.append(f"{name}: rows are in another order, or twice")
    for line, (key, row) in enumerate(zip(seen, rows), start=2):
        for column, cell, text in zip(columns, right.get(key, []), row):
            fault = cell_fault(cell, text)
            if fault:
                found.append(f"{name}:{line}: {column} is {fault}")
    return found


def key_of(row, places):
    """What names a row, as text; numbers with a point only name rows of comparisons.csv."""
    return tuple(
        "" if row[place] is None else
        repr(row[place].value) if isinstance(row[place], Real) else str(row[place])
        for place in places)
