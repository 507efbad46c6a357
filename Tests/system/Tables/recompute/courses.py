"""The course of a run, from its map and its curves: who was infected when, who is infected, latent
and immune, and when and why it ended (docs/model.md, "The end")."""

import math
from dataclasses import dataclass
from fractions import Fraction

from .cells import Within, real
from .study_file import Study, has_course

SERIES = ["infected", "ever_infected", "immune", "latent", "new_infections"]


@dataclass
class Course:
    """People per step (0...steps) by series, and why the run ended."""

    series: dict
    reason: str

    @property
    def steps(self):
        return len(self.series["infected"]) - 1


def people_for_share(share, people):
    """The fewest people that are at least a share of a group; a product within 1e-9 (relative) of
    a whole number is that number."""
    product = Fraction(share) * people
    nearest = math.floor(product + Fraction(1, 2))
    if abs(product - nearest) <= Fraction(1, 10**9) * product:
        return nearest
    return math.ceil(product)


def course_of(study: Study, point, infected_at, printed):
    """The course that a map of first infections (None: never) tells of.

    Where people recover the map does not tell all: `printed` are the rows of curves.csv of the run.
    Of them only what rests on chance is taken: the infected if recoveries are drawn, the newly
    infected if somebody may be infected again. The rest follows, and must be what is printed.
    """
    first = {}
    for step in infected_at:
        if step is not None:
            first[step] = first.get(step, 0) + 1
    if has_course(point):
        return recovering(study, point, first, printed)
    people = point["group_size"]
    wanted = people_for_share(study.stop["share"], people)
    hopeless = point["infection_factor"] == 0 or point["infection_probability"] == 0
    ever, reason = [first.get(0, 0)], None
    while reason is None:
        now, step = ever[-1], len(ever) - 1
        if now == people:
            reason = "all_infected"
        elif now >= wanted:
            reason = "share_reached"
        elif step >= last_introduction(study) and (hopeless or now == 0):
            reason = "no_spread"
        elif step == study.stop["max_steps"]:
            reason = "max_steps"
        else:
            ever.append(now + first.get(step + 1, 0))
    nobody = [0] * len(ever)
    new = [first.get(step, 0) for step in range(len(ever))]
    # Infected in step s: latent at the end of the steps s ... s + L - 1.
    latent = [sum(new[max(0, step + 1 - point["latent_steps"]):step + 1]) for step in range(len(new))]
    return Course({
        "infected": ever, "ever_infected": ever, "immune": nobody, "latent": latent,
        "new_infections": new}, reason)


def last_introduction(study):
    return max((entry["step"] for entry in study.model["introductions"]), default=0)


def recovering(study, point, first, printed):
    """The course of a run in which people recover, up to its end or to that of the table."""
    latent, acting = point["latent_steps"], point["infectious_steps"]
    wanted = people_for_share(study.stop["share"], point["group_size"])
    always = immune_always(study, point, first.get(0, 0))
    drawn = point["recovery_probability"] > 0
    repeats = point["immune_steps"] != "forever"
    series = {name: [] for name in SERIES}
    recovered, reason = [], None
    for step, row in enumerate(printed):
        new = series["new_infections"]
        new.append(row["new_infections"] if repeats else first.get(step, 0))
        series["ever_infected"].append(sum(first.get(s, 0) for s in range(step + 1)))
        # Infected in step s: acts from step s + 1 + L on, at most D times.
        series["infected"].append(
            row["infected"] if drawn else sum(new[max(0, step + 1 - latent - acting):]))
        series["latent"].append(sum(new[step + 1 - latent:] if step + 1 > latent else new))
        before = series["infected"][-2] if step else 0
        recovered.append(before + new[step] - series["infected"][-1])
        since = max(0, step + 1 - point["immune_steps"]) if repeats else 0
        series["immune"].append(always + sum(recovered[since:]))
        if series["infected"][-1] == 0 and step >= last_introduction(study):
            reason = "extinct"
        elif study.stop["share"] < 1 and series["ever_infected"][-1] >= wanted:
            reason = "share_reached"
        elif step == study.stop["max_steps"]:
            reason = "max_steps"
        if reason:
            break
    return Course(series, reason)


def immune_always(study, point, introduced):
    """People immune for the whole run: those listed, and of the others that are not introduced at
    step 0 as many as the share asks for."""
    listed = len(set(study.model["immune_people"]))
    asked = math.floor(Fraction(repr(float(point["immune_share"]))) * point["group_size"] + Fraction(1, 2))
    return listed + min(asked, point["group_size"] - listed - introduced)


def responses_of_course(study, point, course):
    """The responses of studies in which people recover, by name."""
    infected, new = course.series["infected"], course.series["new_infections"]
    peak = max(infected)
    died_out = course.reason == "extinct"
    return {
        "peak_infected": peak, "peak_infected_step": infected.index(peak),
        "step_to_extinct": course.steps if died_out else None, "extinct": int(died_out),
        "infections": sum(new[1:]) - introduced_later(study, point, course),
        "reproduction_number": reproduction_number(study, point, course),
    }


def responses_of_latency(course):
    """Those of studies in which somebody can be latent: the infected who are not."""
    infectious = [now - latent for now, latent in zip(course.series["infected"], course.series["latent"])]
    return {
        "peak_infectious": max(infectious), "peak_infectious_step": infectious.index(max(infectious))}


def introduced_later(study, point, course):
    """Who came from outside after step 0: everybody asked for where healthy people are left."""
    count = 0
    for entry in study.model["introductions"]:
        if not 0 < entry["step"] <= course.steps:
            continue
        taken = course.series["infected"][entry["step"]] + course.series["immune"][entry["step"]]
        if "random" not in entry or taken >= point["group_size"]:
            raise ValueError("of such an introduction the curves do not tell whom it infected")
        count += entry["random"]
    return count


def reproduction_number(study, point, course):
    """Infections by those introduced at step 0, per person. As long as nobody else may act, all
    infections are theirs; while others act beside them the curves give its bounds."""
    new = course.series["new_infections"]
    if new[0] == 0:
        return None
    latent, acting = point["latent_steps"], point["infectious_steps"]
    last = latent + acting if acting != "forever" else course.steps
    # Those they infect in step 1 + L act from step 2 + 2 L on, for the first time.
    alone = min(last, 2 * latent + 1)
    certain, possible = sum(new[1:alone + 1]), sum(new[1:last + 1])
    if introduced_later(study, point, course):
        certain = 0
    if certain == possible:
        return real(certain / new[0])
    slack = 1e-9 * possible / new[0]
    return Within(certain / new[0] - slack, possible / new[0] + slack)
