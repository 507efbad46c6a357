import DurableFiles
import PlainText
import StudyFiles

/// The rows of a CSV file the user names, one at a time: memory does not grow with the file.
final class NamedRows {
  /// One row, with the columns asked for in their order.
  struct Row {
    let file: NamedRows
    fileprivate let nameColumns: [String]
    /// Nil where one is missing: empty, or NA and the like without quotes.
    fileprivate(set) var names: [String?]
    /// Nil where a value is missing.
    fileprivate(set) var numbers: [Double?]
    /// Of the file, in which the row begins, from 1.
    fileprivate(set) var line = 1

    /// A failure at a cell.
    func problem(_ column: String, _ message: CallerText) -> Failure {
      file.problem(line: line, column, message)
    }

    /// The name of a thing, such as a response.
    ///
    /// - Throws: `WordedError` where it is missing.
    func name(_ place: Int) throws -> String {
      guard let name = names[place] else {
        throw problem(
          nameColumns[place], "has no value; every row needs a name there (NA is one in quotes)")
      }
      return name
    }
  }

  let path: String
  private let cell: NumberCell
  private let reader: CSVReader
  /// The names in the header.
  var columns: [String] { reader.columns }
  /// Those with a value.
  private(set) var rowCount = 0
  /// Numbers with a comma: one of them that may have thousands apart by commas, as long as all may.
  private var commas: (grouped: String?, other: Bool) = (nil, false)
  /// Those of them that were not used.
  private(set) var leftOut = RowsLeftOut()
  /// Columns in which some of these have no value.
  private var lacked: Set<String> = []

  /// - Parameter decimalComma: whether numbers are written like 0,5.
  /// - Throws: `WordedError` if the file cannot be read.
  init(_ path: String, decimalComma: Bool) throws {
    self.path = path
    cell = NumberCell(decimalComma: decimalComma)
    reader = try CSVReader(path, .named, .any)
  }

  /// Hands the rows over, each gone when `body` returns.
  ///
  /// - Parameters:
  ///   - names: columns of texts that name things or say what happened.
  ///   - numbers: columns of numbers.
  ///   - body: says whether the row is used: it is not where it lacks a value.
  /// - Throws: `WordedError` naming the nearest column where the file has none of a name, and at the
  ///   first cell that is no number; what `body` throws.
  func forEachRow(
    names: [String] = [], numbers: [String], _ body: (Row) throws -> Bool
  ) throws {
    let wanted = names + numbers
    try expect(wanted)
    // By column of the file: where its text is wanted.
    let places = columns.map { column in
      wanted.indices.filter { !column.isEmpty && wanted[$0] == column }
    }
    var texts = wanted.map { _ in "" }
    var row = Row(
      file: self, nameColumns: names, names: names.map { _ in nil },
      numbers: numbers.map { _ in nil })
    while try reader.nextRow({ column, text in
      for place in places[column] {
        texts[place] = String(decoding: text, as: UTF8.self)
        guard names.indices.contains(place) else { continue }
        let isMissing = text.isEmpty || !reader.isQuoted(column) && MissingValue.isWord(text)
        row.names[place] = isMissing ? nil : texts[place]
      }
    }) {
      row.line = reader.rowLine
      for place in numbers.indices {
        let text = texts[names.count + place]
        let reading = cell.read(text)
        if cell.decimalComma, !commas.other, text.contains(",") {
          if mayHaveThousands(text) { commas.grouped = text } else { commas.other = true }
        }
        if case .value(let value) = reading {
          row.numbers[place] = value
        } else if let problem = cell.problem(reading, text) {
          throw row.problem(numbers[place], problem)
        } else {
          row.numbers[place] = nil
        }
      }
      rowCount += 1
      if try !body(row) {
        leftOut.add(row.line)
        for (place, column) in wanted.enumerated()
        where place < names.count
          ? row.names[place] == nil : row.numbers[place - names.count] == nil
        { lacked.insert(column) }
      }
    }
  }

  /// Which rows were not used.
  ///
  /// - Parameters:
  ///   - needed: columns that must have a value; those that lack one are named.
  ///   - advice: what to do about rows without a value of a column.
  func notes(
    needing needed: [String], advice: (column: String, words: String)? = nil
  ) -> [Note] {
    var notes: [Note] = []
    if let text = commas.grouped, !commas.other {
      notes.append(
        Note(
          .groupedNumbers, file: path,
          "all numbers of \(path) that have a comma have three digits behind it, and are read with a decimal "
            + "comma, such as \(text) as \(text.replacing(",", with: ".")); if commas separate thousands, "
            + "remove them"))
    }
    let empty = reader.emptyRows
    if empty > 0 {
      notes.append(
        Note(
          .rowsLeftOut, file: path,
          "\(plural(empty, "row")) of \(path) without any value \(empty == 1 ? "is" : "are") left out"
        ))
    }
    if leftOut.count > 0 {
      let words = "no value of \(needed.filter(lacked.contains).joined(separator: " or "))"
      notes.append(
        Note(
          .rowsLeftOut, file: path,
          leftOut.words(of: rowCount, in: path, one: "has \(words)", several: "have \(words)")
            + (advice.map { lacked.contains($0.column) ? $0.words : "" } ?? "")))
    }
    return notes
  }

  /// Which rows were not used, in the words of an error, behind a semicolon; empty where all were.
  func leftOutWords(needing needed: [String]) -> CallerText {
    CallerText(
      notes(needing: needed).filter { $0.code == .rowsLeftOut }.map { "; \($0.message)" }.joined())
  }

  private func expect(_ wanted: [String]) throws {
    guard let column = wanted.first(where: { reader.place(of: $0) == nil }) else { return }
    var message = "\(path) has no column \"\(column)\""
    if let near = NearestName.find(column, in: columns.filter({ !wanted.contains($0) })) {
      message += "; did you mean \"\(near)\"?"
    } else {
      message += "; it has \(columns.joined(separator: ", "))"
    }
    throw Failure(.unknownColumn, file: path, CallerText(message))
  }

  /// A failure at a cell of a line.
  func problem(line: Int, _ column: String, _ message: CallerText) -> Failure {
    Failure(.badCell, file: path, "\(path): line \(line): column \(column) \(message)")
  }
}
