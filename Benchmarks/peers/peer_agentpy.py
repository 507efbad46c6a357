"""agentpy: ap.Grid with one agent per cell, two-phase step, recorded curve."""
import agentpy as ap
from workloads import hits

NAME = "agentpy"


class Person(ap.Agent):
    def setup(self):
        self.infected = self.exposed = False

    def contact(self):
        if not self.infected:
            return
        w = self.p.w
        near = self.model.grid.neighbors(self)
        if not w.moore:
            y, x = self.model.grid.positions[self]
            near = [a for a in near if (lambda q: q[0] == y or q[1] == x)(self.model.grid.positions[a])]
        cand = list(near) if w.pool == "all" else [a for a in near if not a.infected]
        for a in hits(w, cand, self.model.random):
            a.exposed = True

    def advance(self):
        if self.exposed and not self.infected:
            self.infected = True
            self.model.infected_count += 1


class SI(ap.Model):
    def setup(self):
        w = self.p.w
        self.people = ap.AgentList(self, w.n, Person)
        self.grid = ap.Grid(self, (w.side, w.side), check_border=True)
        self.grid.add_agents(self.people)
        self.people[w.center[0] * w.side + w.center[1]].infected = True
        self.infected_count = 1

    def update(self):
        self.record("infected_count")

    def step(self):
        self.people.contact()
        self.people.advance()
        if self.infected_count == self.p.w.n:
            self.stop()


def supports(w):
    return w.n <= 10_000


def make(w):
    def run(seed):
        r = SI({"w": w, "seed": seed, "steps": 10**9}).run(display=False)
        return list(r.variables.SI["infected_count"])
    return run
