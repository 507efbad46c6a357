"""Responses that a study defines itself, from curves and maps (docs/study-analysis.md)."""

from fractions import Fraction

from .cells import real

LEVEL_UNITS = {"group_size": "people", "infection_factor": "people", "columns": "people"}
DERIVED = ("at_most", "at_least", "multiply", "level_of")


def units(study, others=None):
    """Names and units of their columns, in the order of the file.

    `others`: units of the built-in responses, by name, from which some follow."""
    found = {}
    for name, form in study.own_responses.items():
        if "step_to_share" in form:
            found |= {name: "steps", f"reached_{name}": "0/1"}
        else:
            found[name] = unit(study, form, others or {})
    return found


def unit(study, form, others):
    if "at_most" in form or "at_least" in form:
        return "0/1"
    if "multiply" in form:
        inner = study.own_responses.get(form["of"])
        return others.get(form["of"]) if inner is None else unit(study, inner, others)
    if "level_of" in form:
        return LEVEL_UNITS.get(form["level_of"], "1")
    if form.get("peak_of") == "new_infections":
        return "people/step"
    return "1" if "share_in" in form else "people"


def times(study):
    return {name for name, form in study.own_responses.items() if "step_to_share" in form}


def flags(study):
    return {f"reached_{name}" for name in times(study)} | {
        name for name, form in study.own_responses.items() if "at_most" in form or "at_least" in form}


def whole(study):
    """Those that are whole numbers."""
    return {
        name for name, form in study.own_responses.items()
        if "infected_at" in form or "new_infections_between" in form or "peak_of" in form
    } | times(study) | flags(study)


def values(study, point, series, infected_at, built_in, reason):
    """The values of a run, by name. Of a share, the least number of people is found by counting up."""
    found = measured(study, point, series, infected_at)
    known = float("inf") if reason in ("no_spread", "extinct") else built_in["steps"]

    def value(name):
        form = study.own_responses.get(name)
        if form is None or not any(key in form for key in DERIVED):
            return found[name] if name in found else built_in[name]
        if "level_of" in form:
            return float(point[form["level_of"]])
        inner = value(form["of"])
        if inner is not None:
            inner = float(getattr(inner, "value", inner))
        if "multiply" in form:
            return None if inner is None else float(form["multiply"]) * inner
        bound = float(form.get("at_most", form.get("at_least")))
        if inner is not None:
            return int(inner <= bound if "at_most" in form else inner >= bound)
        if form["of"] not in times(study) and not form["of"].startswith("step_to_"):
            return None
        # It is later than the last step at which it is known not to be reached.
        if bound < known + 1 and "at_most" in form:
            return 0
        return 1 if bound <= known + 1 and "at_least" in form else None

    for name, form in study.own_responses.items():
        if any(key in form for key in DERIVED):
            seen = value(name)
            found[name] = seen if seen is None or isinstance(seen, int) else real(seen)
    return found


def measured(study, point, series, infected_at):
    """Those that follow from no other response."""
    found = {}
    for name, form in study.own_responses.items():
        if any(key in form for key in DERIVED):
            continue
        kind = next(key for key in form if key != "at_step")
        given = form[kind]
        if kind == "step_to_share":
            share = Fraction(given)
            wanted = next(
                count for count in range(1, point["group_size"] + 1)
                if count >= share * point["group_size"])
            step = next(
                (step for step, count in enumerate(series["ever_infected"]) if count >= wanted), None)
            found |= {name: step, f"reached_{name}": int(step is not None)}
        elif kind == "peak_of":
            found[name] = max(series[given])
        elif kind == "infected_at":
            found[name] = kept(series["infected"], given)
        elif kind == "new_infections_between":
            new = series["new_infections"]
            found[name] = sum(
                new[step] for step in range(given[0], given[1] + 1) if step < len(new))
        elif kind == "mean_infected_between":
            steps = range(given[0], given[1] + 1)
            found[name] = real(sum(kept(series["infected"], step) for step in steps) / len(steps))
        else:
            found[name] = real(share_in(form, point["columns"], infected_at))
    return found


def share_in(form, columns, infected_at):
    """Of the people of an area, those infected by a step."""
    area = form["share_in"]
    inside = [
        step for person, step in enumerate(infected_at)
        if area["rows"][0] <= person // columns <= area["rows"][1]
        and area["columns"][0] <= person % columns <= area["columns"][1]]
    return sum(step is not None and step <= form["at_step"] for step in inside) / len(inside)


def kept(values, step):
    """A run keeps its last value."""
    return values[min(step, len(values) - 1)]
