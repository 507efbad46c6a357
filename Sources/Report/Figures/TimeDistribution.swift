import PlainText
import SpreadModel

/// Which share of the runs had reached a share of the group by each step: empirical distribution
/// functions of a time, with the runs that never reached it in plain sight.
enum TimeDistribution {
  // The end of the infection has its own picture.
  static let kind = FigureKind(
    "times", each: { $0.times.filter { $0 != Extinction.response } },
    { try figure($0, Subject($1, $0, $2)) })

  /// Which time it is about, and the words that go with it.
  struct Subject {
    var name: FigureName
    var response: String
    var heading, summary, note: String
    /// What key or title say of runs without the time, such as "not reached".
    var missing: String
    /// Columns and, for a point, cells of the table below the picture, behind the point's name.
    var columns: [String]
    var cells: (PointFacts, Times) -> [String]
  }

  private static let mostPanels = 6
  private static let mostLines = Palette.lineCount

  /// - Returns: nil if there are no runs.
  static func figure(_ folder: ResultsFolder, _ subject: Subject) throws -> Figure? {
    let list = folder.points
    let layout = PanelLayout(linesOf: list, asked: folder.panels, usual: mostPanels)
    let compared = layout.lineFactor == nil ? nil : layout
    // Without levels that are compared, the points themselves are the lines of one panel.
    let panels =
      compared?.panels
      ?? [
        list.distinct.spread(min(folder.most(mostLines), Palette.lineCount))
          .enumerated().map { PanelLayout.Line(index: $0, point: $1) }
      ]
    let chosen = panels.flatMap { $0.map(\.point) }
    let times = try Times.read(
      subject.response, points: chosen, of: folder, given: folder.condition)
    let last = lastStep(times.values)
    let end = axisEnd(times.values, last: last)
    var data = DataTable(
      columns: ["panel", "line", "point", "step", "runs_reached", "runs", "share"], rows: [])
    var shown = PageTable(columns: ["point", "what"] + subject.columns, rows: [])
    for (index, lines) in panels.enumerated() {
      for line in lines {
        guard let time = times[line.point.number], time.runs > 0 else { continue }
        for (step, reached) in time.cumulative(until: last) {
          data.rows.append([
            String(index), String(line.index), String(line.point.number), String(step),
            String(reached), String(time.runs), "\(Double(reached) / Double(time.runs))",
          ])
        }
        let point = line.point
        shown.rows.append(
          [String(point.number), list.words(point)]
            + subject.cells(point, time))
      }
    }
    guard !data.rows.isEmpty else { return nil }
    let later = grouped(times.values.reduce(0) { $0 + $1.arrivals(after: end) })
    let cut: String =
      end == last
      ? ""
      : "The axis ends at step \(end), after nine tenths of the arrivals; \(later) of the runs drawn "
        + "get there later."
    let labels = Labels(list, times, missing: subject.missing, names: layout.lines)
    let key = KeyAbove(layout.lines)
    let plain = layout.titles(list)
    let titles = panels.indices.map { index in
      compared.map { labels.title(panels[index], plain[index], $0.columns) } ?? []
    }
    // A second line and further ones say which runs never got there.
    let titleHeight = 16 * max(2, titles.map(\.count).max() ?? 0)
    let longest = compared == nil ? chosen.map { labels.key($0).count }.max() ?? 0 : 0
    let grid = PanelGrid(
      panels.count, columns: compared == nil ? 1 : layout.columns,
      panel: panels.count > 2 ? 190 : 230, gap: 48 + titleHeight,
      top: key.height + 18 + titleHeight,
      outer: key.height + 64 + titleHeight, spacing: panels.count > 1 ? 0.07 : 0,
      right: longest == 0 ? 0.985 : 1 - min(0.5, (Double(longest) * 6 + 16) / 960 + 0.05))
    return Figure(
      name: subject.name, heading: subject.heading, summary: subject.summary,
      note: [
        subject.note, folder.note(on: folder.condition),
        compared == nil
          ? "The key gives their share." : "The title of each panel gives their share by line.",
        list.remark(drawn: chosen.count, subject.name, all: "runs.csv"), cut,
      ],
      source: "runs.csv", data: data, shown: shown,
      script: grid.script([
        "set yrange [0:100]; set xrange [0:\(end)]",
        compared == nil
          ? "set key at graph 1.03, graph 1 left top Left reverse samplen 3 font small"
          : key.setting,
        "at(p, l) = column('panel') == p && column('line') == l ? column('step') : NaN",
      ]) { index in
        var plots = panels[index].compactMap { line -> GnuplotScript? in
          guard let time = times[line.point.number], time.runs > 0 else { return nil }
          let start: GnuplotScript =
            "data using (at(\(index), \(line.index))):(100 * column('share')) with steps "
            + "\(Palette.line(line.index))"
          return compared == nil ? start + " title \(text: labels.key(line.point))" : start
        }
        // Where no run meets the condition, and of a study that is not finished, some combinations have no runs;
        // Gnuplot refuses a key alone.
        if plots.isEmpty { plots = ["NaN notitle"] }
        if index == 0 { plots += key.entries }
        return [
          "set title \(GnuplotScript(lines: titles[index])) offset 0,-0.6",
          "set xlabel \(grid.isBottom(index) ? "'\(folder.timeUnit)'" : "''") offset 0,0.4",
          "set ylabel \(grid.isLeft(index) ? "'runs, %'" : "''")",
          .plot(plots),
        ] + (compared == nil ? [] : ["unset key"])
      },
      height: grid.height)
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

  /// Where the axis ends: at the last step, unless nine tenths of the arrivals lie in an eighth of
  /// it; a single long run would squeeze them all.
  private static func axisEnd(_ times: Dictionary<Int, Times>.Values, last: Int) -> Int {
    let arrivals = times.flatMap(\.steps).sorted { $0.step < $1.step }
    let most = arrivals.reduce(0) { $0 + $1.runs } * 9 / 10
    var count = 0
    let place = arrivals.first {
      count += $0.runs
      return count >= most
    }
    guard let place, most > 0, last > 8 * max(1, place.step) else { return last }
    return 4 * max(1, place.step)
  }

  /// What stands in keys and titles.
  private struct Labels {
    private let list: PointList
    private let times: [Int: Times]
    private let missing: String
    /// Of the lines that are compared.
    private let names: [String]

    init(_ list: PointList, _ times: [Int: Times], missing: String, names: [String]) {
      (self.list, self.times, self.missing, self.names) = (list, times, missing, names)
    }

    /// Such as "12 %", of the runs that never got there; nil of points whose runs all got there.
    private func missed(_ point: PointFacts) -> String? {
      guard let time = times[point.number], time.reached < time.runs else { return nil }
      return percent(Double(time.runs - time.reached) / Double(time.runs))
    }

    func key(_ point: PointFacts) -> String {
      list.label(point) + (missed(point).map { " (\($0) \(missing))" } ?? "")
    }

    func title(_ lines: [PanelLayout.Line], _ title: [String], _ columns: Int) -> [String] {
      let shares = lines.compactMap { line in
        missed(line.point).map { "\(names[line.index]) \($0)" }
      }
      let width = 0.88 / Double(columns)
      let words = shares.enumerated().map {
        ($0 == 0 ? "\(missing): " : "") + $1 + ($0 < shares.count - 1 ? ", " : "")
      }
      return
        ([title.joined(separator: ", ")].filter { !$0.isEmpty }
        + (words.isEmpty ? [] : Figure.wrapped(words, pixels: Int(960 * width) - 16)))
        .map { Figure.shortened($0, to: width) }
    }
  }
}

extension TimeDistribution.Subject {
  /// When runs get to a share of the group.
  init(_ response: String, _ folder: ResultsFolder, _ name: FigureName) {
    self.init(
      name: name, response: response,
      heading: "Distribution of \(response)",
      summary: Self.sentence(folder, response: response),
      note: "Each line rises by one run whenever a run reaches the mark. Where a line stays below "
        + "100 %, the other runs did not reach it (censored).",
      missing: "not reached", columns: ["runs", "runs_reached", "share_not_reached"]
    ) { point, time in
      let share = Double(time.runs - time.reached) / Double(time.runs)
      return TimeDistribution.counts(time) + [
        shortNumber(share)
      ]
    }
  }

  /// Of the runs of all points, drawn or not.
  private static func sentence(_ folder: ResultsFolder, response: String) -> String {
    // Where there are no interventions, none is awaited.
    let points =
      response == "step_to_intervention"
      ? folder.points.points.filter { $0[.interventions] != "none" } : nil
    return folder.both(folder.condition) { condition in
      ReachedRuns(response, folder, at: points, given: condition).words(
        "There is a value of \(response)"
          + (points == nil ? "" : ", where there are interventions,"),
        otherwise: "; the others did not reach it (censored)") ?? ""
    }
  }
}

extension TimeDistribution {
  /// How many runs a point has, and how many of them got there, as `summary.csv` has them.
  static func counts(_ time: Times) -> [String] {
    return [
      String(time.runs), String(time.reached),
    ]
  }
}
