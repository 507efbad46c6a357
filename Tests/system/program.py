"""The built program as the harnesses start it, and results folders as they read them.

A harness in a folder beside this file begins with

    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
"""

import csv
import json
import os
import pathlib
import signal
import subprocess
import tempfile

# A program started from here does not find them ignored, as after nohup or in a script's background.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

ROOT = pathlib.Path(__file__).resolve().parents[2]
# With SPREADLAB another build, such as .build/debug/spreadlab.
PROGRAM = str(pathlib.Path(os.environ.get("SPREADLAB", ROOT / ".build/release/spreadlab")).resolve())


def beside(name):
    """A program of the tests, which is built into the folder of the program."""
    return str(pathlib.Path(PROGRAM).with_name(name))


def run(*arguments, program=PROGRAM, timeout=600, **options):
    """The program to its end: exit code (negative for a signal), output, messages."""
    options = {"capture_output": True, "text": True} | options
    return subprocess.run([program, *map(str, arguments)], timeout=timeout, **options)


def must_run(*arguments, wanted=0, **options):
    """The output of the program, which must end with an exit code."""
    done = run(*arguments, **options)
    if done.returncode != wanted:
        raise SystemExit(f"{' '.join(map(str, arguments))}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def rows(path, **which):
    """The rows of a table as dictionaries of text: those with these cells, where it has their columns."""
    with open(path, newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file)
                if all(row.get(name, value) == value for name, value in which.items())]


def content(folder):
    """Every file that must not differ between executions, by name; the manifest without times."""
    files = {}
    for path in sorted(pathlib.Path(folder).iterdir()):
        if path.name in (".store", "timings.csv", "cluster", "lost+found") or path.is_dir():
            continue
        data = path.read_bytes()
        if path.name == "manifest.json":
            manifest = json.loads(data)
            manifest.pop("times")
            data = json.dumps(manifest).encode()
        files[path.name] = data
    return files


def differences(a, b):
    """The names of the files that differ between two folders, or what `content` found there."""
    a, b = (x if isinstance(x, dict) else content(x) for x in (a, b))
    return sorted(name for name in a.keys() | b.keys() if a.get(name) != b.get(name))


def scratch():
    return tempfile.TemporaryDirectory(prefix="spreadlab-")
