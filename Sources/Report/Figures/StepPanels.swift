/// Where small multiples over the steps stand; titles that are wider than their panels take two lines.
struct StepPanels {
  let titles: [[String]]
  /// The most steps of a panel, that of the start included.
  let longest: Int
  private let rows, columns, count: Int
  private let titleHeight, keyHeight: Int

  /// - Parameter hasKey: whether there is a key above all panels.
  init(_ choice: PanelChoice, _ list: PointList, longest: Int, hasKey: Bool = false) {
    (rows, columns, count) = (choice.rows, choice.columns, choice.points.count)
    self.longest = longest
    titles = Figure.titles(choice.points, list, width: 0.905 / Double(columns))
    titleHeight = titles.contains { $0.count > 1 } ? 16 : 0
    keyHeight = hasKey ? 26 : 0
  }

  var height: Int { 50 + keyHeight + (176 + titleHeight) * rows }

  var multiplot: GnuplotScript {
    Figure.multiplot(
      rows: rows, columns: columns, height: height, top: 34 + titleHeight + keyHeight,
      gap: 54 + titleHeight, spacing: 0.025)
  }

  /// The key above all panels, in one line.
  static let key: GnuplotScript =
    "set key at screen 0.08, screen 0.985 left top Left reverse samplen 2 maxrows 1"

  /// Tics at steps of 1, 2 or 5 times a power of ten.
  var tics: GnuplotScript {
    "set xtics \(Self.ticStep(longest, tics: columns > 3 ? 4 : 6))"
  }

  private static func ticStep(_ longest: Int, tics: Int) -> Int {
    var step = 1
    while true {
      for factor in [1, 2, 5] where step * factor * tics >= longest { return step * factor }
      step *= 10
    }
  }

  /// Title and axes of a panel: labels and numbers stand left of the first column and below the
  /// last panel of each.
  func frame(_ index: Int, x: GnuplotScript, y: GnuplotScript) -> [GnuplotScript] {
    let isLeft = index % columns == 0
    let isBottom = index + columns >= count
    return [
      "set title \(GnuplotScript(lines: titles[index])) offset 0,-0.6",
      "set format y \(isLeft ? "\"%g\"" : "\"\""); set format x \(isBottom ? "\"%g\"" : "\"\"")",
      "set ylabel \(isLeft ? "\"\(y)\"" : "\"\"")",
      "set xlabel \(isBottom ? "\"\(x)\"" : "\"\"") offset 0,0.4",
    ]
  }
}
