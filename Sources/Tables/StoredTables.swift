import DurableFiles
import PlainText

/// The tables of a folder, by the descriptions in its `datapackage.json`: which there are, and what
/// their columns hold.
package struct StoredTables: Sendable {
  /// All that are described, in the order in which people see them.
  package let all: [StoredTable]
  private let folder: String

  /// - Throws: `WordedError` if the descriptions are missing or cannot be read.
  package init(in folder: String) throws {
    self.folder = folder
    let path = "\(folder)/datapackage.json"
    guard let package = try sideFile(path) else {
      if entryExists("\(folder)/points.csv") { try expectFinishedTables(in: folder) }
      throw Failure(
        .noTables, file: folder,
        "\(folder) holds no complete tables (datapackage.json, which describes them, is not there); "
          + "make them with spreadlab run or spreadlab analyze")
    }
    guard let described = DataPackage.tables(package) else {
      throw Failure.damaged(path, "it does not describe tables of this program")
    }
    all = described.map {
      StoredTable(schema: $0.schema, path: "\(folder)/\($0.file)", bytes: $0.bytes)
    }
  }

  /// The table of that name; nil if the study has none, or somebody took its file away.
  package subscript(name: String) -> StoredTable? {
    all.first { $0.schema.name == name && entryExists($0.path) }
  }

  /// A table that every folder with results has.
  ///
  /// - Throws: `WordedError` if it is not there.
  package func needed(_ name: String) throws -> StoredTable {
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
package struct StoredTable: Sendable {
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

  /// The same, of columns and rows as one of their columns says.
  ///
  /// - Parameters:
  ///   - column: comes before all wanted columns but the first.
  ///   - needed: how many of the wanted columns a row with this cell needs, from the first; the others keep the cells
  ///     of an earlier row. 0: the row is left out.
  package func forEachRow(
    _ wanted: [String], by column: String, needed: (UnsafeBufferPointer<UInt8>) -> Int,
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
    needed: (UnsafeBufferPointer<UInt8>) -> Int = { _ in 0 }, _ body: (CSVRow) throws -> Bool
  ) throws {
    var places = [[Int]](repeating: [], count: schema.columns.count)
    for (place, name) in wanted.enumerated() {
      guard let column = columns.firstIndex(of: name) else {
        throw Failure.damaged(path, "the column \(name) is not there")
      }
      places[column].append(place)
    }
    let selecting = selector.flatMap(columns.firstIndex)
    guard reader.columns == columns else {
      throw Failure.damaged(path, "its columns are not those in datapackage.json")
    }
    var row = CSVRow(columns: wanted, cells: Array(repeating: "", count: wanted.count))
    // Reported when the row has as many fields as the header; otherwise that is what is wrong.
    var misfit: (column: TableColumn, cell: String)?
    var count = wanted.count
    while try reader.nextRow({ column, text in
      guard column < places.count else { return }
      if column == selecting { count = needed(text) }
      guard let first = places[column].first, first < count else { return }
      let cell = String(decoding: text, as: UTF8.self)
      if !schema.columns[column].holds(cell) { misfit = (schema.columns[column], cell) }
      for place in places[column] { row.cells[place] = cell }
    }) {
      if let (column, cell) = misfit {
        throw Failure.damaged(
          path,
          "line \(reader.rowLine): \(column.name) is \"\(cell)\", which is no \(column.kind.rawValue)"
        )
      }
      let isNeeded = count > 0 || selecting == nil
      if selecting != nil { count = wanted.count }
      if !isNeeded { continue }
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
