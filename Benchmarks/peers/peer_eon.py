"""EoN fast_SIR on a lattice graph, recovery practically never: continuous-time SI, rate -ln(1-p) per contact
(the closest it offers: its discrete SIR lets a node infect for one step only)."""
import math
import random
import numpy as np
import EoN
from lattice import graph

NAME = "eon_fast_SIR"


def supports(w):
    return w.per_contact


def make(w):
    g = graph(w)
    start = w.center[0] * w.side + w.center[1]
    tau = -math.log(1 - w.p)

    def run(seed):
        random.seed(seed)
        np.random.seed(seed % 2**32)
        t, S, I, R = EoN.fast_SIR(g, tau, 1e-12, initial_infecteds=[start])
        # infected count at whole steps
        i = int(np.argmax(I + R == w.n))
        steps = np.arange(0, math.ceil(t[i]) + 1)
        return (I + R)[np.searchsorted(t[:i + 1], steps, side="right") - 1].tolist()
    return run
