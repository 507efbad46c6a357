"""points.csv, maps.csv, curves.csv, runs.csv and timings.csv."""

import math

from . import own_responses, responses
from .cells import Measured, Table, real
from .courses import SERIES, course_of, responses_of_course, responses_of_latency
from .interventions import responses_of_interventions
from .study_file import ENDLESS
from .transmissions import reproduction_number, transmissions_of


def cell_value(name, value):
    """What has no end is infinite among numbers; where there are no numbers, a word is itself."""
    return math.inf if name in ENDLESS and value in ("forever", "none") else value


def parameter_cells(study, point):
    """The cells of a point's parameters, in the order of the tables."""
    return [
        real(point[name]) if isinstance(point[name], float) else cell_value(name, point[name])
        for name in study.parameters]


class Runs:
    """What maps and curves tell of each run, and which of them the study keeps.

    Where a folder does not keep all of them, its full copy does: the same study with everything
    recorded, whose runs must be the same.
    """

    def __init__(self, folder, points, counts):
        self.folder, self.points, self.counts = folder, points, counts
        self.replicates = [range(count) for count in counts]
        tables = (folder.full or folder).tables
        self.maps = grouped(tables["maps"], "infected_at_step")
        self.transmissions = transmissions_of(tables.get("transmissions"))
        printed = printed_curves(tables["curves"])
        self.courses = {
            run: course_of(folder.study, points[run[0]], steps, printed.get(run, []))
            for run, steps in self.maps.items()}

    def kept_curves(self, series="ever_infected", chosen=None):
        """By run, of those whose curves the study keeps, and of these the chosen ones. Growth is of people ever
        infected."""
        return {
            run: self.courses[run].series[series] for run in self.all()
            if run in self.courses and self.keeps("curves", run) and (chosen is None or run in chosen)}

    def all(self):
        """Point number and replicate, in the order of the tables."""
        for number, replicates in enumerate(self.replicates):
            for replicate in replicates:
                yield number, replicate

    def keeps(self, what, run):
        kept = self.folder.study.record[what]
        return run not in self.folder.failed and (
            kept == "all" or (kept != "none" and run[1] < kept))


def grouped(cells, column):
    """Values of a column by run, in the order of the rows."""
    if cells is None:
        return {}
    found = {}
    place = cells.columns.index(column)
    for row in cells.rows:
        value = int(row[place]) if row[place] else None
        found.setdefault((int(row[0]), int(row[1])), []).append(value)
    return found


def printed_curves(cells):
    """Rows of curves.csv by run, as numbers; an empty cell is no number of people, and so 0."""
    found = {}
    for row in cells.records():
        numbers = {name: int(text) if text else 0 for name, text in row.items()}
        found.setdefault((numbers["point"], numbers["replicate"]), []).append(numbers)
    return found


def points_table(runs, converged):
    study = runs.folder.study
    rows = [
        [number, *parameter_cells(study, point), runs.counts[number], converged[number]]
        for number, point in enumerate(runs.points)]
    return Table(["point", *study.parameters, "replicates", "converged"], ["point"], rows)


def maps_table(runs):
    """Where people stand follows from their number; when they were infected is what a map tells:
    curves.csv and runs.csv must agree with it, and the engine's own tests say whether it is right."""
    rows = []
    for run in runs.all():
        if not runs.keeps("maps", run):
            continue
        point = runs.points[run[0]]
        last = runs.courses[run].steps  # nobody is infected after the end
        for person, step in enumerate(runs.maps[run]):
            place = [person // point["columns"], person % point["columns"]]
            rows.append([
                *run, person, *(place if point["contacts"] == "grid" else [None, None]),
                None if step is None or step > last else step])
    return Table(
        ["point", "replicate", "person", "row", "column", "infected_at_step"],
        ["point", "replicate", "person"], rows)


def curves_table(runs):
    series = ["infected", "new_infections"]
    if runs.folder.study.has_courses:
        series += [name for name in SERIES if name not in series]
    rows = [
        [*run, step, *(runs.courses[run].series[name][step] for name in series)]
        for run in runs.kept_curves() for step in range(runs.courses[run].steps + 1)]
    return Table(
        ["point", "replicate", "step", *series], ["point", "replicate", "step"], rows)


def runs_table(runs):
    study = runs.folder.study
    names = responses.units(study)
    columns = ["point", *study.parameters, "replicate", "status", "stop_reason", *names]
    rows = []
    for run in runs.all():
        point = runs.points[run[0]]
        start = [run[0], *parameter_cells(study, point), run[1]]
        if run in runs.folder.failed:
            rows.append(start + ["failed"] + [None] * (len(columns) - len(start) - 1))
            continue
        course = runs.courses[run]
        values = responses.from_curve(
            course.series["ever_infected"], course.series["new_infections"], point["group_size"])
        values |= responses.shapes(point, study.model["shape_share"], runs.maps[run])
        if study.has_courses:
            values |= responses_of_course(study, point, course)
        if study.has_latency:
            values |= responses_of_latency(course)
            if run in runs.transmissions:
                values["reproduction_number"] = reproduction_number(runs.transmissions[run])
        if study.has_interventions:
            values |= responses_of_interventions(study, point, course)
        values |= own_responses.values(
            study, point, course.series, runs.maps[run], values, course.reason)
        rows.append(start + ["ok", course.reason] + [values[name] for name in names])
    return Table(columns, ["point", "replicate"], rows)


def timings_table(runs):
    """Made in one session, every run is counted there, the failed one too."""
    rows = [[number, count, Measured()] for number, count in enumerate(runs.counts)]
    return Table(["point", "runs_made", "cpu_seconds"], ["point"], rows)
