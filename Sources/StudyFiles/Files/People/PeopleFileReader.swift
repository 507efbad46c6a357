import DurableFiles
import PlainText

/// Reads a file with a column `person` and another one, in one pass.
///
/// Source: docs/files-we-read.md.
struct PeopleFileReader {
  private let records: CSVRecords
  /// The name of the other column, and the places of both.
  private let column: String
  private let problem: Problem
  private var (person, value) = (0, 0)
  private var width = 0
  /// The bytes of their names as the file has them.
  private var header: [[UInt8]] = []
  private var ids: PeopleIds
  private var rows = PeopleRows()
  /// What rows say, by its bytes, as ids are.
  private var known = LabelTable()
  private var mistakes: [FileMistake] = []

  /// What is wrong with a text of the other column; nil: nothing.
  typealias Problem = (String) -> (code: ErrorCode, words: String)?

  /// - Parameters:
  ///   - column: the name of the other column.
  ///   - people: those in the group.
  ///   - problem: asked of each text once, where it stands first.
  static func read(
    _ content: ReadableFile, column: String, people: Int, _ problem: @escaping Problem
  ) throws(EdgeReader.Problem) -> PeopleRows {
    var (rows, origin) = try FileOrigin.reading(content, .any) { records in
      var reader = PeopleFileReader(records, column, people: people, problem)
      try reader.readAll()
      return (reader.rows, reader.mistakes)
    }
    rows.facts.origin = origin
    return rows
  }

  private init(
    _ records: CSVRecords, _ column: String, people: Int, _ problem: @escaping Problem
  ) {
    (self.records, self.column, self.problem) = (records, column, problem)
    ids = PeopleIds(people: people)
  }

  private mutating func readAll() throws {
    guard try records.next() else {
      return mistakes.append(
        FileMistake(.empty, "the file is empty; line 1 holds the names of the columns", line: 1))
    }
    guard readHeader() else { return }
    while mistakes.count < EdgeReader.mostMistakes, try records.next() {
      do throws(FileMistake) { try readRow() } catch {
        mistakes.append(error)
        if error.code == .badRelation { return }
      }
    }
    if let missing = ids.missing { mistakes.append(missing) }
    rows.facts.hasQuotedNumbers = ids.hasQuotedNumbers
    rows.facts.emptyRows = records.emptyRows
    rows.alike = known.alike.map { (rows.texts[$0], rows.texts[$1]) }
    if rows.people.isEmpty, mistakes.isEmpty {
      mistakes.append(
        FileMistake(.empty, "the file has no rows; give a line for each person", line: 1))
    }
  }

  /// - Returns: whether the columns are there.
  private mutating func readHeader() -> Bool {
    let names = records.fields.map { records.string($0).lowercased() }
    width = names.count
    for (name, place) in [("person", \Self.person), (column, \Self.value)] {
      let found = names.indices.filter { names[$0] == name }
      guard found.count == 1 else {
        mistakes.append(
          FileMistake(
            found.isEmpty ? .unknownColumn : .duplicateValue,
            found.isEmpty
              ? "the columns are \(records.fields.map(records.string).joined(separator: ", ")); name two of them "
                + "person and \(column)"
              : "two columns are named \(name); rename one", at: records.place()))
        return false
      }
      self[keyPath: place] = found[0]
    }
    header = [person, value].map { Array(records.text(records.fields[$0])) }
    rows.facts.unread = records.fields.indices.filter { ![person, value].contains($0) }
      .map { "column \(JSONText.quoted(records.string(records.fields[$0])))" }
    return true
  }

  private mutating func readRow() throws(FileMistake) {
    let fields = records.fields
    guard fields.count == width else {
      throw FileMistake(
        .unequalLengths,
        "\(fields.count) field\(fields.count == 1 ? "" : "s"), but the header has \(width) columns",
        at: records.place())
    }
    if records.text(fields[person]).elementsEqual(header[0]),
      records.text(fields[value]).elementsEqual(header[1])
    {
      throw FileMistake.repeatedHeader(at: records.place())
    }
    if rows.labels == nil, !ids.isPerson(fields[person], records) { rows.becomeLabels() }
    let number = try ids.person(fields[person], records, &rows.labels)
    let text = records.string(fields[value])
    if text.isEmpty
      || !fields[value].isQuoted && MissingValue.isWord(records.text(fields[value]))
    {
      throw FileMistake(
        .missing, "the \(column) is missing; \(remedy)", at: records.place(of: fields[value]))
    }
    rows.people.append(number)
    rows.lines.append(records.recordLine)
    let index = UInt32(known.number(of: records.text(fields[value])))
    rows.values.append(index)
    guard Int(index) == rows.texts.count else { return }
    rows.texts.append(text)
    if let (code, words) = problem(text) {
      throw FileMistake(code, words, at: records.place(of: fields[value]))
    }
  }

  /// What to do where the other column has no value.
  private var remedy: String {
    switch column {
    case "group": "give one, as everybody is of a group, or put the name in quotes"
    case "rank": "leave the line out"
    default: "leave the line out, or put the name in quotes"
    }
  }
}
