import PlainText
import SpreadModel
import Statistics

/// A row of `comparisons.csv`.
struct ComparisonFacts: Sendable {
  static let columns = [
    "factor", "level_a", "level_b", "response", "n_a", "n_b", "paired", "effect", "estimate",
    "ci_low", "ci_high", "test", "p", "p_adjusted", "correction", "margin", "verdict",
  ]
  private let cells: [String]
  /// What the fixed parameters are, such as "N 100, p 0.5"; empty if none varies.
  let place: String
  /// Whether it is averaged over the combinations of the other factors.
  let isPooled: Bool
  /// Of the response, such as "steps"; empty where it has none.
  private let unit: String
  var effect: EffectEstimate? { EffectEstimate(rawValue: self["effect"]) }
  var correction: Correction? { Correction(rawValue: self["correction"]) }
  /// What is estimated, in words; a name that is not known stays as it is.
  var effectWords: String { effect?.words ?? self["effect"].replacing("_", with: " ") }
  /// Such as " steps", for behind the estimate.
  var effectUnit: String { effect?.unit(unit) ?? "" }
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
    let units = folder.units
    try table.forEachRow(columns + parameters.map(\.name)) { cells in
      let own = Array(cells.prefix(columns.count))
      guard folder.shows(own[3]) else { return }
      let place = zip(parameters, cells.dropFirst(columns.count))
        .filter { !$1.isEmpty && folder.points.varied.contains($0) }
        .map { $0.label($1) }
      let factor = own[0]
      // Columns that follow from the size of the group change with it.
      let isPooled = zip(parameters, cells.dropFirst(columns.count)).contains { key, cell in
        cell.isEmpty && folder.points.varied.contains(key) && key.name != factor
          && !(key == .columns && factor == ModelKey.groupSize.name)
      }
      rows.append(
        ComparisonFacts(
          cells: own, place: place.joined(separator: ", "), isPooled: isPooled,
          unit: units[own[3]] ?? ""))
    }
    return rows.isEmpty ? nil : rows
  }

  private init(cells: [String], place: String, isPooled: Bool, unit: String) {
    (self.cells, self.place, self.isPooled, self.unit) = (cells, place, isPooled, unit)
  }

  private var isInteraction: Bool {
    [FactorInteraction.pairedName, FactorInteraction.independentName].contains(self["test"])
  }

  /// Test, P and correction, such as "paired_t, P < 0.001, Holm-corrected"; empty without a test.
  private var judgment: String {
    guard let p = number("p_adjusted") else { return "" }
    return [self["test"], "P \(probabilityText(p))", correction?.words ?? self["correction"]]
      .joined(separator: ", ")
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

  /// Such as "At N 100, exact and virus_app differ in step_to_50pct (mean difference -1.2 steps, 95 %
  /// interval -1.4 to -1; paired_t, P < 0.001, Holm-corrected)."
  func sentence(confidence: Double) -> String {
    let start =
      [isPooled ? "averaged over the other factors" : "", place.isEmpty ? "" : "at \(place)"]
      .filter { !$0.isEmpty }.joined(separator: ", ")
    let digits = Digits(number("ci_low"), number("ci_high"))
    let size = [
      number("estimate").map { "\(effectWords) \(digits.text($0))\(effectUnit)" },
      Digits.interval(number("ci_low"), number("ci_high"), confidence: confidence),
    ].compactMap { $0 }.joined(separator: ", ")
    let numbers = [size, judgment].filter { !$0.isEmpty }.joined(separator: "; ")
    let (a, b, response) = (self["level_a"], self["level_b"], self["response"])
    let (who, what) =
      switch (a, b) {
      case ("all", _) where isInteraction:
        ("the effect of \(self["factor"]) on \(response)", "depends on the other factors")
      case (_, "zero"): ("the drift for \(a)", "differs from zero")
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
          + (number("p") == nil ? "was not tested" : "remains open")
      }
    let text =
      (isInteraction || start.isEmpty ? "" : "\(start): ") + words
      + (numbers.isEmpty ? "." : " (\(numbers)).")
    // A name stays as it is, also at the beginning.
    return text.hasPrefix(a) ? text : text.prefix(1).uppercased() + text.dropFirst()
  }
}
