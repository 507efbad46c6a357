"""The check of the check: every column of every table, spoiled in one cell, must be noticed.

A number is moved by little more than right computations may differ, a word becomes another word
of its column, a filled cell empty, an empty one filled. Rows are dropped, doubled and exchanged,
columns renamed and exchanged; so are the entries of manifest.json and datapackage.json.
"""

import copy
import itertools
import math
import random

from . import documents
from .cells import Measured, OneOf, Real, Within, Words, table_faults
from .check import Check

# Columns whose expected cells rest on what is printed: there all is computed again.
RESTING = {
    ("maps", "infected_at_step"), ("curve_summary", "simultaneous_low"),
    ("curve_summary", "simultaneous_high"), ("curves", "infected"), ("curves", "new_infections"),
    ("transmissions", "step"), ("transmissions", "person"), ("transmissions", "source")}
# Tables that others rest on.
RECORDED = ("maps", "curves", "transmissions")


def spoiled_columns(checks, cells=1):
    """Prints what was spoiled and how much of it was noticed; the number that was not."""
    generator = random.Random(22)
    tried, missed, columns = 0, [], set()
    # Where people recover the same columns are computed in another way.
    for name, recover in itertools.product(documents.ORDER, (False, True)):
        having = sorted(
            (check for check in checks
             if name in check.expected and check.folder.study.has_courses == recover),
            key=lambda check: len(check.expected[name].rows))
        for column in sorted({c for check in having for c in check.expected[name].columns}):
            columns.add((name, column))
            for kind in KINDS:
                # The smallest table that has such a cell; others have the same columns.
                places = next(filter(None, (
                    places_of(check, name, column, kind) for check in having)), [])
                for check, row in generator.sample(places, min(cells, len(places))):
                    text = kind(check, name, column, row)
                    tried += 1
                    if not noticed(check, name, column, row, text):
                        missed.append(f"{name}.{column}, row {row}: {text}")
        for check in having[:1]:
            actual = check.folder.tables[name]
            for what, cells_ in permuted(actual):
                tried += 1
                if not faults_of(check, name, cells_) - faults_of(check, name, actual):
                    missed.append(f"{name}: {what}")
    seen, unseen = spoiled_documents(checks)
    missed += unseen
    print(f"{len(columns)} columns of {len({c[0] for c in columns})} tables spoiled in {tried} ways, "
          f"{seen} entries of manifest.json and datapackage.json: {len(missed)} not noticed")
    for line in missed:
        print("  not noticed: " + line)
    return len(missed)


def expected_cell(check, name, column, row):
    table = check.expected[name]
    return table.rows[row][table.columns.index(column)]


def moved(check, name, column, row):
    """A number beside the right one, or another word of the column."""
    cell = expected_cell(check, name, column, row)
    text = check.folder.tables[name].column(column)[row]
    if cell is None:
        return None
    if isinstance(cell, int):
        return str(cell + 1)
    if isinstance(cell, str):
        others = set(check.folder.tables[name].column(column)) - {text, ""}
        return min(others, default=cell + "x")
    if cell == math.inf:  # a parameter without an end
        return "1.0"
    if isinstance(cell, Measured):
        return "-1.0"
    if isinstance(cell, Words):
        return ""
    if isinstance(cell, OneOf):
        return str(max(cell.values) + 1)
    if isinstance(cell, Within):
        return repr(float(cell.high + (cell.high - cell.low) / 2 + 1e-6 * abs(cell.high)))
    return repr(float(text or cell.value) + max(5 * cell.tolerance, 1e-300))


def emptied(check, name, column, row):
    return None if expected_cell(check, name, column, row) is None else ""


def filled(check, name, column, row):
    """A value where none is defined, one that another row of the column has."""
    if expected_cell(check, name, column, row) is not None:
        return None
    return next((text for text in check.folder.tables[name].column(column) if text), "0.0")


KINDS = (moved, emptied, filled)


def places_of(check, name, column, kind):
    """Where a column may be spoiled in this way, as (check, row)."""
    if column not in check.expected[name].columns:
        return []
    rows = range(min(len(check.expected[name].rows), len(check.folder.tables[name].rows)))
    wanted = filled is kind
    place = check.expected[name].columns.index(column)
    return [
        (check, row) for row in rows if (check.expected[name].rows[row][place] is None) == wanted]


def noticed(check, name, column, row, text):
    """Whether there is a fault that was not there before."""
    cells = check.folder.tables[name]
    spoiled = copy.copy(cells)
    spoiled.rows = list(cells.rows)
    spoiled.rows[row] = list(cells.rows[row])
    spoiled.rows[row][cells.columns.index(column)] = text
    if (name, column) not in RESTING or (name in RECORDED and check.folder.full):
        return faults_of(check, name, spoiled) - faults_of(check, name, cells)
    if name in RECORDED:  # judged by all that follows from them
        folder = copy.copy(check.folder)
        folder.tables = folder.tables | {name: spoiled}
        try:
            return set(Check(folder).tables_faults()) - set(check.tables_faults())
        except TypeError:  # an emptied number from which something is computed
            return True
    expected = check.resting_on_print(name, spoiled)
    return table_faults(name, expected, spoiled.columns, spoiled.rows)


def faults_of(check, name, cells):
    return set(table_faults(name, check.expected[name], cells.columns, cells.rows))


def permuted(cells):
    """Copies of a table with rows and columns out of place."""
    columns, rows = cells.columns, cells.rows
    if len(rows) > 1:
        yield "last row missing", type(cells)(columns, rows[:-1])
        yield "rows exchanged", type(cells)(columns, [rows[1], rows[0], *rows[2:]])
    yield "last row twice", type(cells)(columns, [*rows, rows[-1]])
    yield "column renamed", type(cells)([*columns[:-1], columns[-1] + "_"], rows)
    yield "columns exchanged", type(cells)(
        [columns[1], columns[0], *columns[2:]], [[r[1], r[0], *r[2:]] for r in rows])


def spoiled_documents(checks):
    """How many entries were spoiled, and those that were not noticed."""
    tried, missed, done = 0, [], set()
    for check in sorted(checks, key=lambda check: len(check.expected["runs"].rows)):
        # Tables of which no data package was spoiled yet.
        recover = check.folder.study.has_courses
        fresh = {name for name in check.expected if (recover, name) not in done}
        done |= {(recover, name) for name in fresh}
        for name, judge in (
                ("manifest.json", documents.manifest_faults),
                ("datapackage.json", documents.package_faults)):
            document = check.folder.documents[name]
            for path in places_in(document):
                if not is_judged(name, path) or table_of(name, document, path) not in fresh:
                    continue
                tried += 1
                spoiled = copy.deepcopy(document)
                holder = spoiled
                for key in path[:-1]:
                    holder = holder[key]
                holder[path[-1]] = other(holder[path[-1]])
                folder = copy.copy(check.folder)
                folder.documents = folder.documents | {name: spoiled}
                if not judge(folder, check.expected):
                    missed.append(f"{name}: {'.'.join(map(str, path))}")
    return tried, missed


def table_of(name, document, path):
    """The table an entry is about; the first one if it is about the whole folder."""
    if name == "datapackage.json" and path[0] == "resources":
        return document["resources"][path[1]]["name"]
    return documents.ORDER[0]


def is_judged(name, path):
    """Titles and meanings are words of their own; times and versions differ."""
    if name == "manifest.json":
        return path[0] in (
            "format", "study", "study_digest", "seed", "complete", "counts", "files")
    if path[0] != "resources":
        return path[0] in ("name", "description")
    if path[2] == "schema":
        return path[3] in ("primaryKey", "foreignKeys", "missingValues") or (
            path[3] == "fields" and (path[-1] in ("name", "type", "unit") or path[5] == "constraints"))
    return path[2] in ("name", "path", "format", "encoding", "bytes", "hash")


def places_in(node, path=()):
    """Paths of all values that hold no others."""
    if isinstance(node, (dict, list)):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from places_in(value, (*path, key))
    else:
        yield path


def other(value):
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, (int, float)) else f"{value}x"
