import PlainText
import SpreadModel
import Tables

/// Mean responses over a factor, the curves through them, and the doses at which a level is reached.
enum DoseResponsePlot {
  static let kind = FigureKind("dose_response", one: figure)

  private static let plot = CrossingPlot(factor: "dose", crossing: "level")
  private static let columnsShown = ["parameter", "estimate", "ci_low", "ci_high"]

  /// - Returns: nil if the study asks for no curves.
  static func figure(_ folder: ReportedFolder) throws -> Figure? {
    let all = try DoseCurveFacts.read(folder).filter { folder.shows($0.response) }
    let chosen = all.spread(folder.most(CrossingPlot.mostPanels))
    guard !chosen.isEmpty else { return nil }
    var data = DataTable(columns: plot.columns, rows: [])
    for (panel, curve) in chosen.enumerated() {
      let means = try CrossingPlot.means(
        of: curve.points, over: curve.factor, curve.response, folder)
      let rows = means + line(of: curve) + crossings(of: curve)
      data.rows += rows.map { [String(panel)] + $0 }
    }
    // What all curves share stands above the panels.
    let shared = Set(all.map { [folder.words(of: $0.response), $0.link] })
    let common = shared.count == 1 ? shared.first ?? [] : []
    return Figure(
      name: kind.name,
      heading: "Dose-response curves"
        + (common.isEmpty ? "" : ": \(common.joined(separator: ", "))"),
      note: [
        "Dot and bar: mean over the runs of a point with its \(folder.level) "
          + "interval. Line: the fitted curve. Ring and bar: the dose at which the curve reaches a given "
          + "mean, with its interval, as far as doses were tried.",
        showing(chosen.count, of: all.count, "curves; all are in dose_responses.csv"),
        CrossingPlot.symbols(folder.points, over: all.map(\.factor)),
      ],
      source: "dose_responses.csv", data: data,
      shown: PageTable(
        columns: ["curve"] + columnsShown,
        rows: chosen.flatMap { curve in
          curve.rows.map { row in
            [title(curve, folder.points, folder.words)] + row.cells(columnsShown)
          }
        }),
      script: plot.script(
        chosen.enumerated().map { panel, curve in
          CrossingPlot.Panel(
            title: common.isEmpty
              ? title(curve, folder.points, folder.words)
              : CrossingPlot.title([], curve.points, over: curve.factor, folder.points),
            factor: curve.factor, unit: folder.unitWords(of: curve.response), scale: 100,
            below: [
              "data using (is(\(panel), 'curve', 'dose')):(100 * column('mean')) with lines lw 2 lc rgb navy"
            ])
        },
        settings:
          "set autoscale noextend; set yrange [0:100]; set offsets graph 0.03, graph 0.03, 0, 0"),
      height: plot.grid(chosen.count).height)
  }

  /// "curve": its mean from the first dose to the last.
  private static func line(of curve: DoseCurveFacts) -> [[String]] {
    curve.line.map { ["curve", "\($0.dose)", "\($0.mean)", "", "", "", ""] }
  }

  /// "level": the doses that were asked for, with both ends of their intervals, as far as doses were tried.
  private static func crossings(of curve: DoseCurveFacts) -> [[String]] {
    curve.dosesTried.compactMap { row in
      guard let level = row.level, let dose = row.estimate, let low = row.low,
        let high = row.high, let tried = curve.tried
      else { return nil }
      return [
        "level", "\(dose)", "\(level)", "", "", "\(max(low, tried.lowerBound))",
        "\(min(high, tried.upperBound))",
      ]
    }
  }

  /// Such as "reached_50pct, logit, exact".
  private static func title(
    _ curve: DoseCurveFacts, _ list: PointList, _ words: (String) -> String
  ) -> String {
    CrossingPlot.title(
      [words(curve.response), curve.link], curve.points, over: curve.factor, list)
  }
}
