"""What a table says of itself: the facts every reader has to agree on.

A fact sheet is {"rows": n, "columns": {name: {"kind", "missing", "sum", "min", "max"}}}. Kinds are
"integer", "number" and "string"; a column without any value has kind "empty". Of strings the sum
is that of their lengths and there is no smallest or largest one; "looks" is "number" where readers
that guess would take them for numbers, or DuckDB for flags (t, f).
"""

import csv
import gzip
import hashlib
import json
import math
import re
from pathlib import Path

INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+(e[+-]?[0-9]+)?|e[+-]?[0-9]+)")
# Whole numbers, and inf: readers take such a column for whole numbers where all have an end.
LENGTHS = {"infectious_steps", "immune_steps"}
MAY_BE_ENDLESS = LENGTHS | {"infectiousness_dispersion"}


class BrokenTable(Exception):
    """A table that breaks its own promises; the message names file, line and column."""


def resources(folder):
    """The tables of a results folder, as its data package lists them."""
    package = json.loads((Path(folder) / "datapackage.json").read_text())
    return package["resources"]


def raw_bytes(path):
    data = Path(path).read_bytes()
    return gzip.decompress(data) if str(path).endswith(".gz") else data


def strict_facts(folder, resource):
    """Reads a table cell by cell, held to its data package and to docs/file-formats.md."""
    path = Path(folder) / resource["path"]
    stored = path.read_bytes()
    if resource["name"] == "timings":
        if "bytes" in resource or "hash" in resource:
            raise BrokenTable(f"{path}: it differs between executions, so it has no hash")
        return cell_facts(path, resource)
    if len(stored) != resource["bytes"]:
        raise BrokenTable(f"{path}: {len(stored)} bytes, the data package says {resource['bytes']}")
    if "sha256:" + hashlib.sha256(stored).hexdigest() != resource["hash"]:
        raise BrokenTable(f"{path}: its SHA-256 is not that of the data package")
    return cell_facts(path, resource)


def cell_facts(path, resource):
    data = raw_bytes(path)
    if b"\r" in data or data.startswith(b"\xef\xbb\xbf") or not data.endswith(b"\n"):
        raise BrokenTable(f"{path}: lines end with LF alone, and there is no byte order mark")
    rows = csv.reader(data.decode("utf-8").splitlines(), strict=True)
    fields = resource["schema"]["fields"]
    names = [field["name"] for field in fields]
    if next(rows) != names:
        raise BrokenTable(f"{path}: the header is not that of the data package")
    values = [[] for _ in fields]
    missing = [0] * len(fields)
    count = 0
    for line, row in enumerate(rows, start=2):
        count += 1
        if len(row) != len(fields):
            raise BrokenTable(f"{path}:{line}: {len(row)} cells, the header has {len(fields)}")
        for index, cell in enumerate(row):
            if cell == "":
                missing[index] += 1
            else:
                values[index].append(value_of(cell, fields[index], f"{path}:{line}"))
    columns = {}
    for field, column, empty in zip(fields, values, missing):
        is_whole = field["name"] in LENGTHS and math.inf not in column
        columns[field["name"]] = column_facts("integer" if is_whole else field["type"], column, empty)
    return {"rows": count, "columns": columns}


def value_of(cell, field, place):
    name, kind = field["name"], field["type"]
    if name in MAY_BE_ENDLESS and cell == "inf":
        return math.inf
    if name in LENGTHS:
        kind = "integer"
    pattern = {"integer": INTEGER, "number": NUMBER}.get(kind)
    if pattern and not pattern.fullmatch(cell):
        raise BrokenTable(f"{place}: {name} is {cell!r}, which is no {kind}")
    return {"integer": int, "number": float}.get(kind, str)(cell)


def looks_like_number(label):
    """Labels such as 007 and 1e3 count: some reader takes them for 7 and 1000. So does t, true to DuckDB."""
    if label in ("t", "f"):
        return True
    try:
        return float(label) is not None
    except ValueError:
        return False


def number_like_labels(facts):
    """Names of the text columns in which every label looks like a number."""
    return [name for name, fact in facts["columns"].items() if fact.get("looks") == "number"]


def endless(facts):
    """Names of the columns of numbers that hold an inf."""
    return [name for name, fact in facts["columns"].items() if fact.get("max") == math.inf]


def column_facts(kind, values, missing):
    if not values:
        return {"kind": "empty", "missing": missing}
    if kind == "string":
        looks = "number" if all(map(looks_like_number, values)) else "text"
        return {"kind": kind, "missing": missing, "sum": sum(map(len, values)), "looks": looks}
    total = math.fsum(values) if kind == "number" else sum(values)
    return {
        "kind": kind, "missing": missing, "sum": total, "min": min(values), "max": max(values),
    }


def differences(expected, found, loose_integers=False, numbers_only=False, last_digit=False):
    """Where a reader's facts differ from the expected ones, as lines for people.

    loose_integers: the reader turns whole numbers with gaps (pandas), or all numbers (gnuplot),
    into floating point; their values still have to agree. numbers_only: it reads no text.
    last_digit: its real numbers agree to 12 digits only (readr does not round correctly).
    """
    lines = []
    if expected["rows"] != found["rows"]:
        lines.append(f"rows {found['rows']}, expected {expected['rows']}")
    for name, right in expected["columns"].items():
        seen = found["columns"].get(name)
        if numbers_only and seen is None and right["kind"] in ("string", "empty"):
            continue
        if seen is None:
            lines.append(f"{name}: not there")
            continue
        if seen["missing"] != right["missing"]:
            lines.append(f"{name}: {seen['missing']} missing, expected {right['missing']}")
        if right["kind"] == "empty":
            continue
        kinds = {right["kind"]} | ({"number"} if loose_integers else set())
        if seen["kind"] not in kinds:
            lines.append(f"{name}: read as {seen['kind']}, expected {right['kind']}")
            continue
        # Plain addition of n reals of at most `scale` rounds by up to n^2 scale 2^-53; the sum of
        # readr's digits is off by 12 digits of each. Extremes are not touched by either.
        scale = max(abs(right.get("min", 0)), abs(right.get("max", 0)), 1e-300)
        rows = max(1, expected["rows"])
        room = scale * rows * max(1e-12, rows * 2.0 ** -53)
        if seen["sum"] != right["sum"] and not abs(seen["sum"] - right["sum"]) <= room < math.inf:
            lines.append(f"{name}: sum {seen['sum']}, expected {right['sum']}")
        for end in ("min", "max"):
            if end not in right:
                continue
            room = 1e-12 * abs(right[end]) if last_digit else 0
            if seen[end] != right[end] and not abs(seen[end] - right[end]) <= room < math.inf:
                lines.append(f"{name}: {end} {seen[end]}, expected {right[end]}")
    return lines
