#!/usr/bin/env python3
"""Files of edges that networkx, pandas, igraph and R write, read by the built program as these count them.

    edge_files.py [--files 2000] [--seed 1]

Each file holds a random graph: numbers or labels, weights, one way or both, self-loops, repeated edges, people
without any, every separator and encoding. `spreadlab contacts FILE --write OUT` must find the people and
the edges of the graph, and OUT must be read as the same; a file whose layout nobody can know must be refused
with the code of docs/files-we-read.md, and then be read with what the error asks for. Exit 1 if one is not.
"""

import argparse
import collections
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import igraph
import networkx
import pandas

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from program import run

HEADERS = [
    ("person_a", "person_b"), ("source", "target"), ("Source", "Target"), ("from", "to"), ("node1", "node2"),
    ("u", "v"), ("i", "j"), ("ego", "alter"), ("infector", "infectee"), ("infector", "case_id"), ("src", "dst"),
    ("FromNodeId", "ToNodeId"), ("source_id", "target_id"), ("id1", "id2"), ("head", "tail")]
WORDS = ["anna", "bert", "carl", "dora", "émile", "françois", "Ümit", "李", "o'neil", "d-1", "p_2", "x.y"]
SEPARATORS = {",": ",", ";": ";", "tab": "\t", "blank": " "}


class File:
    """One file, what it holds, and how it is to be read."""

    def __init__(self, number, rng):
        self.number, self.rng = number, rng
        self.directed = rng.random() < 0.4
        self.kind = rng.choice(["from 0", "from 1", "far", "words", "words", "hex", "spaced"])
        people = rng.randint(2, 25)
        self.graph = networkx.gnm_random_graph(
            people, rng.randint(1, 3 * people), seed=rng.randint(0, 10**9), directed=self.directed)
        if not self.graph.number_of_edges():
            self.graph.add_edge(0, 1)
        self.graph = networkx.relabel_nodes(self.graph, dict(enumerate(self.names(people))))
        if rng.random() < 0.05:
            node = rng.choice(list(self.graph))
            self.graph.add_edge(node, node)
        self.weights = rng.choice([None, None, "equal", "real", "times"])
        for i, (_, _, data) in enumerate(self.graph.edges(data=True)):
            if self.weights:
                data["weight"] = {"equal": 1, "real": round(rng.random(), 3), "times": 20 * i + 20}[self.weights]
        self.options, self.refused, self.hasHeader, self.quoted = [], None, False, False
        self.rows = [(str(a), str(b)) for a, b in self.graph.edges]
        self.repeats = False

    def names(self, people):
        rng = self.rng
        match self.kind:
            case "from 0": return range(people)
            case "from 1": return range(1, people + 1)
            case "far": return rng.sample(range(10, 10**9), people)
            case "hex":
                return list(dict.fromkeys(f"{rng.randrange(16**6):06x}" for _ in range(4 * people)))[:people]
            case "spaced": return [f"{rng.choice(WORDS)} {i}" for i in range(people)]
            case _: return [f"{rng.choice(WORDS)}{i}" for i in range(people)]

    @property
    def numbers(self):
        return self.kind in ("from 0", "from 1", "far")

    @property
    def varied(self):
        return len({data.get("weight") for *_, data in self.graph.edges(data=True)}) > 1

    def write(self, folder):
        """Writes the file by one of the programs; of R, what R is to write."""
        self.path = folder / f"net{self.number}.csv"
        self.writer = self.rng.choice(["networkx", "networkx", "pandas", "pandas", "igraph", "R", "R"])
        getattr(self, "write_" + self.writer.lower())(folder)
        if self.directed and not self.typed and self.options is not None:
            self.options.append("--directed")

    typed = False

    def write_networkx(self, folder):
        separator = self.rng.choice(list(SEPARATORS.values()))
        if self.kind == "spaced" and separator == " ":
            separator = ","
        data = self.rng.choice([True, False, ["weight"]] if self.weights else [True, False])
        networkx.write_edgelist(self.graph, self.path, delimiter=separator, data=data)
        self.how = f"write_edgelist(delimiter={separator!r}, data={data})"
        if data and self.weights:
            self.refused = "missing"
            self.options += ["--columns", "1,2"]

    def frame(self):
        a, b = self.rng.choice(HEADERS)
        frame = pandas.DataFrame(list(self.graph.edges), columns=[a, b])
        if self.rng.random() < 0.15 and len(frame):
            frame = pandas.concat([frame, frame.iloc[[self.rng.randrange(len(frame))]]])
            self.repeats = True
        self.typed = self.rng.random() < 0.3
        if self.typed:
            frame["Type"] = "Directed" if self.directed else "Undirected"
        if self.weights:
            name = self.rng.choice(["weight", "w", "value", "count", "duration", "t"])
            frame[name] = (list(networkx.get_edge_attributes(self.graph, "weight").values()) + [20])[:len(frame)]
            if frame[name].nunique() > 1:
                self.refused = "unknown_column"
                self.options += ["--ignore", name]
        self.hasHeader = True
        return frame

    def write_pandas(self, folder):
        frame = self.frame()
        separator = self.rng.choice([",", ";", "\t"])
        index = self.rng.random() < 0.2
        if index and len(frame) > 1:
            frame = frame.reset_index(drop=True)
            self.refused = "unknown_column"
            self.options += ["--ignore", "1"]
        quoting = self.rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
        self.quoted = quoting == csv.QUOTE_ALL or quoting == csv.QUOTE_NONNUMERIC and not self.numbers
        encoding = self.rng.choice(["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
        end = self.rng.choice(["\n", "\r\n", "\r"])
        compression = self.rng.choice([None, "gzip"])
        frame.to_csv(
            self.path, sep=separator, index=index, quoting=quoting, encoding=encoding, lineterminator=end,
            compression=compression)
        self.how = f"to_csv({separator!r}, index={index}, {quoting}, {encoding}, {end!r}, {compression})"

    def write_igraph(self, folder):
        graph = igraph.Graph.TupleList(
            [(str(a), str(b), d.get("weight", 1)) for a, b, d in self.graph.edges(data=True)],
            directed=self.directed, weights=True)
        # The form "ncol" takes names of printable ASCII.
        isPlain = all(name.isascii() and " " not in name for name in graph.vs["name"])
        kind = self.rng.choice(["edgelist", "frame"] + (["ncol", "ncol"] if isPlain else []))
        self.how = kind
        if kind == "edgelist":
            graph.write_edgelist(str(self.path))
            self.kind, self.weights = "from 0", None
            self.rows = [(str(a), str(b)) for a, b in graph.get_edgelist()]
        elif kind == "ncol":
            graph.write_ncol(str(self.path), weights="weight" if self.weights else None)
            self.rows = [tuple(graph.vs[i]["name"] for i in edge) for edge in graph.get_edgelist()]
            if self.weights:
                self.refused = "missing"
                self.options += ["--columns", "1,2"]
        else:
            frame = graph.get_edge_dataframe()
            frame.columns = ["source", "target", *frame.columns[2:]]
            names = graph.vs["name"]
            frame[["source", "target"]] = frame[["source", "target"]].map(lambda i: names[i])
            frame.to_csv(self.path, index=False)
            self.hasHeader = True
            if frame["weight"].nunique() > 1:
                self.refused = "unknown_column"
                self.options += ["--ignore", "weight"]

    def write_r(self, folder):
        frame = self.frame()
        frame.to_csv(folder / f"r{self.number}.tsv", sep="\t", index=False)
        forms = ["csv", "csv2", "table", "bare", "tab"] + (["rows", "names"] if len(frame) > 1 else [])
        self.how = self.rng.choice(forms)
        self.quoted = self.how not in ("tab",) and not self.numbers
        if self.how == "bare":
            self.hasHeader = False
            if len(frame.columns) > 2:
                self.refused = "missing"
                self.options = ["--columns", "1,2"]
                self.typed = False
        if self.how == "rows":  # the row names, without a name
            self.refused = "unknown_column"
            self.options += ["--ignore", "1"]
        if self.how == "names":  # a header that is one name short
            self.refused = "unequal_lengths"
            self.options = None

    # What must come of it.

    def expected(self):
        """The code of the error, or the pairs that are read."""
        pairs = [pair if self.directed else tuple(sorted(pair)) for pair in self.rows]
        if any(a == b for a, b in pairs):
            return "bad_relation"
        if self.repeats and "--merge" not in self.options:
            return "duplicate_value"
        if not self.hasHeader and not self.numeric:
            # A first line of words that occur nowhere below is a header.
            first, below = self.rows[0], {name for pair in self.rows[1:] for name in pair}
            if not below & set(first) and all(self.isWord(name) for name in first):
                if not below:
                    return "empty"
                pairs = pairs[1:]
        return set(pairs)

    @property
    def numeric(self):
        return self.kind in ("from 0", "from 1", "far")

    @staticmethod
    def isWord(name):
        try:
            return not set(name) <= set("0123456789+-.eE") or not (float(name) or True)
        except ValueError:
            return True

    @property
    def isMixed(self):
        """Whether some ids without quotes read as numbers, and not all are numbers of people."""
        if self.numeric or self.quoted:
            return False
        return any(not self.isWord(name) for pair in self.rows for name in pair)


R_SCRIPT = r"""
args <- commandArgs(TRUE)
jobs <- read.csv(args[1], colClasses = "character")
for (i in seq_len(nrow(jobs))) {
  d <- read.delim(jobs$from[i], check.names = FALSE, quote = "\"", encoding = "UTF-8",
    colClasses = if (jobs$numbers[i] == "1") NA else c("character", "character"))
  to <- jobs$to[i]
  switch(jobs$form[i],
    csv = write.csv(d, to, row.names = FALSE, fileEncoding = "UTF-8"),
    csv2 = write.csv2(d, to, row.names = FALSE, fileEncoding = "UTF-8"),
    table = write.table(d, to, row.names = FALSE, fileEncoding = "UTF-8"),
    bare = write.table(d, to, row.names = FALSE, col.names = FALSE, fileEncoding = "UTF-8"),
    tab = write.table(d, to, row.names = FALSE, sep = "\t", quote = FALSE, fileEncoding = "UTF-8"),
    rows = write.csv(d, to, fileEncoding = "UTF-8"),
    names = write.table(d, to, fileEncoding = "UTF-8"))
}
"""


def run_r(files, folder):
    with open(folder / "jobs.csv", "w") as jobs:
        print("from,to,form,numbers", file=jobs)
        for file in files:
            print(f"{folder}/r{file.number}.tsv,{file.path},{file.how},{int(file.numbers)}", file=jobs)
    (folder / "write.R").write_text(R_SCRIPT)
    subprocess.run(["Rscript", "--vanilla", folder / "write.R", folder / "jobs.csv"], check=True,
                   env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"})


def contacts(path, *options):
    done = run("contacts", path, "--json", *options)
    try:
        found = json.loads(done.stdout if done.returncode == 0 else done.stderr)
    except json.JSONDecodeError:
        found = {"code": f"exit {done.returncode}: {done.stderr}"}
    return found


def read_back(path, directed):
    with open(path, newline="") as text:
        rows = list(csv.DictReader(text))
    return {pair if directed else tuple(sorted(pair)) for pair in ((r["person_a"], r["person_b"]) for r in rows)}


def described(contacts):
    """Without the name; sums over people in another order differ in their last digit."""
    return {k: round(v, 9) if isinstance(v, float) else v for k, v in contacts.items() if k != "name"}


def check(file, folder):
    """What is wrong, in words; None if nothing is."""
    options = file.options or []
    if file.refused:
        # What the error asks for is left out at first.
        plain = [o for o in options if o in ("--directed", "--merge")]
        code = contacts(file.path, *plain).get("code")
        isMistaken = file.isMixed or any(a == b for a, b in file.rows)  # which is found first
        if code != file.refused and not (isMistaken and code in ("bad_relation", "not_whole")):
            return f"{code} for {file.refused}, without {options}"
        if file.options is None:
            return None
    if file.isMixed:
        code = contacts(file.path, *options).get("code")
        if code not in ("bad_relation", "not_whole"):
            return f"{code} for numbers among labels"
        options = options + ["--ids", "labels"]
    wanted = file.expected()
    if wanted == "duplicate_value":
        code = contacts(file.path, *options).get("code")
        if code != wanted:
            return f"{code} for {wanted}"
        file.options = options = options + ["--merge"]
        wanted = file.expected()
    out = folder / "out.csv"
    found = contacts(file.path, "--write", out, *options)
    if isinstance(wanted, str):
        return None if found.get("code") == wanted else f"{found.get('code', found)} for {wanted}"
    if "contacts" not in found:
        return f"{found}, with {options}"
    one = found["contacts"][0]
    people = {name for pair in wanted for name in pair}
    if (one["people"], one["edges"]) != (len(people), len(wanted)):
        return f"{one['people']} people and {one['edges']} edges for {len(people)} and {len(wanted)}, {options}"
    if read_back(out, file.directed) != wanted:
        return f"other pairs: {read_back(out, file.directed) ^ wanted}"
    again = contacts(out)
    if described(again.get("contacts", [{}])[0]) != described(one):
        return f"what was written is read as {again}, not {one}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    counts, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        files = [File(i, random.Random(f"{arguments.seed}/{i}")) for i in range(arguments.files)]
        for file in files:
            file.write(folder)
        run_r([file for file in files if file.writer == "R"], folder)
        for file in files:
            counts[file.writer] += 1
            counts["refused first"] += bool(file.refused)
            problem = check(file, folder)
            if problem:
                wrong += 1
                if wrong <= 20:
                    print(f"{file.number}: {file.writer} {file.how}, {file.kind}: {problem}")
                    print("  " + repr(file.path.read_bytes()[:200]))
    print(f"{len(files)} files of edges, {wrong} read otherwise:", ", ".join(f"{n} {c}" for n, c in counts.items()))
    sys.exit(1 if wrong or not files else 0)


if __name__ == "__main__":
    main()
