"""Responses that a study defines itself, from curves and maps (docs/study-files.md)."""

from fractions import Fraction

from .cells import real


def units(study):
    """Names and units of their columns, in the order of the file."""
    found = {}
    for name, form in study.own_responses.items():
        if "step_to_share" in form:
            found |= {name: "steps", f"reached_{name}": "0/1"}
        elif "share_in" in form:
            found[name] = "1"
        else:
            found[name] = "people"
    return found


def times(study):
    return {name for name, form in study.own_responses.items() if "step_to_share" in form}


def flags(study):
    return {f"reached_{name}" for name in times(study)}


def whole(study):
    """Those that are whole numbers."""
    return {
        name for name, form in study.own_responses.items()
        if "infected_at" in form or "new_infections_between" in form
    } | times(study) | flags(study)


def values(study, point, series, infected_at):
    """The values of a run, by name. Of a share, the least number of people is found by counting up."""
    found = {}
    for name, form in study.own_responses.items():
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
