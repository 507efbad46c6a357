/// Small multiples over the steps; titles that are wider than their panels take two lines.
///
/// All panels share their axes, unless one of them is so long that the others would be slivers: then each
/// row has steps of its own.
struct StepPanels {
  let titles: [[String]]
  /// The last step of each panel.
  let ends: [Int]
  /// Whether the rows have steps of their own.
  let isFree: Bool
  private let grid: PanelGrid

  /// How many times as long as the usual panel the longest may be for all to share its steps.
  private static let mostTimes = 4

  /// - Parameter ends: the last step of each panel.
  init(_ layout: PanelLayout, _ list: PointList, ends: [Int], keyHeight: Int = 0) {
    titles = layout.titles(list)
    let titleHeight = 16 * ((titles.map(\.count).max() ?? 0) - 1)
    let longest = max(1, ends.max() ?? 1)
    let usual = max(1, ends.sorted().dropFirst((ends.count - 1) / 2).first ?? 1)
    isFree = titles.count > layout.columns && longest > Self.mostTimes * usual
    grid = PanelGrid(
      titles.count, columns: layout.columns, panel: titles.count == 1 ? 200 : 122,
      gap: (isFree ? 66 : 54) + titleHeight,
      top: 34 + titleHeight + keyHeight, outer: 104 + titleHeight + keyHeight, spacing: 0.035)
    self.ends = ends.indices.map { [isFree, grid] index in
      isFree ? max(1, Self.row(of: index, in: ends, grid.columns).max() ?? 1) : longest
    }
  }

  /// What the panels beside a panel have, itself among them.
  static func row<Value>(of index: Int, in all: [Value], _ columns: Int) -> ArraySlice<Value> {
    let first = index / columns * columns
    return all[first..<min(all.count, first + columns)]
  }

  var height: Int { grid.height }

  /// For the note below the picture.
  var remark: String { isFree ? "Each row of panels has steps of its own." : "" }

  /// The key above all panels, in one line.
  static let key: GnuplotScript =
    "set key at screen 0.08, screen 0.985 left top Left reverse samplen 2 maxrows 1"

  /// Settings of all panels, then the plots of each; a key belongs to the first.
  ///
  /// - Parameters:
  ///   - each: further settings of each panel; empty: none.
  func script(
    _ settings: [GnuplotScript], x: GnuplotScript, y: GnuplotScript, each: [[GnuplotScript]] = [],
    plots: (Int) -> [GnuplotScript]
  ) -> GnuplotScript {
    grid.script(settings) { index in
      let (isLeft, isBottom) = (grid.isLeft(index), grid.isBottom(index))
      let tics = GnuplotScript.ticStep(
        over: Double(max(1, ends[index])), most: grid.columns > 3 ? 4 : 6)
      return [
        "set title \(GnuplotScript(lines: titles[index])) offset 0,-0.6",
        "set format y \(isLeft ? "'%g'" : "''")",
        "set format x \(isBottom || isFree ? "'%g'" : "''")",
        "set ylabel \(isLeft ? "'\(y)'" : "''")",
        "set xlabel \(isBottom ? "'\(x)'" : "''") offset 0,0.4",
        "set xrange [0:\(ends[index])]; set xtics \(max(1, tics))",
      ] + (each.isEmpty ? [] : each[index]) + [.plot(plots(index)), "unset key"]
    }
  }
}
