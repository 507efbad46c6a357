import PlainText
import SpreadModel

/// Which share of the runs had reached a share of the group by each step: empirical distribution
/// functions of a time, with the runs that never reached it in plain sight.
enum TimeDistribution {
  static let kind = FigureKind("times") { (folder, _) throws(ReportError) in
    // The end of the infection has its own picture.
    guard let response = folder.mainTime, response != Extinction.response else { return [] }
    return try figure(folder, Subject(response, folder)).map { [$0] } ?? []
  }

  /// Which time it is about, and the words that go with it.
  struct Subject {
    var name: FigureName
    var response: String
    var heading, summary, note: String
    /// What the key says of runs without the time, such as "never".
    var missing: String
    /// Columns and, for a point, cells of the table below the picture, behind the point's name.
    var columns: [String]
    var cells: (PointFacts, Times) -> [String]
  }

  private static let mostPanels = 6
  private static let mostLines = 6

  /// - Returns: nil if there are no runs.
  static func figure(_ folder: ResultsFolder, _ subject: Subject) throws(ReportError) -> Figure? {
    let list = folder.points
    let byRule = list.varied.contains(.rule)
    var groups: [[ModelKey: String]: [PointFacts]] = [:]
    var order: [[ModelKey: String]] = []
    for point in list.withRuns where byRule {
      var key = point.cells
      key[.rule] = nil
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(point)
    }
    // Without rules that vary, the points themselves are the lines of one panel.
    let panels =
      byRule
      ? spread(mostPanels, over: order.count).map {
        Array((groups[order[$0]] ?? []).prefix(mostLines))
      } : [spread(mostLines, over: list.withRuns.count).map { list.withRuns[$0] }]
    let chosen = panels.flatMap { $0 }
    let times = try Times.read(subject.response, points: chosen, of: folder)
    let end = lastStep(times.values)
    var data = DataTable(
      columns: ["panel", "line", "point", "step", "runs_reached", "runs", "share"], rows: [])
    var shown = DataTable(columns: ["point", "what"] + subject.columns, rows: [])
    for (index, points) in panels.enumerated() {
      for (line, point) in points.enumerated() {
        guard let time = times[point.number], time.runs > 0 else { continue }
        for (step, reached) in time.cumulative(until: end) {
          data.rows.append([
            String(index), String(line), String(point.number), String(step), String(reached),
            String(time.runs), "\(Double(reached) / Double(time.runs))",
          ])
        }
        shown.rows.append(
          [String(point.number), list.label(point)] + subject.cells(point, time))
      }
    }
    guard !data.rows.isEmpty else { return nil }
    let left =
      chosen.count == list.points.count
      ? "" : " Showing \(chosen.count) of \(list.points.count) points; all are in runs.csv."
    let layout = Layout(panels: panels.count, end: end)
    return Figure(
      name: subject.name, heading: subject.heading, summary: subject.summary,
      note: subject.note + left,
      source: "runs.csv", data: data, shown: shown,
      script: script(panels, times, list, byRule: byRule, missing: subject.missing, layout),
      height: layout.height)
  }

  /// Where the pictures end: a little after the last arrival if all runs got there, else at the
  /// end of the longest run.
  private static func lastStep(_ times: Dictionary<Int, Times>.Values) -> Int {
    guard times.allSatisfy({ $0.reached == $0.runs }) else {
      return max(1, times.map(\.longest).max() ?? 1)
    }
    let last = times.map(\.lastArrival).max() ?? 1
    return last + max(1, last / 16)
  }

  private struct Layout {
    let columns, rows: Int
    /// The last step shown.
    let end: Int

    init(panels: Int, end: Int) {
      columns = min(2, panels)
      rows = (panels + columns - 1) / columns
      self.end = end
    }

    var height: Int { 80 + (rows == 1 ? 230 : 190) * rows + 80 * (rows - 1) }

    /// Each panel has its key at its right, as wide as its longest entry.
    func multiplot(_ keys: [String]) -> GnuplotScript {
      let longest = keys.max { $0.count < $1.count } ?? ""
      let key = min(0.36, Figure.width(of: longest, pixels: 6) + 0.05)
      return Figure.multiplot(
        rows: rows, columns: columns, height: height, gap: 80,
        spacing: columns > 1 ? key + 0.03 : 0, right: 1 - key)
    }
  }

  private static func script(
    _ panels: [[PointFacts]], _ times: [Int: Times], _ list: PointList, byRule: Bool,
    missing: String, _ layout: Layout
  ) -> GnuplotScript {
    func key(_ point: PointFacts) -> String {
      let name = byRule ? point[.rule] : list.label(point)
      guard let time = times[point.number], time.reached < time.runs else { return name }
      return "\(name) (\(percent(Double(time.runs - time.reached) / Double(time.runs))) \(missing))"
    }
    var lines: [GnuplotScript] = [
      layout.multiplot(panels.joined().map(key)),
      "set yrange [0:100]; set xrange [0:\(layout.end)]",
      "set xlabel \"step\" offset 0,0.4; set ylabel \"runs, %\"",
      "set key at graph 1.03, graph 1 left top Left reverse samplen 3 font small",
      "at(p, l) = column(\"panel\") == p && column(\"line\") == l ? column(\"step\") : NaN",
    ]
    for (index, points) in panels.enumerated() {
      guard let first = points.first else { continue }
      let title = byRule ? list.label(first, without: [.rule]) : ""
      lines.append("set title \(text: title) offset 0,-0.6")
      let plots = points.enumerated().compactMap { line, point -> GnuplotScript? in
        guard let time = times[point.number], time.runs > 0 else { return nil }
        return "data using (at(\(index), \(line))):(100 * column(\"share\")) with steps "
          + "\(Figure.line(line)) title \(text: key(point))"
      }
      lines.append("plot " + plots.joined(separator: ", \\\n     "))
    }
    return (lines + ["unset multiplot"]).joined(separator: "\n")
  }
}

extension TimeDistribution.Subject {
  /// When runs get to a share of the group.
  init(_ response: String, _ folder: ResultsFolder) {
    self.init(
      name: TimeDistribution.kind.name, response: response,
      heading: "When runs get there: \(response)",
      summary: Self.sentence(folder, response: response),
      note: "Each line climbs by one run whenever a run reaches its mark; a line that stays below "
        + "100 % leaves the share of runs that never got there, which the key names.",
      missing: "never", columns: ["runs", "runs_reached", "share_not_reached"]
    ) { _, time in
      [
        String(time.runs), String(time.reached),
        "\(Double(time.runs - time.reached) / Double(time.runs))",
      ]
    }
  }

  /// Of the runs of all points, drawn or not.
  private static func sentence(_ folder: ResultsFolder, response: String) -> String {
    let facts = folder.facts(of: response)
    let runs = facts.compactMap { $0.count("n") }.reduce(0, +)
    let reached = facts.compactMap { $0.count("n_reached") }.reduce(0, +)
    if reached == runs { return "All \(grouped(runs)) runs have a value of \(response)." }
    return "\(grouped(reached)) of the \(grouped(runs)) runs "
      + "(\(percent(Double(reached) / Double(runs)))) have a value of \(response); the others ended "
      + "before."
  }
}
