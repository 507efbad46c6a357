import DurableFiles
import PlainText

/// The tables of a folder, by the descriptions in its `datapackage.json`: which there are, and what
/// their columns hold.
package struct FolderTables: Sendable {
  /// All that are described, in the order in which people see them.
  package let all: [FolderTable]
  private let folder: String

  /// - Throws: `WordedError` if the descriptions are missing or cannot be read.
  package init(in folder: String) throws {
    self.folder = folder
    let path = "\(folder)/datapackage.json"
    guard let package = try sideFile(path) else {
      if entryExists("\(folder)/points.csv") { try expectFinishedTables(in: folder) }
      guard entryExists(folder) else {
        throw Failure(.noTables, file: folder, "\(folder): there is no such folder")
      }
      throw Failure(
        .noTables, file: folder,
        "\(folder) holds no complete tables (datapackage.json, which describes them, is not there); "
          + "make them with spreadlab run or spreadlab analyze")
    }
    guard let described = DataPackage.tables(package) else {
      throw Failure.damaged(path, "it does not describe tables of this program")
    }
    all = described.map {
      FolderTable(schema: $0.schema, path: "\(folder)/\($0.file)", bytes: $0.bytes)
    }
  }

  /// The table of that name; nil if the study has none, or somebody took its file away.
  package subscript(name: String) -> FolderTable? {
    all.first { $0.schema.name == name && entryExists($0.path) }
  }

  /// A table that every folder with results has.
  ///
  /// - Throws: `WordedError` if it is not there.
  package func needed(_ name: String) throws -> FolderTable {
    guard let table = self[name] else {
      throw Failure(
        .noTables, file: folder,
        "\(folder) holds no complete tables (\(name).csv is not there); make them with "
          + "spreadlab run or spreadlab analyze")
    }
    return table
  }
}

/// A table of a folder. Its rows are read as strictly as they were written, in memory that does not
/// grow with the file.
package struct FolderTable: Sendable {
  package let schema: TableSchema
  package let path: String

  /// Of the file when it was written; nil where they differ from one execution to another.
  package let bytes: Int?

  package var columns: [String] { schema.columns.map(\.name) }

  /// Hands over the rows, with some of their columns.
  ///
  /// - Throws: `WordedError` if a column is not there, and at the first row that is not as wide as the
  ///   header or has a cell that its column cannot hold.
  package func forEachRow(_ wanted: [String], _ body: (CSVRow) throws -> Void) throws {
    try read(wanted, from: CSVReader(path, .found, .own)) { row in
      try body(row)
      return true
    }
  }

  /// The same, of rows and columns as one of their columns says.
  ///
  /// - Parameter needed: which of the wanted columns, by their places, a row with this cell needs; the others keep the
  ///   cells of an earlier row. Nil: the row is left out.
  package func forEachRow(
    _ wanted: [String], by column: String, needed: (UnsafeBufferPointer<UInt8>) -> [Int]?,
    _ body: (CSVRow) throws -> Void
  ) throws {
    try read(wanted, from: CSVReader(path, .found, .own), by: column, needed: needed) { row in
      try body(row)
      return true
    }
  }

  /// - Parameter body: says whether to go on.
  func read(
    _ wanted: [String], from reader: CSVReader, by selector: String? = nil,
    needed: (UnsafeBufferPointer<UInt8>) -> [Int]? = { _ in nil }, _ body: (CSVRow) throws -> Bool
  ) throws {
    func column(_ name: String) throws -> Int {
      guard let column = columns.firstIndex(of: name) else {
        throw Failure.damaged(path, "the column \(name) is not there")
      }
      return column
    }
    let sources = try wanted.map(column)
    let selecting = try selector.map(column)
    guard reader.columns == columns else {
      throw Failure.damaged(path, "its columns are not those in datapackage.json")
    }
    var row = CSVRow(columns: wanted, cells: Array(repeating: "", count: wanted.count))
    let all = Array(wanted.indices)
    while try reader.nextRow() {
      guard let places = selecting.map({ needed(reader.text($0)) }) ?? all else { continue }
      for place in places {
        let column = sources[place]
        let cell = String(decoding: reader.text(column), as: UTF8.self)
        guard schema.columns[column].holds(cell) else {
          let (name, kind) = (schema.columns[column].name, schema.columns[column].kind)
          throw Failure.damaged(
            path, "line \(reader.rowLine): \(name) is \"\(cell)\", which is no \(kind.rawValue)")
        }
        row.cells[place] = cell
      }
      if try !body(row) { return }
    }
  }

  /// All rows of some columns, or of all, for small tables.
  package func rows(_ wanted: [String]? = nil) throws -> [CSVRow] {
    var rows: [CSVRow] = []
    try forEachRow(wanted ?? columns) { rows.append($0) }
    return rows
  }
}

extension TableColumn {
  /// Whether a cell can stand in this column.
  func holds(_ cell: String) -> Bool {
    if cell.isEmpty { return !required || kind == .string }
    switch kind {
    case .string: return true
    case .flag: return cell == "0" || cell == "1"
    case .integer: return Int(cell) != nil
    case .number: return Double(cell).map { !$0.isNaN } ?? false
    }
  }
}
