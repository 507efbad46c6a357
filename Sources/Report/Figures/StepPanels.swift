/// Small multiples over the steps; titles that are wider than their panels take two lines.
///
/// All panels share their axes, unless one of them is so long that the others would be slivers: then each
/// has steps of its own.
struct StepPanels {
  let titles: [[String]]
  /// The last step of each panel.
  let ends: [Int]
  /// Whether the panels have steps of their own.
  let isFree: Bool
  private let grid: PanelGrid

  /// How many times as long as the usual panel the longest may be for all to share its steps.
  private static let mostTimes = 4

  init(titles: [[String]], columns: Int, ends: [Int], keyHeight: Int = 0) {
    self.titles = titles
    let titleHeight = titles.contains { $0.count > 1 } ? 16 : 0
    grid = PanelGrid(
      titles.count, columns: columns, panel: 122, gap: 54 + titleHeight,
      top: 34 + titleHeight + keyHeight, outer: 104 + titleHeight + keyHeight, spacing: 0.025)
    let longest = max(1, ends.max() ?? 1)
    let usual = max(1, ends.sorted().dropFirst((ends.count - 1) / 2).first ?? 1)
    isFree = longest > Self.mostTimes * usual
    self.ends = isFree ? ends.map { max(1, $0) } : ends.map { _ in longest }
  }

  /// A panel per point.
  ///
  /// - Parameter hasKey: whether there is a key above all panels.
  init(_ choice: PanelChoice, _ list: PointList, ends: [Int], hasKey: Bool = false) {
    self.init(
      titles: Figure.titles(choice.points, list, width: 0.905 / Double(max(1, choice.columns))),
      columns: choice.columns, ends: ends, keyHeight: hasKey ? 26 : 0)
  }

  var height: Int { grid.height }

  /// For the note below the picture.
  var remark: Words {
    isFree ? "Each panel has steps of its own." : ""
  }

  /// Below a table of a few steps.
  static let fewSteps: Words =
    "Only some steps of each point; all drawn steps are in the picture\u{2019}s data."

  /// For a note, where not all steps are drawn.
  static func fewDrawn(_ figure: FigureName, _ drawn: Int) -> Words {
    let count = Source.drawn(figure).derived(
      .max, .distinct, of: "step", by: "point", value: String(drawn), shown: Words(name: "\(drawn)")
    )
    return "At most \(count) steps of a point are drawn."
  }

  /// The key above all panels, in one line.
  static let key: GnuplotScript =
    "set key at screen 0.08, screen 0.985 left top Left reverse samplen 2 maxrows 1"

  /// Steps of 1, 2 or 5 times a power of ten.
  private func ticStep(_ end: Int) -> Int {
    let tics = grid.columns > 3 ? 4 : 6
    var step = 1
    while true {
      for factor in [1, 2, 5] where step * factor * tics > end { return step * factor }
      step *= 10
    }
  }

  func tics(_ index: Int) -> GnuplotScript { "set xtics \(ticStep(ends[index]))" }

  /// Settings of all panels, then the plots of each; a key belongs to the first.
  ///
  /// - Parameter axis: sets range and tics of the horizontal axis; nil for the steps of each panel.
  func script(
    _ settings: [GnuplotScript], x: GnuplotScript, y: GnuplotScript, axis: GnuplotScript? = nil,
    plots: (Int) -> [GnuplotScript]
  ) -> GnuplotScript {
    grid.script(settings) { index in
      let (isLeft, isBottom) = (grid.isLeft(index), grid.isBottom(index))
      return [
        "set title \(GnuplotScript(lines: titles[index])) offset 0,-0.6",
        "set format y \(isLeft ? "'%g'" : "''")",
        "set format x \(isBottom || isFree ? "'%g'" : "''")",
        "set ylabel \(isLeft ? "'\(y)'" : "''")",
        "set xlabel \(isBottom ? "'\(x)'" : "''") offset 0,0.4",
        axis ?? "set xrange [0:\(ends[index])]; \(tics(index))",
        .plot(plots(index)), "unset key",
      ]
    }
  }
}
