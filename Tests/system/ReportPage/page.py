"""report.html as a reader meets it: its `data` elements, their tables, and what else is a number."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"wbr", "br", "meta", "link", "hr", "img", "input"}
UNREAD = {"svg", "style", "pre", "title"}  # pictures have a check of their own; commands to be copied
BLOCKS = {"p", "li", "th", "td", "caption", "dt", "dd", "h1", "h2", "h3", "summary"}
NUMBER = re.compile(r"(?<![\w.\u2212-])[-\u2212]?\d[\d.,\u202f]*(?!\w)")


@dataclass
class Mark:
    """A `data` element: where its text comes from, and what it says."""

    table: str
    row: str
    column: str
    steps: tuple  # of data-of
    by: str
    value: str
    place: str  # id of the section or figure
    heading: str  # of its column, in a table
    rows_above: int  # rows of the table before it, or in the fold that it names
    outer: "Mark" = None
    text: str = ""
    parts: list = field(default_factory=list)

    def __str__(self):
        steps = f" {' '.join(self.steps)} of" if self.steps else ""
        return f"{self.place}: \"{self.text}\":{steps} {self.table} {self.row} {self.column} {self.value}"


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.marks, self.unmarked, self.figures = [], [], []
        self.empty = []  # cells of tables in which nothing stands, by their column
        self._open, self._place, self._marks = [], ["page"], []
        self._text, self._columns, self._cell, self._rows = "", [], 0, 0
        self._folds = []  # marks that count the rows of the table that follows
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        if tag in VOID:
            return
        self._open.append(tag)
        get = dict(attributes).get
        if tag in ("section", "figure"):
            self._place.append(get("id") or self._place[-1])
            if tag == "figure":
                self.figures.append(get("id").removeprefix("figure-"))
        elif tag == "table":
            self._columns, self._rows = [], 0
        elif tag == "tr":
            self._cell, self._rows = -1, self._rows + ("tbody" in self._open)
        elif tag in ("td", "th"):
            self._cell += 1
            self._marks_before = len(self.marks)
        elif tag == "data":
            cell = "td" in self._open and self._cell < len(self._columns)
            mark = Mark(
                get("data-table"), get("data-row") or "", get("data-column") or "",
                tuple((get("data-of") or "").split()), get("data-by"), get("value"), self._place[-1],
                self._columns[self._cell] if cell else "", self._rows,
                self._marks[-1] if self._marks else None)
            if mark.outer:
                mark.outer.parts.append(mark)
            self.marks.append(mark)
            self._marks.append(mark)
            if "summary" in self._open:
                self._folds.append(mark)
        if tag in BLOCKS:
            self._text = ""

    def handle_data(self, data):
        if UNREAD & set(self._open):
            return
        for mark in self._marks:
            mark.text += data
        self._text += data if not self._marks else "\u2026"
        if self._marks and self._marks[-1].parts:
            self._look(data)  # between the elements of an outer one

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        self._open.pop()
        if tag in ("section", "figure"):
            self._place.pop()
        elif tag == "table":
            for mark in self._folds:
                mark.rows_above = self._rows
            self._folds = []
        elif tag == "data":
            self._marks.pop()
        elif tag == "th":
            self._columns.append(self._text)
        elif tag == "td" and len(self.marks) == self._marks_before and not self._text.strip():
            self.empty.append((self._place[-1], self._columns[self._cell]))
        if tag in BLOCKS:
            self._look(self._text)
            self._text = ""

    def _look(self, text):
        self.unmarked += [(self._place[-1], text.strip(), n) for n in NUMBER.findall(text)]
