#!/usr/bin/env python3
"""Prints a page that explains every column of every table, from the data packages of folders:

    describe_columns.py FOLDER... > columns.md
"""

import json
import sys
from pathlib import Path


def limits(field):
    rules = field.get("constraints", {})
    parts = []
    if "enum" in rules:
        parts.append("one of " + ", ".join(f"`{value}`" for value in rules["enum"]))
    if "minimum" in rules and "maximum" in rules:
        parts.append(f"{rules['minimum']} to {rules['maximum']}")
    elif "minimum" in rules:
        parts.append(f"at least {rules['minimum']}")
    if not rules.get("required"):
        parts.append("may be empty")
    return "; ".join(parts)


def page(folders):
    tables = {}
    for folder in folders:
        package = json.loads((Path(folder) / "datapackage.json").read_text())
        for resource in package["resources"]:
            tables.setdefault(resource["name"], resource)
    lines = ["# Every column of every table", ""]
    lines.append("Made from the data packages by `describe_columns.py`; an empty field is a missing")
    lines.append("value, 0/1 means no/yes.")
    for name, resource in tables.items():
        schema = resource["schema"]
        key = ", ".join(f"`{column}`" for column in schema.get("primaryKey", []))
        lines += ["", f"## {name}.csv", "", f"One row is {schema['row']}. Key: {key}.", ""]
        lines += ["| column | type | unit | meaning | values |", "| --- | --- | --- | --- | --- |"]
        for field in schema["fields"]:
            lines.append(
                f"| `{field['name']}` | {field['type']} | {field.get('unit', '')} | "
                f"{field['description']} | {limits(field)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(sys.argv[1:]))
