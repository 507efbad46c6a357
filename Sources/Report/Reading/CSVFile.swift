import DurableFiles
import PlainText

/// A CSV table of a results folder, read as strictly as it was written, in memory that does not grow
/// with the file.
package struct CSVFile {
  let path: String
  let header: [String]

  /// - Throws: `WordedError` if the file cannot be read or has no header.
  package init(path: String) throws {
    self.path = path
    header = try CSVReader(path, .found, .own).columns
  }

  /// Whether anything has the name; what is no file is refused when it is read.
  static func exists(_ path: String) -> Bool { entryExists(path) }

  /// Hands over the rows of the table, with some of its columns.
  ///
  /// - Throws: `WordedError` if a column is not there, or a row is not as wide as the header.
  func forEachRow(_ columns: [String], _ body: (CSVRow) throws -> Void) throws {
    // By column of the file: where its cell goes.
    var places = [[Int]](repeating: [], count: header.count)
    for (place, name) in columns.enumerated() {
      guard let column = header.firstIndex(of: name) else {
        throw Failure.damaged(path, "the column \(name) is not there")
      }
      places[column].append(place)
    }
    var row = CSVRow(columns: columns, cells: Array(repeating: "", count: columns.count))
    let reader = try CSVReader(path, .found, .own)
    while try reader.nextRow({ column, text in
      guard column < places.count, !places[column].isEmpty else { return }
      let cell = String(decoding: text, as: UTF8.self)
      for place in places[column] { row.cells[place] = cell }
    }) {
      try body(row)
    }
  }

  /// All rows of some columns, or of all, for small tables.
  package func rows(_ columns: [String]? = nil) throws -> [CSVRow] {
    var rows: [CSVRow] = []
    try forEachRow(columns ?? header) { rows.append($0) }
    return rows
  }
}

/// The number in a cell, if it is one: neither infinite nor "nan".
func finite(_ cell: String) -> Double? { Double(cell).flatMap { $0.isFinite ? $0 : nil } }

/// The count in a cell; nil for what is none, or is beyond all that can be run and counted.
func wholeCount(_ cell: String) -> Int? {
  Int(cell).flatMap { (0...1_000_000_000_000).contains($0) ? $0 : nil }
}
