"""Syntax trees: of Swift from its own parser, with operators folded by its own table (swift_trees.swift),
of C and JavaScript from tree-sitter. Kinds that mean the same have the same name here.
"""

import dataclasses
import json
import pathlib
import re
import subprocess

import tree_sitter
import tree_sitter_c
import tree_sitter_javascript

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NAMES = {
    # Swift
    "infixOperatorExpr": "binary", "prefixOperatorExpr": "prefix", "integerLiteralExpr": "number",
    "floatLiteralExpr": "number", "booleanLiteralExpr": "bool", "functionCallExpr": "call",
    "labeledExprList": "arguments", "codeBlockItem": "statement",
    # C and JavaScript
    "binary_expression": "binary", "unary_expression": "prefix", "number_literal": "number",
    "true": "bool", "false": "bool", "call_expression": "call", "new_expression": "call",
    "argument_list": "arguments", "expression_statement": "statement",
    "assignment_expression": "binary", "augmented_assignment_expression": "binary",
}  # fmt: skip
GRAMMARS = {".c": tree_sitter_c, ".h": tree_sitter_c, ".js": tree_sitter_javascript}


@dataclasses.dataclass(slots=True, eq=False)
class Node:
    """A piece of a file: its kind, what it is to its parent, its bytes."""

    kind: str
    role: str
    start: int
    end: int
    parent: "Node"
    children: list = dataclasses.field(default_factory=list)

    def ancestors(self):
        node = self.parent
        while node:
            yield node
            node = node.parent

    def child(self, role):
        return next((child for child in self.children if child.role == role), None)


def of_swift(data, parent=None):
    kind, role, start, end, children = data
    node = Node(NAMES.get(kind, kind), role, start, end, parent)
    node.children = [of_swift(child, node) for child in children]
    return node


def of_others(found, role="", parent=None):
    node = Node(NAMES.get(found.type, found.type), role, found.start_byte, found.end_byte, parent)
    node.children = [of_others(child, found.field_name_for_child(at) or "", node)
                     for at, child in enumerate(found.children) if child.is_named and child.type != "comment"]
    return node


def parse(suffix, source):
    """The tree of C or JavaScript. A macro before a function's type is no type: it is left out."""
    if suffix != ".js":
        source = re.sub(rb"^[A-Z]+(?= )", lambda match: b" " * len(match[0]), source, flags=re.M)
    return tree_sitter.Parser(tree_sitter.Language(GRAMMARS[suffix].language())).parse(source)


def swift_parser():
    """The program that parses Swift, compiled when it is missing or old."""
    source, program = HERE / "swift_trees.swift", ROOT / ".build-mutants" / "swift-trees"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        program.parent.mkdir(exist_ok=True)
        target = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True)
        host = f"{json.loads(target.stdout)['paths']['runtimeResourcePath']}/host"
        subprocess.run(
            ["swiftc", "-O", "-I", host, "-L", host, "-Xlinker", "-rpath", "-Xlinker", host,
             "-lSwiftSyntax", "-lSwiftParser", "-lSwiftOperators", source, "-o", program], check=True)
    return program


def read(paths):
    """The root of each file's tree and its bytes, by its path below the repository."""
    swift = [path for path in paths if path.endswith(".swift")]
    done = subprocess.run([swift_parser(), *swift], cwd=ROOT, check=True, capture_output=True, text=True)
    found = {path: of_swift(json.loads(line)) for path, line in zip(swift, done.stdout.splitlines())}
    sources = {path: (ROOT / path).read_bytes() for path in paths}
    for path in set(paths) - set(swift):
        found[path] = of_others(parse(pathlib.Path(path).suffix, sources[path]).root_node)
    return {path: (found[path], sources[path]) for path in paths}
