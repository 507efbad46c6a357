#!/usr/bin/env python3
"""Compares every marked number and word of a report with the tables.

    check_numbers.py FOLDER...

A `data` element names table, row and column; its value has to be that cell, or what `data-of` makes of
the rows, and its text the value, rounded. A number without an element is a fault. Then a few cells of
each table are changed, at random: each change has to be noticed.
"""

import argparse
import math
import random
import re
import sys
from pathlib import Path

from page import Page
from tables import Tables, derive, evaluate, number

# Numbers that are in no table: what the quantiles q05 and q95 enclose; the end of an axis; when a curve
# has settled; the fixed level of truths.csv.
CONSTANT = re.compile(r"middle 90 %|below 100 %|more than 1 % of its group|The interval is the 95 % interval")
HEADINGS = {
    "P": "p", "P_adjusted": "p_adjusted", "runs": "n", "runs_reached": "n_reached",
    "runs_extinct": "n_reached", "share_extinct": "mean",
    "small": "n-n_reached", "large": "n_reached", "mean_large": "mean"}
COMPOSED = {"what", "comparison", "curve", "search", "parameters", "share_not_reached"}
WORDS = {
    "different": {"differ", "differs", "depends"}, "equivalent": {"are equivalent"},
    "non_inferior": {"is not inferior"},
    "inconclusive": {"remains open", "was not tested"}, "": {"\u2013", "was not tested"},
    "inf": {"forever", "none"}, "none": {"not corrected"},
    **{f"holm_{family}": {"Holm-corrected"} for family in ("request", "study")},
    **{f"benjamini_hochberg_{family}": {"Benjamini-Hochberg-corrected"} for family in ("request", "study")},
    **{test: {"adjusted for all its pairs"} for test in ("tukey", "dunnett")}}
DIRECTIONS = {
    "argmin": ("smallest", "from", "first"),
    "argmax": ("largest", "to", "last", "most", "farthest", "at")}
# Of the manifest, what the page has to tell.
MANIFEST = (
    "tool_version", "tool_commit", "format_version", "results_version", "study_digest", "seed", "gsl_version",
    "times.host", "times.threads", "times.finished", "times.elapsed_seconds", "times.command_line")
SIDE_FILES = (".json", ".gp")
# What the head of a page has to state of points.csv, by its column.
HEAD = {"": ("count",), "replicates": ("sum",)}
WITH_INTERVAL = {"estimate", "mean", "median", "ci_low", "ci_high", "median_ci_low", "median_ci_high"}


def right_value(mark, page, tables):
    if mark.table.endswith(".gp"):
        script = (tables.folder / mark.table).read_text()
        return re.search(rf"set {mark.column} \[0:(\d+)\]", script)[1]
    if mark.table.endswith(".json"):
        value = tables.setting(mark.table, mark.column)
        return 1 - float(value) if mark.steps == ("complement",) else value
    if mark.steps == ("shown",):
        return mark.rows_above
    rows = tables.select(mark.table, mark.row)
    if mark.steps == ("clearest",):
        reported = [m for m in page.marks if m.place == "comparisons" and m.column == "verdict"]
        limit = sorted(map(clarity, rows))[len(reported) - 1]
        ps = [clarity(row) for m in reported for row in tables.select(m.table, m.row)]
        return len(reported) if ps == sorted(ps) and ps[-1] == limit else f"those with P to {limit}"
    if not rows and mark.steps[:1] not in (("count",), ("distinct",), ("sum",)):
        return "no row"
    return derive(mark.steps, mark.by, rows, mark.column, mark.value)


def clarity(row):
    p = number(row["p_adjusted"])
    return 2 if p is None else p


def same(seen, right):
    a, b = number(seen), number(right)
    if a is None or b is None:
        return seen == str(right)
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


def reads_as(mark, tables):
    """Whether the text is the value for people."""
    text, value = mark.text, mark.value
    if mark.steps[:1] in (("argmin",), ("argmax",)):
        return text.split()[0] in DIRECTIONS[mark.steps[0]]
    if mark.steps == ("levels",):
        return [part.value for part in mark.parts] == value.split("|")
    if mark.steps == ("ratio",) and text == "all":
        return float(value) == 1
    if text == value or text in WORDS.get(value, ()) or text == value.replace("_", " ") \
            or mark.column == "parameter" and text == value.removeprefix("dose_"):
        return True
    meant = number(value)
    if meant is None:
        return False
    if text.startswith("< "):
        return meant < float(text[2:])
    digits = text.removeprefix("= ").replace("\u202f", "").replace("\u2212", "-")
    scale = 100 if digits.endswith("\u00a0%") else 1
    seen = number(digits.removesuffix("\u00a0%"))
    if seen is None:
        return False
    mantissa, _, power = digits.removesuffix("\u00a0%").partition("e")
    unit = 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))
    # Rounded to its last digit, and to no fewer digits than four, or two of the half-width.
    off, most = abs(seen - scale * meant), max(5e-4 * abs(scale * meant), half_width(mark, tables) / 20)
    if scale == 100 or text.startswith("= "):
        most = max(most, 0.05 if scale == 100 else 5e-4)
    if mark.column == "(ci_high-ci_low)/2":
        most = 0.05 * abs(meant)  # itself a half-width
    return off <= 0.5 * unit * (1 + 1e-9) and off <= most * (1 + 1e-9)


def half_width(mark, tables):
    if mark.table.endswith(SIDE_FILES) or mark.steps not in ((), ("min",), ("max",)):
        return 0
    rows = tables.select(mark.table, mark.row)
    if mark.steps:
        # The row whose value it is.
        rows = [row for row in rows if math.isclose(evaluate(mark.column, row) or 0, number(mark.value) or 0)]
        if not rows or "ci_low" not in rows[0]:
            return 0
    row = rows[0]
    low, high = ("median_ci_low", "median_ci_high") if "median" in mark.column and "median_ci_low" in row \
        else ("ci_low", "ci_high")
    ends = number(row.get(low)), number(row.get(high))
    return 0 if None in ends else (ends[1] - ends[0]) / 2


def neighbors(marks):
    """What stands side by side: the levels that are compared, and the ends of an interval, low and then
    high, behind an estimate of their row."""
    leaves = [mark for mark in marks if not mark.parts]
    for place, mark in enumerate(leaves):
        before = leaves[place - 1] if place else None
        after = leaves[place + 1] if place + 1 < len(leaves) else None
        if mark.column == "level_b" and (before.row, before.column) != (mark.row, "level_a"):
            yield f"{mark}: a difference of level_a, which stands before it, and level_b"
        if mark.steps or not re.search(r"(^|_)(low|high)$", mark.column):
            continue
        other = mark.column[:-3] + "high" if mark.column.endswith("low") else mark.column[:-4] + "low"
        partner = after if mark.column.endswith("low") else before
        if not partner or (partner.table, partner.row, partner.column) != (mark.table, mark.row, other):
            yield f"{mark}: beside no {other}"
        if mark.column.endswith("low"):
            own = next((m for m in reversed(leaves[:place]) if m.table == mark.table), None)
            if own and own.row != mark.row and not mark.table.startswith("plots/"):
                yield f"{mark}: behind an estimate of {own.row}"
            if mark.table == "summary" and own.column in ("mean", "median") and \
                    (own.column == "median") != mark.column.startswith("median"):
                yield f"{mark}: behind a {own.column}"


def digits_behind(marks, tables):
    """An estimate beside its interval has no digits beyond the second one of the half-width."""
    shown = {(mark.place, mark.table, mark.row, mark.column) for mark in marks}
    for mark in marks:
        low = "median_ci_low" if "median" in mark.column else "ci_low"
        if mark.column in WITH_INTERVAL and not mark.steps and (mark.place, mark.table, mark.row, low) in shown:
            behind = re.search(r"\.(\d+)(?:e(-?\d+))?$", mark.text)
            unit = 10.0 ** (int(behind[2] or 0) - len(behind[1])) if behind else 1
            if unit < 1 and unit < half_width(mark, tables) / 100 * (1 - 1e-9):
                yield f"{mark}: more digits than its interval has"


def check(mark, page, tables):
    """What is wrong with an element."""
    try:
        right = right_value(mark, page, tables)
        if not same(mark.value, right):
            yield f"{mark}: right is {right}"
        elif not reads_as(mark, tables):
            yield f"{mark}: the text is not the value"
    except (KeyError, IndexError, ValueError, ZeroDivisionError, TypeError) as problem:
        yield f"{mark}: {problem!r}"
    if mark.heading and mark.heading not in COMPOSED and not mark.table.endswith(SIDE_FILES) \
            and mark.column not in (mark.heading, HEADINGS.get(mark.heading)):
        yield f"{mark}: below the heading {mark.heading}"
    if mark.place == "simulated" and mark.column.endswith("share") and not mark.parts \
            and number(mark.value) is not None and not mark.text.endswith("%"):
        yield f"{mark}: a share of the group without %"
    if mark.steps[:1] in (("argmin",), ("argmax",)):
        for part in mark.parts:
            if not part.table.endswith(SIDE_FILES) and mark.value not in part.row.split(";"):
                yield f"{mark}: {part} is of another row"
        own = next((p for p in mark.parts if p.table == mark.table and number(p.value) is not None), None)
        if own and own.column != mark.column and mark.steps[1] == "value" and mark.column.isidentifier():
            yield f"{mark}: tells {own.column}"


def faults_of(page, tables):
    for mark in page.marks:
        yield from check(mark, page, tables)
    yield from neighbors(page.marks)
    yield from digits_behind(page.marks, tables)
    told = {mark.column for mark in page.marks if mark.table == "manifest.json" and mark.place == "provenance"}
    for path in MANIFEST:
        if _has(tables, path) and path not in told:
            yield f"provenance: {path} is not told"
    head = {(mark.column, mark.steps) for mark in page.marks if mark.place == "page" and mark.table == "points"}
    if tables.rows("points") and not set(HEAD.items()) <= head:
        yield f"page: of points it has only {sorted(head)}"
    yield from without_place(page, tables)
    for place, column in page.empty:
        yield f"{place}: a cell of {column} is empty"
    for place, text, digits in page.unmarked:
        if not any(digits in found for found in CONSTANT.findall(text)):
            yield f"{place}: {digits} has no element: {text}"


def without_place(page, tables):
    """A sentence about a comparison says at which levels of the other factors it was made."""
    marks = [mark for mark in page.marks if mark.place == "comparisons"]
    for own in marks:
        if own.column == "verdict" and not own.steps:
            row = tables.select(own.table, own.row)[0]
            for name in {term.split("=")[0] for term in own.row.split(";")} & set(tables.rows("points")[0]):
                if row[name] and not any((m.row, m.column) == (own.row, name) for m in marks):
                    yield f"{own}: the sentence does not name {name}"


def _has(tables, path):
    try:
        return tables.setting("manifest.json", path) not in ("", "null")
    except (KeyError, FileNotFoundError):  # a folder of truths has no manifest
        return False


def spoil(page, tables, generator):
    """Changes cells that the page tells; returns how many, and those that nothing noticed."""
    by_table = {}
    for mark in page.marks:
        if not mark.steps and not mark.table.endswith(SIDE_FILES):
            by_table.setdefault(mark.table, []).append(mark)
    tried, missed = 0, []
    for name, marks in by_table.items():
        for mark in generator.sample(marks, min(3, len(marks))):
            row, *others = tables.select(name, mark.row)
            if others:
                continue  # they have the same cell
            before = row[mark.column]
            value = number(before)
            row[mark.column] = f"{before}7" if value is None else f"{value * 1.01 + 1e-3}"
            tables.forget()
            tried += 1
            if not any(fault for m in marks for fault in check(m, page, tables)):
                missed.append(str(mark))
            row[mark.column] = before
            tables.forget()
    return tried, missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    wrong = 0
    for folder in parser.parse_args().folders:
        page, tables = Page(folder / "report.html"), Tables(folder)
        faults = list(faults_of(page, tables))
        tried, missed = spoil(page, tables, random.Random(22))
        print(f"{folder.name}: {len(page.marks)} marked, {len(faults)} faults; "
              f"{tried} cells changed, {len(missed)} not noticed")
        for line in [*faults[:20], *(f"not noticed: {line}" for line in missed)]:
            print("  " + line)
        wrong += len(faults) + len(missed) + (not page.marks)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
