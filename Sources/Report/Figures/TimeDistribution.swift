import PlainText
import SpreadModel

/// Which share of the runs had reached a share of the group by each step: empirical distribution
/// functions of a time, with the runs that never reached it in plain sight.
enum TimeDistribution {
  static let kind = FigureKind("times") { (folder, _) throws(ReportError) in
    try figure(folder).map { [$0] } ?? []
  }

  private static let mostPanels = 6
  private static let mostLines = 6

  /// - Returns: nil if hardly any run reached any time.
  static func figure(_ folder: ResultsFolder) throws(ReportError) -> Figure? {
    guard let response = folder.mainTime else { return nil }
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
    let times = try Times.read(response, points: chosen, of: folder)
    let end = lastStep(times.values)
    var data = DataTable(
      columns: ["panel", "line", "point", "step", "runs_reached", "runs", "share"], rows: [])
    var shown = DataTable(
      columns: ["point", "what", "runs", "runs_reached", "share_not_reached"], rows: [])
    for (index, points) in panels.enumerated() {
      for (line, point) in points.enumerated() {
        guard let time = times[point.number], time.runs > 0 else { continue }
        for (step, reached) in time.cumulative(until: end) {
          data.rows.append([
            String(index), String(line), String(point.number), String(step), String(reached),
            String(time.runs), "\(Double(reached) / Double(time.runs))",
          ])
        }
        shown.rows.append([
          String(point.number), list.label(point), String(time.runs), String(time.reached),
          "\(Double(time.runs - time.reached) / Double(time.runs))",
        ])
      }
    }
    guard !data.rows.isEmpty else { return nil }
    let left =
      chosen.count == list.points.count
      ? "" : " Showing \(chosen.count) of \(list.points.count) points; all are in runs.csv."
    let layout = Layout(panels: panels.count, end: end)
    return Figure(
      name: kind.name, heading: "When runs get there: \(response)",
      summary: sentence(folder, response: response),
      note: "Each line climbs by one run whenever a run reaches its mark; a line that stays below "
        + "100 % leaves the share of runs that never got there, which the key names.\(left)",
      source: "runs.csv", data: data, shown: shown,
      script: script(panels, times, list, byRule: byRule, layout), height: layout.height)
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

  private static func script(
    _ panels: [[PointFacts]], _ times: [Int: Times], _ list: PointList, byRule: Bool,
    _ layout: Layout
  ) -> GnuplotScript {
    func key(_ point: PointFacts) -> String {
      let name = byRule ? point[.rule] : list.label(point)
      guard let time = times[point.number], time.reached < time.runs else { return name }
      return "\(name) (\(percent(Double(time.runs - time.reached) / Double(time.runs))) never)"
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

/// The times of one point's runs.
struct Times {
  /// Finished runs.
  private(set) var runs = 0
  private(set) var reached = 0
  /// Largest number of steps of any run.
  private(set) var longest = 0
  /// The step at which the last run that got there did.
  private(set) var lastArrival = 0
  private var counts: [Int: Int] = [:]

  /// By number of point.
  static func read(_ response: String, points: [PointFacts], of folder: ResultsFolder)
    throws(ReportError) -> [Int: Times]
  {
    let file = try CSVFile(path: "\(folder.path)/runs.csv")
    var times: [String: Times] = [:]
    for point in points { times[String(point.number)] = Times() }
    try file.forEachRow(["point", "steps", response]) { cells in
      guard times[cells[0]] != nil, let steps = wholeCount(cells[1]) else { return }
      times[cells[0]]?.add(wholeCount(cells[2]), steps: steps)
    }
    return Dictionary(
      uniqueKeysWithValues: times.compactMap { key, value in Int(key).map { ($0, value) } })
  }

  private mutating func add(_ time: Int?, steps: Int) {
    runs += 1
    longest = max(longest, steps)
    guard let time else { return }
    reached += 1
    lastArrival = max(lastArrival, time)
    counts[time, default: 0] += 1
  }

  /// Runs that had got there by each step at which their number changes, from 0 to the last step.
  func cumulative(until end: Int) -> [(step: Int, runs: Int)] {
    var total = 0
    var steps = [(0, counts[0] ?? 0)]
    for (step, count) in counts.sorted(by: { $0.key < $1.key }) {
      total += count
      if step > 0 { steps.append((step, total)) }
    }
    if let last = steps.last, last.0 < end { steps.append((end, total)) }
    return steps
  }
}
