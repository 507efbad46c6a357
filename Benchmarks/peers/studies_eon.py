"""The studies `contact_survey`, `hospital_wards` and `school_closure` beside EoN, the tables of docs/recipes-epidemics.md and
recipes-policies.md:

    python studies_eon.py SPREADLAB [--runs 2000]

In these studies everybody is infectious for a fixed time, so whether a contact infects does not depend on any other: EoN has
the same distribution of final sizes in continuous time (exponential waits, of one rate per contact) and by generations. EoN
has no interventions; where a study has some, a plain simulator stands in its place, with one number per person.

Prints means with standard errors, and z of their difference. Ends with 1 where a z is above 4.5.
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

import EoN
import networkx
import numpy
import pandas

ROOT = pathlib.Path(__file__).resolve().parents[2]


def ours(program, file, folder):
    subprocess.run([program, "run", ROOT / f"studies/{file}.json", "-o", folder / file, "--quiet"], check=True)
    return pandas.read_csv(folder / file / "runs.csv")


def survey(study, contacts, p, runs):
    """Final sizes in continuous time: a contact of w minutes a day infects at the rate of its chance of a day."""
    weight = study["contacts"][contacts]["weight"]
    edges = pandas.read_csv(ROOT / "studies/contact-survey.csv")
    net = networkx.empty_graph(study["model"]["group_size"])
    for a, b, minutes in edges[["person_a", "person_b", weight["column"]]].itertuples(index=False):
        if minutes > 0:
            net.add_edge(a, b, rate=-math.log(1 - p) * minutes / weight["exposure"])
    draw = random.Random(1)
    return numpy.array([EoN.fast_nonMarkov_SIR(
        net, trans_time_fxn=lambda a, b: draw.expovariate(net[a][b]["rate"]),
        rec_time_fxn=lambda a: study["model"]["infectious_steps"],
        initial_infecteds=[draw.randrange(len(net))])[3][-1] for _ in range(runs)])


def hospital(study):
    """Who meets whom on the own ward, and on the ward of the day elsewhere, as matrices."""
    own = numpy.arange(study["model"]["group_size"]) // study["contacts"]["own_ward"]["size"]
    other = pandas.read_csv(ROOT / "studies/hospital-wards.csv").sort_values("person").place.to_numpy()
    return [together(ward) for ward in (own, other)]


def together(place):
    """Who meets whom at these places, as a matrix; nobody is there with a place below 0."""
    return (place[:, None] == place) & (place >= 0) & ~numpy.eye(len(place), dtype=bool)


def town(study):
    """Who meets whom at home, in a class, and elsewhere, as matrices."""
    person = numpy.arange(study["model"]["group_size"])
    pupils, school = pandas.read_csv(ROOT / "studies/school-closure.csv"), numpy.full(len(person), -1)
    school[pupils.person] = pupils.place
    return [together(place) for place in (person // study["contacts"]["homes"]["size"], school, 0 * person)]


def by_generations(study, matrices, p, factors, runs):
    """Final sizes by generations, with factors of p in the layers that never change."""
    escape = math.prod((1 - p * factor) ** (study["model"]["infectious_steps"] * matrix)
                       for factor, matrix in zip(factors, matrices))
    net, draw = networkx.Graph(escape < 1), random.Random(1)
    return numpy.array([EoN.discrete_SIR(
        net, test_transmission=lambda a, b: draw.random() >= escape[a, b], args=(),
        initial_infecteds=draw.sample(range(len(net)), study["model"]["start_people"]))[3][-1] for _ in range(runs)])


def plain(study, p, before, after, share, runs):
    """Final sizes step by step, many runs side by side; from the step on after the share was reached, other factors of p."""
    matrices = [matrix.astype(float) for matrix in hospital(study)]
    people, draw = study["model"]["group_size"], numpy.random.default_rng(1)
    latent, infectious = study["model"]["latent_steps"], study["model"]["infectious_steps"]
    age = numpy.full((runs, people), -1)  # steps since the infection; -1 of those who are not infected
    age[numpy.arange(runs), draw.integers(people, size=runs)] = 0
    ever, begun = age == 0, numpy.zeros(runs, bool)
    while (age >= 0).any():
        begun |= (age >= 0).sum(axis=1) >= share * people
        age[age >= 0] += 1
        logs = sum(
            numpy.log1p(-p * numpy.where(begun, late, early))[:, None] * ((age > latent) @ matrix)
            for early, late, matrix in zip(before, after, matrices))
        hit = (draw.random(age.shape) >= numpy.exp(logs)) & ~ever
        age[hit], ever = 0, ever | hit
        age[age >= latent + infectious] = -1
    return ever.sum(axis=1)


def closing(study, p, before, after, kept, share, runs):
    """Final sizes step by step, run by run along lists of pairs; from the step on after the share was reached, other factors
    of p, and a part of the pairs at home and in class."""
    people, draw = study["model"]["group_size"], numpy.random.default_rng(1)
    lists = [numpy.argwhere(matrix).T for matrix in town(study)[:2]]
    ids = [both.min(axis=0) * people + both.max(axis=0) for both in lists]  # one for a pair, at home and in class
    names = numpy.unique(numpy.concatenate(ids))
    ids = [numpy.searchsorted(names, some) for some in ids]
    sizes = []
    for _ in range(runs):
        age = numpy.full(people, -1)  # steps since the infection; -1 of those who are not infected
        age[draw.choice(people, study["model"]["start_people"], replace=False)] = 0
        ever, factors, pairs = age == 0, before, lists
        while (age >= 0).any():
            if factors is before and (age >= 0).sum() >= share * people:
                key = draw.random(len(names))
                factors, pairs = after, [both[:, key[some] < kept] for both, some in zip(lists, ids)]
            infectious = age >= 0
            hit = draw.random(people) >= (1 - p * factors[2]) ** infectious.sum()
            for (a, b), factor in zip(pairs, factors):
                meet = infectious[a] & ~ever[b]
                hit[b[meet][draw.random(meet.sum()) < p * factor]] = True
            age[infectious] += 1
            age[age >= study["model"]["infectious_steps"]] = -1
            hit &= ~ever
            age[hit], ever = 0, ever | hit
        sizes.append(ever.sum())
    return numpy.array(sizes)


def line(name, unit, one, other):
    errors = [x.std() / len(x) ** 0.5 for x in (one, other)]
    z = (one.mean() - other.mean()) / math.hypot(*errors)
    digits = 3 if unit == "share" else 1
    print(f"| {name} | {unit} | {one.mean():.{digits}f} ± {errors[0]:.{digits}f} | "
          f"{other.mean():.{digits}f} ± {errors[1]:.{digits}f} | {z:.1f} |", flush=True)
    return abs(z) > 4.5


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=2_000)
    options = parser.parse_args()
    broken = False
    with tempfile.TemporaryDirectory() as place:
        study = json.loads((ROOT / "studies/contact-survey.json").read_text())
        table, p = ours(options.program, "contact-survey", pathlib.Path(place)), 0.015
        for contacts in study["factors"]["contacts"]["values"]:
            mine = table.query("contacts == @contacts and infection_probability == @p").final_infected / 1_000
            other = survey(study, contacts, p, options.runs) / 1_000
            broken |= line(f"{contacts}: of a tenth and more", "share", mine >= 0.1, other >= 0.1)
            broken |= line(f"{contacts}: size of these", "share", mine[mine >= 0.1], other[other >= 0.1])
        study = json.loads((ROOT / "studies/hospital-wards.json").read_text())
        table = ours(options.program, "hospital-wards", pathlib.Path(place))
        p, usual, stay = 0.016, (0.8, 0.2), (1, 0)
        others = {
            "none (EoN)": by_generations(study, hospital(study), p, usual, options.runs),
            "always_stay (EoN)": by_generations(study, hospital(study), p, stay, options.runs),
            "none": plain(study, p, usual, usual, 0.02, options.runs),
            "three_quarters": plain(study, p, usual, (0.6, 0.15), 0.02, options.runs),
            "half": plain(study, p, usual, (0.4, 0.1), 0.02, options.runs),
            "nurses_stay": plain(study, p, usual, stay, 0.02, options.runs),
        }
        for name, other in others.items():
            policy = name.split()[0]
            mine = table.query("interventions == @policy and infection_probability == @p").final_infected
            broken |= line(name, "people", mine, other)
        study = json.loads((ROOT / "studies/school-closure.json").read_text())
        table, p, m = ours(options.program, "school-closure", pathlib.Path(place)), 0.02, 0.004
        usual, half, closed = (3, 1, m), (1.5, 0.5, m / 2), (3, 0, m)
        others = {
            ("none", 0, "EoN"): by_generations(study, town(study), p, (3, 1, 0), options.runs),
            ("none", m, "plain"): closing(study, p, usual, usual, 1, 0.02, options.runs),
            ("half_of_chance", m, "plain"): closing(study, p, usual, half, 1, 0.02, options.runs),
            ("half_of_pairs", m, "plain"): closing(study, p, usual, (3, 1, m / 2), 0.5, 0.02, options.runs),
            ("classes_closed", m, "plain"): closing(study, p, usual, closed, 1, 0.02, options.runs),
            ("always_closed", m, "plain"): closing(study, p, closed, closed, 1, 0.02, options.runs),
        }
        for (policy, elsewhere, by), other in others.items():
            mine = table.query("interventions == @policy and elsewhere == @elsewhere").final_infected
            broken |= line(f"{policy}, elsewhere {elsewhere} ({by})", "people", mine, other)
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
