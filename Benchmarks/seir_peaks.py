"""The day on which most people are infectious: continuous SEIR, by the classical Runge-Kutta method, beside
studies that differ in the distribution of latent steps alone.

    python3 Benchmarks/seir_peaks.py PROGRAM
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile

PEOPLE, START, CONTACTS, P, LATENT, RECOVERY = 100_000, 100, 10, 0.05, 3, 0.2

STUDY = {
    "spreadlab": 1, "study": "seir_peaks", "seed": 1,
    "model": {
        "group_size": PEOPLE, "contacts": "everybody", "rule": "mixing",
        "infection_factor": CONTACTS, "infection_probability": P, "start_people": START,
        "recovery_probability": RECOVERY, "stop": {"max_steps": 150},
    },
    "factors": {
        "latent_steps": {
            "values": [
                LATENT,
                {"gamma": {"mean": LATENT, "sd": 1}},
                {"gamma": {"mean": LATENT, "sd": 2}},
                {"geometric": LATENT},
            ]
        }
    },
    "replicates": 20, "record": {"curves": "none"},
}


def continuous(step=0.001):
    """Day and number of the largest number of infectious people, all infected at the start being latent."""
    rates = CONTACTS * P, 1 / LATENT, RECOVERY

    def slope(state):
        s, e, i = state
        new = rates[0] * s * i / PEOPLE
        return -new, new - rates[1] * e, rates[1] * e - rates[2] * i

    def moved(state, by, slopes):
        return [value + by * slope for value, slope in zip(state, slopes)]

    state, most = [PEOPLE - START, START, 0.0], (0.0, 0.0)
    for count in range(1, int(150 / step)):
        a = slope(state)
        b = slope(moved(state, step / 2, a))
        c = slope(moved(state, step / 2, b))
        d = slope(moved(state, step, c))
        state = moved(state, step / 6, [w + 2 * x + 2 * y + z for w, x, y, z in zip(a, b, c, d)])
        most = max(most, (state[2], count * step))
    return most[1], most[0]


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "study.json").write_text(json.dumps(STUDY))
        subprocess.run(
            [program, "run", path / "study.json", "-o", path / "results", "--quiet"], check=True)
        rows = [
            row for row in csv.DictReader((path / "results" / "summary.csv").open())
            if row["response"] in ("peak_infectious_step", "peak_infectious")]
    day, most = continuous()
    print("| latent period | day of the peak | infectious then |\n| --- | --- | --- |")
    print(f"| continuous SEIR | {day:.1f} | {most:.0f} |")
    for latent in dict.fromkeys(row["latent_steps"] for row in rows):
        found = {
            row["response"]: (float(row["mean"]), float(row["se"]))
            for row in rows if row["latent_steps"] == latent}
        (step, error), (people, _) = found["peak_infectious_step"], found["peak_infectious"]
        print(f"| {latent} | {step:.1f} ± {error:.1f} | {people:.0f} |")


if __name__ == "__main__":
    main(sys.argv[1])
