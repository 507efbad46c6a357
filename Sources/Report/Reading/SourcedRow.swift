import PlainText
import Tables

/// A row of a table, and where the words of the page say that its cells come from.
protocol SourcedRow: Sendable {
  var row: CSVRow { get }
  var source: Source { get }
}

/// A row that has no type of its own.
struct PlainRow: SourcedRow {
  let row: CSVRow
  let source: Source

  /// - Parameter key: the columns that tell it from the others.
  init(_ table: String, _ row: CSVRow, key: [String]) {
    self.row = row
    source = Source(table).with(row, key)
  }
}

extension SourcedRow {
  subscript(column: String) -> String { row[column] }
  func number(_ column: String) -> Double? { row.number(column) }
  func count(_ column: String) -> Int? { row.count(column) }

  /// A cell that is a word.
  func word(_ column: String) -> Words { source.word(column, self[column]) }

  /// A number with up to four digits.
  func shown(_ column: String) -> Words { source.number(column, self[column]) }

  /// Cells for a table of the page.
  func cells(_ columns: [String]) -> [Words] { source.cells(columns) { self[$0] } }

  /// Such as "95 % interval 5 to 5.4"; nil unless it has both ends.
  func interval(_ low: String = "ci_low", _ high: String = "ci_high", level: Words) -> Words? {
    guard number(low) != nil, number(high) != nil else { return nil }
    let digits = Digits(self[low], self[high])
    func end(_ column: String) -> Words {
      source.cell(column, self[column], shown: digits.text(self[column]))
    }
    return "\(level) interval \(end(low)) to \(end(high))"
  }

  /// Such as "5.2 steps (95 % interval 5 to 5.4)"; the words of the interval only where it has both
  /// ends.
  func estimate(
    _ value: String, unit: String = "", _ low: String = "ci_low", _ high: String = "ci_high",
    level: Words
  ) -> Words {
    let text = Digits(self[low], self[high]).text(self[value])
    return source.cell(value, self[value], shown: text)
      + Words(name: unit.isEmpty ? "" : " \(unit)")
      + (interval(low, high, level: level).map { " (\($0))" } ?? "")
  }
}
