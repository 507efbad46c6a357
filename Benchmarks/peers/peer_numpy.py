"""numpy: whole-grid vectorised step, optionally many replicates at once (leading axis).
Per-contact rule: neighbour count by shifted sums. Subset rules: a random key per direction, k smallest kept."""
import numpy as np

NAME = "numpy"
MOORE = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
VN = [(-1, 0), (0, -1), (0, 1), (1, 0)]


def supports(w):
    return w.n <= 10_000


def simulate(w, rng, reps=1):
    s = w.side
    dirs = MOORE if w.moore else VN
    inf = np.zeros((reps, s + 2, s + 2), bool)
    exists = np.zeros((s + 2, s + 2), bool)
    exists[1:-1, 1:-1] = True
    inf[:, 1 + w.center[0], 1 + w.center[1]] = True
    core = (slice(None), slice(1, -1), slice(1, -1))

    def sh(a, dy, dx):
        return a[..., 1 + dy:s + 1 + dy, 1 + dx:s + 1 + dx]
    curves = [inf.sum((1, 2))]
    while curves[-1].min() < w.n:
        if w.per_contact:
            cnt = np.zeros((reps, s, s), np.int8)
            for d in dirs:
                cnt += sh(inf, *d)
            new = rng.random((reps, s, s)) < 1 - (1 - w.p) ** cnt
            inf[core] |= new
        else:
            src = inf[core]
            cand = np.stack([sh(exists, *d) & (True if w.pool == "all" else ~sh(inf, *d)) for d in dirs], -1) & src[..., None]
            n = cand.sum(-1)
            m = np.minimum(w.k, n)
            if w.draw == "atLeastOne":
                m = np.where(m > 0, 1 + np.floor(rng.random(m.shape) * m).astype(int), 0)
            if w.draw == "capped":
                cand &= rng.random(cand.shape) < w.p
            key = np.where(cand, rng.random(cand.shape), 2.0)
            rank = key.argsort(-1).argsort(-1)
            hit = cand & (rank < m[..., None])
            if w.draw != "capped" and w.p < 1:
                hit &= rng.random(hit.shape) < w.p
            nxt = inf.copy()
            for i, (dy, dx) in enumerate(dirs):
                sh(nxt, dy, dx)[...] |= hit[..., i]
            nxt &= exists
            inf = nxt
        curves.append(inf.sum((1, 2)))
    return curves


def make(w):
    return lambda seed: [int(c[0]) for c in simulate(w, np.random.default_rng(seed))]


def make_many(w, reps):
    """reps replicates in one array; returns time-amortised curves (last step padded with N)."""
    return lambda seed: simulate(w, np.random.default_rng(seed), reps)
