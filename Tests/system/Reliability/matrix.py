"""The study of the reliability matrix, and the count of what passed."""

import json
import pathlib
import time

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
