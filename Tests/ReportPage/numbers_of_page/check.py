"""The checks of one folder together, and the spoiled copies they have to notice."""

import copy
import random
import re

from .figures import Faults, check_figure, read_rows
from .page import read_page
from .results import Results
from .sentences import check_sentences
from .tables import check_table


def check_folder(folder):
    page = read_page(folder / "report.html")
    results = Results(folder, page.chosen)
    return faults_of(page, results, drawn_of(page, folder))


def drawn_of(page, folder):
    return {name: read_rows(folder / "plots" / f"{name}.csv") for name in page.figures}


def faults_of(page, results, drawn):
    faults = Faults()
    check_all(page, results, drawn, faults)
    return faults


def check_all(page, results, drawn, faults):
    for name, rows in drawn.items():
        check_figure(name, rows, page, results, faults)
    for table in page.tables:
        check_table(table, page, results, drawn, faults)
    check_sentences(page, results, faults)
    there = {path.stem for path in (results.folder / "plots").glob("*.csv")}
    faults.need(there == set(drawn), f"pictures on the page {set(drawn)}, in plots {there}")


def spoil_folder(folder):
    """Spoils each column of each picture and table, and each number of each sentence.

    What was spoiled is checked first by itself, because that says so nearly always, and then the
    whole page.
    """
    page = read_page(folder / "report.html")
    results = Results(folder, page.chosen)
    drawn = drawn_of(page, folder)
    before = set(faults_of(page, results, drawn))
    generator = random.Random(22)
    tried, missed = 0, []

    def notices(check):
        faults = Faults()
        try:
            check(faults)
        except (KeyError, IndexError, ValueError, ZeroDivisionError):
            return True  # a row that leads nowhere
        return bool(set(faults) - before)

    def judge(what, part, page, drawn):
        nonlocal tried
        tried += 1
        if not notices(part) and not notices(lambda faults: check_all(page, results, drawn, faults)):
            missed.append(what)

    for name, rows in drawn.items():
        for column in rows[0]:
            pair = unlike(rows, lambda row: row[column], generator)
            if pair is None:
                continue
            spoiled = copy.deepcopy(rows)
            first, second = pair
            spoiled[first][column], spoiled[second][column] = (
                rows[second][column], rows[first][column])
            judge(f"plots/{name}.csv: {column} of rows {first} and {second} exchanged",
                  lambda faults: check_figure(name, spoiled, page, results, faults), page,
                  drawn | {name: spoiled})
    for place, table in enumerate(page.tables):
        for column, title in enumerate(table.columns):
            pair = unlike(table.rows, lambda row: row[column].text, generator)
            if pair is None or title == "one row is":
                continue
            spoiled = copy.copy(page)
            spoiled.tables = [*page.tables]
            other = spoiled.tables[place] = copy.deepcopy(table)
            rows, (first, second) = other.rows, pair
            rows[first][column], rows[second][column] = rows[second][column], rows[first][column]
            judge(f"table of {table.place}: {title} of rows {first} and {second} exchanged",
                  lambda faults: check_table(other, spoiled, results, drawn, faults), spoiled, drawn)
    for kind in ("sentences", "notes"):
        for number, (place, text) in enumerate(getattr(page, kind)):
            if place != "findings" and not place.startswith("figure-"):
                continue
            for match in re.finditer(r"(?<![\w.])\d+(?=[\d.]*)", text):
                # A digit more: its neighbor could be the number of another true sentence.
                changed = text[:match.end()] + "7" + text[match.end():]
                if "middle " in text[match.start() - 8:match.start()] or \
                        "below " in text[match.start() - 6:match.start()]:
                    continue  # words of the drawing: middle 90 %, below 100 %
                spoiled = copy.copy(page)
                lines = list(getattr(page, kind))
                lines[number] = (place, changed)
                setattr(spoiled, kind, lines)
                judge(f"{place}: {changed}",
                      lambda faults: check_sentences(spoiled, results, faults), spoiled, drawn)
    return tried, missed


def unlike(rows, cell, generator):
    """Two rows whose cells differ; None if all are equal."""
    order = list(range(len(rows)))
    generator.shuffle(order)
    return next(((order[0], i) for i in order if cell(rows[i]) != cell(rows[order[0]])), None)
