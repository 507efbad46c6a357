"""selection.csv, from runs.csv (docs/selection.md). When an alternative leaves rests on the procedure: that is
taken as it is, but who is eliminated has a worse mean than the one named, in the runs they share."""

import math

from . import own_responses
from .cells import OneOf, Table, Words, real
from .responses import TIMES
from .study_file import REAL

TAIL = [
    "status", "round_eliminated", "eliminated_by", "runs", "mean", "sd", "difference_to", "difference",
    "ci_low", "ci_high", "ci_level"]
# The statuses that one verdict allows beside those who left.
LEFT = {
    "selected": {"best"}, "tied": {"best", "tied"}, "inconclusive": {"survivor"}, "none_feasible": set()}


def value(study, row, name):
    """The value compared; None of a run that has none."""
    if row["status"] == "failed":
        return None
    seen = float(row[name]) if row[name] else None
    if name != study.design["response"] or name not in TIMES | own_responses.times(study):
        return seen
    last = float(study.design["up_to"])
    if seen is None:
        return None if row["stop_reason"] == "share_reached" and float(row["steps"]) < last else last
    return min(seen, last)


def half_width(confidence, alternatives, values):
    """Half of the interval of a difference, valid at any number of runs; None where there is none."""
    count, mean = len(values), math.fsum(values) / len(values)
    if count < 2:
        return None
    kappa = 1 / (count + 1)
    q = (kappa * ((1 - confidence) / (alternatives * (alternatives - 1) / 2))**2) ** (-1 / count)
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1))
    scale = max(map(abs, values))
    if kappa * q >= 1 or spread <= 1e-9 * scale:
        return None
    return spread * math.sqrt((count - 1) / count * (q - 1) / (1 - kappa * q))


def optional(text):
    """A cell that is taken as it is, empty or not."""
    return Words() if text else None


def selection_table(folder, points):
    study, design = folder.study, folder.study.design
    printed = folder.tables["selection"].records()
    constraints = design.get("subject_to", [])
    names = [design["response"], *(one["response"] for one in constraints)]
    values = [[[] for _ in names] for _ in points]
    for row in folder.tables["runs"].records():
        for own, name in zip(values[int(row["point"])], names):
            own.append(value(study, row, name))
    compared = [own[0][:int(row["runs"])] for own, row in zip(values, printed)]
    verdict, confidence = printed[0]["verdict"], float(design.get("confidence", 0.95))
    rows = []
    for number, (point, row) in enumerate(zip(points, printed)):
        own, reference = compared[number], row["difference_to"]
        parameters = [
            real(float(point[name])) if name in REAL else point[name] for name in study.parameters]
        cells = [None] * 5
        if own:
            mean, scale = math.fsum(own) / len(own), max(map(abs, own))
            spread = math.sqrt(math.fsum((x - mean) ** 2 for x in own) / (len(own) - 1))
            cells[:2] = [real(mean, scale), real(spread, scale)]
        if own and reference and int(reference) != number:
            gaps = [a - b for a, b in zip(own, compared[int(reference)])]
            middle, half = math.fsum(gaps) / len(gaps), half_width(confidence, len(points), gaps)
            cells[2:] = [real(middle, scale), *(
                (None, None) if half is None else (real(middle - half, scale), real(middle + half, scale)))]
        is_gone = row["status"] in ("eliminated", "infeasible")
        status = row["status"] if is_gone else OneOf(sorted(LEFT[verdict]))
        if row["status"] == "infeasible" and all(
                keeps(one, own_) for one, own_ in zip(constraints, values[number][1:])):
            status = "a mean that keeps its limits"
        by = OneOf(better(design, compared, number)) if row["status"] == "eliminated" else None
        cells = [
            number, *parameters, status, Words() if is_gone else None, by, len(own), *cells[:2],
            reference_cell(printed, verdict), *cells[2:], real(confidence)]
        if constraints:
            cells.append(
                0 if row["status"] == "infeasible" else 1 if row["status"] in ("best", "tied") else
                OneOf([0, 1]) if row["feasible"] else None)
        rows.append([*cells, OneOf(sorted(LEFT)), optional(row["message"])])
    columns = [
        "point", *study.parameters, *TAIL, *(["feasible"] if constraints else []), "verdict", "message"]
    return Table(columns, ["point"], rows)


def reference_cell(printed, verdict):
    """The best one, or of those who are left the one with the best mean: the same in every row."""
    left = [row["point"] for row in printed if row["status"] in ("best", "survivor")]
    if verdict == "none_feasible":
        return None
    return OneOf(left if verdict == "inconclusive" else left[:1])


def keeps(constraint, values):
    mean = math.fsum(values) / len(values)
    if "at_most" in constraint:
        return mean <= float(constraint["at_most"])
    return mean >= float(constraint["at_least"])


def better(design, compared, number):
    """Those with a better mean in the runs shared with an alternative."""
    own, sign = compared[number], 1 if design["best"] == "largest" else -1
    return [
        other for other, values in enumerate(compared)
        if len(values) >= len(own) and sign * (math.fsum(values[:len(own)]) - math.fsum(own)) > 0]
