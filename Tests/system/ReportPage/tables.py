"""The tables of a results folder, and what the page makes of their rows."""

import csv
import gzip
import json
import math
import re
from urllib.parse import unquote

TERM = re.compile(r"([^=<>!]+)(!=|>=|<=|=|<|>)(.*)", re.S)


class Tables:
    """Rows as dictionaries of text, by the name of the table: `summary`, `plots/curves`."""

    def __init__(self, folder):
        self.folder, self._read, self._index = folder, {}, {}

    def rows(self, name):
        if name not in self._read:
            paths = sorted([*self.folder.glob(f"{name}.csv"), *self.folder.glob(f"{name}.csv.gz")])
            found = []
            for path in paths:
                with (gzip.open if path.suffix == ".gz" else open)(path, "rt", newline="") as file:
                    found += csv.DictReader(file)
            # As many cells as the header has.
            assert not any(None in (*row, *row.values()) for row in found), f"{name}: a line is too long or short"
            self._read[name] = found
        return self._read[name]

    def forget(self):
        """After a cell was changed."""
        self._index = {}

    def setting(self, name, path):
        """A value of a side file by its path, as text."""
        value = json.loads((self.folder / name).read_text())
        while path:
            # Names may have periods themselves.
            key = next((k for k in _heads(path) if isinstance(value, list) or k in value), path)
            value, path = value[int(key) if isinstance(value, list) else key], path[len(key) + 1:]
        return " ".join(value) if isinstance(value, list) else \
            value if isinstance(value, str) else json.dumps(value)

    def index(self, name, columns):
        """The rows by their cells in some columns."""
        if (name, columns) not in self._index:
            index = self._index[name, columns] = {}
            for row in self.rows(name):
                index.setdefault(tuple(row.get(c) for c in columns), []).append(row)
        return self._index[name, columns]

    def select(self, name, text):
        """The rows that a `data-row` names."""
        terms = [TERM.fullmatch(term).groups() for term in text.split(";") if term]
        plain = {c: unquote(v) for c, sign, v in terms if sign == "=" and "|" not in v}
        found = self.index(name, tuple(plain)).get(tuple(plain.values()), [])
        return [row for row in found if all(_holds(row, *t) for t in terms if t[0] not in plain)]


def _heads(path):
    parts = path.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts) + 1)]


def _holds(row, column, sign, text):
    if sign in ("=", "!="):
        return (row.get(column) in [unquote(v) for v in text.split("|")]) == (sign == "=")
    value = evaluate(column, row)
    return value is not None and eval(f"value {sign} {float(text)}", {"value": value})


def number(text):
    try:
        value = float(text)
    except (TypeError, ValueError):
        return None
    return value if math.isfinite(value) else None


_compiled = {}


def evaluate(expression, row):
    """A column, or an expression of columns such as `(ci_high-ci_low)/2`; None without a number."""
    if expression in row:
        return number(row[expression])
    if expression not in _compiled:
        _compiled[expression] = compile(expression, "data-column", "eval")
    code = _compiled[expression]
    values = {name: number(row.get(name)) for name in code.co_names if name != "abs"}
    return None if None in values.values() else float(eval(code, {"abs": abs}, values))


def derive(steps, by, rows, column, value):
    """What `data-of` names, of these rows; of argmin and argmax the number of the group that is named."""
    if not by:
        return _one(steps[0] if steps else "value", rows, column)
    groups = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in by.split(",")), []).append(row)
    each = {key: _one(steps[1], group, column) for key, group in groups.items()}
    numbers = {key: number(text) for key, text in each.items() if number(text) is not None}
    if steps[0] in ("min", "max"):
        return (min if steps[0] == "min" else max)(numbers.values())
    best = (min if steps[0] == "argmin" else max)(numbers.values())
    named = (unquote(value.split("=", 1)[1]),)
    return value if numbers.get(named) == best else f"{best} of {[k for k in numbers if numbers[k] == best]}"


def _one(step, rows, column):
    if step in ("value", "levels"):
        # An expression of the only row, or the cell that all rows share.
        cells = dict.fromkeys(row[column] if column in row else str(evaluate(column, row)) for row in rows)
        return "|".join(cells) if step == "levels" or len(cells) == 1 else f"{len(cells)} cells"
    if step == "distinct":
        return len({tuple(row[name] for name in column.split(",")) for row in rows})
    if step == "pairs":
        return len(rows) * (len(rows) - 1) // 2
    if step == "ratio":
        above, below = (_one("sum", rows, part) for part in column.split(" / "))
        return above / below
    numbers = [evaluate(column, row) for row in rows] if column else [0.0] * len(rows)
    known = [value for value in numbers if value is not None]
    return {
        "min": lambda: min(known), "max": lambda: max(known), "sum": lambda: math.fsum(known),
        "count": lambda: len(known), "missing": lambda: len(numbers) - len(known)}[step]()
