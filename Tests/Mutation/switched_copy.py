"""A copy of the repository in which mutants are compiled in, each behind a switch. It stands in
.build-mutants/src and is only written where it differs, so that building it again is incremental. An
expression e that becomes w reads `(spread_mutant(7) ? (w) : (e))` there; the environment variable
SPREADLAB_MUTANT says which number is on.
"""

import dataclasses
import hashlib
import os
import pathlib
import re
import shutil
import subprocess

import places
import trees

ROOT = trees.ROOT
COPY = ROOT / ".build-mutants" / "src"
SWITCH = "MutantSwitch"
# The server puts a line before the page's scripts, and hears from them.
SERVER = {
    "Sources/LivePage/Server/Asset.swift": (
        'type: "text/javascript; charset=utf-8", bytes: bytes',
        'type: "text/javascript; charset=utf-8", bytes: Array(String(cString: spread_script()).utf8) + bytes'),
    "Sources/LivePage/Server/RequestGate.swift": (
        "Asset.all[head.target]", "Asset.all[head.target.withCString { String(cString: spread_asset($0)) }]"),
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Mutant:
    number: int
    place: places.Place
    change: places.Change

    @property
    def name(self):
        return hashlib.sha256(f"{self.place.id} {[new for _, _, new in self.change.edits]}".encode()).hexdigest()

    def reported(self):
        """The number of the line, what changes there, and what becomes of it; in one line each, cut."""
        source = (ROOT / self.place.path).read_bytes()
        pieces = [(source[start:end].decode(), new) for start, end, new in sorted(self.change.edits)]
        before, after = (" ".join(", ".join(texts).split())[:120] for texts in zip(*pieces))
        return source.count(b"\n", 0, self.change.span[0]) + 1, before, after


def switched(mutant, new, old):
    suffix = pathlib.PurePath(mutant.place.path).suffix
    ask = f"{'spreadMutant' if suffix == '.js' else 'spread_mutant'}({mutant.number})"
    # An assignment is an expression in C and JavaScript.
    if not mutant.change.is_statement or new and suffix != ".swift":
        return f"({ask} ? ({new}) : ({old}))"
    return f"if ({ask}) {{ {new} }} else {{ {old} }}"


def rewrite(source, mutants):
    """A file's text with the switches of its mutants, and by number the lines where each stands."""
    edits = sorted((start, end, new, mutant) for mutant in mutants for start, end, new in mutant.change.edits)
    result, place, lines = "", 0, {}
    for start, end, new, mutant in edits:
        result += source[place:start].decode()
        first = result.count("\n") + 1
        result += switched(mutant, new, source[start:end].decode())
        found = lines.get(mutant.number, (first, first))
        lines[mutant.number] = (found[0], result.count("\n") + 1)
        place = end
    return result + source[place:].decode(), lines


def with_import(path, text):
    if path.endswith(".swift"):
        # Inlinable code may only use what is imported as visibly as itself.
        access = "public" if "@inlinable" in text else "internal"
        return f"{access} import {SWITCH}; {text}"
    return f'#include "{SWITCH}.h"\n#line 1\n{text}' if path.endswith((".c", ".h")) else text


def manifest(text):
    """Package.swift with the switch; a mutant may leave code behind that is never reached, so Swift's
    warnings are no errors here. What C lets pass as a pointer, Swift would not."""
    return text + f"""
// Added by Tests/Mutation/switched_copy.py.
for target in package.targets where target.type != .test && target.type != .system {{
  target.dependencies.append("{SWITCH}")
  target.swiftSettings?.append(.treatAllWarnings(as: .warning))
  let mismatches = ["-Werror=conditional-type-mismatch", "-Werror=pointer-type-mismatch"]
  target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(mismatches)]
}}
package.targets.append(.target(name: "{SWITCH}", path: "Tests/Mutation/{SWITCH}"))
"""


def files_to_copy():
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def make(mutants):
    """Writes the copy with these mutants; the lines of each by file and number."""
    by_path, lines = {}, {}
    for mutant in mutants:
        by_path.setdefault(mutant.place.path, []).append(mutant)
    names = files_to_copy()
    for name in names:
        data = (ROOT / name).read_bytes()
        if name in by_path or name in SERVER:
            text, lines[name] = rewrite(data, by_path.get(name, []))
            before, after = SERVER.get(name, ("", ""))
            if before not in text:
                raise SystemExit(f"{name} does not hold: {before}")
            data = with_import(name, text.replace(before, after) if before else text).encode()
        if name == "Package.swift":
            data = manifest(data.decode()).encode()
        copy = COPY / name
        if not copy.is_file() or copy.read_bytes() != data:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(data)
        shutil.copymode(ROOT / name, copy)
    share_downloads()
    for path in COPY.rglob("*"):
        name = str(path.relative_to(COPY))
        if not name.startswith((".build", ".venv", "Package.resolved")) and name not in names and path.is_file():
            path.unlink()
    return lines


def share_downloads():
    """Packages and Python environments are those of the repository, and what some tests read where it is there."""
    names = ("Package.resolved", ".build/checkouts", ".build/repositories", ".build/workspace-state.json")
    there = [name for name in names if (ROOT / name).exists()]
    if there:
        subprocess.run(["cp", "-a", "--no-clobber", "--parents", *there, COPY], cwd=ROOT, check=True)
    for origin in (*ROOT.glob(".venv-*"), ROOT.parent / "shared"):
        link = (COPY.parent if origin.name == "shared" else COPY) / origin.name
        if origin.exists() and not link.exists():
            link.symlink_to(origin)


def build(mutants):
    """Builds program and tests with the mutants that compile, and gives these. One module is compiled
    after the other, so those that do not are found in several rounds, and remembered. The program first:
    a round lasts until all that it began is compiled, and tests take long."""
    known = COPY.parent / "do-not-compile"
    known.parent.mkdir(exist_ok=True)
    known.touch()
    wrong = set(known.read_text().split())
    kept = [mutant for mutant in mutants if mutant.name not in wrong and parses(mutant)]
    while True:
        lines = make(kept)
        for part in (["--product", "spreadlab"], ["--build-tests"]):
            done = subprocess.run(["swift", "build", "-c", "release", *part], cwd=COPY, capture_output=True, text=True)
            if done.returncode != 0:
                break
        else:
            return kept
        output = done.stdout + done.stderr
        errors = re.findall(r"^(\S+?):(\d+):\d+: error:", output, re.M)
        # Where the compiler itself failed, it says last what it was at.
        errors = errors or re.findall(r"^\d+\.\s+While .* at \[(\S+?):(\d+):", output, re.M)[-1:]
        wrong = {culprit(lines, *error) for error in errors} - {None}
        if not wrong:
            raise SystemExit(f"the switched copy does not compile:\n{output[-4000:]}")
        print(f"{len(wrong)} do not compile", flush=True)
        with known.open("a") as file:
            file.writelines(f"{mutant.name}\n" for mutant in kept if mutant.number in wrong)
        kept = [mutant for mutant in kept if mutant.number not in wrong]


def parses(mutant):
    """Whether a script is one with the change; all else the compiler tells."""
    if not mutant.place.path.endswith(".js"):
        return True
    text, _ = rewrite((ROOT / mutant.place.path).read_bytes(), [mutant])
    return not trees.parse(".js", text.encode()).root_node.has_error


def culprit(lines, path, line):
    """The mutant that an error in a line of the copy comes from: the one there, else the nearest of the file."""
    path, line = pathlib.Path(path), int(line)
    known = lines.get(str(path.relative_to(COPY)), {}) if path.is_relative_to(COPY) else {}
    distances = {number: max(first - line, line - last, 0) for number, (first, last) in known.items()}
    return min(distances, key=distances.get, default=None)
