"""The course of a run, from its map: who was infected when, and when and why it ended."""

import math
from dataclasses import dataclass
from fractions import Fraction

from .study_file import Study


@dataclass
class Course:
    """Infected people per step (0...steps), and why the run ended."""

    infected: list
    reason: str

    @property
    def steps(self):
        return len(self.infected) - 1


def people_for_share(share, people):
    """The fewest people that are at least a share of a group; a product within 1e-9 (relative) of
    a whole number is that number."""
    product = Fraction(share) * people
    nearest = math.floor(product + Fraction(1, 2))
    if abs(product - nearest) <= Fraction(1, 10**9) * product:
        return nearest
    return math.ceil(product)


def course_of(study: Study, point, infected_at):
    """The course that a map of infection steps (None: never) tells of (docs/model.md, "The end")."""
    people = point["group_size"]
    last_introduction = max((entry["step"] for entry in study.model["introductions"]), default=0)
    wanted = people_for_share(study.stop["share"], people)
    hopeless = point["infection_factor"] == 0 or point["infection_probability"] == 0
    new = {}
    for step in infected_at:
        if step is not None:
            new[step] = new.get(step, 0) + 1
    infected, step = [new.get(0, 0)], 0
    while True:
        now = infected[-1]
        if now == people:
            return Course(infected, "all_infected")
        if now >= wanted:
            return Course(infected, "share_reached")
        if step >= last_introduction and (hopeless or now == 0):
            return Course(infected, "no_spread")
        if step == study.stop["max_steps"]:
            return Course(infected, "max_steps")
        step += 1
        infected.append(now + new.get(step, 0))
