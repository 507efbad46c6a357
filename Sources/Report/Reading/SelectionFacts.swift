import PlainText
import SpreadModel
import Statistics
import Tables

/// The rows of `selection.csv`, the best first, then by their distance from it.
struct SelectionFacts {
  private static let columns = [
    "point", "status", "runs", "mean", "difference", "ci_low", "ci_high", "verdict",
  ]
  let rows: [CSVRow]
  private let design: JSONValue?

  /// - Returns: nil for studies of other designs.
  static func read(_ folder: ReportedFolder) throws -> SelectionFacts? {
    guard let table = folder.tables["selection"] else { return nil }
    return SelectionFacts(
      rows: try table.rows(columns + table.columns.filter { $0 == "message" })
        .sorted { place($0) < place($1) },
      design: folder.study?["design"])
  }

  /// The best, those that may be, then those that were left; infeasible ones at the end.
  private static func place(_ row: CSVRow) -> (Int, Double, Int) {
    let order = ["best", "tied", "survivor", "eliminated", "infeasible"]
    return (
      order.firstIndex(of: row["status"]) ?? order.count, abs(row.number("difference") ?? 0),
      row.count("point") ?? 0
    )
  }

  var response: String { design?["response"]?.text ?? "response" }
  var indifference: Double { design?["indifference"]?.number?.double ?? 0 }
  var verdict: Selection.Verdict? {
    rows.first.flatMap { Selection.Verdict(rawValue: $0["verdict"]) }
  }
  var mostRuns: Int? { design?["max_runs"]?.number.flatMap { Int(exactly: $0.double) } }
  /// Why nothing was decided; empty where that is not known.
  var reason: String {
    rows.first.map { $0.columns.contains("message") ? $0["message"] : "" } ?? ""
  }
  var runs: Int { Int(rows.reduce(0) { $0 + ($1.number("runs") ?? 0) }) }

  /// The alternative nearest to the best among those that keep the constraints.
  var next: CSVRow? {
    rows.dropFirst().first { $0["status"] != "infeasible" && $0.number("difference") != nil }
  }

  /// Those that do not keep a constraint, by means within its tolerance of the bound.
  func closeCalls(_ folder: ReportedFolder) throws -> [CSVRow] {
    let left = rows.filter { $0["status"] == "infeasible" }
    guard !left.isEmpty else { return [] }
    let points = left.compactMap { $0.count("point") }
    let means = try folder.bounds.map { try folder.rows(of: $0.response, at: points) }
    return left.filter { row in
      zip(folder.bounds, means).allSatisfy { bound, means in
        guard let mean = row.count("point").flatMap({ means[$0] })?.number("mean") else {
          return false
        }
        // The search judges sums of runs; the means of the table are rounded otherwise.
        let rounding = 1e-12 * (abs(mean) + abs(bound.value))
        return (bound.isAtMost ? mean - bound.value : bound.value - mean)
          <= bound.tolerance + rounding
      }
    }
  }

  /// What an alternative keeps: the means, and in how many single runs.
  func kept(at row: CSVRow, _ folder: ReportedFolder) throws -> [BestAnswer.Constraint] {
    guard let point = row.count("point") else { return [] }
    return try folder.bounds.compactMap { bound in
      guard
        let mean = try folder.measured(
          folder.rows(of: bound.response, at: [point])[point], statistic: .mean)
      else { return nil }
      let limit = Measured(value: bound.value, unit: mean.unit).text
      var met: (runs: Int, of: Int)?
      if mean.unit != "%", folder.runs.columns.contains(bound.response) {
        var counts = (runs: 0, of: 0)
        try folder.runs.forEachRow([bound.response], at: [point]) { row in
          guard let value = row.number(bound.response) else { return }
          counts.of += 1
          if bound.isAtMost ? value <= bound.value : value >= bound.value { counts.runs += 1 }
        }
        met = counts.of > 0 ? counts : nil
      }
      return BestAnswer.Constraint(
        subject: folder.subject(of: bound.response),
        bound: "\(bound.isAtMost ? "at most" : "at least") \(limit)", mean: mean, met: met)
    }
  }
}

/// A bound on the mean of a response.
struct Bound {
  let response: String
  let isAtMost: Bool
  let value: Double
  /// Nearer to the bound it does not matter on which side a mean lies.
  let tolerance: Double
}

extension ReportedFolder {
  /// What a selection asks of its alternatives.
  var bounds: [Bound] {
    (study?["design"]?["subject_to"]?.elements ?? []).compactMap { entry in
      guard let response = entry["response"]?.text,
        let value = (entry["at_most"] ?? entry["at_least"])?.number?.double
      else { return nil }
      return Bound(
        response: response, isAtMost: entry["at_most"] != nil, value: value,
        tolerance: entry["tolerance"]?.number?.double ?? 0)
    }
  }

  /// That of a selection's simultaneous intervals.
  var levelOfSelection: String {
    percent(study?["design"]?["confidence"]?.number?.double ?? 0.95)
  }
}
