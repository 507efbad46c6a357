import ResultTables
import StudyFiles

/// A CSV file the user names, with its columns checked by name.
struct NamedTable {
  let path: String
  let table: CSVTable

  /// - Throws: `FolderError` if the file cannot be read.
  init(_ path: String) throws(FolderError) {
    self.path = path
    let bytes = try translated { try Study.bytes(ofFile: path) }
    do throws(CSVTable.Problem) { table = try CSVTable(bytes) } catch {
      throw .request("\(path): \(error)")
    }
  }

  /// The texts of a column.
  ///
  /// - Throws: `FolderError` naming the nearest column if there is none of that name.
  func texts(_ column: String) throws(FolderError) -> [String] {
    guard let place = table.place(of: column) else {
      var message = "\(path) has no column \"\(column)\""
      if let near = NearestName.find(column, in: table.columns) {
        message += "; did you mean \"\(near)\"?"
      } else {
        message += "; it has \(table.columns.joined(separator: ", "))"
      }
      throw .request(message)
    }
    return table.rows.map { $0[place] }
  }

  /// The texts of a column that names things, such as groups or pairs.
  ///
  /// - Throws: as `texts`; `FolderError` naming the first empty cell.
  func names(_ column: String) throws(FolderError) -> [String] {
    let names = try texts(column)
    if let row = names.firstIndex(of: "") {
      throw problem(row, column, "is empty; every row needs a name there")
    }
    return names
  }

  /// The numbers of a column; nil where the cell is empty.
  ///
  /// - Throws: as `texts`; `FolderError` naming the first cell that is no number.
  func numbers(_ column: String) throws(FolderError) -> [Double?] {
    try texts(column).enumerated().map { (row, text) throws(FolderError) -> Double? in
      if text.isEmpty || text == "NA" { return nil }
      guard let value = decimalNumber(text) else {
        throw problem(
          row, column, "is no number (\"\(text)\"); an empty cell is a missing value")
      }
      guard !isRounded(text, to: value) else {
        throw problem(
          row, column,
          "is \(text), beyond 2^53: it would be rounded; subtract a constant from the column")
      }
      return value
    }
  }

  /// A failure at a cell of a row, counted from 0.
  func problem(_ row: Int, _ column: String, _ message: String) -> FolderError {
    .request(
      "\(path): line \(table.lines[row]): column \(column) \(message)")
  }
}
