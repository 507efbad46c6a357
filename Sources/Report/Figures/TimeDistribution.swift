/// Which share of the runs had reached a share of the group by each step: empirical distribution
/// functions of a time, with the runs that never reached it in plain sight.
enum TimeDistribution {
  private static let mostPanels = 6
  private static let mostLines = 6

  /// - Returns: nil if hardly any run reached any time.
  static func figure(_ folder: ResultsFolder) throws(ReportError) -> Figure? {
    guard let response = folder.mainTime else { return nil }
    let list = folder.points
    let byRule = list.varied.contains(.rule)
    var groups: [[String]: [PointFacts]] = [:]
    var order: [[String]] = []
    for point in list.points {
      var key = point.cells
      if byRule { key[Parameter.rule.place] = "" }
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(point)
    }
    let panels = spread(mostPanels, over: order.count).map {
      Array((groups[order[$0]] ?? []).prefix(mostLines))
    }
    let chosen = panels.flatMap { $0 }
    let times = try Times.read(response, points: chosen, of: folder)
    var data = DataTable(
      columns: ["panel", "line", "point", "step", "runs_reached", "runs", "share"], rows: [])
    var shown = DataTable(
      columns: ["point", "what", "runs", "runs_reached", "share_not_reached"], rows: [])
    for (index, points) in panels.enumerated() {
      for (line, point) in points.enumerated() {
        guard let time = times[point.number], time.runs > 0 else { continue }
        for (step, reached) in time.cumulative(until: time.longest) {
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
    let columns = min(2, panels.count)
    let rows = (panels.count + columns - 1) / columns
    return Figure(
      name: "times", heading: "When runs get there: \(response)",
      summary: sentence(times.values, response: response),
      note: "Each line climbs by one run whenever a run reaches its mark; a line that stays below "
        + "100 % leaves the share of runs that never got there. The key tells lines apart by "
        + "dashes and names that share.\(left)",
      source: "runs.csv", data: data, shown: shown,
      script: script(panels, times, list, byRule: byRule, columns: columns, rows: rows),
      height: height(rows))
  }

  private static func height(_ rows: Int) -> Int { 80 + 190 * rows + 86 * (rows - 1) }

  private static func sentence(
    _ times: Dictionary<Int, Times>.Values, response: String
  ) -> String {
    let runs = times.reduce(0) { $0 + $1.runs }
    let reached = times.reduce(0) { $0 + $1.reached }
    return "\(reached) of the \(runs) runs shown (\(percent(Double(reached) / Double(runs)))) "
      + "have a value of \(response); the others ended before."
  }

  private static func script(
    _ panels: [[PointFacts]], _ times: [Int: Times], _ list: PointList, byRule: Bool,
    columns: Int, rows: Int
  ) -> String {
    let longest = times.values.map(\.longest).max() ?? 1
    var lines = [
      Figure.multiplot(
        rows: rows, columns: columns, height: height(rows), gap: 86,
        spacing: columns > 1 ? 0.25 : 0, right: 0.8),
      "set yrange [0:100]; set xrange [0:\(max(longest, 1))]",
      "set xlabel \"step\" offset 0,0.4; set ylabel \"runs, %\"",
      "set key at graph 1.03, graph 1 left top Left reverse samplen 3 font \",10\"",
      "at(p, l) = column(\"panel\") == p && column(\"line\") == l ? column(\"step\") : NaN",
    ]
    for (index, points) in panels.enumerated() {
      guard let first = points.first else { continue }
      let title = list.label(first, without: byRule ? [.rule] : [])
      lines.append("set title \(Figure.quoted(title)) offset 0,-0.6")
      let plots = points.enumerated().compactMap { line, point -> String? in
        guard let time = times[point.number], time.runs > 0 else { return nil }
        let name = byRule ? point[.rule] : "all runs"
        let open = Double(time.runs - time.reached) / Double(time.runs)
        let key = open > 0 ? "\(name) (\(percent(open)) never)" : name
        return "data using (at(\(index), \(line))):(100 * column(\"share\")) with steps lw 2 "
          + "dt \(line + 1) lc rgb \(line % 2 == 0 ? "navy" : "\"black\"") "
          + "title \(Figure.quoted(key))"
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
  private var counts: [Int: Int] = [:]

  /// By number of point.
  static func read(_ response: String, points: [PointFacts], of folder: ResultsFolder)
    throws(ReportError) -> [Int: Times]
  {
    let file = try CSVFile(path: "\(folder.path)/runs.csv")
    var times: [String: Times] = [:]
    for point in points { times[String(point.number)] = Times() }
    try file.forEachRow(["point", "steps", response]) { cells in
      guard times[cells[0]] != nil, let steps = Int(cells[1]) else { return }
      times[cells[0]]?.add(Int(cells[2]), steps: steps)
    }
    return Dictionary(
      uniqueKeysWithValues: times.compactMap { key, value in Int(key).map { ($0, value) } })
  }

  private mutating func add(_ time: Int?, steps: Int) {
    runs += 1
    longest = max(longest, steps)
    guard let time else { return }
    reached += 1
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
