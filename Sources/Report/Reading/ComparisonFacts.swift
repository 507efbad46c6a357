import PlainText
import SpreadModel

/// A row of `comparisons.csv`.
struct ComparisonFacts: Sendable {
  static let columns = [
    "factor", "level_a", "level_b", "response", "n_a", "n_b", "paired", "effect", "estimate",
    "ci_low", "ci_high", "test", "p", "p_adjusted", "margin", "verdict",
  ]
  private let cells: [String]
  /// What the fixed parameters are, such as "N 100, p 0.5"; empty if none varies.
  let place: String
  /// Half-width of the region of equivalence, in the unit of the response.
  var margin: Double? { number("margin") }

  subscript(column: String) -> String { cells[Self.columns.firstIndex(of: column) ?? 0] }
  func number(_ column: String) -> Double? { finite(self[column]) }

  var pair: String { "\(self["level_a"]) \u{2212} \(self["level_b"])" }

  /// - Returns: nil if the study compares nothing.
  static func read(_ folder: ResultsFolder) throws(ReportError) -> [ComparisonFacts]? {
    guard let table = try folder.table("comparisons") else { return nil }
    var rows: [ComparisonFacts] = []
    let parameters = ModelKey.parameters(inHeader: table.header)
    try table.forEachRow(columns + parameters.map(\.name)) { cells in
      let own = Array(cells.prefix(columns.count))
      let place = zip(parameters, cells.dropFirst(columns.count))
        .filter { !$1.isEmpty && folder.points.varied.contains($0) }
        .map { $0.label($1) }
      rows.append(ComparisonFacts(cells: own, place: place.joined(separator: ", ")))
    }
    return rows.isEmpty ? nil : rows
  }

  private init(cells: [String], place: String) {
    self.cells = cells
    self.place = place
  }

  /// How clear the outcome is: first by the probability, where that is the same by the estimate in
  /// units of its interval.
  private var clarity: (p: Double, reach: Double) {
    guard let estimate = number("estimate"), let low = number("ci_low"),
      let high = number("ci_high"), high > low
    else { return (number("p_adjusted") ?? 2, 0) }
    return (number("p_adjusted") ?? 2, -abs(estimate) / (high - low))
  }

  /// The clearest comparisons, the clearest one first.
  static func clearest(_ count: Int, of rows: [ComparisonFacts]) -> [ComparisonFacts] {
    let order = rows.map(\.clarity).enumerated().sorted {
      ($0.element.p, $0.element.reach, $0.offset) < ($1.element.p, $1.element.reach, $1.offset)
    }
    return order.prefix(count).map { rows[$0.offset] }
  }

  /// Such as "At N 100, exact and virus_app differ in step_to_50pct: by -1.2 (95 % interval -1.4
  /// to -1, adjusted p < 0.001)."
  func sentence(confidence: Double) -> String {
    let start = place.isEmpty ? "" : "At \(place): "
    let numbers = [
      number("estimate").map { "\(self["effect"].replacing("_", with: " ")) \(shortNumber($0))" },
      number("ci_low").flatMap { low in
        number("ci_high").map {
          "\(percent(confidence)) interval \(shortNumber(low)) to \(shortNumber($0))"
        }
      },
      number("p_adjusted").map { "adjusted p \(probabilityText($0))" },
    ].compactMap { $0 }.joined(separator: ", ")
    let (a, b, response) = (self["level_a"], self["level_b"], self["response"])
    let (who, what) =
      switch (a, b) {
      case (_, "zero"): ("the infected of \(a)", "drift")
      case ("all", _): ("the levels of \(self["factor"])", "differ in \(response)")
      default: ("\(a) and \(b)", "differ in \(response)")
      }
    let words =
      switch self["verdict"] {
      case "different": "\(who) \(what)"
      case "equivalent":
        "\(who) are equivalent in \(response)"
          + (margin.map { " within \u{00B1}\(shortNumber($0))" } ?? "")
      default:
        "whether \(who) \(what) "
          + (number("p") == nil ? "was not tested" : "stays open")
      }
    let text = "\(start)\(words)" + (numbers.isEmpty ? "." : " (\(numbers)).")
    // A name stays as it is, also at the beginning.
    return text.hasPrefix(a) ? text : text.prefix(1).uppercased() + text.dropFirst()
  }
}
