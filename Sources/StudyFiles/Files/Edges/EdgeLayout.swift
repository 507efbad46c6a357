import PlainText

/// Which columns of an edge file name the two people, and what the first line is.
///
/// It is declared or evident, or else an error: docs/files-we-read.md.
struct EdgeLayout {
  enum FirstLine {
    case edge
    /// With the names that the study gives, or `person_a` and `person_b`.
    case header
    /// With the names of another program.
    case foreignHeader
    /// Two words: a header, unless one of them occurs below.
    case words
  }

  /// Indexes of columns.
  private(set) var a = 0
  private(set) var b = 1
  /// The column of weights.
  private(set) var weight: Int?
  /// Columns of each line.
  let count: Int
  private(set) var firstLine = FirstLine.edge
  /// Whether networkx wrote the attributes of each edge, of which there are none: `0 1 {}`.
  private(set) var hasAttributes = false
  /// The columns that name no people.
  private(set) var others: [Column] = []

  struct Column {
    let index: Int
    /// As messages and notes name it.
    let name: ColumnName
    /// In the header.
    let place: CSVRecords.Place
    /// Whether the study says that it does not matter.
    let isIgnored: Bool
  }

  private static let ownNames = ("persona", "personb")
  /// What other programs write above their edges; the first may infect the second.
  private static let foreignNames = [
    ("source", "target"), ("from", "to"), ("node1", "node2"), ("u", "v"), ("i", "j"),
    ("ego", "alter"), ("infector", "infectee"), ("infector", "caseid"), ("src", "dst"),
    ("fromnodeid", "tonodeid"), ("sourceid", "targetid"), ("id1", "id2"), ("head", "tail"),
  ]
  /// What Gephi writes above its people.
  private static let nodeNames = ["id", "label"]

  /// - Parameter file: what the study says about it.
  /// - Throws: `FileMistake`.
  init(first records: CSVRecords, of file: EdgeFile, _ words: FileSettings) throws(FileMistake) {
    let fields = records.fields
    let header = fields.map { records.string($0) }
    count = fields.count
    guard count >= 2 else {
      throw FileMistake(
        .missing,
        "there is only one column; an edge needs two people, in columns that commas, semicolons, "
          + "tabs or blanks separate", at: records.place())
    }
    // "Person A", "person-a" and "PERSON_A" are one name.
    let plain = header.map { $0.lowercased().filter { !" _-.".contains($0) } }
    var named: (a: Int, b: Int, isOwn: Bool)?
    if file.columns == nil {
      if plain == Self.nodeNames {
        throw FileMistake(
          .badTable,
          "the file lists people, as Gephi's table of nodes does; export the table of edges (if it is "
            + "a list of edges, name its columns person_a and person_b)", at: records.place())
      }
      named = try Self.named(plain, header, records, words)
    } else {
      named = try? Self.named(plain, header, records, words)
    }
    if let column = file.weight?.column {
      weight = try Self.index(of: column, in: header, records)
      if case .name = column { firstLine = .header }
    }
    if let columns = file.columns {
      guard columns.count == 2 else {
        throw FileMistake(
          .unequalLengths,
          "the people are in two columns, not \(columns.count): give "
            + words.columns(1, 2), at: records.place())
      }
      a = try Self.index(of: columns[0], in: header, records)
      b = try Self.index(of: columns[1], in: header, records)
      guard a != b else {
        throw FileMistake(
          .conflict, "both people are in column \(a + 1); give two columns", at: records.place())
      }
      let areNames = columns.contains { if case .name = $0 { true } else { false } }
      if areNames { firstLine = .header }
    } else if let named {
      (a, b) = (named.a, named.b)
    } else if count == 3, let weight {
      // Who meets whom is in the two others.
      (a, b) = (weight == 0 ? 1 : 0, weight == 2 ? 1 : 2)
    } else if count == 3, header[2] == "{}" {
      hasAttributes = true
    } else if count > 2 {
      throw Self.tooMany(records, header, words)
    }
    if firstLine == .edge {
      if let named {
        firstLine = named.isOwn ? .header : .foreignHeader
      } else if [a, b].allSatisfy({ EdgeLabel.isWord(records.text(fields[$0])) }) {
        // The weight of an edge is a number.
        firstLine =
          weight.map { decimalNumber(header[$0]) == nil ? .foreignHeader : .edge } ?? .words
      }
    }
    if let weight, weight == a || weight == b {
      throw FileMistake(
        .conflict, "column \(weight + 1) names people, and cannot be their weights as well",
        at: records.place())
    }
    let places = Dictionary(zip(header, header.indices)) { first, _ in first }
    var ignored: Set<Int> = []
    for name in file.ignore ?? [] {
      // By far most are there.
      if case .name(let name) = name, let place = places[name] {
        ignored.insert(place)
      } else {
        ignored.insert(try Self.index(of: name, in: header, records))
      }
    }
    let isHeaded = firstLine != .edge
    if hasAttributes { return }
    others = fields.indices.filter { $0 != a && $0 != b && $0 != weight }.map { index in
      Column(
        index: index,
        name: isHeaded && !header[index].isEmpty ? .name(header[index]) : .number(index + 1),
        place: records.place(of: fields[index]), isIgnored: ignored.contains(index))
    }
  }

  /// The columns whose names say that they are the two people; nil if there are none.
  private static func named(
    _ plain: [String], _ header: [String], _ records: CSVRecords, _ words: FileSettings
  ) throws(FileMistake) -> (a: Int, b: Int, isOwn: Bool)? {
    func indexes(_ name: String) -> [Int] { plain.indices.filter { plain[$0] == name } }
    func expectOnce(_ found: [Int]) throws(FileMistake) {
      guard found.count > 1 else { return }
      throw FileMistake(
        .duplicateKey,
        "two columns are named \(header[found[1]]); rename one, or give "
          + words.columns(found[0] + 1, found[1] + 1),
        at: records.place(of: records.fields[found[1]])
      )
    }
    let own = (indexes(ownNames.0), indexes(ownNames.1))
    if !own.0.isEmpty || !own.1.isEmpty {
      try expectOnce(own.0)
      try expectOnce(own.1)
      guard let a = own.0.first, let b = own.1.first else {
        throw FileMistake(
          .missing, "there is no column \(own.0.isEmpty ? "person_a" : "person_b")",
          at: records.place())
      }
      return (a, b, true)
    }
    var found: (a: Int, b: Int, isOwn: Bool)?
    for names in foreignNames {
      var (first, second) = (indexes(names.0), indexes(names.1))
      guard !first.isEmpty, !second.isEmpty else { continue }
      // R's network writes tail, head: of these two the one that stands first infects.
      if names.0 == "head", second[0] < first[0] { swap(&first, &second) }
      try expectOnce(first)
      try expectOnce(second)
      if let found {
        throw FileMistake(
          .conflict,
          "columns \(found.a + 1) and \(found.b + 1) could be the people, and columns "
            + "\(first[0] + 1) and \(second[0] + 1) as well: give "
            + words.columns(found.a + 1, found.b + 1), at: records.place())
      }
      found = (first[0], second[0], false)
    }
    return found
  }

  private static func index(
    of name: ColumnName, in header: [String], _ records: CSVRecords
  ) throws(FileMistake) -> Int {
    switch name {
    case .number(let number):
      guard header.indices.contains(number - 1) else {
        throw FileMistake(
          .unknownColumn, "there is no column \(number); the first line has \(header.count)",
          at: records.place())
      }
      return number - 1
    case .name(let name):
      guard let index = header.firstIndex(of: name) else {
        let near = NearestName.find(name, in: header).map {
          "; did you mean \(JSONText.quoted($0))?"
        }
        throw FileMistake(
          .unknownColumn,
          "the first line has no column \(JSONText.quoted(name))"
            + (near ?? "; it has \(header.prefix(20).joined(separator: ", "))"),
          at: records.place())
      }
      return index
    }
  }

  /// What networkx writes behind the people.
  static func attributes(_ records: CSVRecords, _ words: FileSettings) -> FileMistake {
    FileMistake(
      .missing,
      "the edges have attributes, as networkx writes them, which are not read: leave them out by "
        + "networkx.write_edgelist(..., data=False), or pass over them by \(words.columns(1, 2))",
      at: records.place())
  }

  /// Nobody can know which of more than two columns without names are the people.
  private static func tooMany(
    _ records: CSVRecords, _ header: [String], _ words: FileSettings
  ) -> FileMistake {
    let fields = records.fields
    // Labels that a separator cuts apart, as those of networkx's lattices: (0, 1).
    if let half = fields.first, header[0].hasPrefix("("),
      let problem = EdgeLabel.problem(records.text(half), isQuoted: half.isQuoted)
    {
      return FileMistake(problem.code, problem.message, at: records.place(of: half))
    }
    var message =
      "\(header.count) columns without a header: write names above them, two of them person_a and "
      + "person_b, or say which two are the people, such as \(words.columns(1, 2))"
    if header[2].hasPrefix("{") { return attributes(records, words) }
    if fields[0].isQuoted, ["0", "1"].contains(header[0]) {
      message +=
        " (column 1 seems to count the rows, as R writes them: row.names = FALSE leaves it out, and "
        + "\(words.columns(2, 3)) passes over it)"
    } else if header.count == 3, [.blanks, .tab].contains(records.separator) {
      let areWords = fields.map { EdgeLabel.isWord(records.text($0)) }
      if areWords[1], areWords[0] == areWords[2] {
        message += " (in a SIF file \(words.columns(1, 3)))"
      } else if !areWords.contains(true) {
        message +=
          " (an adjacency list, with a line for each person, is not read: write a line for each edge)"
      }
    }
    return FileMistake(.missing, message, at: records.place())
  }
}
