"""reproduction.csv: whom those infected in a step infected, counted in the printed rows of transmissions.csv."""

import math

import numpy
from scipy import stats

from .cells import Table, real
from .run_tables import parameter_cells
from .summary_tables import QUANTILES

COLUMNS = [
    "from_step", "to_step", "people", "complete", "reproduction_number", "sd", "ci_low", "ci_high",
    "generation_mean", "generation_sd", *(f"generation_{name}" for name in QUANTILES)]
# Lengths without a longest one are taken for over where fewer last longer (docs/file-formats.md).
RARE = 2**-11


def reproduction_table(runs):
    study = runs.folder.study
    ends = {
        (int(row["point"]), int(row["replicate"])): (row["stop_reason"], int(row["steps"]))
        for row in runs.folder.tables["runs"].records() if row["status"] == "ok"}
    rows = []
    for number, point in enumerate(runs.points):
        length = last_act(study, point)
        complete, found = math.inf, {}
        for replicate in runs.replicates[number]:
            run = number, replicate
            if not runs.keeps("transmissions", run):
                continue
            reason, steps = ends[run]
            if reason in ("max_steps", "share_reached"):
                complete = min(complete, steps - length)
            for step, infected in offspring(runs.transmissions.get(run, [])):
                found.setdefault(step, []).append((replicate, infected))
        seen = [step for step in sorted(found) if step <= complete]
        spans = [seen] * (len(seen) > 1) + [[step] for step in sorted(found)]
        for span in spans:
            people = [one for step in span for one in found[step]]
            rows.append([
                number, *parameter_cells(study, point), span[0], span[-1], len(people),
                int(span[-1] <= complete),
                *(cells(people, study.level) if span[-1] <= complete else [None] * (len(COLUMNS) - 4))])
    return Table(
        ["point", *study.parameters, *COLUMNS], ["point", "from_step", "to_step"], rows)


def last_act(study, point):
    """Steps after an infection by which it has stopped acting."""
    chance, factor = point["recovery_probability"], 1
    for entry in study.interventions.get(point["interventions"], []):
        chance = min(chance, entry.get("set", {}).get("recovery_probability", chance))
        factor *= min(1, entry.get("multiply", {}).get("recovery_probability", 1))
    chance = float(chance * factor)
    days = math.inf if point["infectious_steps"] == "forever" else point["infectious_steps"]
    if chance == 1:
        days = 1
    elif chance > 0:
        days = min(days, 1 + math.ceil(math.log(RARE) / math.log1p(-chance)))
    return point["latent_steps"] + days


def offspring(printed):
    """The step of each infection, with the steps until those it made."""
    infections, last = [], {}
    for step in sorted({row[0] for row in printed}):
        now = [row for row in printed if row[0] == step]
        for _, _, source in now:
            if source is not None:
                infections[last[source]][1].append(step - infections[last[source]][0])
        for _, person, _ in now:
            last[person] = len(infections)
            infections.append((step, []))
    return infections


def cells(people, level):
    counts = [len(made) for _, made in people]
    mean, low, high = by_run(people, level)
    intervals = [steps for _, made in people for steps in made]
    return [
        real(mean), spread(counts), real(low, mean), real(high, mean),
        *([real(numpy.mean(intervals)), spread(intervals)] if intervals else [None, None]),
        *(real(numpy.quantile(intervals, share)) if intervals else None for share in QUANTILES.values())]


def spread(values):
    return real(numpy.std(values, ddof=1), max(map(abs, values))) if len(values) > 1 else None


def by_run(people, level):
    """The mean with an interval that takes runs, and not people, for independent (Cochran 1977, section 6.3); a number of people is
    at least 0."""
    made, size = {}, {}
    for replicate, steps in people:
        made[replicate] = made.get(replicate, 0) + len(steps)
        size[replicate] = size.get(replicate, 0) + 1
    mean = sum(made.values()) / len(people)
    if len(size) < 2:
        return mean, None, None
    rest = sum((made[run] - mean * size[run]) ** 2 for run in size)
    error = math.sqrt(rest * len(size) / (len(size) - 1)) / len(people)
    # Runs that agree say nothing of their spread.
    if error <= 1e-12 * max(mean, 1):
        return mean, None, None
    half = stats.t.ppf((1 + level) / 2, len(size) - 1) * error
    return mean, max(0, mean - half), mean + half
