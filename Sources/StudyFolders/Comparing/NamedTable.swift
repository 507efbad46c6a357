import DurableFiles
import PlainText
import ResultTables
import StudyFiles

/// The columns that are needed of a CSV file the user names. The file may be of any size: only
/// these are kept.
struct NamedTable {
  let path: String
  private let columns: CSVColumns
  private let decimalComma: Bool

  /// - Parameters:
  ///   - names: columns of texts that name things or say what happened.
  ///   - numbers: columns of numbers.
  ///   - decimalComma: whether these are written like 0,5.
  /// - Throws: `FolderError` if the file cannot be read, or naming the nearest column where it
  ///   has none of that name.
  init(
    _ path: String, names: [String], numbers: [String], decimalComma: Bool
  ) throws(FolderError) {
    self.path = path
    self.decimalComma = decimalComma
    do {
      let reader = try CSVReader(path, .named, .any)
      for column in names + numbers where reader.place(of: column) == nil {
        throw Self.missing(column, path, reader.columns)
      }
      columns = try CSVColumns(
        reader, names: names, numbers: numbers, decimalComma: decimalComma)
    } catch let problem as CSVReader.Problem {
      throw .request("\(path): \(problem)")
    } catch {
      throw FolderError(error)
    }
  }

  var rowCount: Int { columns.rowCount }

  /// The texts of a column.
  ///
  /// - Precondition: asked for at the start.
  func texts(_ column: String) -> CSVColumns.Names {
    guard let names = columns.names[column] else { preconditionFailure("asked for at the start") }
    return names
  }

  /// The texts of a column that names things, such as groups or pairs.
  ///
  /// - Throws: `FolderError` naming the first empty cell.
  func names(_ column: String) throws(FolderError) -> CSVColumns.Names {
    let names = texts(column)
    if let empty = names.distinct.firstIndex(of: ""),
      let row = names.places.firstIndex(of: UInt32(empty))
    {
      throw problem(row, column, "is empty; every row needs a name there")
    }
    return names
  }

  /// The numbers of a column.
  ///
  /// - Throws: `FolderError` naming the first cell that is no number.
  func numbers(_ column: String) throws(FolderError) -> CSVColumns.Numbers {
    guard let numbers = columns.numbers[column] else {
      preconditionFailure("asked for at the start")
    }
    if let (row, text) = numbers.fault {
      let isOfComma = !decimalComma && text.contains(",")
      throw problem(
        row, column,
        "is not a number (\"\(text)\"); "
          + (isOfComma
            ? "for numbers with a decimal comma, give --decimal-comma"
            : "a missing value is an empty cell, NA, NaN or null"))
    }
    if let (row, text) = numbers.rounded {
      throw problem(
        row, column,
        "is \(text), beyond 2^53: it would be rounded; subtract a constant from the column")
    }
    return numbers
  }

  /// The line of the file in which a row begins, from 1.
  func line(ofRow row: Int) -> Int { columns.line(ofRow: row) }

  /// A failure at a cell of a row, counted from 0.
  func problem(_ row: Int, _ column: String, _ message: String) -> FolderError {
    .request("\(path): line \(line(ofRow: row)): column \(column) \(message)")
  }

  private static func missing(
    _ column: String, _ path: String, _ columns: [String]
  ) -> FolderError {
    var message = "\(path) has no column \"\(column)\""
    if let near = NearestName.find(column, in: columns) {
      message += "; did you mean \"\(near)\"?"
    } else {
      message += "; it has \(columns.joined(separator: ", "))"
    }
    return .request(message)
  }
}
