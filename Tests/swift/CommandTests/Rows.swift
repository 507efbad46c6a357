import Foundation

/// A CSV file as rows of texts by column.
struct Rows {
  let columns: [String]
  let rows: [[String: String]]

  init(_ text: String) {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    columns = lines.first ?? []
    rows = lines.dropFirst().map { [columns] in
      Dictionary(uniqueKeysWithValues: zip(columns, $0))
    }
  }

  init(file: String) throws { self.init(try String(contentsOfFile: file, encoding: .utf8)) }

  func real(_ row: [String: String], _ column: String) -> Double? { Double(row[column] ?? "") }
}
