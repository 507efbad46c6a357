import PlainText
import Tables

extension Words {
  /// Such as "Showing 6 of 9 curves; all are in dose_responses.csv."; empty where all are shown.
  static func showing(_ shown: Words, of all: Words, _ rest: Words) -> Words {
    shown.plain == all.plain ? "" : "Showing \(shown) of \(all) \(rest)."
  }
}

extension Source {
  /// A number with up to four digits; a dash where there is none.
  func number(_ column: String, _ cell: String) -> Words {
    self.cell(column, cell, shown: shortNumber(cell))
  }

  /// A cell that is a word, or holds one.
  func word(_ column: String, _ cell: String) -> Words { self.cell(column, cell, shown: cell) }

  /// A share as a percentage.
  func percentage(_ column: String, _ share: Double) -> Words {
    cell(column, "\(share)", shown: percent(share))
  }

  /// How many rows have a number in a column, or how many rows there are.
  func count(_ count: Int, of column: String = "") -> Words { whole(.count, count, of: column) }

  /// How many different cells, or tuples of columns, there are.
  func distinct(_ count: Int, of columns: String) -> Words { whole(.distinct, count, of: columns) }

  func sum(_ sum: Int, of column: String) -> Words { whole(.sum, sum, of: column) }

  func whole(_ step: Derivation, _ number: Int, of column: String = "") -> Words {
    derived(step, of: column, value: String(number), shown: Words(name: grouped(number)))
  }

  /// The sum of a column, or expression, as a percentage of that of another.
  func share(_ share: Double, of columns: String) -> Words {
    derived(.ratio, of: columns, value: "\(share)", shown: Words(name: percent(share)))
  }

  /// Words about the group of rows that has the smallest or largest number: they begin with a word of
  /// direction, and all cells in them are of that group.
  func extreme(
    _ end: Derivation, _ each: Derivation = .value, of column: String, by group: String,
    at cell: String, _ words: Words
  ) -> Words {
    let key = Source(table).with(group, [cell]).row
    return derived(end, each, of: column, by: group, value: key, shown: words)
  }

  /// Cells of a row for a table of the page: numbers are rounded as their intervals say.
  func cells(_ columns: [String], _ cell: (String) -> String) -> [Words] {
    columns.map { column in
      if Self.probabilities.contains(column), let p = finite(cell(column)), p < 0.001 {
        return self.cell(column, cell(column), shown: probabilityText(p))
      }
      let ends = Self.interval(of: column, in: columns)
      let digits = ends.map { Digits(cell($0.low), cell($0.high)) }
      return self.cell(
        column, cell(column),
        shown: digits.map { $0.text(cell(column)) } ?? shortNumber(cell(column)))
    }
  }

  /// The columns of the interval that says how many digits of a column are shown.
  private static func interval(of column: String, in columns: [String])
    -> (low: String, high: String)?
  {
    for (low, high, values) in intervals where ([low, high] + values).contains(column) {
      if columns.contains(low), columns.contains(high) { return (low, high) }
    }
    return nil
  }

  /// P-values, of which nobody needs digits beyond 0.001.
  private static let probabilities = ["p", "p_adjusted"]

  private static let intervals: [(low: String, high: String, values: [String])] = [
    ("median_ci_low", "median_ci_high", ["median"]),
    ("ci_low", "ci_high", ["mean", "estimate", "fitted", "median"]),
  ]
}
