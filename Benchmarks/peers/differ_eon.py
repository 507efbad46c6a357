"""Final sizes of epidemics on networks whose contacts differ, beside EoN's on the same networks.

    python differ_eon.py SPREADLAB [--runs 2000]

Both have the same distribution of final sizes. So the two samples are compared by a chi-square test of two samples, the
tails joined:

- households of four in a random town, whose contacts have a weight: each contact infects with p times its weight, for one
  step, as in EoN's discrete form;
- the same town, where weights are durations (`exposure`), and people are infectious for five steps. In EoN's continuous
  time a contact infects at a rate, for a fixed time: with the same chance;
- the same, and people recover: in EoN at a rate (`fast_SIR`, `transmission_weight`), here with a chance per step. That is
  the same in the limit of short steps, so a step is a 200th of the mean period;
- a scale-free network of which nobody, a random tenth, or the tenth with most contacts is vaccinated.

Prints a line per comparison, and ends with 1 where a P value is below 10^-4.
"""
import argparse
import csv
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
from scipy import stats

PEOPLE = 1_000


def households(seed=1):
    rng = random.Random(seed)
    net = networkx.Graph()
    net.add_nodes_from(range(PEOPLE))
    for first in range(0, PEOPLE, 4):
        net.add_edges_from(
            ((a, b) for a in range(first, first + 4) for b in range(a + 1, first + 4)), weight=1.0)
    while net.number_of_edges() < PEOPLE * 6 // 4 + 3 * PEOPLE:
        a, b = rng.sample(range(PEOPLE), 2)
        if not net.has_edge(a, b):
            net.add_edge(a, b, weight=round(rng.uniform(0.05, 0.5), 3))
    return net


def scale_free(seed=1):
    net = networkx.barabasi_albert_graph(PEOPLE, 3, seed=seed)
    networkx.set_edge_attributes(net, 1.0, "weight")
    return net


def vaccinated(net, order, rng):
    if order == "none":
        return set()
    keys = {person: rng.random() for person in net}
    rank = {
        "random": lambda person: keys[person],
        "degree": lambda person: (-net.degree(person), keys[person]),
    }[order]
    # The person introduced is passed over, as in our model.
    return set(sorted((one for one in net if one != 0), key=rank)[:PEOPLE // 10])


def by_eon(net, p, order, runs):
    rng, sizes = random.Random(2), []
    for _ in range(runs):
        left = net.copy()
        left.remove_nodes_from(vaccinated(net, order, rng))
        _, _, _, recovered = EoN.discrete_SIR(
            left, test_transmission=lambda a, b: rng.random() < p * left[a][b]["weight"], args=(),
            initial_infecteds=[0])
        sizes.append(int(recovered[-1]))
    return numpy.array(sizes)


def in_time(net, p, period, runs):
    """The same in continuous time, on the clock of our steps: a fixed period, or a rate of recovery."""
    rng, rate = random.Random(2), -math.log(1 - p)
    if "recovery_probability" in period:
        return numpy.array([EoN.fast_SIR(
            net, rate, period["recovery_probability"], initial_infecteds=[0], transmission_weight="weight",
            rng=numpy.random.default_rng(seed))[3][-1] for seed in range(runs)])
    return numpy.array([EoN.fast_nonMarkov_SIR(
        net, trans_time_fxn=lambda a, b: rng.expovariate(rate * net[a][b]["weight"]),
        rec_time_fxn=lambda a: period["infectious_steps"], initial_infecteds=[0])[3][-1] for _ in range(runs)])


def by_ours(program, net, p, order, runs, period=None):
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        with open(folder / "net.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("person_a", "person_b", "weight"))
            writer.writerows((a, b, weight) for a, b, weight in net.edges(data="weight"))
        model = {
            "group_size": PEOPLE, "contacts": "net", "rule": "each_contact", "infection_probability": p,
            "introductions": [{"step": 0, "people": [0]}], "stop": {"max_steps": 1_000_000},
            **(period or {"infectious_steps": 1})}
        if order != "none":
            model |= {"immune_order": order, "immune_share": 0.1}
        (folder / "study.json").write_text(json.dumps({
            "spreadlab": 1, "study": "peer", "seed": 3, "replicates": runs, "model": model,
            "contacts": {"net": {"kind": "edges", "file": "net.csv",
                                 "weight": {"column": "weight", "exposure": 1} if period else "weight"}},
            "record": {"curves": "none"}}))
        subprocess.run([program, "run", "study.json", "-o", "out", "--quiet"], cwd=folder, check=True)
        return pandas.read_csv(folder / "out/runs.csv").final_infected.to_numpy()


def p_value(one, other):
    """Chi-square of two samples, in some twenty classes of equal frequency."""
    both = numpy.concatenate([one, other])
    borders = numpy.unique(numpy.quantile(both, numpy.linspace(0, 1, 21)[1:-1]))
    table = numpy.array([numpy.bincount(numpy.searchsorted(borders, x), minlength=len(borders) + 1)
                         for x in (one, other)])
    table = table[:, table.sum(axis=0) > 0]
    return stats.chi2_contingency(table, correction=False).pvalue


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=2_000)
    options = parser.parse_args()
    cases = [
        ("households with weights", households(), 0.35, "none", None),
        ("households with durations", households(), 0.085, "none", {"infectious_steps": 5}),
        ("households with durations, recovery", households(), 0.0035, "none", {"recovery_probability": 1 / 200})]
    cases += [("scale-free", scale_free(), 0.15, order, None) for order in ("none", "random", "degree")]
    broken = False
    for name, net, p, order, period in cases:
        theirs = in_time(net, p, period, options.runs) if period else by_eon(net, p, order, options.runs)
        ours = by_ours(options.program, net, p, order, options.runs, period)
        value = p_value(theirs, ours)
        broken |= value < 1e-4
        print(f"{name}, vaccinated: {order}: EoN mean {theirs.mean():.1f} (standard error "
              f"{theirs.std() / len(theirs) ** 0.5:.1f}), ours {ours.mean():.1f} "
              f"({ours.std() / len(ours) ** 0.5:.1f}), P {value:.3f}")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
