"""Mesa 3: one CellAgent per person on an orthogonal grid, two-phase (synchronous) step, DataCollector curve."""
import mesa
from mesa.discrete_space import CellAgent, OrthogonalMooreGrid, OrthogonalVonNeumannGrid
from workloads import WORKLOADS, hits

NAME = "mesa"


class Person(CellAgent):
    def __init__(self, model, cell):
        super().__init__(model)
        self.cell = cell
        self.infected = self.exposed = False

    def contact(self):
        if not self.infected:
            return
        w = self.model.w
        near = self.cell.neighborhood.agents
        cand = list(near) if w.pool == "all" else [a for a in near if not a.infected]
        for a in hits(w, cand, self.random):
            a.exposed = True

    def advance(self):
        if self.exposed and not self.infected:
            self.infected = True
            self.model.count += 1


class SI(mesa.Model):
    def __init__(self, workload="W1", seed=None):
        super().__init__(seed=seed)
        w = self.w = WORKLOADS[workload]
        kind = OrthogonalMooreGrid if w.moore else OrthogonalVonNeumannGrid
        self.grid = kind((w.side, w.side), torus=False, capacity=1, random=self.random)
        for cell in self.grid.all_cells:
            Person(self, cell)
        self.grid[w.center].agents[0].infected = True
        self.count = 1
        self.datacollector = mesa.DataCollector(model_reporters={"infected": "count"})
        self.datacollector.collect(self)

    def step(self):
        self.agents.do("contact")
        self.agents.do("advance")
        self.datacollector.collect(self)
        if self.count == self.w.n:
            self.running = False


def supports(w):
    return w.n <= 10_000


def make(w):
    def run(seed):
        m = SI(workload=w.name, seed=seed)
        while m.running:
            m.step()
        return m.datacollector.model_vars["infected"]
    return run


def batch(w, runs):
    """The same through Mesa's own study runner."""
    return mesa.batch_run(SI, {"workload": [w.name]}, iterations=runs, max_steps=10**9, number_processes=1,
                          data_collection_period=-1, display_progress=False)
