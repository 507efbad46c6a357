"""The places of a file that can be changed, and how, as docs/validation.md lists it."""

import dataclasses
import hashlib
import pathlib
import re
import sys

OTHER = {
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "&+": ["&-"], "&-": ["&+"], "&*": ["&+"],
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "===": ["!=="], "!==": ["==="], "&&": ["||"], "||": ["&&"],
    "&": ["|"], "|": ["&"], "^": ["&"], "<<": [">>"], ">>": ["<<"], "&<<": ["&>>"], "&>>": ["&<<"],
    "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "&+=": ["&-="], "|=": ["&="], "&=": ["|="],
}  # fmt: skip
RELATIONS = {"<", "<=", ">", ">=", "==", "!=", "===", "!=="}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "&+=", "&-=", "|=", "&=", "^=", "%=", "<<=", ">>=", "??="}
BOTH_SIDES_ALIKE = {"min", "max", "hypot"}
IGNORED = {"assert", "precondition", "preconditionFailure", "fatalError", "reserveCapacity"}
# Swift's values before anything runs, patterns, attributes and types; C's constants; names.
NO_CODE = {
    "enumCaseElement", "expressionPattern", "attribute", "genericArgument", "ifConfigClause", "importDecl",
    "enumerator", "array_declarator", "attribute_specifier", "import_statement", "enum_specifier",
}  # fmt: skip
OWNERS = {"functionDecl", "patternBinding", "accessorDecl", "closureExpr"}
LOOPS = {"whileStmt", "repeatStmt", "while_statement", "for_statement", "do_statement"}
NO_CONDITION = {"optionalBindingCondition", "matchingPatternCondition", "availabilityCondition", "bool", "empty_statement"}
# Arguments that may be of one type.
VALUES = {
    "declReferenceExpr", "memberAccessExpr", "subscriptCallExpr", "number", "binary", "prefix", "call", "identifier",
    "member_expression", "subscript_expression", "field_expression",
}  # fmt: skip
# What a returned value of a type becomes.
CONSTANTS = {"Bool": ["true", "false"], "Int": ["0"], "Double": ["0"], "UInt64": ["0"], "String": ['""']}
sys.setrecursionlimit(20_000)  # as deep as trees are


@dataclasses.dataclass(frozen=True)
class Change:
    """Pieces of a file, by their bytes, and what becomes of them; a piece is an expression or a statement."""

    edits: tuple
    is_statement: bool

    @property
    def span(self):
        return min(edit[0] for edit in self.edits), max(edit[1] for edit in self.edits)


@dataclasses.dataclass
class Place:
    path: str
    text: str
    statement: int  # where the statement around it starts
    changes: list = dataclasses.field(default_factory=list)
    id: str = ""

    @property
    def target(self):
        return pathlib.PurePath(self.path).parts[1]

    def rank(self, seed):
        """A number that puts places in an order that the seed decides, and no other place of the sources."""
        return hashlib.sha256(f"{seed} {self.id}".encode()).digest()

    def change(self, seed):
        """One of the changes, decided by the seed."""
        return self.changes[int.from_bytes(self.rank(f"{seed} which")[:8], "big") % len(self.changes)]


class Finder:
    def __init__(self, path, tree, source):
        self.path, self.source, self.found = path, source, {}
        self.language = pathlib.PurePath(path).suffix
        self.visit(tree)

    def text(self, node):
        return self.source[node.start:node.end].decode()

    def add(self, node, *becomes, is_statement=False):
        """Changes of the node as a whole."""
        self.add_edits(node, *([(node.start, node.end, new)] for new in becomes), is_statement=is_statement)

    def add_edits(self, node, *alternatives, is_statement=False):
        kinds = ("statement", "memberBlockItem", "declaration", "return_statement")
        statement = next((above.start for above in node.ancestors() if above.kind in kinds), node.start)
        place = self.found.setdefault((node.start, node.end), Place(self.path, self.text(node), statement))
        known = {change.edits for change in place.changes}
        for edits in map(tuple, alternatives):
            differs = any(self.source[start:end].decode() != new for start, end, new in edits)
            if edits not in known and differs:
                place.changes.append(Change(edits, is_statement))

    def visit(self, node):
        if node.kind in NO_CODE or node.role == "key" or node.kind == "call" and self.is_ignored(node):
            return
        if node.role == "condition" and node.parent.kind.startswith("preproc"):
            return
        if node.role == "condition":
            self.condition(node)
        if action := getattr(self, f"at_{node.kind}", None):
            action(node)
        self.value(node)
        for child in node.children:
            self.visit(child)

    def callee(self, call):
        return re.split(r"\W", self.text(call.children[0]))[-1] if call.children else ""

    def is_ignored(self, call):
        """A call in capitals is a macro of C, which may make anything of its arguments."""
        name = self.callee(call)
        return name in IGNORED or self.language in (".c", ".h") and name.isupper()

    def truth(self, node):
        """True and false for a condition; of a loop false alone, as one that never ends tells little."""
        values = ("1", "0") if self.language in (".c", ".h") else ("true", "false")
        above = [above.kind for above in node.ancestors()][:3]
        loops = any(kind in LOOPS for kind in above) and "codeBlock" not in above
        return values[loops:]

    def condition(self, node):
        if node.kind == "parenthesized_expression":
            node = node.children[0]
        if node.kind not in NO_CONDITION:
            self.add(node, *self.truth(node), *([] if node.kind in ("binary", "prefix") else [f"!({self.text(node)})"]))

    def at_binary(self, node):
        if len(node.children) < 2 or node.children[-1].role not in ("rightOperand", "right"):
            return
        left, right = node.children[0], node.children[-1]
        a, b = self.text(left), self.text(right)
        between = self.source[left.end:right.start].decode()
        operator = between.strip()
        # Texts are joined, and nothing is taken from them.
        if operator in ("+", "+=") and '"' in (*a[:1], *b[:1]):
            return
        others = [] if operator in ("+", "+=") and '"' in a + b else OTHER.get(operator, [])
        others = [a + between.replace(operator, other) + b for other in others]
        if operator in ASSIGNMENTS:
            self.add(node, *others, is_statement=True)
        elif operator in ("..<", "..."):
            self.add_edits(
                node, [(left.start, left.end, f"({a}) + 1")], [(right.start, right.end, f"({b}) - 1")],
                [(right.start, right.end, f"({b}) + 1")])
        elif operator == "??":
            self.add(node, b)
        elif operator in OTHER:
            self.add(node, *others, *(self.truth(node) if operator in RELATIONS else (a, b)))

    def at_prefix(self, node):
        if node.children and self.text(node)[0] in "!-~":
            self.add(node, self.text(node.children[-1]))

    def at_bool(self, node):
        self.add(node, "false" if self.text(node) == "true" else "true")

    def at_number(self, node):
        whole = re.fullmatch(r"(0x[0-9A-Fa-f_]+|[0-9_]+)([uUlL]*)", self.text(node))
        if whole:
            value = int(whole[1].replace("_", ""), 0)
            self.add(node, *(f"{new}{whole[2]}" for new in (value + 1, value - 1) if new >= 0))
        elif re.fullmatch(r"[0-9_.]+([eE][-+]?\d+)?", self.text(node)):
            value = float(self.text(node).replace("_", ""))
            self.add(node, *([repr(2 * value), repr(value / 2)] if value else ["1.0"]))

    def at_statement(self, node):
        if not node.children:
            return
        done = node.children[-1]
        while done.kind in ("tryExpr", "awaitExpr", "await_expression") and done.children:
            done = done.children[-1]
        if done.kind == "call":
            owner = self.owner(node)
            removable = not self.is_ignored(done) and not (owner and (owner.kind != "functionDecl" or self.type_of(owner)))
        else:
            operator = self.source[done.children[0].end:done.children[-1].start].decode().strip() if done.children else ""
            above = next((above.kind for above in node.ancestors() if above.kind in (*OWNERS, "initializerDecl")), "")
            # An initializer of Swift sets every property.
            removable = done.kind == "binary" and operator in ASSIGNMENTS and above != "initializerDecl"
        if removable:
            self.add(node.children[-1] if self.language == ".swift" else node, "", is_statement=True)

    def owner(self, statement):
        """The function, property or closure of Swift in which a statement is the only one."""
        above = [*statement.ancestors()][:3]
        if self.language != ".swift" or len(above) < 3 or len(above[0].children) > 1:
            return None
        owner = above[1] if above[1].kind == "closureExpr" else above[2]
        return owner if owner.kind in OWNERS else None

    def type_of(self, owner):
        """The type that a function or property of Swift gives, as it is written."""
        signature = owner.child("signature")
        given = signature.child("returnClause") if signature else owner.child("typeAnnotation")
        return self.text(given.children[-1]) if given else ""

    def value(self, node):
        """Changes of what a function or property of Swift returns."""
        if node.kind in ("number", "bool", "nilLiteralExpr") or node.kind.endswith(("Stmt", "Decl")):
            return
        if node.role == "expression" and node.parent.kind == "returnStmt":
            owner = next((above for above in node.ancestors() if above.kind in OWNERS), None)
        else:
            owner = self.owner(node.parent) if node.role == "item" else None
        if owner and owner.kind != "closureExpr":
            given = self.type_of(owner)
            optional = ["nil"] if given.endswith("?") else ["[]"] if re.fullmatch(r"\[[^:]*\]", given) else []
            self.add(node, *CONSTANTS.get(given, optional))

    def at_arguments(self, node):
        if node.role != "arguments" or self.callee(node.parent) in BOTH_SIDES_ALIKE:
            return
        for first, second in zip(node.children, node.children[1:]):
            labels = []
            values = [first, second]
            if self.language == ".swift":
                values = [first.children[-1], second.children[-1]]
                labels = [self.source[of.start:value.start] for of, value in zip((first, second), values)]
            a, b = map(self.text, values)
            kinds = {"value" if value.kind in VALUES else value.kind for value in values}
            if len(set(labels)) < 2 and kinds in ({"value"}, {"string"}, {"stringLiteralExpr"}) and a != b:
                self.add_edits(node, [(values[0].start, values[0].end, b), (values[1].start, values[1].end, a)])


def find(trees):
    """All places of files that can be changed, in order; each with an id that tells it from the others of
    its file by its text, and not by where it stands."""
    places = []
    for path, (tree, source) in sorted(trees.items()):
        seen = {}
        for _, place in sorted(Finder(path, tree, source).found.items()):
            if place.changes:
                seen[place.text] = seen.get(place.text, 0) + 1
                place.id = f"{path} {seen[place.text]} {place.text}"
                places.append(place)
    return places
