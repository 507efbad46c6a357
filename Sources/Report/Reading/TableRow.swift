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
      let ends = intervalColumns(of: column, in: columns)
      guard let (low, high) = ends else { return shortNumber(cell) }
      let digits = Digits(self[low], self[high])
      return [low, high].contains(column)
        ? digits.end(cell, besides: noDifference) : digits.text(cell)
    }
  }

  /// Such as "95 % interval 5 to 5.4"; nil unless it has both ends.
  func interval(_ low: String = "ci_low", _ high: String = "ci_high", level: String) -> String? {
    guard number(low) != nil, number(high) != nil else { return nil }
    let digits = Digits(self[low], self[high])
    return "\(level) interval \(digits.end(self[low], besides: noDifference)) to "
      + digits.end(self[high], besides: noDifference)
  }

  /// Such as "5.2 steps (95 % interval 5 to 5.4)"; the words of the interval only where it has both
  /// ends.
  func estimate(
    _ value: String, unit: String = "", _ low: String = "ci_low", _ high: String = "ci_high",
    level: String
  ) -> String {
    Digits(self[low], self[high]).text(self[value]) + (unit.isEmpty ? "" : " \(unit)")
      + (interval(low, high, level: level).map { " (\($0))" } ?? "")
  }
}

/// P-values, of which nobody needs digits beyond 0.001.
private let probabilities = ["p", "p_adjusted"]

/// The columns of the interval that says how many digits of a column are shown.
private func intervalColumns(of column: String, in columns: [String]) -> (
  low: String, high: String
)? {
  let intervals: [(low: String, high: String, values: [String])] = [
    ("median_ci_low", "median_ci_high", ["median"]),
    ("ci_low", "ci_high", ["mean", "estimate", "fitted", "median"]),
  ]
  for (low, high, values) in intervals where ([low, high] + values).contains(column) {
    if columns.contains(low), columns.contains(high) { return (low, high) }
  }
  return nil
}
