/// Where small multiples over the steps stand; titles that are wider than their panels take two lines.
///
/// All panels share their axes, unless one of them is so long that the others would be slivers: then each
/// has steps of its own.
struct StepPanels {
  let titles: [[String]]
  /// The last step of each panel.
  let ends: [Int]
  /// Whether the panels have steps of their own.
  let isFree: Bool
  private let rows, columns: Int
  private let titleHeight, keyHeight: Int

  /// How many times as long as the usual panel the longest may be for all to share its steps.
  private static let mostTimes = 4

  init(titles: [[String]], columns: Int, ends: [Int], keyHeight: Int = 0) {
    (self.titles, self.columns, self.keyHeight) = (titles, max(1, columns), keyHeight)
    rows = (titles.count + self.columns - 1) / self.columns
    titleHeight = titles.contains { $0.count > 1 } ? 16 : 0
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

  var height: Int { 50 + keyHeight + (176 + titleHeight) * rows }

  /// For the note below the picture.
  var remark: Words {
    isFree ? "Each panel has steps of its own." : ""
  }

  var multiplot: GnuplotScript {
    Figure.multiplot(
      rows: rows, columns: columns, height: height, top: 34 + titleHeight + keyHeight,
      gap: 54 + titleHeight, spacing: 0.025)
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
    let tics = columns > 3 ? 4 : 6
    var step = 1
    while true {
      for factor in [1, 2, 5] where step * factor * tics > end { return step * factor }
      step *= 10
    }
  }

  /// Range and tics of a panel's steps.
  func steps(_ index: Int) -> GnuplotScript { "set xrange [0:\(ends[index])]; \(tics(index))" }

  func tics(_ index: Int) -> GnuplotScript { "set xtics \(ticStep(ends[index]))" }

  /// Title and axes of a panel: labels and numbers stand left of the first column and below the
  /// last panel of each; below every panel where its steps are its own.
  func frame(_ index: Int, x: GnuplotScript, y: GnuplotScript) -> [GnuplotScript] {
    let isLeft = index % columns == 0
    let isBottom = index + columns >= titles.count
    return [
      "set title \(GnuplotScript(lines: titles[index])) offset 0,-0.6",
      "set format y \(isLeft ? "\"%g\"" : "\"\"")",
      "set format x \(isBottom || isFree ? "\"%g\"" : "\"\"")",
      "set ylabel \(isLeft ? "\"\(y)\"" : "\"\"")",
      "set xlabel \(isBottom ? "\"\(x)\"" : "\"\"") offset 0,0.4",
    ]
  }
}
