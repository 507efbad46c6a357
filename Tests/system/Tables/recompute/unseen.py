"""Outbreaks that die out at once, where people recover (docs/statistics.md, "Outbreaks that die out at
once")."""

from . import own_responses, responses
from .study_file import has_course

UNSEEN, SEEN = 3, 16


def variance(values, died_out):
    """The least variance of a run by these values: that of so many runs that ended at `died_out`. 0
    where there is no such value."""
    if died_out is None or not values:
        return 0.0
    mean = sum(values) / len(values)
    is_seen = any(abs(value - died_out) < abs(value - mean) for value in values)
    return (SEEN if is_seen else UNSEEN) * (mean - died_out)**2 / len(values)


def died_out(study, point, response):
    """The response where nobody but those introduced at step 0 is infected; None where there is none,
    or nobody recovers."""
    if not has_course(point) or response in responses.shares(study) | responses.times(study):
        return None
    if any(entry != {"step": 0, "at": "center"} for entry in study.model["introductions"]):
        raise ValueError("who is introduced is not looked at here")
    introduced = point["start_people"] or 1
    if response in ("final_infected", "final_share"):
        return introduced / (point["group_size"] if response == "final_share" else 1)
    form = study.own_responses.get(response, {})
    if "share_in" in form and point["start_people"] is None:
        people, columns = point["group_size"], point["columns"]
        rows = (people - 1) // columns + 1
        center = (rows - 1) // 2 * columns + (columns - 1) // 2
        infected_at = [0 if person == center else None for person in range(people)]
        return float(own_responses.share_in(form, columns, infected_at))
    raise ValueError(f"of {response} that is not known here")
