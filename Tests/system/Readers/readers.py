"""One function per reader: a path in, the table's facts out (see table_facts.py).

Readers guess the type of every column but those of `text`: labels that look like numbers, which
the data package calls strings, and for DuckDB those of `resource["endless"]`, which hold an inf. They are told
so, in the way docs/file-formats.md shows.
"""

import json
import subprocess
from pathlib import Path

import duckdb
import pandas
import polars

HERE = Path(__file__).parent


def read_pandas(path, resource, text):
    frame = pandas.read_csv(path, dtype={name: str for name in text})
    columns = {}
    for name in frame.columns:
        column = frame[name]
        values = column.dropna()
        fact = {"missing": int(column.isna().sum())}
        if values.empty:
            fact["kind"] = "empty"
        elif pandas.api.types.is_integer_dtype(column):
            fact |= {"kind": "integer", "sum": int(values.sum())}
        elif pandas.api.types.is_float_dtype(column):
            fact |= {"kind": "number", "sum": float(values.sum())}
        else:
            fact |= {"kind": "string", "sum": int(values.str.len().sum())}
        if fact["kind"] in ("integer", "number"):
            fact |= {"min": values.min().item(), "max": values.max().item()}
        columns[name] = fact
    return {"rows": len(frame), "columns": columns}


def read_polars(path, resource, text):
    frame = polars.read_csv(
        path, infer_schema_length=None, schema_overrides={name: polars.String for name in text})
    columns = {}
    for name in frame.columns:
        column = frame[name]
        values = column.drop_nulls()
        fact = {"missing": column.null_count()}
        if values.is_empty():
            fact["kind"] = "empty"
        elif column.dtype.is_integer():
            fact |= {"kind": "integer", "sum": values.cast(polars.Int64).sum()}
        elif column.dtype.is_float():
            fact |= {"kind": "number", "sum": values.sum()}
        else:
            fact |= {"kind": "string", "sum": values.str.len_chars().sum()}
        if fact["kind"] in ("integer", "number"):
            fact |= {"min": values.min(), "max": values.max()}
        columns[name] = fact
    return {"rows": frame.height, "columns": columns}


def read_duckdb(path, resource, text):
    types = {name: "VARCHAR" for name in text} | {name: "DOUBLE" for name in resource["endless"]}
    types = f", types = {types}" if types else ""
    with duckdb.connect() as base:
        table = f"read_csv('{path}', sample_size = -1{types})"
        rows = base.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        columns = {}
        for name, kind, *_ in base.execute(f"DESCRIBE FROM {table}").fetchall():
            cell = f'"{name}"'
            if kind in ("BIGINT", "HUGEINT", "INTEGER"):
                fact, value = {"kind": "integer"}, cell
            elif kind == "DOUBLE":
                fact, value = {"kind": "number"}, cell
            else:
                fact, value = {"kind": "string"}, f"length({cell}::VARCHAR)"
            filled, total, low, high = base.execute(
                f"SELECT count({cell}), sum({value}), min({value}), max({value}) FROM {table}"
            ).fetchone()
            fact["missing"] = rows - filled
            if filled == 0:
                fact["kind"] = "empty"
            elif fact["kind"] == "string":
                fact["sum"] = int(total)
            else:
                fact |= {"sum": total, "min": low, "max": high}
            columns[name] = fact
        return {"rows": rows, "columns": columns}


def _read_r(reader):
    def read(path, resource, text):
        script = HERE / "read_table.R"
        done = subprocess.run(
            ["Rscript", "--vanilla", script, reader, path, *text],
            capture_output=True, text=True, check=True)
        rows, *lines = done.stdout.splitlines()
        columns = {}
        for line in lines:
            name, kind, missing, total, low, high = line.split("\t")
            fact = {"kind": kind, "missing": int(missing)}
            if kind != "empty":
                fact["sum"] = float(total)
            if kind in ("integer", "number"):
                fact |= {"min": float(low), "max": float(high)}
            columns[name] = fact
        return {"rows": int(rows), "columns": columns}

    return read


def read_gnuplot(path, resource, text):
    """gnuplot knows numbers only; text columns are left out."""
    fields = resource["schema"]["fields"]
    number = {field["name"]: place for place, field in enumerate(fields, start=1)}
    key = number[fields[0]["name"]]
    source = f"< gzip -cd '{path}'" if str(path).endswith(".gz") else str(path)
    script = ['set datafile separator comma', 'set key autotitle columnheader', 'set print "-"']
    wanted = [field["name"] for field in fields if field["type"] != "string"]
    # A first column of text cannot be counted; any line has a first cell.
    script += [
        f'rows = 0; stats "{source}" using (rows = rows + 1, 1) nooutput name "A"',
        'print sprintf("%d", A_records)',
    ]
    for name in wanted:
        place = number[name]
        script += [
            'undefine A_*',
            f'stats "{source}" using (valid({place}) ? column({place}) : NaN) nooutput name "A"',
            f'print "{name} ", exists("A_records") && A_records > 0 ? '
            'sprintf("%d %.17g %.17g %.17g", A_records, A_sum, A_min, A_max) : "0"',
        ]
    done = subprocess.run(
        ["gnuplot"], input="\n".join(script) + "\n", capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if not lines:
        raise RuntimeError(done.stderr.strip())
    rows = int(lines[0])
    columns = {}
    for line in lines[1:]:
        name, filled, *numbers = line.split()
        fact = {"kind": "number", "missing": rows - int(filled)}
        if int(filled) == 0:
            fact["kind"] = "empty"
        else:
            fact |= dict(zip(("sum", "min", "max"), map(float, numbers)))
        columns[name] = fact
    return {"rows": rows, "columns": columns}


# Name, function, and how it differs by nature (see `differences`).
QUICK = [
    ("pandas", read_pandas, {"loose_integers": True}),
    ("duckdb", read_duckdb, {}),
]
FULL = QUICK + [
    ("polars", read_polars, {}),
    ("base R", _read_r("base"), {}),
    ("readr", _read_r("readr"), {"loose_integers": True, "last_digit": True}),
    ("data.table", _read_r("data.table"), {}),
    ("gnuplot", read_gnuplot, {"loose_integers": True, "numbers_only": True}),
]
