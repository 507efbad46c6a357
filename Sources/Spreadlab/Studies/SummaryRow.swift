/// What `summary.csv` says of a response at a point (docs/file-formats.md).
public struct SummaryRow: Hashable, Sendable {
  /// The number of the combination of values, from 0.
  public let point: Int
  /// What varies and what every table has, by the name of the column: `group_size`, `rule`, ...
  public let parameters: [String: String]
  /// Such as `final_share` or `step_to_50pct`.
  public let response: String
  /// Of all figures here: `people`, `steps`, `1`, ...
  public let unit: String
  /// Runs of the point that finished.
  public let runs: Int
  /// How many of them have a value.
  public let reached: Int
  /// Nil where some run did not get there, or none has a value.
  public let mean: Double?
  /// With the divisor n - 1; nil like the mean, and of one run.
  public let standardDeviation: Double?
  /// The confidence interval of the mean; nil where there is none.
  public let interval: ClosedRange<Double>?
  /// Where some run did not get there, Kaplan and Meier's; nil where fewer than half of them did.
  public let median: Double?
  /// Of the values that there are.
  public let smallest: Double?
  /// Of the values that there are.
  public let largest: Double?

  init(_ row: TableRow, in file: String) throws {
    point = try row.whole("point", in: file)
    parameters = row.cells(after: "point", before: "response")
    response = row["response"] ?? ""
    unit = row["unit"] ?? ""
    runs = try row.whole("n", in: file)
    reached = try row.whole("n_reached", in: file)
    mean = row.number("mean")
    standardDeviation = row.number("sd")
    if let low = row.number("ci_low"), let high = row.number("ci_high"), low <= high {
      interval = low...high
    } else {
      interval = nil
    }
    median = row.number("median")
    smallest = row.number("min")
    largest = row.number("max")
  }
}
