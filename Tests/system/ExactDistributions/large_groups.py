#!/usr/bin/env python3
"""The built program in large groups against their limits, which are computed here.

    large_groups.py

- final sizes of three groups, by three matrices, against the final-size equation (1 %);
- gamma periods against a linear chain: an SIR epidemic with Erlang periods as ordinary differential equations, peak and
  its step (3 %: periods are long, so that steps hardly matter), and the exponential one, which has another peak.

Exit 1 if something differs.
"""

import json
import pathlib
import sys

import numpy
import pandas
from scipy import integrate, optimize

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from program import must_run, scratch  # noqa: E402

PEOPLE = 50_000
SHARES = [0.2, 0.5, 0.3]
NAMES = ["young", "middle", "old"]
MATRICES = {
    "assortative": [[3.0, 0.6, 0.3], [0.6, 1.5, 0.5], [0.3, 0.5, 1.2]],
    "one way": [[3.0, 1.5, 1.5], [0.3, 1.8, 0.6], [0.15, 0.15, 1.2]],
    "susceptible old": [[1.0, 1.0, 2.5], [1.0, 1.0, 2.5], [1.0, 1.0, 2.5]],
}
R = 1.6


def tables(study):
    """The runs of a study, and its curves where it has some."""
    with scratch() as place:
        folder = pathlib.Path(place)
        (folder / "study.json").write_text(
            json.dumps({"spreadlab": 1, "study": "limit", "seed": 36} | study))
        must_run("run", "study.json", "-o", "out", "--quiet", cwd=folder)
        curves = folder / "out/curves.csv"
        return pandas.read_csv(folder / "out/runs.csv"), pandas.read_csv(curves) if curves.exists() else None


def final_shares(matrix):
    """z_j = 1 - exp(-R sum_i s_i g_ij z_i), the largest solution."""
    shares, matrix = numpy.array(SHARES), numpy.array(matrix)
    return optimize.fixed_point(
        lambda z: 1 - numpy.exp(-R * (shares * z) @ matrix), numpy.ones(3), method="iteration",
        xtol=1e-12, maxiter=10_000)


def hold_groups():
    for name, matrix in MATRICES.items():
        runs, _ = tables({
            "model": {
                "group_size": PEOPLE, "contacts": "everybody", "rule": "each_contact",
                "infection_probability": R / PEOPLE, "infectious_steps": 1, "groups": "ages",
                "start_people": 50, "stop": {"max_steps": 10_000}},
            "groups": {"ages": {"names": NAMES, "shares": SHARES, "multiply": matrix}},
            "responses": {f"of_{one}": {"final_share_of": one} for one in NAMES},
            "replicates": 100, "record": {"curves": "none"}})
        for place, wanted in enumerate(final_shares(matrix)):
            value = runs[f"of_{NAMES[place]}"].mean()
            yield f"{name}, {NAMES[place]}", value, wanted, 0.01


def chain(mean, stages, start, people, transmission):
    """The largest number of infectious people, and when, by a chain of stages."""
    def slope(_, state):
        susceptible, infectious = state[0], state[1:]
        new = transmission * susceptible * infectious.sum() / people
        move = infectious * stages / mean
        return numpy.concatenate([[-new], [new - move[0]], move[:-1] - move[1:]])

    state = numpy.concatenate([[people - start, start], numpy.zeros(stages - 1)])
    solution = integrate.solve_ivp(
        slope, (0, 20 * mean), state, rtol=1e-9, atol=1e-6, t_eval=numpy.linspace(0, 20 * mean, 20_001))
    infectious = solution.y[1:].sum(axis=0)
    return infectious.max(), solution.t[infectious.argmax()]


def hold_chain():
    mean, start, people = 60, 200, 20_000
    for stages, sd in ((4, 30), (1, 60)):
        _, curves = tables({
            "model": {
                "group_size": people, "contacts": "everybody", "rule": "each_contact",
                "infection_probability": 2.5 / mean / (people - 1),
                "infectious_steps": {"gamma": {"mean": mean, "sd": sd}}, "start_people": start,
                "stop": {"max_steps": 100_000}},
            "replicates": 20, "record": {"curves": "all"}})
        table = curves.pivot(index="step", columns="replicate", values="infected").ffill()
        curve = table.mean(axis=1)
        most, when = chain(mean, stages, start, people, 2.5 / mean)
        yield f"peak, {stages} stages", curve.max(), most, 0.03
        yield f"step of the peak, {stages} stages", float(curve.idxmax()), when, 0.03


def main():
    broken = 0
    for name, value, wanted, tolerance in [*hold_groups(), *hold_chain()]:
        holds = abs(value / wanted - 1) <= tolerance
        broken += not holds
        print(f"{'' if holds else 'BROKEN '}{name}: {value:.5g}, limit {wanted:.5g}")
    sys.exit(broken > 0)


if __name__ == "__main__":
    main()
