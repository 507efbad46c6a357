import DurableFiles
import PlainText
import SpreadModel

/// Reads an edge file in one pass: memory grows with the edges, eight bytes each, and the labels.
///
/// Source: docs/files-we-read.md.
final class EdgeReader {
  /// Why a file has no list.
  enum Problem: Error {
    case unreadable(String)
    case mistakes([FileMistake])
  }

  /// The edges of one file, before people of several files get their numbers.
  struct Edges {
    var from: [UInt32] = []
    var to: [UInt32] = []
    /// By edge, where the study names their column.
    var weights: [Float] = []
    var jumps: [EdgeLine] = []
    /// Of the ids, which are numbers in the order of first appearance; nil: ids are numbers of people.
    var labels: LabelTable?
    var facts = EdgeFacts()
  }

  /// After so many mistakes reading ends.
  static let mostMistakes = 10

  private let file: EdgeFile
  private let words: FileSettings
  /// In the group.
  private let people: Int
  private let records: CSVRecords
  private var layout: EdgeLayout?
  private var edges = Edges()
  private var nextLine = 0
  private var mistakes: [FileMistake] = []
  private var isOver = false
  /// The first line, if it has two words: an edge or a header, which only the rest of the file tells.
  private var held: HeldEdge?
  /// The first line, if it names the columns.
  private var header: HeldEdge?
  private var rows = 0
  private var comments = EdgeComments()
  /// Whether a label begins with `#`.
  private var isHashLabel = false
  private var isKonect = false
  private var others = EdgeColumns()
  private var ids: PeopleIds

  /// Reads a file.
  ///
  /// - Parameter people: those in the group; nil: as many as the file names.
  static func read(
    _ file: EdgeFile, _ content: ReadableFile, people: Int?, _ words: FileSettings
  ) throws(Problem) -> Edges {
    var (edges, origin) = try FileOrigin.reading(content, .edges) { records in
      let reader = EdgeReader(file, records, people: people, words)
      try reader.readRows()
      reader.finish()
      return (reader.edges, reader.mistakes)
    }
    edges.facts.file.origin = origin
    return edges
  }

  private init(_ file: EdgeFile, _ records: CSVRecords, people: Int?, _ words: FileSettings) {
    (self.file, self.records, self.words) = (file, records, words)
    self.people = people ?? AllowedValues.mostPeople
    ids = PeopleIds(of: file, people: self.people, words)
    if file.ids == .labels { edges.labels = LabelTable() }
  }

  // MARK: Lines

  private func readRows() throws {
    records.comment = { [unowned self] line, number in isComment(line, number) }
    defer { records.comment = nil }
    while !isOver {
      do {
        guard try records.next() else { break }
      } catch let problem as CSVRecords.Problem {
        // What comes before is wrong as well.
        add(FileMistake(problem.code, problem.words, at: problem.place))
        return
      }
      do throws(FileMistake) { try readRow() } catch { stop(error) }
    }
    edges.facts.file.emptyRows = records.emptyRows
  }

  private func isComment(_ line: UnsafeBufferPointer<UInt8>, _ number: Int) -> Bool {
    if line.first == UInt8(ascii: "%") {
      if number == 1, line.count > 1, line[1] == UInt8(ascii: " ") {
        isKonect = true
        readKonect(String(decoding: line, as: UTF8.self))
      }
      return isKonect && rows == 0
    }
    guard !isOver else { return true }
    let isPlain = line.count < 2 || " \t#!".utf8.contains(line[1])
    guard rows == 0, layout == nil || isPlain else {
      isHashLabel = true
      return false
    }
    do throws(FileMistake) { if !isPlain { try comments.add(line, number) } } catch {
      add(error)
      isOver = true
    }
    return true
  }

  /// The first line of KONECT's files: `% asym positive`.
  private func readKonect(_ line: String) {
    let words = line.split(separator: " ")
    guard words.count > 1 else { return }
    let place = CSVRecords.Place(line: 1, column: 1, width: line.count, text: line)
    if words[1] == "asym" {
      edges.facts.isDirected = true
      edges.facts.directions = "line 1 (\(line.prefix(100)), as KONECT writes it)"
    } else if words[1] == "sym", file.isDirected {
      add(
        FileMistake(
          .conflict,
          "all contacts go both ways, as KONECT writes it (% sym), but \(self.words.directed) is given; "
            + "leave it out, or remove this line", at: place))
    } else if words[1] == "bip" {
      add(
        FileMistake(
          .badTable,
          "the network has two kinds of people (% bip), who are numbered apart: give those "
            + "of the second column other ids, and leave this line out", at: place))
      isOver = true
    }
  }

  private func readRow() throws(FileMistake) {
    guard let layout else { return try readFirst() }
    let fields = records.fields
    guard fields.count == layout.count else {
      for field in fields where !field.isQuoted { try PeopleIds.checkSeparators(field, records) }
      throw unequal(fields.count, layout)
    }
    if let header, header.isEqual(to: records, layout) {
      throw .repeatedHeader(at: records.place())
    }
    rows += 1
    if layout.hasAttributes, records.string(fields[2]) != "{}" {
      throw EdgeLayout.attributes(records, words)
    }
    others.read(records, row: rows)
    try addEdge(fields[layout.a], fields[layout.b])
  }

  private func addEdge(_ first: CSVRecords.Field, _ second: CSVRecords.Field) throws(FileMistake) {
    let (a, b) = try ids.edge(first, second, records, in: &edges)
    if a == b {
      others.removeLast()
      return add(
        FileMistake(
          .badRelation, "a person cannot be a neighbor of themselves; remove the line",
          at: records.place(of: second)))
    }
    if 2 * edges.from.count + 2 > NeighborTable.mostEntries {
      throw FileMistake(
        .tooMany, "the file has more edges than this program can hold", at: records.place())
    }
    let weight = try layout?.weight.map { column throws(FileMistake) in
      try EdgeWeight.read(records.fields[column], records)
    }
    edges.add(a, b, weight, line: records.recordLine, after: &nextLine)
  }

  private func readFirst() throws(FileMistake) {
    let layout = try EdgeLayout(first: records, of: file, words)
    self.layout = layout
    edges.facts.weightColumn = layout.weight.map { $0 + 1 }
    if file.columns != nil { edges.facts.columns = [layout.a + 1, layout.b + 1] }
    others = EdgeColumns(layout)
    let line = HeldEdge(records, layout)
    switch layout.firstLine {
    case .header, .foreignHeader:
      comments = EdgeComments()
      header = line
      if layout.firstLine == .foreignHeader { edges.facts.header = EdgeFacts.Header(line) }
    case .words: held = line
    case .edge:
      try readRow()
      if file.columns == nil, !isKonect { ids.first = FirstNumbers(records, layout) }
    }
  }

  private func unequal(_ count: Int, _ layout: EdgeLayout) -> FileMistake {
    let separated = records.separator.map { " (separated by \($0.words))" } ?? ""
    var message =
      "\(count) column\(count == 1 ? "" : "s"), the first line has \(layout.count)\(separated)"
    if isHashLabel, records.text(records.fields[0]).first == UInt8(ascii: "#") {
      message +=
        rows == 0
        ? "; below a header a comment begins with # and a blank"
        : "; comments stand before the first edge only"
    } else if layout.firstLine != .edge, count == layout.count + 1 {
      message +=
        "; if the first one counts the rows, as R writes them, leave it out (row.names = FALSE)"
    } else if layout.firstLine == .edge || count > layout.count {
      message += "; a line for each edge is read, not a list of all contacts of a person"
    }
    return FileMistake(.unequalLengths, message, at: records.place())
  }

  // MARK: The end of the file

  private func finish() {
    guard mistakes.isEmpty else { return }
    let likeEdges = layout.map { comments.edges(like: records, $0) } ?? []
    var first = isHashLabel ? likeEdges : []
    if let held {
      if first.isEmpty, isHeader(held) {
        edges.facts.header = EdgeFacts.Header(held)
      } else {
        first.append(held)
      }
    }
    if rows == 0 { return addEmpty() }
    if let layout, layout.firstLine != .edge, file.columns == nil {
      for mistake in others.mistakes(words) { add(mistake) }
    }
    if let comment = likeEdges.first, !isHashLabel {
      edges.facts.edgeLikeComments = (EdgeFacts.Header(comment), likeEdges.count)
    }
    if let mistake = ids.first?.mistake(below: rows - 1) { add(mistake) }
    if isTable, let missing = ids.missing { add(missing) }
    edges.facts.file.hasQuotedNumbers = ids.hasQuotedNumbers
    edges.facts.file.unread = others.unread
    do throws(FileMistake) {
      try others.setDirections(
        of: &edges, isDirected: file.isDirected, after: &nextLine, words)
    } catch { add(error) }
    if let weight = file.weight, let lost = first.first {
      return add(
        FileMistake(
          .missing,
          "this line has no weight that \(words.weight(weight.column)) could mean; put labels that begin with "
            + "# in quotes", at: lost.place))
    }
    if mistakes.isEmpty, !first.isEmpty { prepend(first) }
  }

  /// A first line of two words is a header where its words occur nowhere below.
  private func isHeader(_ held: HeldEdge) -> Bool {
    guard rows > 0 else { return false }
    return held.ids.allSatisfy { id in
      id.withUnsafeBufferPointer { edges.labels?.find($0) } == nil
    }
  }

  private func addEmpty() {
    if let held {
      return add(
        FileMistake(
          .empty,
          "nothing follows this line of two words; if it is two people, write the line "
            + "person_a,person_b above it", at: held.place))
    }
    add(
      FileMistake(.empty, "the file has no edges; give at least one line with two people", line: 1))
  }

  /// Whether the file is a table of another program, by its header: what such programs write where there is
  /// no value is nobody's label there, unless it is in quotes.
  private var isTable: Bool {
    edges.facts.header != nil || layout?.firstLine == .header && file.columns != nil
  }

  /// Puts edges before all others: labels are numbered once more.
  private func prepend(_ held: [HeldEdge]) {
    guard let old = edges.labels else { return }
    var table = LabelTable()
    var numbers = [UInt32?](repeating: nil, count: old.count)
    var found = Edges()
    var nextLine = 0
    for edge in held {
      let ids = edge.ids.map { id in id.withUnsafeBufferPointer { table.number(of: $0) } }
      if ids[0] == ids[1] {
        return add(
          FileMistake(
            .badRelation, "a person cannot be a neighbor of themselves; remove the line",
            at: edge.place))
      }
      found.add(UInt32(ids[0]), UInt32(ids[1]), line: edge.line, after: &nextLine)
    }
    func number(_ person: UInt32) -> UInt32 {
      if let known = numbers[Int(person)] { return known }
      let next = UInt32(old.withBytes(of: Int(person)) { table.number(of: $0) })
      numbers[Int(person)] = next
      return next
    }
    found.from.reserveCapacity(edges.from.count + held.count)
    found.to.reserveCapacity(edges.from.count + held.count)
    let count = held.count
    for edge in edges.from.indices {
      found.from.append(number(edges.from[edge]))
      found.to.append(number(edges.to[edge]))
    }
    found.jumps += edges.jumps.map { EdgeLine(edge: $0.edge + count, line: $0.line) }
    found.facts = edges.facts
    found.labels = table
    edges = found
    if table.count > people {
      add(
        FileMistake(
          .badRelation,
          "the file names more than the \(people) people of the group; give a larger \(words.people)",
          at: held[0].place))
    }
  }

  private func add(_ mistake: FileMistake) {
    mistakes.append(mistake)
    if mistakes.count == Self.mostMistakes { isOver = true }
  }

  /// A mistake after which reading goes on, unless it would be made on every line.
  private func stop(_ mistake: FileMistake) {
    add(mistake)
    let isOfAll: [ErrorCode] = [.badRelation, .tooMany]
    if layout == nil || isOfAll.contains(mistake.code) { isOver = true }
  }
}

extension EdgeReader.Edges {
  /// - Parameter next: the line that the next edge is expected on.
  mutating func add(
    _ a: UInt32, _ b: UInt32, _ weight: Float? = nil, line: Int, after next: inout Int
  ) {
    if line != next { jumps.append(EdgeLine(edge: from.count, line: line)) }
    next = line + 1
    from.append(a)
    to.append(b)
    if let weight { weights.append(weight) }
  }

  /// The line of each edge.
  var lines: [Int] {
    var lines: [Int] = []
    for (index, jump) in jumps.enumerated() {
      let end = index + 1 < jumps.count ? jumps[index + 1].edge : from.count
      lines += (0..<end - jump.edge).map { jump.line + $0 }
    }
    return lines
  }

  /// Ids that were numbers of people are labels, in the order of first appearance.
  mutating func becomeLabels() {
    var table = LabelTable()
    for edge in from.indices {
      from[edge] = table.number(of: from[edge])
      to[edge] = table.number(of: to[edge])
    }
    labels = table
  }
}

extension LabelTable {
  /// The number of a label that is a number of a person.
  mutating func number(of person: UInt32) -> UInt32 {
    var text = "\(person)"
    return UInt32(text.withUTF8 { number(of: $0) })
  }
}
