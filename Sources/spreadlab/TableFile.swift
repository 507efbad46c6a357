import Glibc
import ResultTables
import StudyFiles

/// A CSV file the user names, with its columns checked by name.
struct TableFile {
  let path: String
  let table: CSVTable

  /// - Throws: `CommandFailure` if the file cannot be read.
  init(_ path: String) throws {
    self.path = path
    let bytes: [UInt8]
    do throws(StudyFileError) { bytes = try Study.bytes(ofFile: path) } catch {
      throw failure(of: error)
    }
    do throws(CSVTable.Problem) { table = try CSVTable(bytes) } catch {
      throw CommandFailure(.usage, "error: \(path): \(error)")
    }
  }

  /// The texts of a column.
  ///
  /// - Throws: `CommandFailure` naming the nearest column if there is none of that name.
  func texts(_ column: String) throws -> [String] {
    guard let place = table.place(of: column) else {
      var message = "error: \(path) has no column \"\(column)\""
      if let near = NearestName.find(column, in: table.columns) {
        message += "; did you mean \"\(near)\"?"
      } else {
        message += "; it has \(table.columns.joined(separator: ", "))"
      }
      throw CommandFailure(.usage, message)
    }
    return table.rows.map { $0[place] }
  }

  /// The texts of a column that names things, such as groups or pairs.
  ///
  /// - Throws: as `texts`; `CommandFailure` naming the first empty cell.
  func names(_ column: String) throws -> [String] {
    let names = try texts(column)
    if let row = names.firstIndex(of: "") {
      throw problem(row, column, "is empty; every row needs a name there")
    }
    return names
  }

  /// The numbers of a column; nil where the cell is empty.
  ///
  /// - Throws: as `texts`; `CommandFailure` naming the first cell that is no number.
  func numbers(_ column: String) throws -> [Double?] {
    try texts(column).enumerated().map { row, text in
      if text.isEmpty || text == "NA" { return nil }
      // Only decimal numbers: Swift reads 0x10 too.
      guard text.allSatisfy({ "0123456789+-.eE".contains($0) }), let value = Double(text),
        value.isFinite
      else {
        throw problem(
          row, column, "is no number (\"\(text)\"); an empty cell is a missing value")
      }
      return value
    }
  }

  /// A failure at a cell of a row, counted from 0.
  func problem(_ row: Int, _ column: String, _ message: String) -> CommandFailure {
    CommandFailure(
      .usage, "error: \(path): line \(table.lines[row]): column \(column) \(message)")
  }
}

/// Whether the path names a folder.
func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
