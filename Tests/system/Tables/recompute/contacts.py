"""people.csv (docs/file-formats.md), from the files of edges that the study reads.

Files of edges here have labels and a header, and no edge twice.
"""

import csv
import io

from .cells import Table


def edges(folder, name):
    """Pairs of labels in the copy of a file of edges."""
    text = folder.files[f"contacts.{name}.copy"].decode()
    return [(row["person_a"], row["person_b"]) for row in csv.DictReader(io.StringIO(text))]


def labels(folder):
    """Labels by number: in the order of their first appearance."""
    found = {}
    for name, structure in folder.study.contacts.items():
        if structure["kind"] == "edges":
            for pair in edges(folder, name):
                for label in pair:
                    found.setdefault(label, len(found))
    return list(found)


def people_table(folder):
    return Table(["person", "label"], ["person"], [list(row) for row in enumerate(labels(folder))])


def sources(folder, point, person):
    """Those who may infect somebody; of structures that are drawn it may be anybody else."""
    structure = folder.study.contacts.get(point["contacts"], {"kind": point["contacts"]})
    if structure["kind"] != "edges":
        return set(range(point["group_size"])) - {person}
    number = {label: place for place, label in enumerate(labels(folder))}
    pairs = [(number[a], number[b]) for a, b in edges(folder, point["contacts"])]
    found = {a for a, b in pairs if b == person}
    if not structure.get("directed", False):
        found |= {b for a, b in pairs if a == person}
    return found
