"""A town of a million people who meet at home, at work and at random: seconds and memory, beside Starsim and epiworld.

    python town.py ours SPREADLAB | starsim | epiworld  [--people 1000000]

Homes of one to four people, work places of twenty, ten random contacts; a contact at home infects with three times, one at work with
0.3 times the probability; people are infectious for five days on average. Each program draws a network of the same kind,
and runs one epidemic from a hundred people, for 120 days. Prints the share ever infected, the processor seconds of all
and, where the program has them apart, of the epidemic; and the largest memory. One program per call, so that memory is its own.
epiworld knows one kind of contact; there all contacts have the mean chance.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import tempfile
import time

import numpy

HOMES, WORK, NEAR, DAYS, P, FIRST, LENGTH = [30, 35, 15, 20], 20, 10, 120, 0.03, 100, 5
CHANCES = {"homes": 3 * P, "work": 0.3 * P, "near": P}


def ours(program, people):
    study = {
        "spreadlab": 1, "study": "town", "seed": 3, "replicates": 1,
        "model": {
            "group_size": people, "contacts": "town", "rule": "each_contact", "infection_probability": P,
            "infectious_steps": {"geometric": LENGTH}, "start_people": FIRST, "stop": {"max_steps": DAYS}},
        "contacts": {
            "homes": {"kind": "places", "sizes": HOMES}, "work": {"kind": "places", "size": WORK, "shuffle": True},
            "near": {"kind": "random", "mean_degree": NEAR},
            "town": {"kind": "layers", "layers": [
                {"contacts": "homes", "multiply": 3}, {"contacts": "work", "multiply": 0.3}, {"contacts": "near"}]}},
        "record": {"curves": "all"}}
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        (folder / "town.json").write_text(json.dumps(study))
        subprocess.run([program, "run", "town.json", "-o", "out", "-j", "1", "--quiet"], cwd=folder, check=True)
        rows = (folder / "out/runs.csv").read_text().splitlines()
        row = dict(zip(rows[0].split(","), rows[1].split(",")))
    return float(row["final_share"]), None


def pairs_within(places):
    """All pairs of people who share a place, whose people are numbered one after the other."""
    order = numpy.argsort(places, kind="stable")
    _, firsts, sizes = numpy.unique(places[order], return_index=True, return_counts=True)
    lists = []
    for size in numpy.unique(sizes):
        a, b = numpy.triu_indices(size, 1)
        begin = firsts[sizes == size][:, None]
        lists.append((order[(begin + a).ravel()], order[(begin + b).ravel()]))
    return tuple(numpy.concatenate(ends) for ends in zip(*lists))


def network(people, rng):
    weights = numpy.array(HOMES) / sum(HOMES)
    sizes = rng.choice(numpy.arange(1, len(HOMES) + 1), people, p=weights)
    homes = numpy.repeat(numpy.arange(people), sizes)[:people]
    work = rng.permutation(people) // WORK
    a, b = rng.integers(0, people, (2, people * NEAR // 2))
    return {"homes": pairs_within(homes), "work": pairs_within(work), "near": (a[a != b], b[a != b])}


def with_starsim(people):
    import starsim as ss
    nets = []
    for name, (a, b) in network(people, numpy.random.default_rng(3)).items():
        nets.append(ss.Network(name=name, p1=a, p2=b, beta=numpy.ones(len(a))))
    sim = ss.Sim(
        n_agents=people, networks=nets, dt=ss.days(1), start=0, dur=ss.days(DAYS), verbose=0, rand_seed=3,
        diseases=ss.SIR(
            beta={name: ss.perday(chance) for name, chance in CHANCES.items()}, p_death=0,
            init_prev=FIRST / people, dur_inf=ss.expon(ss.days(LENGTH))))
    sim.init()
    begin = time.process_time()
    sim.run()
    return 1 - float(sim.diseases.sir.susceptible.mean()), time.process_time() - begin


def with_epiworld(people):
    import epiworldpy as epiworld
    nets = network(people, numpy.random.default_rng(3))
    counts = {name: len(ends[0]) for name, ends in nets.items()}
    mean = sum(CHANCES[name] * count for name, count in counts.items()) / sum(counts.values())
    a, b = (numpy.concatenate([ends[side] for ends in nets.values()]) for side in (0, 1))
    model = epiworld.epimodels.ModelSIR(
        name="town", prevalence=FIRST / people, transmission_rate=mean, recovery_rate=1 / LENGTH)
    model.agents_from_edgelist(a.tolist(), b.tolist(), people, False)
    begin = time.process_time()
    model.run(DAYS, 3)
    susceptible = model.get_db().get_hist_total()["counts"][-3:]
    return 1 - float(susceptible[0]) / people, time.process_time() - begin


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("what", choices=["ours", "starsim", "epiworld"])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--people", type=int, default=1_000_000)
    options = parser.parse_args()
    if options.what == "ours":
        share, epidemic = ours(options.program, options.people)
    else:
        share, epidemic = {"starsim": with_starsim, "epiworld": with_epiworld}[options.what](options.people)
    who = resource.RUSAGE_CHILDREN if options.what == "ours" else resource.RUSAGE_SELF
    used = resource.getrusage(who)
    apart = "" if epidemic is None else f" ({epidemic:.1f} s of it the epidemic)"
    print(f"{options.what}: {share:.3f} ever infected, {used.ru_utime + used.ru_stime:.1f} s{apart}, "
          f"{used.ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
