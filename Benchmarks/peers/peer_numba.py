"""numba: the loop a careful Python user writes -- list of active people, compiled, own xoshiro-free numpy generator."""
import numpy as np
from numba import njit

NAME = "numba"
CODE = {"exact": 0, "atLeastOne": 1, "capped": 2}


@njit(cache=False)
def _run(seed, side, k, draw, p, pool_all, moore, start):
    np.random.seed(seed)
    n = side * side
    inf = np.zeros(n, np.uint8)
    active = np.empty(n, np.int32)
    fresh = np.empty(n, np.int32)
    inf[start] = 1
    active[0] = start
    na, count = 1, 1
    curve = [1]
    cand = np.empty(8, np.int32)
    while count < n:
        nf, w = 0, 0
        for q in range(na):
            c = active[q]
            y, x = c // side, c % side
            m, healthy = 0, 0
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    if (dy == 0 and dx == 0) or (not moore and dy != 0 and dx != 0):
                        continue
                    yy, xx = y + dy, x + dx
                    if yy < 0 or xx < 0 or yy >= side or xx >= side:
                        continue
                    j = yy * side + xx
                    h = inf[j] != 1
                    healthy += h
                    if pool_all or h:
                        cand[m] = j
                        m += 1
            if healthy == 0:
                continue
            active[w] = c
            w += 1
            if draw == 2:
                s = 0
                for i in range(m):
                    if np.random.random() < p:
                        cand[s] = cand[i]
                        s += 1
                take, keep = min(k, s), s
            else:
                take, keep = min(k, m), m
                if draw == 1:
                    take = 1 + int(np.random.random() * take)
            for i in range(take):
                if take < keep or draw != 2:
                    j = i + int(np.random.random() * (keep - i))
                    t = cand[i]; cand[i] = cand[j]; cand[j] = t
                c2 = cand[i]
                if inf[c2] == 0 and (draw == 2 or p >= 1.0 or np.random.random() < p):
                    inf[c2] = 2
                    fresh[nf] = c2
                    nf += 1
        for i in range(nf):
            inf[fresh[i]] = 1
            active[w + i] = fresh[i]
        na = w + nf
        count += nf
        curve.append(count)
    return curve


def supports(w):
    return True


def make(w):
    start = w.center[0] * w.side + w.center[1]
    args = (w.side, w.k, CODE[w.draw], w.p, w.pool == "all", w.moore, start)
    _run(0, 4, 1, 0, 1.0, False, True, 0)           # compile
    return lambda seed: list(_run(seed, *args))
