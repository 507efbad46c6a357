"""The built program, and the comparison of results folders, for the reliability tests."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

# A program started from here does not find them ignored, as after nohup or in a script's background.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("SPREADLAB", str(ROOT / ".build/release/spreadlab"))
BESIDE = pathlib.Path(PROGRAM).with_name("StoreWriter")
# Prints the number of blocks each time they are acknowledged; built with the Swift tests.
STORE_WRITER = str(BESIDE if BESIDE.exists() else ROOT / ".build/release/StoreWriter")

STUDY = {
    "spreadlab": 1,
    "study": "reliability",
    "seed": 5,
    "factors": {
        "group_size": {"values": [100, 900]},
        "infection_probability": {"values": [0.4, 1.0]},
        "rule": {"values": ["exact", "capped"]},
    },
    "replicates": 1500,
    "record": {"curves": 50},
}


def write_study(folder, **changes):
    path = pathlib.Path(folder) / "study.json"
    path.write_text(json.dumps({**STUDY, **changes}, indent=2))
    return str(path)


def run(*arguments, timeout=120, **options):
    """The program to its end: exit code (negative for a signal), output, messages."""
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, **options
    )


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
    a, b = (x if isinstance(x, dict) else content(x) for x in (a, b))
    return sorted(name for name in a.keys() | b.keys() if a.get(name) != b.get(name))


class Report:
    """Counts what held and what did not, and says so at the end."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, holds, what):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {what}", flush=True)

    def section(self, name, started, detail=""):
        print(f"{name}: {time.time() - started:.1f} s {detail}", flush=True)


def scratch():
    return tempfile.TemporaryDirectory(prefix="spreadlab-reliability-")
