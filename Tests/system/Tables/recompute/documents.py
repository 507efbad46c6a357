"""manifest.json and datapackage.json: what they say of the folder's files and columns."""

import hashlib
import json

from . import interventions, own_responses, responses
from .cells import Measured, OneOf, Real, Within, Words
from .study_file import ENDLESS

# The order of the tables in the data package.
ORDER = [
    "points", "runs", "summary", "summary_given", "curves", "curve_summary", "curve_summary_given", "maps", "transmissions",
    "reproduction", "people", "fits", "comparisons", "averted", "sensitivity", "dose_responses", "timings", "thresholds", "selection"]
NOT_IN_MANIFEST = {"manifest.json", "timings.csv"}

PEOPLE, STEPS, RUNS, PLAIN = "people", "steps", "runs", "1"
UNITS = {
    "group_size": PEOPLE, "infection_factor": PEOPLE, "infection_probability": PLAIN,
    "columns": PEOPLE, "replicates": RUNS, "runs": RUNS, "target": "that of the response", "step": STEPS, "infected": PEOPLE,
    "new_infections": "people/step", "row": "cells", "column": "cells", "infected_at_step": STEPS,
    "n": RUNS, "n_reached": RUNS, "n_a": RUNS, "n_b": RUNS, "ci_level": PLAIN,
    "statistic": PLAIN, "p": PLAIN, "p_adjusted": PLAIN, "rss": "people^2", "r2": PLAIN,
    "aicc": PLAIN, "bic": PLAIN, "lack_of_fit_p": PLAIN, "runs_made": RUNS, "cpu_seconds": "s",
    "latent_steps": STEPS, "infectious_steps": STEPS, "recovery_probability": PLAIN,
    "immune_steps": STEPS, "immune_share": PLAIN, "start_people": PEOPLE,
    "infectiousness_dispersion": PLAIN,
    "ever_infected": PEOPLE, "immune": PEOPLE, "latent": PEOPLE,
    "deviance": PLAIN, "dispersion": PLAIN,
    "people": PEOPLE, "reference_mean": PEOPLE, "generation_mean": STEPS, "generation_sd": STEPS,
    **{f"generation_{name}": STEPS for name in ("q05", "q25", "median", "q75", "q95")},
    "margin": "that of the response", "difference": "that of the response", "from_step": "steps", "to_step": "steps",
    **responses.UNITS, **responses.OF_COURSES, **responses.OF_LATENCY, **interventions.UNITS,
}
# Columns whose unit depends on the row.
STATISTICS = {
    "mean", "sd", "se", "ci_low", "ci_high", "min", "q05", "q25", "median", "median_ci_low",
    "median_ci_high", "q75", "q95", "max", "simultaneous_low", "simultaneous_high", "estimate",
    "std_error"}
WORDS = {
    "contacts", "interventions", "given", "label", "rule", "boundary", "status", "stop_reason", "response", "unit", "ci_method", "model",
    "fitted_to", "parameter", "message", "factor", "level_a", "level_b", "effect", "test",
    "correction", "verdict", "index", "method", "series", "link",
    "reference", "level", "outcome"}
WHOLE = {
    "people", "complete", "point", "request", "round_eliminated", "eliminated_by", "difference_to", "feasible", "group_size", "infection_factor", "columns", "replicates", "converged", "replicate",
    "runs", "step", "infected", "new_infections", "person", "row", "column", "infected_at_step", "n",
    "n_reached", "n_a", "n_b", "paired", "from_step", "to_step", "runs_made", "steps", "final_infected", "peak_new",
    "peak_step", "latent_steps", "start_people",
    "source", "ever_infected", "immune", "latent", "peak_infected", "peak_infected_step", "infections",
    "peak_infectious", "peak_infectious_step",
    "steps_under_intervention",
    *responses.TIMES, *responses.SHARES}


def manifest_faults(folder, expected):
    manifest = folder.documents["manifest.json"]
    resolved = json.loads(folder.files["study.resolved.json"])
    for key in ("description", "analysis"):
        resolved.pop(key, None)
    reported = {
        name for name in folder.study.own_responses if not folder.study.is_stored(name)}
    resolved["responses"] = {
        name: form for name, form in resolved.get("responses", {}).items() if name not in reported}
    if not resolved["responses"]:
        del resolved["responses"]
    # What a file of edges says counts, not where it is.
    for structure in resolved.get("contacts", {}).values():
        structure.pop("file", None)
    identity = json.dumps(resolved, separators=(",", ":"), ensure_ascii=False)
    right = {
        "format": "spreadlab-results", "format_version": 3, "results_version": 3,
        "study": folder.study.name, "seed": folder.study.seed,
        "study_digest": hashlib.sha256(identity.encode()).hexdigest(), "complete": True,
        "counts": {
            "points": len(expected["points"].rows), "runs": len(expected["runs"].rows),
            "failed_runs": len(folder.failed)},
        "files": [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in sorted(folder.files.items()) if name not in NOT_IN_MANIFEST],
    }
    return [
        f"manifest.json: {key} is {manifest.get(key)}, not {value}"
        for key, value in right.items() if manifest.get(key) != value]


def package_faults(folder, expected):
    package = folder.documents["datapackage.json"]
    found = []
    names = [resource.get("name") for resource in package["resources"]]
    if names != [name for name in ORDER if name in expected]:
        found.append(f"datapackage.json: resources are {names}")
    if package.get("name") != folder.study.name:
        found.append(f"datapackage.json: name is {package.get('name')}")
    about = json.loads(folder.files["study.json"]).get("description")
    if package.get("description") != about:
        found.append(f"datapackage.json: description is {package.get('description')}")
    if about and about not in folder.files["README.txt"].decode():
        found.append("README.txt: it has not the description")
    for resource in package["resources"]:
        if resource.get("name") in expected:
            found += [
                f"datapackage.json: {resource['name']}: {fault}"
                for fault in resource_faults(folder, resource, expected[resource["name"]])]
    return found


def resource_faults(folder, resource, table):
    name, schema = resource["name"], resource["schema"]
    zipped = folder.study.record["compress"] and name in ("curves", "maps", "transmissions")
    path = f"{name}.csv.gz" if zipped else f"{name}.csv"
    data = folder.files[path]
    right = {
        "path": path, "bytes": len(data), "hash": "sha256:" + hashlib.sha256(data).hexdigest(),
        "format": "csv", "encoding": "utf-8"}
    if name == "timings":  # they differ between sessions, the package does not
        right |= {"bytes": None, "hash": None}
    for key, value in right.items():
        if resource.get(key) != value:
            yield f"{key} is {resource.get(key)}, not {value}"
    if schema.get("primaryKey") != table.key:
        yield f"primaryKey is {schema.get('primaryKey')}, not {table.key}"
    if schema.get("missingValues") != [""]:
        yield f"missingValues are {schema.get('missingValues')}"
    reference = [{"fields": ["point"], "reference": {"resource": "points", "fields": ["point"]}}]
    refers = name != "points" and "point" in table.columns
    if schema.get("foreignKeys") != (reference if refers else None):
        yield f"foreignKeys are {schema.get('foreignKeys')}"
    fields = schema["fields"]
    if [field.get("name") for field in fields] != table.columns:
        yield f"fields are {[field.get('name') for field in fields]}"
        return
    for place, field in enumerate(fields):
        yield from field_faults(
            name, field, [row[place] for row in table.rows], folder.study)


def field_faults(table, field, cells, study):
    column, rules = field["name"], field.get("constraints", {})
    whole = WHOLE - study.real | own_responses.whole(study)
    if table == "runs" and field.get("kind") != kind_of_response(column, study):
        yield f"{column} has kind {field.get('kind')}"
    kind = "string" if column in WORDS else "integer" if column in whole else "number"
    if field["type"] != kind:
        yield f"{column} has type {field['type']}, not {kind}"
    kinds = {kind_of(cell) for cell in cells if cell is not None}
    if kinds - ({"integer"} if column in ENDLESS else set()) > {kind}:
        yield f"{column} has cells that are no {kind}"
    unit = (UNITS | own_responses.units(study, responses.units(study))).get(column)
    if column in STATISTICS:
        unit = unit_of_statistic(table, column)
    elif field["type"] == "string":
        unit = None
    if column == "unit" or column == "step" and table == "maps":
        unit = None
    if field.get("unit") != unit:
        yield f"{column} has unit {field.get('unit')}, not {unit}"
    if not field.get("description"):
        yield f"{column} has no description"
    if rules.get("required") and None in cells:
        yield f"{column} is required, and has missing values"
    values = [cell.value if isinstance(cell, Real) else cell for cell in cells
              if cell is not None and not isinstance(cell, (Measured, OneOf, Within, Words))]
    if "enum" in rules and not set(values) <= set(rules["enum"]):
        yield f"{column} has values beyond {rules['enum']}"
    if "minimum" in rules and any(value < rules["minimum"] - 1e-12 for value in values):
        yield f"{column} has values below {rules['minimum']}"
    if "maximum" in rules and any(value > rules["maximum"] + 1e-12 for value in values):
        yield f"{column} has values above {rules['maximum']}"


def kind_of_response(column, study):
    """None of columns that are none."""
    if column not in responses.units(study):
        return None
    if column in responses.times(study) | responses.shares(study):
        return "time" if column in responses.times(study) else "flag"
    return "count" if column in WHOLE | own_responses.whole(study) else "real"


def unit_of_statistic(table, column):
    if table == "sensitivity":
        return "that of the estimate" if column != "estimate" else \
            "1, or that of the response for elementary effects"
    if table == "dose_responses":
        return "that of the estimate" if column != "estimate" else \
            "dose unit; slope: 1/dose unit; intercept: 1"
    return {
        "summary": "that of the response",
        "summary_given": "that of the response", "curve_summary": PEOPLE, "curve_summary_given": PEOPLE, "fits": "that of the row", "selection": "that of the response",
        "comparisons": "that of the effect", "reproduction": PEOPLE, "averted": PEOPLE, "thresholds": "that of the factor"}[table]


def kind_of(cell):
    if isinstance(cell, (str, Words)):
        return "string"
    if isinstance(cell, OneOf):
        return "string" if any(isinstance(value, str) for value in cell.values) else "integer"
    return "integer" if isinstance(cell, int) else "number"
