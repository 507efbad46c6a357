"""Study files as trees of values: the examples, their places, and what the schema says of a place."""

import json

from program import ROOT


def places(node, path=()):
    """Paths of all values below the root."""
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inside:
        yield (*path, key)
        yield from places(value, (*path, key))


def at(node, path):
    for key in path:
        node = node[key]
    return node


def schemas(node, path):
    """The schemas that a value at this path may meet."""
    for inner in node.get("anyOf", []) + node.get("oneOf", []) + node.get("allOf", []):
        yield from schemas(inner, path)
    if not path:
        yield node
    elif isinstance(path[0], int):
        yield from schemas(node.get("items", {}), path[1:])
    elif path[0] in node.get("properties", {}):
        yield from schemas(node["properties"][path[0]], path[1:])
    else:
        for inner in [*node.get("patternProperties", {}).values(), node.get("additionalProperties")]:
            yield from schemas(inner, path[1:]) if isinstance(inner, dict) else ()


def calibration():
    """The study that `spreadlab calibrate` makes of one: its data are a part of it."""
    study = json.loads((ROOT / "studies/calibration.json").read_text())
    study.pop("analysis", None)
    study["responses"] = {"early": {"new_infections_between": [1, 4]}, "half": {"step_to_share": 0.5}}
    study["design"] = {
        "type": "calibration", "draws": 100, "tolerance": 0.5, "acceptance": 0.1, "max_runs": 10_000,
        "data": [
            {"curve": "infected", "step": 3, "values": [4, 7]},
            {"response": "early", "values": [3, 6]}, {"response": "final_share", "values": [0.5, 0.75]}]}
    return study


def examples():
    """All example studies, and those of this folder, with keys that no example has."""
    found = [json.loads(path.read_text()) for path in sorted((ROOT / "studies").glob("*.json"))]
    found.append(calibration())
    return found + [
        json.loads(path.read_text()) for path in sorted((ROOT / "Tests/system/Schema").glob("*.json"))]
