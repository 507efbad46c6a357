"""When interventions were in force in a run, from its curves (docs/model.md, "Interventions")."""

from .courses import people_for_share

UNITS = {
    "step_to_intervention": "steps", "reached_intervention": "0/1",
    "steps_under_intervention": "steps"}


def responses_of_interventions(study, point, course):
    """The responses of studies with interventions, by name."""
    entries = study.interventions.get(point["interventions"], [])
    began, over, under, first = {}, set(), 0, None
    judged_from = [0] * len(entries)
    for step in range(course.steps + 1):
        # A step is made under what was in force at the end of the one before.
        under += any(
            number not in over and not {"set", "multiply", "keep_contacts"}.isdisjoint(entries[number])
            for number in began)
        for number, entry in enumerate(entries):
            if number not in began:
                if step >= judged_from[number] and is_met(entry["when"], point, course, step):
                    began[number] = step
                    first = step if first is None else first
            elif number not in over and "until" in entry and ends(
                    entry["until"], point, course, step, began[number]):
                if entry.get("repeat"):
                    del began[number]
                    judged_from[number] = step + 1
                else:
                    over.add(number)
    return {
        "step_to_intervention": first, "reached_intervention": int(first is not None),
        "steps_under_intervention": under}


def is_met(condition, point, course, step):
    (name, value), = condition.items()
    if name == "step":
        return step >= value
    series = {"infected_share": "infected", "ever_infected_share": "ever_infected"}[name]
    return course.series[series][step] >= people_for_share(value, point["group_size"])


def ends(condition, point, course, step, began):
    (name, value), = condition.items()
    if name == "after_steps":
        return step >= began + value
    # Those infected have to be fewer than the share.
    return is_met(condition, point, course, step) != (name == "infected_share")
