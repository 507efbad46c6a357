"""A copy of the repository in which every mutant is compiled in, behind a switch.

The copy stands in .build-mutants/src and is only written where it differs, so that building it
again is incremental. An expression e that becomes w reads `(spread_mutant(7) ? (w) : (e))` there;
the environment variable SPREADLAB_MUTANT says which number is on.
"""

import collections
import pathlib
import shutil
import subprocess
import tempfile

from mutants import ROOT, Stale

COPY = ROOT / ".build-mutants" / "src"
SWITCH = "MutantSwitch"
# Targets nothing here needs.
LEFT_OUT = ("spreadlab-bench", "word-stream")
# The page's scripts learn the number from a first line that the server puts before them.
SCRIPTS = (
    "LivePage", "Sources/LivePage/Server/Asset.swift",
    'Asset(type: "text/javascript; charset=utf-8", bytes: bytes)',
    'Asset(type: "text/javascript; charset=utf-8", bytes: Array('
    '"const spreadMutant = \\(spread_mutant_number);\\n".utf8) + bytes)',
)


def switched(number, mutant, text):
    """The text of a mutant with its switch."""
    if mutant.path.endswith(".js"):
        if mutant.form == "statement":
            return f"if (spreadMutant === {number}) {{ {mutant.becomes} }} else {{ {text} }}"
        return f"(spreadMutant === {number} ? ({mutant.becomes}) : ({text}))"
    if mutant.form == "interpolation":
        return f'\\(spread_mutant({number}) ? "{mutant.becomes}" : "{text}")'
    if mutant.form == "statement":
        # Swift may, and C must have parentheses.
        if not mutant.becomes:
            return f"if (!spread_mutant({number})) {{ {text} }}"
        return f"if (spread_mutant({number})) {{ {mutant.becomes} }} else {{ {text} }}"
    return f"(spread_mutant({number}) ? ({mutant.becomes}) : ({text}))"


def rewrite(source, numbered):
    """A file's text with the switches of its mutants, given as (number, mutant)."""
    spans = collections.defaultdict(list)
    for number, mutant in numbered:
        spans[mutant.span(source)].append((number, mutant))

    def render(start, end, within):
        """source[start:end] with the outermost spans of `within` switched, and theirs in turn."""
        result, place = "", start
        rest = sorted(within, key=lambda span: (span[0], -span[1]))
        while rest:
            first, *rest = rest
            if first[0] < place or first[1] > end:
                raise Stale(f"{spans[first][0][1].id} overlaps another mutant")
            inner = [span for span in rest if span[0] < first[1]]
            rest = rest[len(inner):]
            text = render(*first, inner)
            for number, mutant in spans[first]:
                text = switched(number, mutant, text)
            result += source[place:first[0]] + text
            place = first[1]
        return result + source[place:end]

    return render(0, len(source), list(spans))


def with_import(path, text, source):
    if path.endswith(".swift"):
        # Inlinable code may only use what is imported as visibly as itself.
        access = "public" if "@inlinable" in source else "internal"
        return f"{access} import {SWITCH}; {text}"
    return f'#include "{SWITCH}.h"\n#line 1\n{text}' if path.endswith((".c", ".h")) else text


def manifest(text, targets):
    """Package.swift with the switch; a mutant may leave code behind that is never reached, so
    warnings are no errors here."""
    return text + f"""
// Added by Tests/Mutation/switched_copy.py.
package.targets.removeAll {{ {list(LEFT_OUT)}.contains($0.name) }}
package.targets.append(.target(name: "{SWITCH}", path: "Tests/Mutation/{SWITCH}"))
for target in package.targets where {sorted(targets)}.contains(target.name) {{
  target.dependencies.append("{SWITCH}")
  target.swiftSettings?.append(.treatAllWarnings(as: .warning))
}}
""".replace("'", '"')


def files_to_copy():
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
        capture_output=True, text=True)
    if listed.returncode == 0:
        return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    # A tree without git: all but what is made here.
    made = (".build", ".venv", ".git", "dist")
    return [
        str(path.relative_to(ROOT)) for top in sorted(ROOT.iterdir())
        if not (top.is_dir() and top.name.startswith(made))
        for path in ([top] if top.is_file() else sorted(top.rglob("*")))
        if path.is_file() and "__pycache__" not in path.parts]


def write(path, data):
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def make(numbered, write_files=True):
    """Writes the copy with the mutants given as (number, mutant); raises Stale for all at once."""
    by_path = collections.defaultdict(list)
    for number, mutant in numbered:
        by_path[mutant.path].append((number, mutant))
    stale = []
    names = files_to_copy()
    for path, list_ in by_path.items():
        if path not in names:
            stale += [f"{mutant.id}: {path} is not there" for _, mutant in list_]
    targets = {mutant.target for _, mutant in numbered}
    for name in names:
        data = (ROOT / name).read_bytes()
        if name in by_path:
            source = data.decode()
            usable = []
            for entry in by_path[name]:
                try:
                    entry[1].span(source)
                    usable.append(entry)
                except Stale as problem:
                    stale.append(str(problem))
            data = with_import(name, rewrite(source, usable), source).encode()
        if name == SCRIPTS[1] and SCRIPTS[0] in targets:
            text = data.decode()
            if SCRIPTS[2] not in text:
                stale.append(f"{SCRIPTS[1]} does not hold: {SCRIPTS[2]}")
            text = text.replace(SCRIPTS[2], SCRIPTS[3])
            data = (text if SWITCH in text else with_import(name, text, text)).encode()
        if name == "Package.swift":
            data = manifest(data.decode(), targets).encode()
        if write_files:
            write(COPY / name, data)
            shutil.copymode(ROOT / name, COPY / name)
    if stale:
        raise Stale("\n".join(stale))
    if not write_files:
        return
    remove_others(set(names))
    share_downloads()


def syntax_errors(numbered):
    """What the parser says of the files with their switches, without building anything: an end of a
    statement that a mutant takes along, say."""
    by_path = collections.defaultdict(list)
    for number, mutant in numbered:
        by_path[mutant.path].append((number, mutant))
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, list_ in by_path.items():
            if name.endswith(".swift"):
                source = (ROOT / name).read_text()
                paths.append(pathlib.Path(folder) / name)
                paths[-1].parent.mkdir(parents=True, exist_ok=True)
                paths[-1].write_text(rewrite(source, list_))
        done = subprocess.run(
            ["swiftc", "-frontend", "-parse", *map(str, paths)], capture_output=True, text=True)
        lines = (done.stdout + done.stderr).replace(folder + "/", "").splitlines()
        return [line for line in lines if ": error:" in line]


def remove_others(names):
    for path in sorted(COPY.rglob("*"), reverse=True):
        name = str(path.relative_to(COPY))
        if name.startswith((".build", ".venv")) or "__pycache__" in name or name == "Package.resolved":
            continue
        if path.is_file() and name not in names:
            path.unlink()


def share_downloads():
    """Packages and Python environments are those of the repository."""
    if (ROOT / "Package.resolved").is_file():
        write(COPY / "Package.resolved", (ROOT / "Package.resolved").read_bytes())
    for name in ("checkouts", "repositories", "workspace-state.json"):
        origin, copy = ROOT / ".build" / name, COPY / ".build" / name
        if origin.is_dir() and not copy.exists():
            shutil.copytree(origin, copy, symlinks=True)
        elif origin.is_file() and not copy.exists():
            write(copy, origin.read_bytes())
    links = {COPY / origin.name: origin for origin in ROOT.glob(".venv-*")}
    links[COPY.parent / "shared"] = ROOT.parent / "shared"  # what some tests read where it is there
    for link, origin in links.items():
        if origin.exists() and not link.exists():
            link.symlink_to(origin)


def build():
    """Builds program and tests; returns the errors' lines."""
    command = ["swift", "build", "-c", "release", "--build-tests"]
    done = subprocess.run(command, cwd=COPY, capture_output=True, text=True)
    if done.returncode == 0:
        return []
    lines = (done.stdout + done.stderr).splitlines()
    return [line for line in lines if "error:" in line] or lines[-20:]
