"""people.csv and degrees.csv (docs/file-formats.md), from the files of edges that the study reads.

Files of edges here have labels and a header, and no edge twice. Of structures that are drawn the
number of people and the ends of all edges are known, where there is a distribution of them.
"""

import csv
import io

from .cells import OneOf, Table


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


def has_lists(study, point):
    structure = study.contacts.get(point["contacts"], {"kind": point["contacts"]})
    return structure["kind"] not in ("grid", "everybody")


def degrees_table(folder, points):
    rows = []
    for number, point in enumerate(points):
        if has_lists(folder.study, point):
            rows += [[number, *row] for row in degrees(folder, number, point)]
    return Table(["point", "degree", "people"], ["point", "degree"], rows)


def degrees(folder, number, point):
    structure = folder.study.contacts[point["contacts"]]
    people = point["group_size"]
    if structure["kind"] == "edges":
        return sorted(counted(of_edges(folder, point["contacts"], structure, people)).items())
    printed = [
        (int(row["degree"]), int(row["people"]))
        for row in folder.tables["degrees"].records() if int(row["point"]) == number]
    ends = {"ring": lambda: people * structure["neighbors"],
            "random_regular": lambda: people * structure["degree"]}[structure["kind"]]()
    right = (
        sum(count for _, count in printed) == people
        and sum(degree * count for degree, count in printed) == ends
        and [degree for degree, _ in printed] == sorted({degree for degree, _ in printed}))
    return printed if right else [(OneOf([]), OneOf([]))]


def of_edges(folder, name, structure, people):
    """Neighbors of each person."""
    number = {label: place for place, label in enumerate(labels(folder))}
    found = [0] * people
    for a, b in edges(folder, name):
        found[number[a]] += 1
        if not structure.get("directed", False):
            found[number[b]] += 1
    return found


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


def counted(values):
    return {value: values.count(value) for value in set(values)}
