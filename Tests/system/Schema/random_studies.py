#!/usr/bin/env python3
"""R19: no number in a study ends the program by a trap, or keeps it for ever.

    Tests/system/Schema/random_studies.py [COUNT [FIRST]]

COUNT random studies (100), with the seeds FIRST (0), FIRST + 1, ...: each an example study in which some values are
replaced, and keys added, by what the schema takes there: limits of numbers and their neighbors, 0, 1, ties, tiny, huge.
`check` ends with an exit code of its own, and where the plan is small so do `run`, `verify` and `report`. A study at
fault is printed; its seed as FIRST, with COUNT 1, makes it again.
"""

import collections
import concurrent.futures
import copy
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import documents  # noqa: E402
from documents import at, places, schemas  # noqa: E402
from program import ROOT, must_run, run, scratch  # noqa: E402

# None of these studies takes so long, in a debug build on a busy machine either.
SECONDS = 120
# Exit codes that a study of one's own may end with (docs/commands.md).
EXPECTED = {"check": {0, 2, 7}, "run": {0, 2, 7, 75}, "verify": {0}, "report": {0}}
# Numbers that programs trip over: none, one, the least and the largest of a kind, and their neighbors.
EXTREME = [
    0, 1, -1, 2, 3, 0.5, 1 / 3, 5e-324, 1e-310, 2.3e-308, 1e-200, 1e-17, 1e-9, 0.1, 0.9999999999999999,
    1.0000000000000002, 1.5, 2**31 - 1, 2**31, 2**32, 2**53 - 1, 2**53, 1e9, 1e9 - 1, 1e15, 1e17, 1e19, 1e100,
    1e300, 1.7976931348623157e308]
ORDINARY = [1, 2, 3, 4, 5, 7, 8, 10, 16, 25, 60, 100]
WORDS = [
    "none", "forever", "grid", "everybody", "exact", "each_contact", "mixing", "final_share", "steps",
    "step_to_50pct", "reached_90pct", "infection_probability", "infection_factor", "group_size", "rule"]


def fits(node, value):
    """Whether a number is within the limits of its schema."""
    return (node.get("minimum", -math.inf) <= value <= node.get("maximum", math.inf)
            and node.get("exclusiveMinimum", -math.inf) < value < node.get("exclusiveMaximum", math.inf)
            and (node.get("type") != "integer" or value == int(value)))


def number(node, draw):
    """One that the schema takes; one in twenty that it may not."""
    ends = [node[end] for end in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum") if end in node]
    options = [math.nextafter(end, way) for end in ends for way in (-math.inf, math.inf)]
    options += [end + way for end in ends for way in (-1, 0, 1)] + ORDINARY
    if draw.random() < 0.7:
        options += EXTREME
    inside = [value for value in options if fits(node, value)]
    value = draw.choice(inside if inside and draw.random() < 0.95 else options)
    return int(value) if value == int(value) and abs(value) < 2**63 else float(value)


def made(node, draw):
    """A value that the schema takes, as far as a schema knows."""
    if "const" in node:
        return node["const"]
    if "enum" in node:
        return draw.choice(node["enum"])
    for choice in ("oneOf", "anyOf"):
        if choice in node:
            return made(draw.choice(node[choice]), draw)
    kind = node.get("type")
    if kind in ("integer", "number"):
        return number(node, draw)
    if kind == "boolean":
        return draw.random() < 0.5
    if kind == "array":
        some = [made(node.get("items", {}), draw)
                for _ in range(max(node.get("minItems", 0), draw.choice([1, 2, 2, 3])))]
        return some[:1] * len(some) if draw.random() < 0.1 else some  # ties
    if kind == "object":
        return {key: made(inner, draw) for key, inner in node.get("properties", {}).items()
                if key in node.get("required", []) or draw.random() < 0.3}
    return draw.choice(WORDS)


def change(study, schema, draw, examples):
    """Replaces a number, adds a key, takes a section of another example, or takes a value away."""
    kind = draw.random()
    paths = [*places(study)]
    if kind < 0.6:
        numbers = [path for path in paths if isinstance(at(study, path), (int, float))
                   and path[0] not in ("spreadlab", "seed")]
        if numbers:
            path = draw.choice(numbers)
            known = [node for node in schemas(schema, path) if node.get("type") in ("integer", "number")]
            at(study, path[:-1])[path[-1]] = number(draw.choice(known or [{}]), draw)
    elif kind < 0.85:
        path = draw.choice([path for path in [(), *paths] if isinstance(at(study, path), dict)])
        node = draw.choice([node for node in schemas(schema, path) if "properties" in node] or [{}])
        missing = [key for key in node.get("properties", {}) if key not in at(study, path) and key != "$schema"]
        if missing:
            key = draw.choice(missing)
            at(study, path)[key] = made(node["properties"][key], draw)
    elif kind < 0.95:
        other = draw.choice(examples)
        section = draw.choice([key for key in other if key not in ("spreadlab", "study", "seed", "model")])
        study[section] = copy.deepcopy(other[section])
    elif paths:
        path = draw.choice(paths)
        del at(study, path[:-1])[path[-1]]


def make_small(study, draw):
    """Few people, steps and runs, so that the study may be run."""
    model = study["model"]
    if "group_size" not in study.get("factors", {}):
        model["group_size"] = draw.choice([1, 2, 3, 4, 9, 16, 25, 30, 64])
    model.setdefault("stop", {})["max_steps"] = draw.choice([0, 1, 2, 5, 20, 50])
    if isinstance(study.get("replicates", 0), int):
        study["replicates"] = draw.choice([1, 2, 3, 5])
    for key in {"draws", "max_runs"} & study.get("design", {}).keys():
        study["design"][key] = draw.choice([100, 200, 400])


def random_study(seed, schema, examples):
    draw = random.Random(seed)
    study = copy.deepcopy(draw.choice(examples))
    study.pop("description", None)
    if draw.random() < 0.7:
        make_small(study, draw)
    for _ in range(draw.choice([1, 1, 2, 3, 5, 8])):
        change(study, schema, draw, examples)
    return study


def fault(command, *arguments):
    """The exit code and output of a command, and what is wrong with that, if anything."""
    try:
        done = run(command, *arguments, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, "", f"{command} has not ended after {SECONDS} s"
    is_expected = done.returncode in EXPECTED[command]
    return done.returncode, done.stdout, None if is_expected else f"{command}: exit {done.returncode}: {done.stderr[-600:]}"


def judged(folder, seed, study):
    """How far a study came, seconds of its check, and what is wrong, if anything."""
    path, results = f"{folder}/{seed}.json", f"{folder}/{seed}"
    pathlib.Path(path).write_text(json.dumps(study))
    begun = time.monotonic()
    try:
        code, output, wrong = fault("check", "--json", path)
        seconds = time.monotonic() - begun
        if wrong or code != 0:
            return f"check {code}", seconds, wrong
        plan = json.loads(output)
        if max(plan["seconds"] / 2, plan["memory_bytes"] / 5e8, plan["disk_bytes"] / 2e7, plan["points"] / 500) > 1:
            return "too large to run", seconds, None
        code, _, wrong = fault("run", "--quiet", "--time-limit", "20s", path, "-o", results)
        # Pictures take seconds: those of a few.
        for command in ("verify", "report")[:1 + (seed % 10 == 0)] if code == 0 else ():
            wrong = wrong or fault(command, results)[2]
        return f"run {code}", seconds, wrong
    finally:
        os.unlink(path)
        shutil.rmtree(results, ignore_errors=True)


def main():
    count, first = [*map(int, sys.argv[1:]), 100, 0][:2] if len(sys.argv) != 2 else (int(sys.argv[1]), 0)
    schema = json.loads(must_run("schema"))
    examples = documents.examples()
    seen, faults, checks = collections.Counter(), 0, []
    with scratch() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for file in (ROOT / "studies").glob("*.csv"):  # that examples name
            shutil.copy(file, folder)
        studies = ((seed, random_study(seed, schema, examples)) for seed in range(first, first + count))
        for (seed, study), (came, seconds, wrong) in pool.map(
                lambda one: (one, judged(folder, *one)), studies):
            seen[came] += 1
            checks.append((seconds, seed))
            if wrong:
                faults += 1
                print(f"SEED {seed}: {wrong}\n  {json.dumps(study)}", flush=True)
    slowest, seed = max(checks)
    print(f"{count} studies, {dict(seen)}: {faults} at fault; the slowest check took {slowest:.1f} s (seed {seed})")
    if count >= 100 and seen["run 0"] < count // 10:
        sys.exit("too few studies were run to tell")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
