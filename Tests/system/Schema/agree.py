#!/usr/bin/env python3
"""R19: the JSON Schema that `spreadlab schema` prints and the program judge studies alike.

    Tests/system/Schema/agree.py [--deep]

Every example study is mutated at random places (1,000 studies; 100,000 with --deep). Of its keys each is left out
once, each list is empty, and each number is at a limit of its own and just beyond: one of four such documents,
all with --deep. A document the schema refuses must be refused by the program too; one the schema takes must have no mistake of
structure. Mistakes of meaning (two factors of the same name, a rule that is not there) are beyond a
schema: only the program finds them.
"""

import collections
import copy
import json
import pathlib
import random
import sys

import jsonschema_rs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import documents  # noqa: E402
from documents import at, places, schemas  # noqa: E402
from program import beside, must_run  # noqa: E402
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
pool; rules * update; seed; spreadlab; study; responses * critical_probability; responses * at_least; responses * final_share_of; record final_size_curves from;
contacts * file; contacts * weight column; contacts * weight exposure;
record final_size_curves levels; model introductions * from; model introductions * mean; observed cases of; observed cases delay geometric; groups ages names;
interventions * * until infectious_share; interventions * * immunize_share; interventions * * multiply infection_probability steps
""".replace("\n", " ").strip().split("; "))
NOT_EMPTY = set("""
analysis dose_responses * levels; analysis sensitivity responses; contacts * layers; contacts * sizes; design data;
design data * values; design subject_to; factors * values; interventions * * layers; model introductions * people; replicates until;
responses * mean_infected_between; responses * new_infections_between; responses * share_in columns; responses
* share_in rows; rules * draw number; groups ages names; groups ages shares; interventions * * multiply infection_probability steps;
interventions * * multiply infection_probability values
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


def judged(studies):
    """What the program finds in each study: code and path of its mistakes."""
    lines = "".join(json.dumps(study) + "\n" for study in studies)
    answers = must_run(program=beside("StudyJudge"), input=lines).splitlines()
    return [{(mistake["code"], mistake["path"]) for mistake in json.loads(answer)} for answer in answers]


def disagreement(schema, study, mistakes):
    """Why schema and program do not agree on a study; None where they do."""
    # Whether the infection factor is a whole number depends on the rules, which no schema looks up.
    codes = {code for code, path in mistakes if not (code == "not_whole" and "infection_factor" in path)}
    if schema.is_valid(study):
        return f"schema: accepted; program: {sorted(codes)}" if codes & STRUCTURE else None
    return None if mistakes else f"schema: {next(schema.iter_errors(study)).message[:200]}; program: accepted"


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


def wrong_limits(schema, examples, stride):
    """How many numbers are not judged by their limits, and how many were tried: one of each `stride`."""
    tried = {}
    for document in examples:
        for path, copied, is_beyond in limits(schema, document):
            tried.setdefault((tuple("*" if isinstance(k, int) else k for k in path), str(at(copied, path)), is_beyond),
                             (path, copied, is_beyond))
    tried = list(tried.values())[::stride]
    wrong = 0
    for (path, copied, is_beyond), mistakes in zip(tried, judged(copied for _, copied, _ in tried), strict=True):
        name = "$" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
        codes = {code for code, place in mistakes if place == name} & {"out_of_range", "not_whole"}
        if bool(codes if is_beyond else codes - {"not_whole"}) != is_beyond:
            wrong += 1
            print(f"LIMIT: {name} = {at(copied, path)}: {'taken' if is_beyond else 'refused'}")
    return wrong, len(tried)


def main():
    rounds, stride = (100, 1) if "--deep" in sys.argv else (1, 4)
    text = json.loads(must_run("schema"))
    jsonschema_rs.meta.validate(text)
    schema = jsonschema_rs.Draft202012Validator(text)
    examples = documents.examples()
    for example in examples:
        schema.validate(example)
    wrong = 0
    shortened = [*without(examples)][::stride]
    for (kind, is_gone, _), mistakes in zip(shortened, judged(study for _, _, study in shortened), strict=True):
        codes = {code for code, _ in mistakes}
        is_told = bool(codes & ({"missing"} if is_gone else {"empty", "bad_range"}))
        if is_told != (kind in (NEEDED if is_gone else NOT_EMPTY)):
            wrong += 1
            print(f"{'KEY' if is_gone else 'LIST'}: {kind}: {'gone' if is_gone else 'empty'}, {sorted(codes)}")
    draw = random.Random(20261121)
    seen = collections.Counter()
    for number in range(rounds):
        tried = [mutate(copy.deepcopy(draw.choice(examples)), draw, examples) for _ in range(1000)]
        tried += [study for _, _, study in shortened] if number == 0 else []
        for study, mistakes in zip(tried, judged(tried), strict=True):
            seen[schema.is_valid(study), not mistakes] += 1
            if reason := disagreement(schema, study, mistakes):
                wrong += 1
                print(f"DISAGREE: {reason}\n  {json.dumps(study)[:600]}")
    print(f"{seen.total()} studies: {seen[True, True]} taken by both, {seen[False, False]} refused by both, "
          f"{seen[True, False]} by the program alone; {wrong} disagreements")
    beyond, numbers = wrong_limits(text, examples, stride)
    print(f"{numbers} numbers at their limits and beside them: {beyond} judged otherwise")
    if min(seen[True, True], seen[False, False]) < seen.total() // 20:
        sys.exit("one verdict is too rare to tell")
    sys.exit(wrong + beyond > 0)


if __name__ == "__main__":
    main()
