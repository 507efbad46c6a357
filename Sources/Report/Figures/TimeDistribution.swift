import PlainText
import SpreadModel

/// Which share of the runs had reached a share of the group by each step: empirical distribution
/// functions of a time, with the runs that never reached it in plain sight.
enum TimeDistribution {
  static let kind = FigureKind("times", each: { $0.times }, figure)

  /// - Returns: nil if there are no runs.
  private static func figure(
    _ folder: ReportedFolder, _ response: String, _ name: FigureName
  ) throws -> Figure? {
    let list = folder.points
    let layout = PanelLayout(linesOf: list, asked: folder.panels)
    let times = try Times.read(
      response, points: layout.points, of: folder, given: folder.condition)
    let last = lastStep(times.values)
    var data = DataTable(
      columns: ["panel", "line", "point", "step", "runs_reached", "runs", "share"], rows: [])
    for (panel, lines) in layout.panels.enumerated() {
      for line in lines {
        guard let time = times[line.point.number], time.runs > 0 else { continue }
        let point = String(line.point.number)
        for (step, reached) in time.cumulative(until: last) {
          data.rows.append([
            String(panel), String(line.index), point, String(step), String(reached),
            String(time.runs), "\(Double(reached) / Double(time.runs))",
          ])
        }
      }
    }
    guard !data.rows.isEmpty else { return nil }
    let key = KeyAbove(layout.lines)
    let panels = StepPanels(
      layout, list, ends: layout.panels.map { _ in last }, keyHeight: key.height)
    return Figure(
      name: name, heading: "\(folder.words(of: response).capitalizedFirst): its distribution",
      response: response, summary: sentence(folder, response: response),
      note: [
        "Each line rises by one run whenever a run reaches the mark.",
        times.values.contains { $0.reached < $0.runs }
          ? "Where it stays below 100 %, the other runs did not reach it (censored)." : "",
        folder.note(on: folder.condition), layout.axes,
        folder.leftOut(layout.points, all: "runs.csv", given: folder.condition),
      ],
      source: "runs.csv", data: data,
      shown: data.page(columns: Array(data.columns.dropFirst(2))),
      script: panels.script(
        [
          "set yrange [0:100]", layout.lines.isEmpty ? "unset key" : key.setting,
          "at(p, l) = column('panel') == p && column('line') == l ? column('step') : NaN",
        ], x: folder.timeUnit, y: "runs, %"
      ) { index in
        let plots = layout.panels[index].filter { times[$0.point.number]?.runs ?? 0 > 0 }.map {
          "data using (at(\(index), \($0.index))):(100 * column('share')) with steps "
            + "\(Palette.line($0.index))" as GnuplotScript
        }
        // Where no run meets the condition, some combinations have no runs; gnuplot refuses a key alone.
        return (plots.isEmpty ? ["NaN notitle"] : plots) + (index == 0 ? key.entries() : [])
      }, height: panels.height)
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

  /// Of the runs of all points, drawn or not.
  private static func sentence(_ folder: ReportedFolder, response: String) -> String {
    // Where there are no interventions, none is awaited.
    let isAwaited = response == "step_to_intervention"
    let words = folder.words(of: response)
    let event = words.trimmingPrefix("time until ")
    return ReachedRuns(
      response, folder, at: { !isAwaited || $0[.interventions] != "none" }, given: folder.condition
    ).words(
      (event == words ? "There is a \(words)" : String(event).capitalizedFirst)
        + (isAwaited ? ", where there are interventions," : ""),
      otherwise: "; the others did not reach it (censored)") ?? ""
  }
}
