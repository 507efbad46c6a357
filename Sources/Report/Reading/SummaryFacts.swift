import PlainText
import Tables

/// A row of `summary.csv` or `summary_given.csv`, cells as they stand there.
struct SummaryFacts: TableRow {
  static let columns = [
    "point", "response", "unit", "n", "n_reached", "mean", "ci_low", "ci_high", "ci_level",
    "median", "median_ci_low", "median_ci_high", "q05", "q95",
  ]
  let point: Int
  /// The response that is 1 in its runs; nil of all runs.
  let given: String?
  let row: CSVRow

  init(_ row: CSVRow, path: String) throws {
    guard let point = Int(row["point"]) else {
      throw Failure.damaged(path, "\(row["point"]) is not the number of a point")
    }
    self.point = point
    given = row.columns.contains("given") ? row["given"] : nil
    self.row = row
  }

  enum Statistic: String {
    case mean, median

    var low: String { self == .mean ? "ci_low" : "median_ci_low" }
    var high: String { self == .mean ? "ci_high" : "median_ci_high" }
  }

  /// Such as "steps", also of what is a step; empty of shares and truth values.
  var unit: String { Self.unit(self["unit"]) }

  static func unit(_ cell: String) -> String {
    ["1": "", "0/1": "", "step": "steps"][cell] ?? cell
  }
}
