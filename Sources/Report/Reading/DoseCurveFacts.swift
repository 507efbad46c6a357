import PlainText
import SpreadModel
import Statistics
import Tables

/// A curve of `dose_responses.csv`: its rows, and the points of the study it goes through.
struct DoseCurveFacts: Sendable {
  struct Row: TableRow {
    let row: CSVRow

    var parameter: String { self["parameter"] }
    var estimate: Double? { number("estimate") }
    /// Why there is no estimate, or what is to be known of it.
    var remark: String { row.columns.contains("message") ? self["message"] : "" }
    var low: Double? { number("ci_low") }
    var high: Double? { number("ci_high") }
    /// The mean response of a dose; nil of intercept and slope.
    var level: Double? {
      parameter.hasPrefix("dose_") ? finite(String(parameter.dropFirst(5))) : nil
    }
  }

  let factor: ModelKey
  let response: String
  let link: String
  let points: [PointFacts]
  let rows: [Row]

  private subscript(parameter: String) -> Row? { rows.first { $0.parameter == parameter } }

  /// The curve at 101 doses from the first with runs to the last; empty where it has no estimate.
  var line: [(dose: Double, mean: Double)] {
    guard let link = ResponseLink(rawValue: link), let slope = self["slope"]?.estimate,
      let intercept = self["intercept"]?.estimate,
      case (let first, let last)? = tried.map({ ($0.lowerBound, $0.upperBound) }), first < last
    else { return [] }
    let (floor, plateau) = (self["floor"]?.estimate ?? 0, self["plateau"]?.estimate ?? 1)
    return (0...100).map { step in
      let dose = step == 100 ? last : first + (last - first) * (Double(step) / 100)
      return (dose, floor + (plateau - floor) * link.mean(intercept + slope * dose))
    }
  }

  var doses: [Row] { rows.filter { $0.level != nil } }
  /// From the first dose with runs to the last; nil where no dose has any.
  var tried: ClosedRange<Double>? {
    let doses = points.filter { $0.replicates > 0 }.compactMap { finite($0[factor]) }
    return doses.min().flatMap { first in doses.max().map { first...$0 } }
  }
  /// The doses among those tried; a curve drawn out may ask for an immune share of 1.8.
  var dosesTried: [Row] {
    guard let tried else { return [] }
    let rounding = 1e-9 * (tried.upperBound - tried.lowerBound)
    let range = tried.lowerBound - rounding...tried.upperBound + rounding
    return doses.filter { row in row.estimate.map(range.contains) ?? false }
  }

  /// The same with an interval, if one of them has it.
  var dosesFound: [Row] {
    let bounded = dosesTried.filter { $0.low != nil && $0.high != nil }
    return bounded.isEmpty ? dosesTried : bounded
  }
  /// Why a dose is not among those tried, such as "the curve is above it already at 0.06, the smallest level".
  func absence(of dose: Row) -> String {
    guard let tried, let estimate = dose.estimate, let slope = self["slope"]?.estimate, slope != 0
    else { return dose.remark }
    let isBefore = estimate < tried.lowerBound
    return "the curve is \(isBefore == (slope > 0) ? "above" : "below") it "
      + (isBefore
        ? "already at \(shortNumber(tried.lowerBound)), the smallest level"
        : "still at \(shortNumber(tried.upperBound)), the largest level")
  }

  /// The curves in the order of the table; none where the study asks for none.
  static func read(_ folder: ReportedFolder) throws -> [DoseCurveFacts] {
    guard let table = folder.tables["dose_responses"] else { return [] }
    let keys = table.schema.columns.parameters
    let names = keys.map(\.name) + ["factor", "response", "link"]
    let numbers =
      ["parameter", "estimate", "ci_low", "ci_high"]
      + table.columns.filter { $0 == "message" }
    return try table.rows(names + numbers).grouped { $0.texts(names) }.compactMap { _, rows in
      let first = rows[0]
      guard let factor = keys.first(where: { $0.name == first["factor"] }) else { return nil }
      return DoseCurveFacts(
        factor: factor, response: first["response"], link: first["link"],
        points: folder.points.points.filter { $0.lies(in: first, of: keys, apartFrom: factor) },
        rows: rows.map { Row(row: $0) })
    }
  }
}

extension PointFacts {
  /// Whether the point is one of a combination: columns that follow from the size of the group change
  /// with it.
  func lies(in row: CSVRow, of keys: [ModelKey], apartFrom factor: ModelKey) -> Bool {
    keys.allSatisfy { key in
      key == factor || self[key] == row[key.name]
        || key == .columns && factor == .groupSize && row[key.name].isEmpty
    }
  }
}
