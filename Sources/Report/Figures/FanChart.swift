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
    guard let curves = try CurveSteps(folder) else { return nil }
    let choice = PanelChoice(folder.points)
    var panel: [String: Int] = [:]
    for (index, point) in choice.points.enumerated() { panel[String(point.number)] = index }
    var rows = [[[String]]](repeating: [], count: choice.points.count)
    var halves = Halves(folder.points)
    try curves.forEachStep(["point"] + columns) { cells in
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
    let panels = StepPanels(choice, list, longest: longest)
    return Figure(
      name: kind.name,
      heading: curves.hasSeries ? "Ever infected people over time" : "Infected people over time",
      summary: halves.sentence,
      note: [
        "Line: median over the runs; dark band: middle half; light band: middle 90 %. All panels "
          + "share their axes\(asShare ? ", in percent of the group" : "").",
        curves.hasSeries ? "Ever infected: infected at least once." : "",
        longest > mostSteps ? "\(mostSteps) of \(longest) steps are drawn." : "",
        halves.runs.count < 2 ? "" : "Numbers of runs differ between points.",
        choice.remark("curve_summary.csv"), list.legend.isEmpty ? "" : "Signs: \(list.legend).",
      ].filter { !$0.isEmpty }.joined(separator: " "),
      source: "curve_summary.csv", data: data, shown: shown,
      script: script(
        choice, panels, asShare: asShare,
        label: curves.hasSeries
          ? (asShare ? "ever infected, %" : "ever infected")
          : (asShare ? "infected, %" : "infected people")),
      height: panels.height)
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
    _ choice: PanelChoice, _ panels: StepPanels, asShare: Bool, label: GnuplotScript
  ) -> GnuplotScript {
    var lines: [GnuplotScript] = [
      panels.multiplot,
      "set xrange [0:\(max(1, panels.longest - 1))]; set yrange [0:*]",
    ]
    if asShare {
      lines.append("scaled(c) = 100 * column(c) / column(\"group_size\")")
      lines.append("set yrange [0:100]")
    } else {
      lines.append("scaled(c) = column(c)")
      lines.append("set yrange [0:\(max(1, choice.points.first?.people ?? 1))]")
    }
    lines.append(panels.tics)
    lines.append("at(p) = column(\"panel\") == p ? column(\"step\") : NaN")
    for index in choice.points.indices {
      lines += panels.frame(index, x: "step", y: label)
      lines += [
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
