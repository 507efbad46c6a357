"""Ways to spoil a results folder, for the test of the tests."""

import hashlib
import json
from dataclasses import dataclass
from typing import Callable


@dataclass
class Mutant:
    name: str
    spoil: Callable
    # Who has to notice; others may.
    seen_by: tuple = ("strict reader", "readers", "frictionless")


def copy_of(folder, place):
    """Copies points.csv and runs.csv with a data package of these two."""
    place.mkdir()
    package = json.loads((folder / "datapackage.json").read_text())
    package["resources"] = [r for r in package["resources"] if r["name"] in ("points", "runs")]
    for resource in package["resources"]:
        (place / resource["path"]).write_bytes((folder / resource["path"]).read_bytes())
    (place / "datapackage.json").write_text(json.dumps(package))


def seal(place):
    """Writes sizes and hashes as they are now: the cells themselves have to be noticed."""
    path = place / "datapackage.json"
    package = json.loads(path.read_text())
    for resource in package["resources"]:
        data = (place / resource["path"]).read_bytes()
        resource["bytes"] = len(data)
        resource["hash"] = "sha256:" + hashlib.sha256(data).hexdigest()
    path.write_text(json.dumps(package))


def _edit(folder, line, column, change):
    """Changes one cell of runs.csv; `line` counts from the end if negative."""
    path = folder / "runs.csv"
    lines = path.read_bytes().decode().split("\n")
    place = lines[0].split(",").index(column)
    if line < 0:
        line -= 1  # the last line end leaves an empty piece
    cells = lines[line].split(",")
    cells[place] = change(cells[place])
    lines[line] = ",".join(cells)
    path.write_bytes("\n".join(lines).encode())


def _replace(change):
    def spoil(folder):
        path = folder / "runs.csv"
        path.write_bytes(change(path.read_bytes()))

    return spoil


def _drop_last_line(data):
    return data[: data[:-1].rindex(b"\n") + 1]


ALL = [
    Mutant("a word in a column of whole numbers",
           lambda f: _edit(f, -1, "steps", lambda _: "many")),
    Mutant("NA for a missing number", lambda f: _edit(f, 1, "final_share", lambda _: "NA")),
    Mutant("half a person", lambda f: _edit(f, -1, "final_infected", lambda _: "1.5")),
    Mutant("a probability above 1",
           lambda f: _edit(f, 1, "infection_probability", lambda _: "1.5"),
           ("readers", "frictionless")),
    Mutant("a status that does not exist", lambda f: _edit(f, 1, "status", lambda _: "fine!"),
           ("readers", "frictionless")),
    Mutant("a point that does not exist", lambda f: _edit(f, -1, "point", lambda _: "999999"),
           ("readers", "frictionless")),
    Mutant("a share a thousandth too small",
           lambda f: _edit(f, 1, "final_share", lambda c: repr(float(c) * 0.999)),
           ("readers",)),
    Mutant("the last row missing", _replace(_drop_last_line), ("readers",)),
    Mutant("the last row twice", _replace(lambda d: d + d[len(_drop_last_line(d)):]),
           ("readers", "frictionless")),
    Mutant("a line of comment on top", _replace(lambda d: b"# made by hand\n" + d)),
    Mutant("a cell too many", _replace(lambda d: d[:-1] + b",1\n"),
           ("strict reader", "frictionless")),
]
