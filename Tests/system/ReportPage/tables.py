"""The tables of a results folder."""

import csv
import gzip
import json
import math


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


def _heads(path):
    parts = path.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts) + 1)]


def number(text):
    try:
        value = float(text)
    except (TypeError, ValueError):
        return None
    return value if math.isfinite(value) else None
