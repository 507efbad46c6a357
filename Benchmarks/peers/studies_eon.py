"""The studies `contact_survey` and `hospital_wards` beside EoN, the tables of docs/recipes-epidemics.md and recipes-policies.md:

    python studies_eon.py SPREADLAB [--runs 2000]

In both studies everybody is infectious for a fixed time, so whether a contact infects does not depend on any other: EoN has the
same distribution of final sizes in continuous time (exponential waits, of one rate per contact) and by generations. EoN
has no interventions; where the study has some, a plain simulator stands in its place, with one number per person.

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
    return [(ward[:, None] == ward) & ~numpy.eye(len(ward), dtype=bool) for ward in (own, other)]


def wards(study, p, factors, runs):
    """Final sizes by generations, with factors of p in both layers that never change."""
    escape = math.prod((1 - p * factor) ** (study["model"]["infectious_steps"] * matrix)
                       for factor, matrix in zip(factors, hospital(study)))
    net, draw = networkx.Graph(escape < 1), random.Random(1)
    return numpy.array([EoN.discrete_SIR(
        net, test_transmission=lambda a, b: draw.random() >= escape[a, b], args=(),
        initial_infecteds=[draw.randrange(len(net))])[3][-1] for _ in range(runs)])


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
            "none (EoN)": wards(study, p, usual, options.runs),
            "always_stay (EoN)": wards(study, p, stay, options.runs),
            "none": plain(study, p, usual, usual, 0.02, options.runs),
            "three_quarters": plain(study, p, usual, (0.6, 0.15), 0.02, options.runs),
            "half": plain(study, p, usual, (0.4, 0.1), 0.02, options.runs),
            "nurses_stay": plain(study, p, usual, stay, 0.02, options.runs),
        }
        for name, other in others.items():
            policy = name.split()[0]
            mine = table.query("interventions == @policy and infection_probability == @p").final_infected
            broken |= line(name, "people", mine, other)
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
