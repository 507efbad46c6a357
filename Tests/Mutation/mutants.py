"""The mutants: wrong single lines, kept as data in mutants/<target>.toml.

A file's `suites` are the tests that should see its mutants, the most likely one first. A mutant has

    name       unique within its target
    file       below Sources/<target>
    text       what is changed: an expression, or a statement
    within     a longer piece of the file that holds the text, if the text alone comes more than once
    becomes    what it is changed to; a statement may become nothing
    form       "expression" (default), "statement", or "interpolation" (text within a string)
    suites     instead of the file's
    needs      "avx512": only such a processor runs the line
    why        what goes wrong for whom
    survives   why no test can see it; a mutant with this line may survive
"""

import dataclasses
import pathlib
import re
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FORMS = ("expression", "statement", "interpolation")


class Stale(Exception):
    """The sources moved on and left a mutant behind."""


@dataclasses.dataclass(frozen=True)
class Mutant:
    target: str
    name: str
    file: str
    text: str
    becomes: str
    why: str
    suites: tuple
    within: str = ""
    form: str = "expression"
    needs: str = ""
    survives: str = ""

    @property
    def id(self):
        return f"{self.target}/{self.name}"

    @property
    def path(self):
        return f"Sources/{self.target}/{self.file}"

    @property
    def is_well_formed(self):
        """Swift's and C's texts are parsed with their switch; a script's are not, so what is no expression is told here."""
        is_statement = any(re.match(r"(const|let|if|for|return)\b", text) or ";" in text for text in (self.text, self.becomes))
        fits = self.form in FORMS and (self.form != "expression" or not self.path.endswith(".js") or not is_statement)
        return fits and self.why and self.text != self.becomes

    def span(self, source):
        """Where the text stands in its file."""
        frame = self.within or self.text
        if source.count(frame) != 1 or frame.count(self.text) != 1:
            raise Stale(f"{self.id}: {source.count(frame)} places in {self.path} read: {frame}")
        start = source.index(frame) + frame.index(self.text)
        return start, start + len(self.text)


def read_all():
    """All mutants, in order of target and file; a mutant's number is its place here, from 1."""
    found = []
    for path in sorted((HERE / "mutants").glob("*.toml")):
        data = tomllib.loads(path.read_text())
        for entry in data["mutant"]:
            suites = tuple(entry.pop("suites", data["suites"]))
            found.append(Mutant(target=path.stem, suites=suites, **entry))
    ids = [mutant.id for mutant in found]
    twice = {mutant_id for mutant_id in ids if ids.count(mutant_id) > 1}
    wrong = [mutant.id for mutant in found if not mutant.is_well_formed]
    if twice or wrong:
        raise SystemExit(f"mutants named twice: {sorted(twice)}; not well formed: {wrong}")
    return found
