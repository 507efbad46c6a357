"""Who infected whom: which rows transmissions.csv must have, and who may stand as a source."""

from collections import Counter

from . import contacts
from .cells import OneOf, Table, real
from .study_file import lets_return

AROUND = {
    "moore": [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
    "von_neumann": [(-1, 0), (0, -1), (0, 1), (1, 0)]}


def transmissions_of(cells):
    """Rows by run, as (step, person, source); no source is None."""
    found = {}
    for row in cells.rows if cells else ():
        numbers = [int(text) if text else None for text in row]
        found.setdefault((numbers[0], numbers[1]), []).append(tuple(numbers[2:]))
    return found


def transmissions_table(runs):
    """Where nobody is infected twice the map says who was infected when. Else the rows are taken as
    they are printed, as far as they agree with the map of first infections, with the curves and
    with how long an infection lasts. A source is a neighbor who may act in that step."""
    rows = []
    for run in runs.all():
        if runs.keeps("transmissions", run):
            rows += [[*run, *row] for row in rows_of(runs, run)]
    return Table(
        ["point", "replicate", "step", "person", "source"],
        ["point", "replicate", "step", "person"], rows)


def rows_of(runs, run):
    study, point, course = runs.folder.study, runs.points[run[0]], runs.courses[run]
    printed = runs.transmissions.get(run, [])
    who = infected_when(point, course, runs.maps[run], printed)
    infections = {}
    for step, person in who:
        infections.setdefault(person, []).append(step)
    by = {(step, person): source for step, person, source in printed}
    # Nobody infects more people in a step than the cap says.
    made = Counter((step, source) for (step, _), source in by.items() if source is not None)
    outside = Counter(step for (step, _), source in by.items() if source is None)
    asked = introduced(study)
    for step, person in who:
        allowed = OneOf(sorted(
            other for other in neighbors(runs.folder, point, person)
            if may_act(point, infections.get(other, []), step)
            and (study.draws_numbers or made[step, other] <= point["infection_factor"])))
        empty = by.get((step, person)) is None
        if step == 0 or step in asked and empty and outside[step] == asked[step]:
            yield step, person, None
        elif step in asked and not empty and outside[step] != asked[step]:
            yield step, person, None  # too few came from outside
        else:
            yield step, person, allowed


def infected_when(point, course, first, printed):
    """Step and person of every infection, in the order of the table."""
    right = {
        (step, person) for person, step in enumerate(first)
        if step is not None and step <= course.steps}
    if lets_return(point):
        before = {}
        for step, person, _ in printed:
            # At least one step of acting, then immunity; who is introduced comes after recoveries.
            soonest = before.get(person, -10**9) + point["latent_steps"] + 1 + point["immune_steps"]
            if first[person] is not None and step > first[person] and step >= soonest:
                right.add((step, person))
            before[person] = step
    counts = Counter(step for step, _ in right)
    new = course.series["new_infections"]
    wrong = [step for step in range(course.steps + 1) if counts[step] != new[step]]
    # A row that no table has says that there are more or fewer than in curves.csv.
    return sorted(right) + [(step, -1) for step in wrong]


def may_act(point, infections, step):
    """Whether somebody infected in these steps may act: the last of the infections before counts."""
    before = [start for start in infections if start < step]
    if not before:
        return False
    first = before[-1] + 1 + point["latent_steps"]
    longest = point["infectious_steps"]
    return first <= step and (longest == "forever" or step < first + longest)


def introduced(study):
    """How many people come from outside, by step after the first."""
    found = Counter()
    for entry in study.model["introductions"]:
        if entry["step"] > 0:
            found[entry["step"]] += entry["random"] if "random" in entry else 1
    return found


def neighbors(folder, point, person):
    """Those who may infect somebody."""
    study = folder.study
    if point["contacts"] != "grid":
        return contacts.sources(folder, point, person)
    columns, people = point["columns"], point["group_size"]
    rows = -(-people // columns)
    found = set()
    for down, right in AROUND[study.neighborhood(point["rule"])]:
        row, column = person // columns + down, person % columns + right
        if point["boundary"] == "torus":
            row, column = row % rows, column % columns
        if 0 <= row < rows and 0 <= column < columns and row * columns + column < people:
            found.add(row * columns + column)
    return found - {person}


def reproduction_number(printed):
    """Infections by the people introduced at step 0 before they are infected again, per person."""
    start = {person for step, person, _ in printed if step == 0}
    again = {}
    for step, person, _ in printed:
        if step is not None and step > 0 and person in start:
            again.setdefault(person, step)
    made = sum(
        source in start and step <= again.get(source, step) for step, _, source in printed)
    return real(made / len(start)) if start else None
