import DurableFiles
import PlainText
import ResultTables
import StudyFiles

/// The columns that are needed of a CSV file the user names, all in memory; where rows can go by one
/// after the other, `NamedRows` takes less.
struct NamedTable {
  let path: String
  private let columns: CSVColumns
  private let cell: NumberCell

  /// - Parameters:
  ///   - names: columns of texts that name things or say what happened.
  ///   - numbers: columns of numbers.
  ///   - decimalComma: whether these are written like 0,5.
  /// - Throws: `WordedError` if the file cannot be read, or naming the nearest column where it
  ///   has none of that name.
  init(
    _ path: String, names: [String], numbers: [String], decimalComma: Bool
  ) throws {
    self.path = path
    cell = NumberCell(decimalComma: decimalComma)
    let reader = try openNamed(path, columns: names + numbers)
    columns = try CSVColumns(
      reader, names: names, numbers: numbers, decimalComma: decimalComma)
  }

  var rowCount: Int { columns.rowCount }

  /// The texts of a column that names things, such as groups or pairs.
  ///
  /// - Precondition: asked for at the start.
  /// - Throws: `WordedError` naming the first empty cell.
  func names(_ column: String) throws -> CSVColumns.Names {
    guard let names = columns.names[column] else { preconditionFailure("asked for at the start") }
    if let empty = names.distinct.firstIndex(of: ""),
      let row = names.places.firstIndex(of: UInt32(empty))
    {
      throw problem(row, column, "is empty; every row needs a name there")
    }
    return names
  }

  /// The numbers of a column.
  ///
  /// - Precondition: asked for at the start.
  /// - Throws: `WordedError` naming the first cell that is no number.
  func numbers(_ column: String) throws -> CSVColumns.Numbers {
    guard let numbers = columns.numbers[column] else {
      preconditionFailure("asked for at the start")
    }
    for (found, reading) in [
      (numbers.fault, NumberCell.Reading.fault), (numbers.rounded, .rounded(.nan)),
    ] {
      if let (row, text) = found, let message = cell.problem(reading, text) {
        throw problem(row, column, message)
      }
    }
    return numbers
  }

  /// The line of the file in which a row begins, from 1.
  func line(ofRow row: Int) -> Int { columns.line(ofRow: row) }

  /// A failure at a cell of a row, counted from 0.
  func problem(_ row: Int, _ column: String, _ message: CallerText) -> Failure {
    Failure(.badCell, file: path, "\(path): line \(line(ofRow: row)): column \(column) \(message)")
  }
}
