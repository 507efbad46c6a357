import PlainText
import SpreadModel

/// Fan charts: how the number of infected people spreads over the runs of a point.
enum FanChart {
  static let kind = FigureKind("curves") { (folder, _) throws(ReportError) in
    try figure(folder).map { [$0] } ?? []
  }

  private static let columns = ["step", "n", "q05", "q25", "median", "q75", "q95"]
  private static let mostSteps = 200

  /// - Returns: nil if no curves were recorded.
  static func figure(_ folder: ResultsFolder) throws(ReportError) -> Figure? {
    guard let table = try folder.table("curve_summary") else { return nil }
    let choice = PanelChoice(folder.points)
    var panel: [String: Int] = [:]
    for (index, point) in choice.points.enumerated() { panel[String(point.number)] = index }
    var rows = [[[String]]](repeating: [], count: choice.points.count)
    var halves = Halves(folder.points)
    try table.forEachRow(["point"] + columns) { cells in
      halves.add(point: cells[0], step: cells[1], runs: cells[2], median: cells[5])
      if let index = panel[cells[0]] { rows[index].append(cells) }
    }
    guard rows.contains(where: { !$0.isEmpty }) else { return nil }
    let longest = rows.map(\.count).max() ?? 0
    var data = DataTable(columns: ["panel", "group_size", "point"] + columns, rows: [])
    var shown = DataTable(columns: ["point"] + columns, rows: [])
    for (index, steps) in rows.enumerated() {
      let size = choice.points[index][.groupSize]
      for place in spread(mostSteps, over: steps.count) {
        data.rows.append([String(index), size] + steps[place])
      }
      shown.rows += spread(9, over: steps.count).map { steps[$0] }
    }
    if longest > 9 {
      shown.remark = "Up to 9 steps of each point; all drawn steps are in the picture's data."
    }
    let list = folder.points
    let asShare = list.varied.contains(.groupSize)
    return Figure(
      name: kind.name, heading: "Infected people over time",
      summary: halves.sentence,
      note: [
        "Line: median over the runs; dark band: middle half; light band: middle 90 %. All panels "
          + "share their axes\(asShare ? ", in percent of the group" : "").",
        longest > mostSteps ? "\(mostSteps) of \(longest) steps are drawn." : "",
        halves.runs.count < 2 ? "" : "Numbers of runs differ between points.",
        choice.remark("curve_summary.csv"), list.legend.isEmpty ? "" : "Signs: \(list.legend).",
      ].filter { !$0.isEmpty }.joined(separator: " "),
      source: "curve_summary.csv", data: data, shown: shown,
      script: script(choice, list, asShare: asShare, longest: longest),
      height: Layout(choice, list).height)
  }

  /// Where the panels stand; titles that are wider than their panels take two lines.
  private struct Layout {
    let titles: [[String]]
    let rows, columns: Int
    private let titleHeight: Int

    init(_ choice: PanelChoice, _ list: PointList) {
      (rows, columns) = (choice.rows, choice.columns)
      titles = Figure.titles(choice.points, list, width: 0.905 / Double(columns))
      titleHeight = titles.contains { $0.count > 1 } ? 16 : 0
    }

    var height: Int { 50 + (176 + titleHeight) * rows }

    var multiplot: GnuplotScript {
      Figure.multiplot(
        rows: rows, columns: columns, height: height, top: 34 + titleHeight,
        gap: 54 + titleHeight, spacing: 0.025)
    }
  }

  /// A step of 1, 2 or 5 times a power of ten that makes about `tics` of them.
  private static func ticStep(_ longest: Int, tics: Int) -> Int {
    var step = 1
    while true {
      for factor in [1, 2, 5] where step * factor * tics >= longest { return step * factor }
      step *= 10
    }
  }

  /// When the median curves of all points, drawn or not, reach half of their group.
  private struct Halves {
    private let list: PointList
    /// By point; nil until half of the group is reached.
    private var steps: [Int?]
    private var withCurves: Set<Int> = []
    /// The numbers of runs there are.
    private(set) var runs: Set<String> = []

    init(_ list: PointList) {
      self.list = list
      steps = Array(repeating: nil, count: list.points.count)
    }

    mutating func add(point cell: String, step: String, runs count: String, median: String) {
      guard let point = Int(cell), steps.indices.contains(point) else { return }
      // All steps of a point have the same number of runs.
      if withCurves.insert(point).inserted { runs.insert(count) }
      if steps[point] == nil, let step = Int(step), let median = finite(median),
        median * 2 >= Double(list.points[point].people)
      {
        steps[point] = step
      }
    }

    var sentence: String {
      let reached = steps.enumerated().compactMap { point, step in step.map { (point, $0) } }
      let total = withCurves.count
      guard let first = reached.min(by: { $0.1 < $1.1 }),
        let last = reached.max(by: { $0.1 < $1.1 })
      else {
        return total == 1
          ? "The median curve does not reach half of the group."
          : "At none of \(total) points does the median curve reach half of the group."
      }
      guard total > 1 else {
        return "The median curve reaches half of the group at step \(first.1)."
      }
      func place(_ point: Int) -> String { list.label(list.points[point]) }
      let missing = total - reached.count
      return "The median curve reaches half of the group first at step \(first.1) "
        + "(\(place(first.0))) and last at step \(last.1) (\(place(last.0)))"
        + (missing == 0 ? "." : "; at \(missing) of \(total) points it never does.")
    }
  }

  private static func script(
    _ choice: PanelChoice, _ list: PointList, asShare: Bool, longest: Int
  ) -> GnuplotScript {
    let layout = Layout(choice, list)
    var lines: [GnuplotScript] = [
      layout.multiplot,
      "set xrange [0:\(max(1, longest - 1))]; set yrange [0:*]",
    ]
    if asShare {
      lines.append("scaled(c) = 100 * column(c) / column(\"group_size\")")
      lines.append("set yrange [0:100]")
    } else {
      lines.append("scaled(c) = column(c)")
      lines.append("set yrange [0:\(max(1, choice.points.first?.people ?? 1))]")
    }
    lines.append("set xtics \(ticStep(longest, tics: choice.columns > 3 ? 4 : 6))")
    lines.append("at(p) = column(\"panel\") == p ? column(\"step\") : NaN")
    for index in choice.points.indices {
      let isLeft = index % choice.columns == 0
      let isBottom = index + choice.columns >= choice.points.count
      lines += [
        "set title \(GnuplotScript(lines: layout.titles[index])) offset 0,-0.6",
        "set format y \(isLeft ? "\"%g\"" : "\"\""); set format x \(isBottom ? "\"%g\"" : "\"\"")",
        "set ylabel \(isLeft ? (asShare ? "\"infected, %\"" : "\"infected people\"") : "\"\"")",
        "set xlabel \(isBottom ? "\"step\"" : "\"\"") offset 0,0.4",
        "plot data using (at(\(index))):(scaled(\"q05\")):(scaled(\"q95\")) with filledcurves \\",
        "       fs solid 0.22 noborder lc rgb navy, \\",
        "     data using (at(\(index))):(scaled(\"q25\")):(scaled(\"q75\")) with filledcurves \\",
        "       fs solid 0.42 noborder lc rgb navy, \\",
        "     data using (at(\(index))):(scaled(\"median\")) with lines lw 2 lc rgb navy",
      ]
    }
    return (lines + ["unset multiplot"]).joined(separator: "\n")
  }
}
