"""Times epidemics in which people recover beside what users would pick instead: CPU time per infection.

  python run_courses.py --ours spreadlab-bench [--pholme PROGRAM] [--next-net PROGRAM] [--rounds 5] [WORKLOAD...]

One thread, rounds interleaved, medians of the ratios of each round. NDlib's SIRModel and numba's loop have the distribution of
ours; EoN's discrete form knows infections of one step only; igraph's sir(), pholme/sir and NEXT-Net are in continuous
time: rates of the same chance that a contact is ever infected. --pholme is that program, built from
https://github.com/pholme/sir with NAVG 300; --next-net is next_net.cpp, built with the library of
https://github.com/oist/NEXTNet. Their code is no part of this repository.
"""
import argparse
import random
import re
import resource
import statistics
import subprocess
import tempfile
from dataclasses import dataclass, replace

import EoN
import ndlib.models.epidemics as epidemics
import ndlib.models.ModelConfig as configuration
import networkx
import numpy as np
from numba import njit

import lattice


@dataclass(frozen=True)
class Workload:
    """An SIR epidemic from the center of a square of 100 by 100, as in Benchmarks/SpreadlabBench/Workload.swift, or
    from the same person of a random graph of as many people."""

    name: str
    moore: bool | None  # None: a random graph
    p: float
    recovery: float     # after every step; 1: infectious for one step
    runs: int           # of ours in a round
    side: int = 100
    edges: tuple = ()

    @property
    def n(self):
        return self.side * self.side

    @property
    def start(self):
        return (self.side // 2) * self.side + self.side // 2

    @property
    def rate(self):
        """Infections per contact and time of recovery, for programs in continuous time."""
        ever = self.p / (1 - (1 - self.p) * (1 - self.recovery))
        return ever / (1 - ever)


WORKLOADS = {w.name: w for w in [
    Workload("SIRmoore", True, 0.2, 0.3, 600),
    Workload("SIRvn", False, 0.3, 0.3, 600),
    Workload("SIRmoore1", True, 0.4, 1.0, 600),
    Workload("SIRvn1", False, 0.6, 1.0, 600),
    Workload("SIRgraph", None, 0.1, 0.3, 2000),
    Workload("SIRgraph1", None, 0.25, 1.0, 2000),
]}


def edges(w, ours):
    """All pairs who meet, of a graph as our program draws it."""
    if w.moore is not None:
        return tuple(lattice.edges(w))
    said = subprocess.run([ours, "--edges", w.name], check=True, capture_output=True, text=True).stdout
    return tuple(tuple(map(int, line.split())) for line in said.splitlines())


def graph(w):
    network = networkx.Graph()
    network.add_nodes_from(range(w.n))
    network.add_edges_from(w.edges)
    return network


def cpu_seconds(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def ndlib(w):
    network = graph(w)

    def run(seed):
        random.seed(seed)
        np.random.seed(seed)
        model = epidemics.SIRModel(network)
        config = configuration.Configuration()
        config.add_model_parameter("beta", w.p)
        config.add_model_parameter("gamma", w.recovery)
        config.add_model_initial_configuration("Infected", [w.start])
        model.set_initial_status(config)
        while True:
            counts = model.iteration(node_status=False)["node_count"]
            if counts[1] == 0:
                return w.n - counts[0]

    return run


def eon(w):
    if w.recovery < 1:
        return None
    network = graph(w)

    def run(seed):
        random.seed(seed)
        np.random.seed(seed)
        return int(EoN.basic_discrete_SIR(network, w.p, initial_infecteds=[w.start])[3][-1])

    return run


@njit(cache=False)
def compiled(seed, side, moore, p, recovery, start):
    """What a careful user of numba writes: a list of the infected, its recoveries after its infections."""
    np.random.seed(seed)
    state = np.zeros(side * side, np.uint8)
    active = np.empty(side * side, np.int32)
    fresh = np.empty(side * side, np.int32)
    state[start] = 1
    active[0] = start
    count, ever = 1, 1
    while count > 0:
        found = 0
        for place in range(count):
            y, x = active[place] // side, active[place] % side
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    if (dy == 0 and dx == 0) or (not moore and dy != 0 and dx != 0):
                        continue
                    yy, xx = y + dy, x + dx
                    if yy < 0 or xx < 0 or yy >= side or xx >= side:
                        continue
                    person = yy * side + xx
                    if state[person] == 0 and np.random.random() < p:
                        state[person] = 1
                        fresh[found] = person
                        found += 1
        kept = 0
        for place in range(count):
            if np.random.random() >= recovery:
                active[kept] = active[place]
                kept += 1
        for place in range(found):
            active[kept + place] = fresh[place]
        count = kept + found
        ever += found
    return ever


def numba(w):
    if w.moore is None:
        return None
    compiled(0, 4, True, 0.1, 1.0, 0)
    return lambda seed: compiled(seed, w.side, w.moore, w.p, w.recovery, w.start)


def program(command, pattern):
    """CPU seconds of a program and the number it says, from its output."""
    begun = cpu_seconds(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return cpu_seconds(resource.RUSAGE_CHILDREN) - begun, float(re.search(pattern, output)[1])


class Ours:
    """Seconds per infection of spreadlab-bench, without its start."""

    def __init__(self, w, path):
        self.w, self.path = w, path

    def cost(self, _):
        def seconds(runs):
            return program([self.path, "--runs", str(runs), self.w.name], r": (\d+) infections")

        (idle, _), (busy, infections) = seconds(0), seconds(self.w.runs)
        return (busy - idle) / infections


class InPython:
    def __init__(self, run, budget):
        self.run, self.budget = run, budget
        run(0)

    def cost(self, first):
        begun = cpu_seconds(resource.RUSAGE_SELF)
        infections, seed = 0, first
        while cpu_seconds(resource.RUSAGE_SELF) - begun < self.budget or infections < 1000:
            infections += self.run(seed)
            seed += 1
        return (cpu_seconds(resource.RUSAGE_SELF) - begun) / infections


def edge_file(w):
    """A file of its pairs, which is gone with the object."""
    file = tempfile.NamedTemporaryFile("w", suffix=".lnk")
    file.writelines(f"{a} {b}\n" for a, b in w.edges)
    file.flush()
    return file


class Holme:
    """pholme/sir: 300 runs of a random first person in one call."""

    def __init__(self, w, path):
        self.network = edge_file(w)
        self.command = [path, self.network.name, str(w.rate)]

    def cost(self, seed):
        seconds, size = program([*self.command, str(seed + 1)], r"outbreak size: ([0-9.e+]+)")
        return seconds / (300 * size)


class NextNet:
    """NEXT-Net: 30 runs from the same person in one call."""

    def __init__(self, w, path):
        self.network = edge_file(w)
        self.command = [path, self.network.name, str(w.rate), str(w.start), "30"]

    def cost(self, seed):
        return program([*self.command, str(seed + 1)], r"infections, ([0-9.e+-]+) s")[1]


class IGraph:
    """R igraph's sir(): three epidemics in one call, without making the graph."""

    def __init__(self, w):
        diagonals = "m <- expand.grid(x = 1:(s - 1), y = 1:(s - 1)); id <- function(x, y) (y - 1) * s + x; " \
            "g <- add_edges(g, t(rbind(cbind(id(m$x, m$y), id(m$x + 1, m$y + 1)), " \
            "cbind(id(m$x + 1, m$y), id(m$x, m$y + 1))))); "
        self.script = (
            f"suppressMessages(library(igraph)); s <- {w.side}; g <- make_lattice(c(s, s)); "
            f"{diagonals if w.moore else ''}"
            f"time <- system.time(r <- sir(g, beta = {0.3 * w.rate}, gamma = 0.3, no.sim = 3)); "
            'cat(sum(time[1:2]) / sum(sapply(r, function(one) max(one$NR))), "per\\n")')

    def cost(self, seed):
        # igraph 1.3.5 crashes often; such a process is made again with another seed.
        for attempt in range(12):
            try:
                script = f"set.seed({seed + attempt}); {self.script}"
                return program(["Rscript", "-e", script], r"([0-9.e+-]+) per")[1]
            except subprocess.CalledProcessError:
                pass
        return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("workloads", nargs="*")
    parser.add_argument("--ours", required=True)
    parser.add_argument("--pholme")
    parser.add_argument("--next-net")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--budget", type=float, default=1.0, help="CPU seconds per peer and round")
    options = parser.parse_args()
    for w in [WORKLOADS[name] for name in options.workloads or WORKLOADS]:
        w = replace(w, edges=edges(w, options.ours))
        programs = {"ours": Ours(w, options.ours)}
        for name, make in [("NDlib SIRModel", ndlib), ("EoN basic_discrete_SIR", eon), ("numba", numba)]:
            run = make(w)
            if run:
                programs[name] = InPython(run, options.budget)
        if w.moore is not None:
            programs["R igraph sir"] = IGraph(w)
        if options.pholme:
            programs["pholme/sir (C)"] = Holme(w, options.pholme)
        if options.next_net:
            programs["NEXT-Net (C++)"] = NextNet(w, options.next_net)
        costs = {name: [] for name in programs}
        for number in range(options.rounds):
            for name, one in programs.items():
                costs[name].append(one.cost(number << 16))
        for name, found in costs.items():
            if None in found:
                print(f"{w.name:10} {name:24} crashed twelve times in a row")
                continue
            ratio = statistics.median(a / b for a, b in zip(found, costs["ours"]))
            print(f"{w.name:10} {name:24} {1e9 * statistics.median(found):12.1f} ns per infection {ratio:10.1f} times ours",
                  flush=True)


if __name__ == "__main__":
    main()
