import SpreadModel
import Tables

/// Mean responses over a factor, and where they reach a level: a panel per curve or search.
///
/// The data have the columns of `columns`; of their rows, `runs` are the means of points, and those of
/// `crossing` what is found, with its interval.
struct CrossingPlot {
  struct Panel {
    let title: String
    let factor: ModelKey
    /// What the means count, and how many times as large they are drawn.
    let unit: String
    let scale: Int
    /// Plots below and above those of the means.
    var below: [GnuplotScript] = []
    var above: [GnuplotScript] = []
  }

  static let mostPanels = 6
  /// The column of the factor.
  let factor: StaticString
  /// What the rows are called that say what is found.
  let crossing: StaticString

  var columns: [String] {
    ["panel", "what", "\(factor)", "mean", "low", "high", "\(factor)_low", "\(factor)_high"]
  }

  func grid(_ panels: Int) -> PanelGrid {
    // With the answer it fits on a first page.
    let rows = max(1, (panels + 1) / 2)
    return PanelGrid(
      panels, columns: 2, panel: min(230, max(76, (430 - 86 - 76 * (rows - 1)) / rows)), gap: 76,
      top: 34, outer: 86, spacing: 0.08)
  }

  /// Of each point the mean and its interval.
  static func means(
    of points: [PointFacts], over factor: ModelKey, _ response: String, _ folder: ReportedFolder,
    what: (PointFacts) -> String = { _ in "runs" }
  ) throws -> [[String]] {
    let facts = try folder.rows(of: response, at: points.map(\.number))
    return points.compactMap { point in
      guard let fact = facts[point.number], fact.number("mean") != nil else { return nil }
      return [what(point), point[factor]] + fact.texts(["mean", "ci_low", "ci_high"]) + [
        "", "",
      ]
    }
  }

  /// Such as "reached_50pct, exact": words, and what the points have in common.
  static func title(
    _ words: [String], _ points: [PointFacts], over factor: ModelKey, _ list: PointList
  ) -> String {
    let place = points.first.map { list.words($0, without: factor.withFollowing) } ?? ""
    return (words + [place]).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// What signs in titles stand for: that of a factor which all panels have on their axes is in none.
  static func symbols(_ list: PointList, over factors: [ModelKey]) -> String {
    let shared = Set(factors).count == 1 ? factors[0].withFollowing : []
    return list.varied.filter { !shared.contains($0) }.symbols
  }

  /// Rows of a panel: `is(panel, what, column)`.
  func script(_ panels: [Panel], settings: GnuplotScript) -> GnuplotScript {
    let (x, found) = (
      GnuplotScript(stringLiteral: factor), GnuplotScript(stringLiteral: crossing)
    )
    let grid = grid(panels.count)
    return grid.script([
      "is(p, w, c) = column('panel') == p && strcol('what') eq w ? column(c) : NaN", settings,
    ]) { index in
      let panel = panels[index]
      func plot(_ what: GnuplotScript, _ rest: GnuplotScript) -> GnuplotScript {
        "data using (is(\(index), \(what))):(\(panel.scale) * column('mean'))" + rest
      }
      func y(_ column: GnuplotScript) -> GnuplotScript {
        ":(\(panel.scale) * column('\(column)'))"
      }
      return [
        "set title \(text: panel.title) offset 0,-0.6",
        "set xlabel \(text: panel.factor.words) offset 0,0.4",
        "set ylabel \(grid.isLeft(index) || panel.unit != panels[index - 1].unit ? "\(text: panel.unit)" : "''")",
        .plot(
          panel.below + [
            // Means without an interval have no bar.
            plot("'runs', '\(x)'", " with points pt 7 ps 0.6 lc rgb 'black'"),
            plot(
              "'runs', '\(x)'",
              y("low") + y("high") + " with yerrorbars pt 7 ps 0.6 lw 1.5 lc rgb 'black'"),
          ] + panel.above + [
            plot(
              "'\(found)', '\(x)_low'",
              ":(column('\(x)_high') - column('\(x)_low')):(0) with vectors nohead lw 3 lc rgb orange"
            ),
            plot("'\(found)', '\(x)'", " with points pt 6 ps 0.9 lw 2 lc rgb orange"),
          ]),
      ]
    }
  }
}
