/// A format that is no table of text, known by the first bytes of a file, with the way to one that is.
struct KnownFormat {
  let name: String
  let advice: String

  /// To follow "the file is".
  var words: String { "\(name); \(advice)" }

  private static let networks =
    "write its edges as CSV, in Python with networkx.write_edgelist(G, \"edges.csv\", "
    + "delimiter=\",\", data=False), in R with write.csv(igraph::as_data_frame(g), \"edges.csv\", "
    + "row.names = FALSE)"
  private static let tableOrNetwork =
    "write a table as CSV, in Python with pandas.read_json(path).to_csv(\"table.csv\", index=False); "
    + "of a network \(networks)"
  private static let tables = "save the table as CSV UTF-8"

  /// What begins a file, and what the file is then.
  private static let signatures: [(bytes: [UInt8], name: String, advice: String)] = [
    ([0x50, 0x4b, 0x03, 0x04], "a zip archive or an Excel workbook (.xlsx)", tables),
    ([0xd0, 0xcf, 0x11, 0xe0], "an Excel workbook (.xls)", tables),
    (Array("SQLite format 3\0".utf8), "an SQLite database", tables),
    (Array("ARROW1\0".utf8), "an Arrow file", tables),
    (Array("FEA1\0".utf8), "a Feather file", tables),
    (Array("%PDF-".utf8), "a PDF document", tables),
    (Array("RDX2\n".utf8), "an R data file", tables),
    (Array("RDX3\n".utf8), "an R data file", tables),
    ([0x58, 0x0a, 0x00, 0x00], "an R data file", tables),
    ([0x80, 0x02], "a Python pickle", tables), ([0x80, 0x03], "a Python pickle", tables),
    ([0x80, 0x04], "a Python pickle", tables), ([0x80, 0x05], "a Python pickle", tables),
    ([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59], "a NumPy array", tables),
    ([0x89, 0x48, 0x44, 0x46], "an HDF5 file", tables),
    ([0x1f, 0x8b], "compressed by gzip twice", "decompress it once"),
    ([0x28, 0xb5, 0x2f, 0xfd], "compressed by zstd", "decompress it, or compress it by gzip"),
    ([0xfd, 0x37, 0x7a, 0x58, 0x5a], "compressed by xz", "decompress it, or compress it by gzip"),
    ([0x7f, 0x45, 0x4c, 0x46], "a program", "give a file of text"),
  ]

  /// - Parameter bytes: the first of the file, some thousands of them.
  init?(firstBytes bytes: some Collection<UInt8>) {
    for known in Self.signatures where bytes.starts(with: known.bytes) {
      (name, advice) = (known.name, known.advice)
      return
    }
    if bytes.starts(with: "PAR1".utf8), bytes.dropFirst(4).first.map({ $0 < 0x20 }) == true {
      (name, advice) = ("a Parquet file", Self.tables)
      return
    }
    // Of bzip2: its level, then the first digits of pi.
    if bytes.starts(with: "BZh".utf8), bytes.dropFirst(4).starts(with: "1AY&SY".utf8) {
      (name, advice) = ("compressed by bzip2", "decompress it, or compress it by gzip")
      return
    }
    let text = String(decoding: bytes.prefix(2_000), as: UTF8.self)
      .drop { $0.isWhitespace || $0 == "\u{feff}" }.lowercased()
    if text.hasPrefix("\"behaviorspace") || text.hasPrefix("behaviorspace") {
      name = "a table of NetLogo's BehaviorSpace, with six lines above its header"
      advice = "remove the lines above \"[run number]\", as pandas.read_csv(..., skiprows=6) does"
      return
    }
    guard let name = Self.network(text) else { return nil }
    (self.name, advice) = (name, name == Self.json ? Self.tableOrNetwork : Self.networks)
  }

  private static let json = "JSON, not a table"

  private static func network(_ text: String) -> String? {
    func begins(_ words: String...) -> Bool { words.contains { text.hasPrefix($0) } }
    if begins("<?xml", "<!", "<html", "<graphml", "<gexf") {
      return text.contains("<graphml")
        ? "GraphML" : text.contains("<gexf") ? "GEXF" : "XML or HTML, not a table"
    }
    if begins("*vertices", "*network", "*arcs", "*edges") { return "a network of Pajek" }
    if begins("%%matrixmarket") { return "a matrix of Matrix Market" }
    if text.prefixMatch(of: /dl\s+n[mrc]?\s*=/) != nil { return "a DL file of UCINET" }
    if begins("digraph", "strict ", "graph"), text.prefix(200).contains("{") {
      return "a graph of Graphviz (DOT)"
    }
    if text.prefixMatch(of: /(creator\s+"[^"]*"\s*)?(version\s+\S+\s*)?graph\s*\[/) != nil {
      return "GML"
    }
    if begins("nodedef>", "edgedef>") { return "a GDF file" }
    if begins("leda.graph") { return "a graph of LEDA" }
    if begins("{", "[{", "[[") { return json }
    return nil
  }
}
