/// Fan charts: how the number of infected people spreads over the runs of a point.
enum FanChart {
  private static let columns = ["step", "n", "q05", "q25", "median", "q75", "q95"]
  private static let mostSteps = 200

  /// - Returns: nil if no curves were recorded.
  static func figure(_ folder: ResultsFolder) throws(ReportError) -> Figure? {
    guard let table = try folder.table("curve_summary") else { return nil }
    let choice = PanelChoice(folder.points)
    var panel: [String: Int] = [:]
    for (index, point) in choice.points.enumerated() { panel[String(point.number)] = index }
    var rows = [[[String]]](repeating: [], count: choice.points.count)
    try table.forEachRow(["point"] + columns) { cells in
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
    let runs = rows.compactMap { $0.first.flatMap { Int($0[2]) } }
    return Figure(
      name: "curves", heading: "Infected people over time",
      summary: sentence(choice, rows, list),
      note: [
        "Line: median over the runs; dark band: middle half; light band: middle 90 %. All panels "
          + "share their axes\(asShare ? ", in percent of the group" : "").",
        longest > mostSteps ? "\(mostSteps) of \(longest) steps are drawn." : "",
        runs.min() == runs.max() ? "" : "Numbers of runs differ between points.",
        choice.remark("curve_summary.csv"), list.legend.isEmpty ? "" : "Signs: \(list.legend).",
      ].filter { !$0.isEmpty }.joined(separator: " "),
      source: "curve_summary.csv", data: data, shown: shown,
      script: script(choice, list, asShare: asShare, longest: longest),
      height: Layout(choice, list).height)
  }

  /// Where the panels stand; titles that are wider than their panels take two lines.
  private struct Layout {
    let titles: [String]
    let rows, columns: Int
    private let titleHeight: Int

    init(_ choice: PanelChoice, _ list: PointList) {
      (rows, columns) = (choice.rows, choice.columns)
      titles = Figure.titles(choice.points, list, width: 0.905 / Double(columns))
      titleHeight = titles.contains { $0.contains("\\n") } ? 16 : 0
    }

    var height: Int { 50 + (176 + titleHeight) * rows }

    var multiplot: String {
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

  private static func sentence(_ choice: PanelChoice, _ rows: [[[String]]], _ list: PointList)
    -> String
  {
    let halves = rows.enumerated().compactMap { index, steps -> (String, Int)? in
      guard let size = Double(choice.points[index][.groupSize]) else { return nil }
      let step = steps.first { (Double($0[5]) ?? 0) * 2 >= size }
      return step.flatMap { Int($0[1]) }.map { (list.label(choice.points[index]), $0) }
    }
    guard let first = halves.min(by: { $0.1 < $1.1 }), let last = halves.max(by: { $0.1 < $1.1 })
    else { return "In none of the points shown does the median curve reach half of the group." }
    guard rows.count > 1 else {
      return "The median curve reaches half of the group at step \(first.1)."
    }
    let missing = rows.count - halves.count
    return "The median curve reaches half of the group first at step \(first.1) (\(first.0)) and "
      + "last at step \(last.1) (\(last.0))"
      + (missing == 0 ? "." : "; in \(missing) of \(rows.count) panels it never does.")
  }

  private static func script(
    _ choice: PanelChoice, _ list: PointList, asShare: Bool, longest: Int
  ) -> String {
    let layout = Layout(choice, list)
    var lines = [
      layout.multiplot,
      "set xrange [0:\(max(1, longest - 1))]; set yrange [0:*]",
    ]
    if asShare {
      lines.append("scaled(c) = 100 * column(c) / column(\"group_size\")")
      lines.append("set yrange [0:100]")
    } else {
      lines.append("scaled(c) = column(c)")
      lines.append("set yrange [0:\(choice.points.first?[.groupSize] ?? "*")]")
    }
    lines.append("set xtics \(ticStep(longest, tics: choice.columns > 3 ? 4 : 6))")
    lines.append("at(p) = column(\"panel\") == p ? column(\"step\") : NaN")
    for index in choice.points.indices {
      let isLeft = index % choice.columns == 0
      let isBottom = index + choice.columns >= choice.points.count
      lines += [
        "set title \(layout.titles[index]) offset 0,-0.6",
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
