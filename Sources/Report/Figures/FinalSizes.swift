import PlainText
import SpreadModel

/// How large the outbreaks were in the end: a histogram of the final size, the share of the group
/// that was ever infected, over the runs of a point.
enum FinalSizes {
  static let kind = FigureKind("final_sizes") { (folder, _) throws(ReportError) in
    try figure(folder).map { [$0] } ?? []
  }

  /// Of equal width, from nobody to everybody.
  private static let bins = 20

  /// - Returns: nil if nobody recovers, or no run finished.
  static func figure(_ folder: ResultsFolder) throws(ReportError) -> Figure? {
    guard folder.hasCourse else { return nil }
    let list = folder.points
    let choice = PanelChoice(list, asked: folder.panels)
    var counts: [String: [Int]] = [:]
    for point in choice.points {
      counts[String(point.number)] = Array(repeating: 0, count: bins)
    }
    try CSVFile(path: "\(folder.path)/runs.csv").forEachRow(["point", "final_share"]) { cells in
      guard let share = finite(cells[1]), (0...1).contains(share) else { return }
      counts[cells[0]]?[bin(of: share)] += 1
    }
    var data = DataTable(
      columns: ["panel", "point", "share_from", "share_to", "runs_in", "runs", "share_of_runs"],
      rows: [])
    var highest = 0.0
    for (index, point) in choice.points.enumerated() {
      let found = counts[String(point.number)] ?? []
      let runs = found.reduce(0, +)
      guard runs > 0 else { continue }
      for (bin, count) in found.enumerated() {
        let share = Double(count) / Double(runs)
        highest = max(highest, share)
        data.rows.append([
          String(index), String(point.number), "\(Double(bin) / Double(bins))",
          "\(Double(bin + 1) / Double(bins))", String(count), String(runs), "\(share)",
        ])
      }
    }
    guard !data.rows.isEmpty else { return nil }
    let panels = StepPanels(choice, list, ends: choice.points.map { _ in 100 })
    return Figure(
      name: kind.name, heading: "Final size of the outbreaks",
      summary: sentence(folder),
      note: [
        "Bars: the share of a point's runs by the share of the group ever infected. A run on the "
          + "border of two bars is counted in the right one. All panels share their axes.",
        choice.remark("runs.csv"), list.legend.isEmpty ? "" : "Symbols: \(list.legend).",
      ].filter { !$0.isEmpty }.joined(separator: " "),
      source: "runs.csv", data: data,
      shown: DataTable(
        columns: Array(data.columns.dropFirst()),
        rows: data.rows.filter { $0[4] != "0" }.map { Array($0.dropFirst()) }
      ).limited(to: 60),
      script: script(choice, panels, highest: highest), height: panels.height)
  }

  /// A share that is a border but for rounding is that border.
  private static func bin(of share: Double) -> Int {
    min(bins - 1, Int(share * Double(bins) + 1e-9))
  }

  /// Of the runs of all points, drawn or not.
  private static func sentence(_ folder: ResultsFolder) -> String {
    func reached(_ response: String) -> Int {
      folder.facts(of: response).compactMap { $0.count("n_reached") }.reduce(0, +)
    }
    let runs = folder.facts(of: "step_to_10pct").compactMap { $0.count("n") }.reduce(0, +)
    guard runs > 0 else { return "" }
    func of(_ count: Int) -> String {
      "\(grouped(count)) (\(percent(Double(count) / Double(runs))))"
    }
    return "Of \(grouped(runs)) runs, \(of(runs - reached("step_to_10pct"))) stay below a tenth of "
      + "the group, and \(of(reached("step_to_50pct"))) reach at least half of it."
  }

  private static func script(
    _ choice: PanelChoice, _ panels: StepPanels, highest: Double
  ) -> GnuplotScript {
    var lines: [GnuplotScript] = [
      panels.multiplot,
      "set yrange [0:\(min(100, 10 * (Int(highest * 10) + 1)))]",
      "at(p) = column(\"panel\") == p ? 50 * (column(\"share_from\") + column(\"share_to\")) : NaN",
      "set boxwidth \(88.0 / Double(bins))",
    ]
    for index in choice.points.indices {
      lines += panels.frame(index, x: "ever infected, %", y: "runs, %")
      lines.append(panels.steps(index))
      lines.append(
        "plot data using (at(\(index))):(100 * column(\"share_of_runs\")) with boxes "
          + "fs solid 0.75 noborder lc rgb navy")
    }
    return (lines + ["unset multiplot"]).joined(separator: "\n")
  }
}
