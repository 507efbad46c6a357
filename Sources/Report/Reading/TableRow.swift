import PlainText
import Tables

/// A row of a table, and its cells as people read them.
protocol TableRow: Sendable {
  var row: CSVRow { get }
  /// What an interval excludes, or does not: ends are never rounded to it.
  var noDifference: Double { get }
}

extension CSVRow: TableRow {
  var row: CSVRow { self }
}

extension TableRow {
  var noDifference: Double { 0 }
  subscript(column: String) -> String { row[column] }
  func number(_ column: String) -> Double? { row.number(column) }
  func count(_ column: String) -> Int? { row.count(column) }

  /// A number with up to four digits; a dash where there is none.
  func shown(_ column: String) -> String { shortNumber(self[column]) }

  /// Cells for a table of the page: numbers are rounded as their intervals say.
  func cells(_ columns: [String]) -> [String] {
    columns.map { column in
      let cell = self[column]
      if probabilities.contains(column), let p = finite(cell), p < 0.001 {
        return probabilityText(p)
      }
      guard let (low, high, values) = interval(of: column, in: columns), let value = number(column)
      else { return shortNumber(cell) }
      let ends = [number(low), number(high)]
      let digits = Digits(ends[0], ends[1], of: values.compactMap { number($0) })
      guard column == low || column == high else { return digits.text(value) }
      return digits.ends(ends.compactMap(\.self), besides: noDifference)[
        column == low || ends[0] == nil ? 0 : 1]
    }
  }

  /// A number with its interval, as sentences have it; nil where there is none.
  func measured(_ column: String, unit: String = "") -> Measured? {
    number(column).map {
      Measured(value: $0, low: number("ci_low"), high: number("ci_high"), unit: unit)
    }
  }
}

/// P-values, of which nobody needs digits beyond 0.001.
private let probabilities = ["p", "p_adjusted"]

/// The interval that says how many digits of a column are shown, and the columns that it is of.
private func interval(of column: String, in columns: [String]) -> (
  low: String, high: String, values: [String]
)? {
  let intervals: [(low: String, high: String, values: [String])] = [
    ("median_ci_low", "median_ci_high", ["median"]),
    ("ci_low", "ci_high", ["mean", "estimate", "difference", "median"]),
    ("low", "high", ["value"]),
  ]
  for (low, high, values) in intervals where ([low, high] + values).contains(column) {
    if columns.contains(low), columns.contains(high) {
      return (low, high, values.filter(columns.contains))
    }
  }
  return nil
}
