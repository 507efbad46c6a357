"""Whose folder it is: a study into a folder that has another one's runs.

Every study below is run into a folder in which another one was finished. Where both have a point, name, seed and
kind of random numbers in common, the tables must be byte for byte those of a folder of its own; else the program
must refuse with the keys that differ, and change nothing. Then: kills at random moments of growing, shrinking and
pruning.
"""

import copy
import itertools
import json
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import time

from program import PROGRAM, content, differences, run, scratch

BASE = {
    "spreadlab": 1,
    "study": "grown",
    "seed": 7,
    "model": {"group_size": 36, "infection_factor": 2, "stop": {"max_steps": 40}},
    "factors": {"infection_probability": {"values": [0.5, 0.8]}},
    "replicates": 6,
}
MEETING = {"interventions": {"less": [
    {"when": {"infected_share": 0.3}, "multiply": {"infection_probability": 0.5}}]}}
SEARCH = {"type": "threshold", "factor": "infection_probability", "from": 0.2, "to": 0.9,
          "response": "final_share", "target": 0.5, "half_width": 0.05}
RULE = {"neighborhood": "von_neumann", "pool": "healthy", "draw": "capped", "update": "synchronous"}
SHORT = {"infection_factor": 1, "rule": "push", "infectious_steps": 3}
SELECT = {"type": "select", "response": "final_infected", "best": "smallest", "indifference": 5,
          "max_runs": 400}


def study(base=BASE, **changes):
    """The study with these keys replaced; a name with dots goes down, None removes."""
    text = copy.deepcopy(base)
    for path, value in changes.items():
        *above, last = path.split("__")
        place = text
        for name in above:
            place = place.setdefault(name, {})
        if value is None:
            place.pop(last, None)
        else:
            place[last] = value
    return text


# By name: what they have in common (studies of one home share a point, and all that runs depend on), and the study.
STUDIES = {
    "base": ("grid", study()),
    "more replicates": ("grid", study(replicates=9)),
    "fewer replicates": ("grid", study(replicates=3)),
    "precision": ("grid", study(replicates={
        "min": 30, "max": 90, "batch": 10, "until": [{"response": "final_share", "half_width": 0.1}]})),
    "more levels": ("grid", study(factors__infection_probability={"values": [0.3, 0.5, 0.8]})),
    "fewer levels": ("grid", study(factors__infection_probability={"values": [0.5]})),
    "another order": ("grid", study(factors__infection_probability={"values": [0.8, 0.5]})),
    "points as listed": ("grid", study(factors=None, design={
        "type": "list", "points": [{"infection_probability": 0.7}, {"infection_probability": 0.5}]})),
    "one at a time": ("grid", study(design={
        "type": "one_at_a_time", "base": {"infection_probability": 0.5}})),
    "another factor": ("grid", study(
        model__infection_factor=None, factors__infection_factor={"values": [2, 3]})),
    "no curves": ("grid", study(record={"curves": "none"})),
    "some curves": ("grid", study(record={"curves": 2})),
    "maps": ("grid", study(record={"maps": 2})),
    "transmissions": ("grid", study(record={"transmissions": 4, "curves": 3})),
    "compressed": ("grid", study(record={"compress": True, "maps": 1})),
    "recovery": ("grid", study(factors__recovery_probability={"values": [0, 0.3]})),
    "recovery with maps": ("grid", study(
        factors__recovery_probability={"values": [0, 0.3]}, record={"curves": 3, "maps": 3})),
    "latency": ("grid", study(factors__latent_steps={"values": [0, 2]},
                              factors__recovery_probability={"values": [0, 0.5]})),
    "policies": ("grid", study(factors__interventions={"values": ["none", "less"]}, **MEETING)),
    "contacts": ("grid", study(contacts={"circle": {"kind": "ring", "neighbors": 4, "rewire": 0}},
                               factors__contacts={"values": ["grid", "circle"]})),
    "a file of edges": ("grid", study(contacts={"net": {"kind": "edges", "file": "net.csv"}},
                                     factors__contacts={"values": ["grid", "net"]})),
    "rules": ("grid", study(factors__rule={"values": ["subset", "push"]})),
    "a rule of its own": ("rule", study(rules={"mine": RULE}, model__rule="mine")),
    "the rule by another name": ("rule", study(rules={"yours": RULE}, model__rule="yours")),
    "response of curves": ("grid", study(responses={"early": {"infected_at": 4}})),
    "another of this name": ("grid", study(responses={"early": {"infected_at": 3}})),
    "response without curves": ("grid", study(
        responses={"early": {"infected_at": 4}}, record={"curves": "none"})),
    "response of maps": ("grid", study(
        responses={"corner": {"share_in": {"rows": [0, 2], "columns": [0, 2]}, "at_step": 5}})),
    "derived response": ("grid", study(responses={"half": {"multiply": 0.5, "of": "final_infected"}})),
    "fits": ("grid", study(analysis={"fits": [{"model": "logistic", "to": "mean_curve"}]})),
    "comparison": ("grid", study(analysis={
        "comparisons": [{"factor": "infection_probability", "response": "step_to_50pct"}]})),
    "label": ("grid", study(factors__infection_probability={"values": [0.5, 0.8], "as": "mine"})),
    "selection": ("grid", study(replicates=None, design=SELECT)),
    "another selection": ("grid", study(replicates=None, design=SELECT | {"max_runs": 600, "batch": 20})),
    "another name": ("name", study(study="other")),
    "another seed": ("seed", study(seed=8)),
    "independent": ("independent", study(random_numbers="independent")),
    "another size": ("size", study(model__group_size=49)),
    "no common level": ("levels", study(factors__infection_probability={"values": [0.6]})),
    "sample": ("sample", study(
        factors__infection_probability={"from": 0.2, "to": 0.9}, design={"type": "sobol", "points": 4})),
    "larger sample": ("sample", study(
        factors__infection_probability={"from": 0.2, "to": 0.9}, design={"type": "sobol", "points": 8})),
    "search": ("search", study(model=SHORT | {"group_size": 36}, factors=None, replicates=None, design=SEARCH)),
    "closer search": ("search", study(
        model=SHORT | {"group_size": 36}, factors=None, replicates=None, design=SEARCH | {"half_width": 0.03})),
    "search in two sizes": ("search", study(
        model=SHORT, factors={"group_size": {"values": [36, 49]}}, replicates=None, design=SEARCH)),
    "another target": ("target", study(
        model=SHORT | {"group_size": 36}, factors=None, replicates=None, design=SEARCH | {"target": 0.6})),
    "observed": ("observed", study(
        observed={"seen": {"of": "new_infections", "probability": 0.5, "delay": 2}})),
}  # fmt: skip


def keys(text, path="$"):
    """Every path of a study with its value, as messages name them."""
    found = {path: json.dumps(text, sort_keys=True)}
    for name, value in text.items() if isinstance(text, dict) else []:
        found |= keys(value, f"{path}.{name}")
    return found


def bytes_of(folder):
    """Every file of a folder, the store's too, but for the lock, which names the last process."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


class Folders:
    """Study files, and the folder of each in which it was run alone."""

    def __init__(self, report, folder):
        self.report = report
        self.folder = folder
        self.fresh = {}
        edges = [f"{person},{person + 1}\n" for person in range(35)]
        (folder / "net.csv").write_text("person_a,person_b\n" + "".join(edges))
        for number, (name, (_, text)) in enumerate(STUDIES.items()):
            path = folder / f"{number}.json"
            path.write_text(json.dumps(text))
            done = run("run", path, "-o", folder / f"fresh-{number}", "-q")
            report.check(done.returncode == 0, f"{name}: exit {done.returncode}, {done.stderr}")
            self.fresh[name] = (path, folder / f"fresh-{number}")

    def pair(self, first, second):
        """The second study into a copy of the first one's folder."""
        target = self.folder / "target"
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(self.fresh[first][1], target)
        before = bytes_of(target)
        path, wanted = self.fresh[second]
        done = run("run", path, "-o", target, "-q")
        words = f"{first}, then {second}: exit {done.returncode}: {done.stderr}"
        if STUDIES[first][0] == STUDIES[second][0]:
            self.report.check(done.returncode == 0, words)
            self.report.check(
                differences(wanted, target) == [], f"{words} {differences(wanted, target)}"
            )
            return
        self.report.check(done.returncode == 5, words)
        (a, b) = (keys(STUDIES[name][1]) for name in (first, second))
        differing = [path for path in a.keys() | b.keys() if path != "$" and a.get(path) != b.get(path)]
        self.report.check(
            any(path in done.stderr for path in differing), f"{words}: none of {sorted(differing)}"
        )
        self.report.check(bytes_of(target) == before, f"{words}: bytes changed")


def killed(report, folder, generator, wanted):
    """Kills while a folder grows, shrinks and is pruned; the last word is a whole run and its tables."""
    steps = [study(replicates=900), study(replicates=300, record={"maps": 100}),
             study(replicates=600, factors__recovery_probability={"values": [0, 0.3]}),
             copy.deepcopy(STUDIES["a file of edges"][1]) | {"replicates": 400}]  # fmt: skip
    paths = []
    for number, text in enumerate(steps):
        paths.append(folder / f"kill-{number}.json")
        paths[-1].write_text(json.dumps(text))
        started = time.time()
        fresh = folder / f"kill-fresh-{number}"
        report.check(run("run", paths[-1], "-o", fresh, "-q").returncode == 0, "kills: reference")
    length = time.time() - started
    target = folder / "killed"
    hits = 0
    for attempt in range(4 * wanted):
        number = generator.randrange(len(steps) + 1)
        command = ["prune", target, "--yes"] if number == len(steps) else [
            "run", paths[number], "-o", target]  # fmt: skip
        process = subprocess.Popen(
            [PROGRAM, *map(str, command), "-q"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(generator.uniform(0, length))
        process.send_signal(signal.SIGKILL)
        hits += process.wait() == -signal.SIGKILL
        if hits == wanted:
            break
        if attempt % 5 == 4:
            number = generator.randrange(len(steps))
            done = run("run", paths[number], "-o", target, "-q")
            report.check(done.returncode == 0, f"kills: exit {done.returncode} {done.stderr}")
            found = differences(folder / f"kill-fresh-{number}", target)
            report.check(found == [], f"kills, study {number}: {found}")
            report.check(run("verify", target).returncode == 0, "kills: verify")
    report.check(hits == wanted, f"kills: only {hits} of {wanted}")
    return hits


def damaged(report, folder):
    """Damage of runs that the study does not use is pruned with them; of its own runs it is refused, and they are made
    again."""
    whole, fresh = folder / "pruned", folder / "pruned-fresh"
    for place, sizes in ((whole, (4, 12, 3)), (fresh, (3,))):
        for size in sizes:
            path = folder / f"pruned-{size}.json"
            path.write_text(json.dumps(study(replicates=size)))
            report.check(run("run", path, "-o", place, "-q").returncode == 0, "prune: reference")
    # The runs up to 4, of which 3 are used, and those behind them; whatever a row says of their number.
    for first, isUsed in ((0, True), (4, False)):
        for change in ("parts set bytes = zeroblob(length(bytes)) where block in",
                       "blocks set count = 9223372036854775807 where id in"):
            words = f"prune, from {first}: {change}"
            target = folder / "pruned-damaged"
            shutil.copytree(whole, target)
            with sqlite3.connect(target / ".store/runs.sqlite") as database:
                database.execute(f"update {change} (select id from blocks where first = {first})")
            database.close()
            done = run("prune", target, "--yes")
            report.check(done.returncode == (4 if isUsed else 0), f"{words}: {done.returncode} {done.stderr}")
            done = run("run", folder / "pruned-3.json", "-o", target, "-q")
            report.check(done.returncode == 0, f"{words}: {done.stderr}")
            report.check(differences(fresh, target) == [], words)
            report.check(run("verify", target).returncode == 0, f"{words}: verify")
            shutil.rmtree(target)


def test(report, deep):
    generator = random.Random(11)
    with scratch() as folder:
        folder = pathlib.Path(folder)
        started = time.time()
        folders = Folders(report, folder)
        pairs = [pair for pair in itertools.product(STUDIES, repeat=2) if pair[0] != pair[1]]
        if not deep:
            pairs = [pair for pair in pairs if "base" in pair] + generator.sample(pairs, 60)
        for pair in pairs:
            folders.pair(*pair)
        report.section("A, then B into the same folder", started, f"{len(pairs)} pairs")
        started = time.time()
        damaged(report, folder)
        report.section("prune of damaged runs", started, "4 stores")
        started = time.time()
        hits = killed(report, folder, generator, 300 if deep else 12)
        report.section("kills of growing, shrinking, pruning", started, f"{hits} kills")
