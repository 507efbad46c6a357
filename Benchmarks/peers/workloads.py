"""Shared workloads and the plain-Python rule used by the agent-based peers."""
from dataclasses import dataclass
import math


@dataclass(frozen=True)
class Workload:
    name: str
    n: int          # people; every workload here is a full square
    k: int          # InfectionFactor
    draw: str       # exact | atLeastOne | capped
    p: float
    pool: str = "healthy"
    moore: bool = True

    @property
    def side(self):
        return math.isqrt(self.n)

    @property
    def center(self):               # row, column
        return self.side // 2, self.side // 2

    @property
    def per_contact(self):          # is it plain "each contact infects with p"?
        return self.draw == "capped" and self.k >= (8 if self.moore else 4)


WORKLOADS = {w.name: w for w in [
    Workload("W1", 100, 3, "exact", 1.0),
    Workload("W2", 2500, 2, "atLeastOne", 0.5),
    Workload("W3", 10_000, 3, "capped", 0.2),
    Workload("W3k8", 10_000, 8, "capped", 0.2),     # per-contact p: what network libraries can express
    Workload("W1k8", 100, 8, "capped", 0.2),
    Workload("W4", 1_000_000, 3, "exact", 0.3),
    Workload("W5", 10_000, 1, "exact", 0.5, pool="all", moore=False),
]}


def hits(w, cand, rnd):
    """Contacts of one source that would infect (cand: list; rnd: random.Random)."""
    if not cand:
        return cand
    if w.draw == "capped":
        h = [c for c in cand if rnd.random() < w.p]
        return h if len(h) <= w.k else rnd.sample(h, w.k)
    m = min(w.k, len(cand))
    if w.draw == "atLeastOne":
        m = rnd.randint(1, m)
    chosen = rnd.sample(cand, m)
    return chosen if w.p >= 1 else [c for c in chosen if rnd.random() < w.p]
