#!/usr/bin/env python3
"""Runs every command and study of the pages that are meant to be followed:

    pages.py [--update] [PAGE...]     exit 0: all run, and print what the pages show

Each page is followed from top to bottom in an empty folder that has the repository's studies. Of its code blocks

- `json` with a whole object and `csv` blocks behind a line such as "Save it as `town.json`:" become that file; a study
  must be named like its file;
- `json` with one member is put into the study before it (or into the `studies/NAME.json` that the text before names),
  which must then be valid;
- `sh`, `python`, `r`, `sql` (DuckDB) and `gnuplot` blocks are run; they must end with 0;
- `text` behind a block that was run is what it printed to standard output, to the byte. `text about` is compared
  without its numbers, as it holds times.

`--update` writes what was printed into the page. Commands in ELSEWHERE are not run here, but in the test that is named.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from program import PROGRAM, ROOT, scratch  # noqa: E402

PAGES = ["README.md", "docs/tutorial.md", "docs/recipes-epidemics.md", "docs/recipes-policies.md",
         "docs/recipes-studies.md", "docs/epidemic-models.md", "docs/coming-from.md",
         "docs/calibration.md", "docs/file-formats.md"]
ELSEWHERE = {
    "make run": "Tests/system/Manners runs the same study",
    "make test": "this is .ci/run",
    "pip install": "Tests/system/Install",
    "apt install": "Tests/system/Install",
    "git clone": "needs the network",
    "spreadlab submit": "Tests/system/Slurm; here with --dry-run",
    "spreadlab live": "Tests/system/Browser; here until it serves the page",
}
BLOCK = re.compile(r"^```(\w*)( about)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DUCKDB = "import duckdb, sys; print(*duckdb.sql(sys.stdin.read()).fetchall()[0])"
FILE = re.compile(r"`([\w-]+\.(?:json|csv|py|R))`[^`]*\Z")


def masked(text):
    """The text without its numbers, without how wide columns of them are, and without what only a busy machine says:
    that a pilot took some of the points."""
    text = text.replace(" (a selection)", "")
    return re.sub(r"\s+", " ", re.sub(r"[0-9][0-9.,]*", "#", text)).strip()


def bare(study):
    """The study without what changes no run."""
    return {key: value for key, value in study.items() if key not in ("$schema", "description")}


def merged(study, member):
    """The study with the members of another object put into its own."""
    both = dict(study)
    for key, value in member.items():
        nested = isinstance(value, dict) and isinstance(both.get(key), dict)
        both[key] = merged(both[key], value) if nested else value
    return both


class Page:
    def __init__(self, path, place, updates):
        self.path, self.place, self.updates = path, place, updates
        self.text = path.read_text()
        self.faults = []
        self.study = None  # the last whole study of the page
        self.printed = None  # by the last block that was run
        commands = place / ".bin"
        commands.mkdir()
        (commands / "spreadlab").symlink_to(PROGRAM)
        # A link would not find the packages of the environment.
        (commands / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        (commands / "python").chmod(0o755)
        shutil.copytree(ROOT / "studies", place / "studies")
        self.environment = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}", "MPLBACKEND": "agg"}

    def fault(self, start, words):
        line = self.text.count("\n", 0, start) + 1
        self.faults.append(f"{self.path.relative_to(ROOT)}:{line}: {words}")

    def run(self, start, command, **options):
        done = subprocess.run(
            command, cwd=self.place, env=self.environment, capture_output=True, text=True, timeout=300, **options)
        if done.returncode != 0:
            self.fault(start, f"exit {done.returncode} of {command}\n{done.stderr[-2000:]}")
        return done.stdout

    def shell(self, start, lines):
        script, served = ["set -e"], []
        for line in re.sub(r"\\\n\s*", " ", lines).splitlines():
            line = re.sub(r"\s+#.*", "", line).strip()
            if line.startswith("spreadlab live"):
                served.append(line)
            elif line.startswith("spreadlab submit"):
                script.append(f"{line} --dry-run >/dev/null")
            elif not line.startswith(tuple(ELSEWHERE)):
                script.append(line)
        printed = self.run(start, ["bash", "-c", "\n".join(script)])
        for line in served:
            self.serve(start, line)
        return printed

    def serve(self, start, line):
        """The page is served: its address is printed, and it can be stopped."""
        with subprocess.Popen(line.split(), cwd=self.place, env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
            if not any("http://" in server.stdout.readline() for _ in range(5)):
                self.fault(start, f"{line} prints no address")
            server.terminate()

    def keep(self, start, name, kind, body):
        if kind == "json":
            try:
                self.study = json.loads(body)
            except json.JSONDecodeError as error:
                return self.fault(start, f"no JSON: {error}")
            if f"{self.study.get('study')}.json" != name:
                self.fault(start, f"the study {self.study.get('study')} is saved as {name}")
            file = self.place / "studies" / name
            if file.exists() and bare(json.loads(file.read_text())) != bare(self.study):
                self.fault(start, f"studies/{name} is another study")
        (self.place / name).write_text(body)

    def member(self, start, body, before):
        named = re.findall(r"`(studies/[\w-]+\.json)`", before)
        study = json.loads((self.place / named[-1]).read_text()) if named else self.study or {}
        changed = merged(study, json.loads("{" + body + "}"))
        (self.place / "changed.json").write_text(json.dumps(changed))
        self.run(start, ["spreadlab", "check", "changed.json"])

    def block(self, start, kind, about, body):
        before = self.text[:start].split("```")[-1]
        named = FILE.search(before)
        if kind in ("json", "csv") and (kind == "csv" or body.startswith("{")):
            if named is None:
                return self.fault(start, "no line before this block says as which file it is saved")
            return self.keep(start, named[1], kind, body)
        if kind == "json":
            return self.member(start, body, before)
        if kind == "sh":
            self.printed = self.shell(start, body)
        elif kind == "python":
            self.printed = self.run(start, ["python", "-"], input=body)
        elif kind == "sql":
            self.printed = self.run(start, ["python", "-c", DUCKDB], input=body)
        elif kind == "gnuplot" and shutil.which("gnuplot"):
            self.run(start, ["gnuplot", "-e", "set terminal dumb", "-"], input=body)
        elif kind == "r" and shutil.which("Rscript"):
            self.printed = self.run(start, ["Rscript", "--vanilla", "-"], input=body)
        elif kind == "r":
            self.printed = None
        elif kind == "text" and self.printed is not None:
            same = masked(body) == masked(self.printed) if about else body == self.printed
            if not same and not self.updates:
                self.fault(start, f"this is not what is printed:\n{self.printed}")
            return None if same else self.printed
        elif kind == "" and "spreadlab" in body:
            self.fault(start, "a block with commands has the mark sh")
        return None

    def follow(self):
        """Runs the page; returns its text with what was printed."""
        pieces, end = [], 0
        for found in BLOCK.finditer(self.text):
            kind, about, body = found[1], bool(found[2]), found[3]
            printed = self.block(found.start(), kind, about, body)
            if printed is not None:
                pieces += [self.text[end:found.start(3)], printed]
                end = found.end(3)
        return "".join(pieces) + self.text[end:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", default=PAGES)
    parser.add_argument("--update", action="store_true", help="write what was printed into the pages")
    options = parser.parse_args()
    faults = []
    for name in options.pages:
        with scratch() as place:
            page = Page(ROOT / name, Path(place), options.update)
            text = page.follow()
        if options.update:
            page.path.write_text(text)
        print(f"{name}: {len(page.faults)} faults")
        faults += page.faults
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
