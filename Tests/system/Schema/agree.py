#!/usr/bin/env python3
"""R19: the JSON Schema that `spreadlab schema` prints and the program judge studies alike.

    Tests/system/Schema/agree.py [--deep]

Every example study is mutated at random places (60 documents; 10,000 with --deep). Of its keys each is left out
once, each list is empty, and each number is at a limit of its own and just beyond: one of four such documents,
all with --deep. A document
the schema refuses must be refused by the program too; one the schema takes must have no mistake of
structure. Mistakes of meaning (two factors of the same name, a rule that is not there) are beyond a
schema: only the program finds them.
"""

import collections
import concurrent.futures
import copy
import json
import os
import pathlib
import random
import sys

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import documents  # noqa: E402
from documents import at, places, schemas  # noqa: E402
from program import must_run, run, scratch  # noqa: E402
# Codes that a check of structure alone gives, never a check of meaning.
STRUCTURE = {"unknown_key", "wrong_type", "not_whole", "bad_label", "empty"}
# Under these a study's own names stand.
NAMED = {"rules", "contacts", "responses", "interventions", "factors"}
# Keys that the example studies cannot do without, and their lists that must not be empty (docs/study-files.md).
NEEDED = set("""
analysis averted * factor; analysis averted * reference; analysis comparisons * factor; analysis comparisons * response; analysis dose_responses * factor; analysis
dose_responses * response; analysis fits * model; analysis sensitivity responses; contacts * degree; contacts * kind; groups ages shares; contacts * layers;
contacts * layers * contacts; contacts * links; contacts * mean_degree; contacts * size; contacts * sizes;
contacts * neighbors; contacts * rewire; design best; design data; design data * curve; design data *
response; design data * step; design data * values; design factor; design from; design half_width; design
indifference; design max_runs; design points; design response; design subject_to * at_least; design subject_to * at_most; design subject_to
* response; design subject_to * tolerance; design target; design to; design type; factors; factors *; factors
* count; factors * from; factors * step; factors * to; factors * values; interventions * * keep_contacts; interventions * * multiply;
interventions * * multiply infection_factor; interventions * * multiply infection_probability; interventions * *
multiply infection_probability values; interventions * * when infectious_share; interventions * * until after_steps; interventions * * when;
interventions * * when ever_infected_share; interventions * * when infected_share; interventions * * when
step; model group_size; model introductions * at; model introductions * people; model introductions * random;
model introductions * random_share; model introductions * step; replicates max; replicates until; replicates
until * half_width; replicates until * relative_half_width; replicates until * response; responses * at_most;
record final_size_curves to; responses * critical_probability share; responses * at_step; responses * level_of; responses * multiply; responses * of; responses * peak_of;
responses * mean_infected_between; responses * new_infections_between; responses * share_in; responses *
share_in columns; responses * share_in rows; responses * step_to_share; rules * draw; rules * draw dispersion;
rules * draw number; rules * neighborhood; rules * neighborhood metric; rules * neighborhood radius; rules *
pool; rules * update; seed; spreadlab; study
""".replace("\n", " ").strip().split("; "))
NOT_EMPTY = set("""
analysis dose_responses * levels; analysis sensitivity responses; contacts * layers; contacts * sizes; design data;
design data * values; design subject_to; factors * values; interventions * * layers; model introductions * people; replicates until;
responses * mean_infected_between; responses * new_infections_between; responses * share_in columns; responses
* share_in rows; rules * draw number
""".replace("\n", " ").strip().split("; "))
JUNK = [None, True, 0, 1, -1, 7, 0.5, 1e300, 2.0, "x", "", "not a label", [], {}, [1], [[]], {"a": 1}]


def mutate(study, draw, others):
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        options = list(places(study))
        if not options:
            return study
        path = draw.choice(options)
        parent, key = at(study, path[:-1]), path[-1]
        kind = draw.randrange(6)
        if kind == 0:
            del parent[key]
        elif kind == 1 and isinstance(parent, dict):
            parent[key + draw.choice(["s", "_", "x"])] = parent.pop(key)
        elif kind == 2:
            other = draw.choice(others)
            parent[key] = copy.deepcopy(at(other, draw.choice(list(places(other)))))
        elif kind == 3 and isinstance(parent, list):
            parent.append(draw.choice(JUNK))
        elif kind == 4 and isinstance(parent[key], (int, float)) and not isinstance(parent[key], bool):
            parent[key] = draw.choice([-1, 0, 1, 2, 0.5, 1.5, 2**53, 1e9, 1e10]) * draw.choice([1, parent[key]])
        else:
            parent[key] = copy.deepcopy(draw.choice(JUNK))
    return study


def without(examples):
    """The example studies without one of their keys, or with an empty list for one, each kind of place once:
    the place, whether the key is gone, and the study."""
    seen = set()
    for document in examples:
        for path in places(document):
            kind = " ".join("*" if isinstance(key, int) or depth == 1 and path[0] in NAMED else key
                            for depth, key in enumerate(path))
            is_list = isinstance(at(document, path), list)
            for is_gone in [True] * isinstance(path[-1], str) + [False] * is_list:
                if (kind, is_gone) not in seen:
                    seen.add((kind, is_gone))
                    copied = copy.deepcopy(document)
                    parent = at(copied, path[:-1])
                    parent[path[-1]] = []
                    if is_gone:
                        del parent[path[-1]]
                    yield kind, is_gone, copied


def judge(folder, number, document):
    """What the program says: exit code and codes of the mistakes."""
    path = os.path.join(folder, f"{number}.json")
    pathlib.Path(path).write_text(json.dumps(document))
    ended = run("check", "--json", path)
    os.unlink(path)
    if ended.returncode not in (0, 2, 7):
        return ended.returncode, {f"exit {ended.returncode}: {ended.stderr[:200]}"}
    # Equal points are no mistake of the file's text alone, and reported like those of a run.
    reported = ended.stdout or json.dumps({"errors": [json.loads(ended.stderr)]})
    mistakes = json.loads(reported).get("errors", []) if ended.returncode == 2 else []
    # Whether the infection factor is a whole number depends on the rules, which no schema looks up.
    return ended.returncode, {
        mistake["code"] for mistake in mistakes
        if not (mistake["code"] == "not_whole" and "infection_factor" in mistake["path"])}


def limits(schema, document):
    """Copies of a document in which one number is at a limit of its key, or just beyond: with its path, and
    whether it is beyond."""

    for path in places(document):
        value = at(document, path)
        ends = [n for n in schemas(schema, path) if n.get("type") in ("integer", "number") and "const" not in n]
        if isinstance(value, bool) or not isinstance(value, (int, float)) or len(ends) != 1:
            continue
        if path[0] == "design" and path[-1] in ("from", "to", "target"):
            continue  # The factor or response sets their limits.
        end = ends[0]
        for low, high, sign in (("minimum", "exclusiveMinimum", -1), ("maximum", "exclusiveMaximum", 1)):
            limit = end.get(low, end.get(high))
            step = sign * (1 if end["type"] == "integer" else 1e-9 * max(1, abs(limit)))
            for other, is_beyond in ((limit, high in end), (limit + step, True), (limit - step, False)):
                copied = copy.deepcopy(document)
                at(copied, path[:-1])[path[-1]] = int(other) if end["type"] == "integer" else other
                yield path, copied, is_beyond


def wrong_limits(folder, pool, schema, examples, stride):
    """How many numbers are not judged by their limits, and how many were tried: one of each `stride`."""
    tried = {}
    for document in examples:
        for path, copied, is_beyond in limits(schema, document):
            tried.setdefault((tuple("*" if isinstance(k, int) else k for k in path), str(at(copied, path)), is_beyond),
                             (path, copied, is_beyond))
    tried = dict(list(tried.items())[::stride])
    wrong = 0
    answers = pool.map(lambda numbered: places_of_mistakes(folder, *numbered), enumerate(
        copied for _, copied, _ in tried.values()))
    for (path, copied, is_beyond), found in zip(tried.values(), answers):
        name = "$" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
        if (name in found["out_of_range"] | found["not_whole"] if is_beyond else name in found["out_of_range"]) != is_beyond:
            wrong += 1
            print(f"LIMIT: {name} = {at(copied, path)}: {'taken' if is_beyond else 'refused'}")
    return wrong, len(tried)


def places_of_mistakes(folder, number, document):
    """The paths at which a number is out of its range, and at which it is not whole, as beside a limit of some."""
    path = os.path.join(folder, f"limit{number}.json")
    pathlib.Path(path).write_text(json.dumps(document))
    ended = run("check", "--json", path)
    os.unlink(path)
    errors = json.loads(ended.stderr).get("errors", []) if ended.returncode == 2 else []
    return {code: {error["path"] for error in errors if error["code"] == code} for code in ("out_of_range", "not_whole")}


def main():
    count, stride = (10_000, 1) if "--deep" in sys.argv else (60, 4)
    schema = json.loads(must_run("schema"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    examples = documents.examples()
    for example in examples:
        validator.validate(example)
    draw = random.Random(20261121)
    shortened = [*without(examples)][::stride]
    tried = [document for _, _, document in shortened]
    tried += [mutate(copy.deepcopy(draw.choice(examples)), draw, examples) for _ in range(count)]
    seen = collections.Counter()
    wrong = 0
    with scratch() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = [*pool.map(lambda numbered: judge(folder, *numbered), enumerate(tried))]
        for (kind, is_gone, _), (_, mistakes) in zip(shortened, answers):
            is_told = bool(mistakes & ({"missing"} if is_gone else {"empty", "bad_range"}))
            if is_told != (kind in (NEEDED if is_gone else NOT_EMPTY)):
                wrong += 1
                print(f"{'KEY' if is_gone else 'LIST'}: {kind}: {'gone' if is_gone else 'empty'}, {sorted(mistakes)}")
        for document, (code, mistakes) in zip(tried, answers):
            refusal = next(validator.iter_errors(document), None)
            seen[f"schema {'refuses' if refusal else 'takes'}, exit {code}"] += 1
            disagreement = (
                code not in (0, 2, 7)
                or (refusal and code != 2)
                or (not refusal and mistakes & STRUCTURE)
            )
            if disagreement:
                wrong += 1
                reason = refusal.message[:200] if refusal else "accepted"
                print(f"DISAGREE: schema: {reason}; program: {code} {sorted(mistakes)}")
                print(f"  {json.dumps(document)[:600]}")
    print(f"{len(tried)} documents, {dict(seen)}: {wrong} disagreements")
    with scratch() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        beyond, numbers = wrong_limits(folder, pool, schema, examples, stride)
    print(f"{numbers} numbers at their limits and beside them: {beyond} judged otherwise")
    wrong += beyond
    both = [sum(n for what, n in seen.items() if f"schema {word}" in what) for word in ("takes", "refuses")]
    if min(both) < count // 10:
        sys.exit(f"of {count} documents the schema took {both[0]} and refused {both[1]}: too few to tell")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
