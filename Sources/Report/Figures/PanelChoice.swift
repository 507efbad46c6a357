import SpreadModel

/// Which points are drawn as small multiples, and how they are laid out: a column per rule where
/// rules vary, a row per combination of the other parameters.
struct PanelChoice {
  let points: [PointFacts]
  let columns: Int

  /// Panels of one picture; some more where each row shows all rules side by side.
  static let most = 12
  private static let mostWithRules = 20

  /// - Parameter asked: the most panels, where somebody said how many.
  init(_ list: PointList, asked: Int? = nil) {
    let drawn = list.distinct
    let most = asked ?? Self.most
    let rules = list.varied.contains(.rule) ? list.levels(.rule) : []
    guard rules.count > 1, drawn.count > 1 else {
      points = drawn.spread(most)
      columns = min(4, points.count)
      return
    }
    let shownRules = rules.prefix(min(6, most))
    let combinations = drawn.filter { shownRules.contains($0[.rule]) }.grouped(by: \.withoutRule)
    let rows = asked.map { $0 / shownRules.count } ?? min(6, Self.mostWithRules / shownRules.count)
    points = combinations.spread(rows).flatMap { $0.members.prefix(shownRules.count) }
    columns = min(shownRules.count, points.count)
  }
}
