import DurableFiles
import PlainText
import ResultTables
import StudyFiles

/// The rows of a CSV file the user names, one at a time: memory does not grow with the file.
struct NamedRows {
  /// One row, with the columns asked for in their order.
  struct Row {
    let file: NamedRows
    fileprivate(set) var names: [String]
    /// Nil where a value is missing.
    fileprivate(set) var numbers: [Double?]
    /// Of the file, in which the row begins, from 1.
    fileprivate(set) var line = 1

    /// A failure at a cell.
    func problem(_ column: String, _ message: CallerText) -> Failure {
      file.problem(line: line, column, message)
    }

    /// The name of a thing, such as a group.
    ///
    /// - Throws: `WordedError` where the cell is empty.
    func name(_ place: Int) throws -> String {
      guard !names[place].isEmpty else {
        throw problem(file.names[place], "is empty; every row needs a name there")
      }
      return names[place]
    }
  }

  let path: String
  fileprivate let names: [String]
  private let numbers: [String]
  private let cell: NumberCell
  private let reader: CSVReader

  /// - Parameters:
  ///   - names: columns of texts that name things or say what happened.
  ///   - numbers: columns of numbers.
  ///   - decimalComma: whether these are written like 0,5.
  /// - Throws: `WordedError` if the file cannot be read, or naming the nearest column where it
  ///   has none of that name.
  init(
    _ path: String, names: [String], numbers: [String], decimalComma: Bool
  ) throws {
    (self.path, self.names, self.numbers) = (path, names, numbers)
    cell = NumberCell(decimalComma: decimalComma)
    reader = try openNamed(path, columns: names + numbers)
  }

  /// Hands the rows over, each gone when `body` returns.
  ///
  /// - Throws: `WordedError` at the first cell that is no number; what `body` throws.
  func forEachRow(_ body: (Row) throws -> Void) throws {
    let wanted = names + numbers
    // By column of the file: where its text is wanted.
    let places = reader.columns.map { column in
      wanted.indices.filter { !column.isEmpty && wanted[$0] == column }
    }
    var texts = wanted.map { _ in "" }
    var row = Row(file: self, names: names.map { _ in "" }, numbers: numbers.map { _ in nil })
    while try reader.nextRow({ column, text in
      for place in places[column] { texts[place] = String(decoding: text, as: UTF8.self) }
    }) {
      row.line = reader.rowLine
      for place in names.indices { row.names[place] = texts[place] }
      for place in numbers.indices {
        let text = texts[names.count + place]
        let reading = cell.read(text)
        if case .value(let value) = reading {
          row.numbers[place] = value
        } else if let problem = cell.problem(reading, text) {
          throw row.problem(numbers[place], problem)
        } else {
          row.numbers[place] = nil
        }
      }
      try body(row)
    }
  }

  func problem(line: Int, _ column: String, _ message: CallerText) -> Failure {
    Failure(.badCell, file: path, "\(path): line \(line): column \(column) \(message)")
  }
}
