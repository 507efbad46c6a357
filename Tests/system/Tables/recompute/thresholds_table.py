"""thresholds.csv, and the points that a search places (docs/threshold.md)."""

import itertools

from . import unseen
from .cells import Table, Words, real
from .study_file import REAL
from .threshold_search import Rule, Search

TAIL = [
    "factor", "response", "target", "estimate", "ci_low", "ci_high", "runs", "converged", "status",
    "message"]
# Ends of intervals are looked for there, roots of a polynomial here.
CLOSE = 1e-7


class Made:
    """The runs of a folder's tables, handed out in the order of the points."""

    def __init__(self, folder):
        self.rows = {}
        for row in folder.tables["runs"].records():
            self.rows.setdefault(int(row["point"]), []).append(row)
        self.response = folder.study.design["response"]
        self.next = 0

    def values(self, level, count):
        rows = self.rows.get(self.next, [])
        self.next += 1
        return [float(row[self.response]) for row in rows if row[self.response] != ""]


def searches(folder):
    """The searches of a folder's study, each by the runs of its own points."""
    if "searches" not in folder.documents:
        study, made = folder.study, Made(folder)
        names = list(study.factors)
        factor, response = study.design["factor"], study.design["response"]

        def search(chosen):
            def died_out(level):
                level = int(level) if factor in study.whole else level
                return unseen.died_out(study, study.point(chosen | {factor: level}), response)
            return Search(Rule(study), made.values, died_out)
        folder.documents["searches"] = [
            (chosen, search(chosen)) for chosen in (
                dict(zip(names, levels))
                for levels in itertools.product(*(study.levels(name) for name in names)))]
    return folder.documents["searches"]


def placed_points(folder):
    """The points of all searches."""
    study = folder.study
    factor = study.design["factor"]
    whole = Rule(study).whole
    return [
        study.point(chosen | {factor: int(level) if whole else level})
        for chosen, search in searches(folder) for level, _ in search.placed]


def placed_replicates(folder):
    """Of each point, the numbers of its replicates: through all points of a search."""
    ranges = []
    for _, search in searches(folder):
        first = 0
        for _, count in search.placed:
            ranges.append(range(first, first + count))
            first += count
    return ranges


def thresholds_table(folder):
    study = folder.study
    factor, response = study.design["factor"], study.design["response"]
    rows = []
    for chosen, search in searches(folder):
        point = study.point(chosen | {factor: 1})
        fixed = [
            None if name == factor or name == "columns" and factor == "group_size" else
            real(float(point[name])) if name in REAL else point[name] for name in study.parameters]
        rows.append(
            fixed + [factor, response, real(float(study.design["target"]))]
            + [real(end, relative=CLOSE) for end in search.estimate]
            + [search.runs, int(search.outcome == "narrow"), status(search), Words()])
    return Table([*study.parameters, *TAIL], [*study.parameters, "factor", "response"], rows)


def status(search):
    if search.outcome in ("above", "below"):
        return f"always_{search.outcome}"
    if search.outcome == "used up":
        return "no_bracket" if search.rising is None else "max_runs"
    if search.repeated:
        return "several_crossings"
    return "rising" if search.rising else "falling"
