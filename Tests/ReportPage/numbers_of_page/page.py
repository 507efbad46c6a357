"""report.html as a reader meets it: sentences, tables and definitions, with their places."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

# Elements that end with their start tag.
VOID = {"wbr", "br", "meta", "link", "hr", "img", "input"}
TEXTS = {"p", "li", "th", "td", "caption", "dt", "dd", "h3"}


@dataclass
class Cell:
    text: str = ""
    value: str = None  # of its <data> element, as it stands in the table it is from


@dataclass
class PageTable:
    place: str
    caption: str = ""
    columns: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    remark: str = ""


@dataclass
class Page:
    """`sentences` and `notes` are (place, text), a place the id of the section or figure."""

    sentences: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    tables: list = field(default_factory=list)
    terms: dict = field(default_factory=dict)
    headings: dict = field(default_factory=dict)
    figures: list = field(default_factory=list)

    @property
    def chosen(self):
        """The responses that were asked for; None: the study's own choice."""
        words = self.terms.get("responses shown")
        return words.split(", ") if words else None

    @property
    def responses(self):
        return self.chosen or [self.terms["main response"]]


def time_of(page, name="times"):
    """The response of a picture of arrivals, which its heading names; that of extinction has its own."""
    if name == "extinction":
        return "step_to_extinct"
    return page.headings[f"figure-{name}"].removeprefix("Distribution of ")


def response_of(page, name):
    """The response of a heatmap or of a picture of half-widths; None where its heading names none."""
    heading = page.headings[f"figure-{name}"]
    if name.startswith("heatmap"):
        return heading.split(" over ")[0]
    return heading.split(": ")[1] if ": " in heading else None


def read_page(path):
    reader = _Reader()
    reader.feed(path.read_text())
    return reader.page


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.page, self.open, self.places = Page(), [], [""]
        self.text, self.table, self.row, self.term = None, None, None, ""

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag in VOID:
            return
        self.open.append((tag, attributes.get("class", "")))
        if tag in ("section", "figure"):
            self.places.append(attributes.get("id", ""))
            if tag == "figure":
                self.page.figures.append(attributes["id"].removeprefix("figure-"))
        elif tag == "table":
            self.table = PageTable(self.places[-1])
            self.page.tables.append(self.table)
        elif tag == "tr":
            self.row = []
        elif tag == "data" and self.row is not None:
            self.row[-1].value = attributes["value"]
        if tag in ("th", "td") and self.row is not None:
            self.row.append(Cell())
        if tag in TEXTS:
            self.text = []

    def handle_data(self, data):
        if self.text is not None and not any(tag in ("svg", "style") for tag, _ in self.open):
            self.text.append(data)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        kind = self.open.pop()[1]
        if tag in ("section", "figure"):
            self.places.pop()
        elif tag == "table":
            self.table = None
        elif tag == "tr":
            if self.table.columns:
                self.table.rows.append(self.row)
            else:
                self.table.columns = [cell.text for cell in self.row]
            self.row = None
        if tag not in TEXTS:
            return
        text = " ".join("".join(self.text or []).split("\n")).strip()
        self.text = None
        if tag == "caption":
            self.table.caption = text
        elif tag in ("th", "td") and self.row is not None:
            self.row[-1].text = text
        elif tag == "h3":
            self.page.headings[self.places[-1]] = text
        elif tag == "dt":
            self.term = text
        elif tag == "dd":
            self.page.terms[self.term] = text
        elif kind == "remark":
            self.page.tables[-1].remark = text
        elif kind == "note":
            self.page.notes.append((self.places[-1], text))
        elif tag in ("p", "li") and kind == "" and self.places[-1]:
            self.page.sentences.append((self.places[-1], text))
