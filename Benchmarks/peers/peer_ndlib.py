"""NDlib SIModel on a lattice graph: per-contact probability beta, synchronous -- the same rule as capped with k=8."""
import random
import networkx as nx
import numpy as np
import ndlib.models.ModelConfig as mc
import ndlib.models.epidemics as ep
from lattice import graph

NAME = "ndlib"


def supports(w):
    return w.per_contact and w.n <= 10_000


def make(w):
    g = graph(w)
    start = w.center[0] * w.side + w.center[1]

    def run(seed):
        random.seed(seed)
        np.random.seed(seed % 2**32)
        m = ep.SIModel(g)
        c = mc.Configuration()
        c.add_model_parameter("beta", w.p)
        c.add_model_initial_configuration("Infected", [start])
        m.set_initial_status(c)
        curve = []
        while True:
            n = m.iteration(node_status=False)["node_count"][1]
            curve.append(n)
            if n == w.n:
                return curve
    return run
