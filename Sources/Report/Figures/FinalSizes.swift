import PlainText
import SpreadModel
import Tables

/// How large the outbreaks were in the end: a histogram of the final size, the share of the group
/// that was ever infected, over the runs of a point.
enum FinalSizes {
  static let kind = FigureKind("final_sizes", one: figure)

  /// Of equal width, from nobody to everybody.
  private static let bins = 20

  /// - Returns: nil if nobody recovers, or no run finished.
  static func figure(_ folder: ReportedFolder) throws -> Figure? {
    guard folder.hasCourse else { return nil }
    let list = folder.points
    let layout = PanelLayout(list, asked: folder.panels)
    var counts: [String: [Int]] = [:]
    for point in layout.points {
      counts[String(point.number)] = Array(repeating: 0, count: bins)
    }
    try folder.runs.forEachRow(["final_share"], at: layout.points.map(\.number)) { row in
      guard let share = row.number("final_share"), (0...1).contains(share) else { return }
      counts[row["point"]]?[bin(of: share)] += 1
    }
    var data = DataTable(
      columns: ["panel", "point", "share_from", "share_to", "runs_in", "runs", "share_of_runs"],
      rows: [])
    var highest = 0.0
    for (index, point) in layout.points.enumerated() {
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
    let panels = StepPanels(layout, list, ends: layout.points.map { _ in 100 })
    return Figure(
      name: kind.name, heading: "Final size of the outbreaks",
      summary: sentence(folder),
      note: [
        "Bars: the share of a point's runs by the share of the group ever infected. A run on the "
          + "border of two bars is counted in the right one.",
        folder.note(on: nil),
        layout.axes, list.leftOut(layout.points, all: "runs.csv"),
      ],
      source: "runs.csv", data: data,
      shown: data.filtered { $0["runs_in"] != "0" }.page(),
      script: panels.script(
        [
          "set yrange [0:\(min(100, 10 * (Int(highest * 10) + 1)))]",
          "at(p) = column('panel') == p ? 50 * (column('share_from') + column('share_to')) : NaN",
          "set boxwidth \(88.0 / Double(bins))",
        ], x: "ever infected, %", y: "runs, %"
      ) { index in
        [
          "data using (at(\(index))):(100 * column('share_of_runs')) with boxes "
            + "fs solid 0.75 noborder lc rgb navy"
        ]
      }, height: panels.height)
  }

  /// A share that is a border but for rounding is that border.
  private static func bin(of share: Double) -> Int {
    min(bins - 1, Int(share * Double(bins) + 1e-9))
  }

  /// Of the runs of all points, drawn or not.
  private static func sentence(_ folder: ReportedFolder) -> String {
    let tenth = ReachedRuns("step_to_10pct", folder)
    let half = ReachedRuns("step_to_50pct", folder)
    guard tenth.runs > 0 else { return "" }
    let few = tenth.runs - tenth.reached
    let share = percent(Double(few) / Double(tenth.runs))
    return
      "Of \(grouped(tenth.runs)) runs, \(grouped(few)) (\(share)) stay below a tenth of the group, and "
      + "\(grouped(half.reached)) (\(half.share)) reach at least half of it."
  }
}
