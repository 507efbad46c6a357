"""What `compare` and `fit` print of a folder are the rows of its tables."""

import csv
import io
import itertools

from program import run

# With the family "study" a request that is asked for alone has another.
OF_FAMILY = {"p_adjusted", "correction", "verdict"}
PLACE = ("factor", "response", "test")
OPTIONS = {"reference", "test", "estimate", "margin", "better"}


def printed(program, command, place, options):
    done = run(command, place, *options, program=program)
    return done.returncode, list(csv.DictReader(io.StringIO(done.stdout)))


def comparison_options(request):
    options = ["--by", request["factor"], "--response", request["response"]]
    for key in OPTIONS & set(request):
        options += [f"--{key}", str(request[key])]
    return options + ["--pooled"] * bool(request.get("pooled"))


def comparison_faults(program, place, folder):
    requests, table = folder.study.analysis["comparisons"], folder.tables["comparisons"].records()
    after = 0
    for request in requests:
        options = comparison_options(request)
        code, rows = printed(program, "compare", place, options)
        if code == 2:
            # Somewhere the table has no test; what is refused has the one that was named.
            first = [table[after][column] for column in PLACE]
            right = list(itertools.takewhile(lambda row: [row[c] for c in PLACE] == first, table[after:]))
            after += len(right)
            if all(row["p"] for row in right):
                yield f"compare {' '.join(options)} is refused, and the table has its p"
            continue
        right = table[after:after + len(rows)]
        after += len(rows)
        columns = set(table[0]) - (OF_FAMILY if folder.study.analysis["family"] == "study" else set())
        # Where a request compares no curves there is none.
        if not any(other.get("step") for other in right):
            columns -= {"step"}
        if code != 0 or not rows or any(
                one.get(column) != other[column] for one, other in zip(rows, right) for column in columns):
            yield f"compare {' '.join(options)}: exit {code}, its {len(rows)} rows are not the table's"
    if after != len(table):
        yield f"compare: {after} rows, not {len(table)}"


def fit_faults(program, place, folder):
    table = folder.tables["fits"].records()
    for fit in folder.study.analysis["fits"]:
        code, rows = printed(program, "fit", place, [
            "--model", fit["model"], "--to", fit["to"], "--confidence", str(folder.study.level)])
        right = [row for row in table if row["model"] == fit["model"]
                 and (row["fitted_to"] == "mean_curve") == (fit["to"] == "mean_curve")]
        if code != 0 or rows != right:
            yield f"fit {fit}: exit {code}, {len(rows)} rows are not the table's {len(right)}"


def dose_faults(program, place, folder):
    table, after = folder.tables["dose_responses"].records(), 0
    for dose in folder.study.analysis["dose_responses"]:
        if "floor" in dose or "plateau" in dose:  # `fit` does not fit them
            name = dose["response"], dose.get("link", "logit")
            while after < len(table) and (table[after]["response"], table[after]["link"]) == name:
                after += 1
            continue
        levels = ",".join(str(level) for level in dose.get("levels", [0.1, 0.5, 0.9]))
        code, rows = printed(program, "fit", place, [
            "--x", dose["factor"], "--y", dose["response"], "--model", dose.get("link", "logit"), "--levels", levels])
        right = table[after:after + len(rows)]
        after += len(rows)
        if code != 0 or not rows or rows != right:
            yield f"fit {dose}: exit {code}, {len(rows)} rows are not the table's"


def faults(program, place, folder):
    for table, check in ("comparisons", comparison_faults), ("fits", fit_faults), ("dose_responses", dose_faults):
        if table in folder.tables:
            yield from check(program, place, folder)
