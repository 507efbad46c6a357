import PlainText

/// The columns of an edge file beside the people: one may say which contacts go one way, the others may be weights
/// or times, which change what the file means.
struct EdgeColumns {
  fileprivate struct Column {
    let column: EdgeLayout.Column
    var isNumeric = true
    var first: Double?
    var varies = false
    var countsRows = true
  }

  private var columns: [Column] = []
  /// The first that is named like Gephi's `Type`; nil if none is.
  private let named: Int?
  /// By edge, where there is one: whether it says so.
  private var goesBothWays: [Bool] = []
  /// Whether some cell of it says which way an edge goes, and the first one that does not.
  private var hasDirections = false
  private var other: (text: String, place: CSVRecords.Place)?

  init() { named = nil }

  init(_ layout: EdgeLayout) {
    columns = layout.others.map { Column(column: $0) }
    named = layout.others.firstIndex { !$0.isIgnored && $0.name.isType }
  }

  /// Which column is Gephi's `Type`: it says of some edge which way that goes.
  private var type: Int? { hasDirections ? named : nil }

  /// Reads those of one row.
  ///
  /// - Parameter row: from 1.
  mutating func read(_ records: CSVRecords, row: Int) {
    for index in columns.indices {
      let field = records.fields[columns[index].column.index]
      if index == named { readType(field, records) }
      if columns[index].isNumeric { columns[index].add(records.string(field), row: row) }
    }
  }

  /// The last row turned out to be no edge.
  mutating func removeLast() {
    if !goesBothWays.isEmpty { goesBothWays.removeLast() }
  }

  private mutating func readType(_ field: CSVRecords.Field, _ records: CSVRecords) {
    let text = records.string(field)
    let word = text.lowercased()
    goesBothWays.append(word == "undirected")
    if ["directed", "undirected"].contains(word) {
      hasDirections = true
    } else if other == nil {
      other = (text, records.place(of: field))
    }
  }

  /// Those that nothing reads, for a note.
  var unread: [String] {
    columns.indices.filter { $0 != type && !columns[$0].column.isIgnored }
      .map { columns[$0].column.text }
  }

  /// Columns of numbers that the study has to say something of.
  func mistakes(_ words: FileSettings) -> [FileMistake] {
    columns.enumerated().compactMap { index, other in
      guard index != type, !other.column.isIgnored, other.isNumeric, other.varies else {
        return nil
      }
      let counts: String =
        if case .number = other.column.name, other.countsRows {
          " (it counts the rows: R leaves it out with row.names = FALSE, pandas with index=False)"
        } else { "" }
      return FileMistake(
        .unknownColumn,
        "\(other.column.text) has numbers that nothing reads\(counts); if they are weights or durations of "
          + "contacts, give \(words.weight(other.column.name)); if they do not matter, "
          + words.ignore(other.column.name),
        at: other.column.place)
    }
  }

  /// What the type says of the edges; those that go both ways among others are added the other way, too.
  ///
  /// - Throws: where a type says of some edges only which way they go; where the study says that all
  ///   go one way, and the file that none does.
  func setDirections(
    of edges: inout EdgeReader.Edges, isDirected: Bool, after line: inout Int, _ words: FileSettings
  ) throws(FileMistake) {
    guard let type else { return }
    if let other {
      throw FileMistake(
        .unknownValue,
        "\(JSONText.quoted(other.text)) is no type of an edge; give Directed or Undirected, or pass over the "
          + "column by \(words.ignore(columns[type].column.name))", at: other.place)
    }
    let both = goesBothWays.count(where: \.self)
    let column = columns[type].column
    edges.facts.isDirected = both < goesBothWays.count
    guard both < goesBothWays.count else {
      guard isDirected else { return }
      throw FileMistake(
        .conflict,
        "all contacts go both ways by \(column.text), but \(words.directed) is given; leave it "
          + "out, or give \(words.ignore(column.name))", at: column.place)
    }
    edges.facts.directions =
      "\(column.text) (\(goesBothWays.count - both) Directed, \(both) Undirected)"
    guard both > 0 else { return }
    edges.facts.isMixed = true
    let lines = edges.lines
    for edge in goesBothWays.indices where goesBothWays[edge] {
      edges.add(
        edges.to[edge], edges.from[edge], edges.weights.isEmpty ? nil : edges.weights[edge],
        line: lines[edge], after: &line)
    }
  }
}

extension EdgeColumns.Column {
  mutating func add(_ text: String, row: Int) {
    if MissingValue.isCell(text) { return }
    guard let value = decimalNumber(text) ?? decimalNumber(text.replacing(",", with: ".")) else {
      isNumeric = false
      return
    }
    if first == nil { first = value }
    if value != first { varies = true }
    if value != Double(row), value != Double(row - 1) { countsRows = false }
  }
}

extension ColumnName {
  /// As Gephi names the column that says of each edge whether it goes one way.
  fileprivate var isType: Bool {
    if case .name(let name) = self { name.lowercased() == "type" } else { false }
  }
}

extension EdgeLayout.Column {
  /// Such as `column day`, or `column 3` where it has no name.
  fileprivate var text: String {
    switch name {
    case .name(let name): "column \(JSONText.quoted(name))"
    case .number(let number): "column \(number)"
    }
  }
}

extension EdgeWeight {
  /// The weight in a cell; with a decimal comma where no comma can separate thousands.
  static func read(
    _ field: CSVRecords.Field, _ records: CSVRecords
  ) throws(FileMistake) -> Float {
    let text = records.string(field)
    let value =
      decimalNumber(text)
      ?? (mayHaveThousands(text) ? nil : decimalNumber(text.replacing(",", with: ".")))
    guard let value, (0...1e9).contains(value) else {
      throw FileMistake(
        MissingValue.isCell(text) ? .missing : .badCell,
        MissingValue.isCell(text)
          ? "the weight is missing; give a number from 0, or leave the line out"
          : "\(JSONText.quoted(text)) is no weight; "
            + (withoutComma(text) ?? "give a number in 0...1e9"),
        at: records.place(of: field))
    }
    return Float(value)
  }
}
