#!/usr/bin/env python3
"""Prints truths.csv as the table of docs/validation.md: table.py truths/truths.csv"""

import csv
import sys


def number(text: str) -> str:
    return f"{float(text):.5g}"


def found(row: dict[str, str]) -> str:
    if not row["estimate"]:
        return "the distribution" if row["verdict"] == "passes" else "another distribution"
    interval = f" [{number(row['ci_low'])}, {number(row['ci_high'])}]" if row["ci_low"] else ""
    return number(row["estimate"]) + interval


print("| id | scenario | expected | found [95 %] | z | runs | |\n|---|---|---|---|---|---|---|")
with open(sys.argv[1], newline="", encoding="utf-8") as file:
    for row in csv.DictReader(file):
        z = f"{float(row['z']):.2f}" if row["z"] else ""
        print(
            f"| {row['id']} | {row['scenario']} | {row['expected']} | {found(row)} | {z} "
            f"| {row['runs']} | {row['verdict']} |"
        )
