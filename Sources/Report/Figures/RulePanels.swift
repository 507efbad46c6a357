import SpreadModel

/// Panels in which rules are compared: one per combination of the other parameters, with a line per rule.
struct RulePanels {
  struct Line {
    /// Of the rule, the same in every panel.
    let index: Int
    let point: PointFacts
  }

  let panels: [[Line]]
  /// The names of the lines, by their index.
  let rules: [String]

  /// More lines are not told apart in a panel.
  static let mostRules = 6

  /// - Parameter most: panels at most; combinations are left out evenly.
  /// - Returns: nil where there is a single rule, or too many of them.
  init?(_ list: PointList, most: Int) {
    rules = list.varied.contains(.rule) ? list.levels(.rule) : []
    guard (2...Self.mostRules).contains(rules.count) else { return nil }
    let combinations = list.distinct.grouped(by: \.withoutRule)
    panels = combinations.spread(most).map { [rules] combination in
      combination.members.compactMap { point in
        rules.firstIndex(of: point[.rule]).map { Line(index: $0, point: point) }
      }
    }
    if panels.isEmpty { return nil }
  }

  var points: [PointFacts] { panels.joined().map(\.point) }

  /// What tells a panel from the others; empty of the only one.
  static func title(_ panel: [Line], _ list: PointList) -> String {
    panel.first.map { list.label($0.point, without: [.rule]) } ?? ""
  }
}
