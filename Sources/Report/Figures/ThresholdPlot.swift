import PlainText
import SpreadModel

/// Mean responses at the levels that a search placed, and the level at which they cross the target.
enum ThresholdPlot {
  static let kind = FigureKind("threshold", one: figure)

  private static let plot = CrossingPlot(factor: "level", crossing: "crossing")
  private static let columnsShown = ["estimate", "ci_low", "ci_high", "runs", "message"]

  /// - Returns: nil if the study is no search.
  static func figure(_ folder: ReportedFolder) throws -> Figure? {
    let all = try ThresholdFacts.read(folder).filter { folder.shows($0["response"]) }
    let chosen = all.spread(folder.most(CrossingPlot.mostPanels))
    guard !chosen.isEmpty else { return nil }
    var data = DataTable(columns: plot.columns, rows: [])
    for (panel, search) in chosen.enumerated() {
      data.rows += (try runs(of: search, folder) + crossing(of: search)).map {
        [String(panel)] + $0
      }
    }
    let list = folder.points
    return Figure(
      name: kind.name,
      heading: "Where the mean crosses the target: \(folder.words(of: all[0]["response"]))",
      note: [
        "Dot and bar: mean over the runs at a level with its \(folder.level) "
          + "interval. Dashed: the target. Ring and bar: the crossing with its interval, from the runs of the "
          + "last round alone.",
        data.texts("what").contains("again")
          ? "Small rings: other rounds at a level, which are smaller." : "",
        showing(chosen.count, of: all.count, "searches; all are in thresholds.csv"),
        CrossingPlot.symbols(list, over: all.map(\.factor)),
      ],
      source: "thresholds.csv", data: data,
      shown: PageTable(
        columns: ["search"] + columnsShown,
        rows: chosen.map { search in
          [title(search, list)] + search.cells(columnsShown)
        }),
      script: plot.script(
        chosen.enumerated().map { panel, search in
          let scale = folder.scale(of: search["response"])
          return CrossingPlot.Panel(
            title: title(search, list), factor: search.factor,
            unit: folder.unitWords(of: search["response"]), scale: scale,
            below: [
              "\(Double(scale) * (search.number("target") ?? .nan)) with lines dt 2 lw 1.5 lc rgb 'black'"
            ],
            above: [
              "data using (is(\(panel), 'again', 'level')):(\(scale) * column('mean')) "
                + "with points pt 6 ps 0.45 lc rgb slate"
            ])
        },
        settings:
          "set autoscale noextend; set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05"),
      height: plot.grid(chosen.count).height)
  }

  /// Of each point the mean and its interval: "runs" of the largest round at a level, "again" of the
  /// others there.
  private static func runs(
    of search: ThresholdFacts, _ folder: ReportedFolder
  ) throws -> [[String]] {
    let largest = Set(
      PointList(search.points, parameters: folder.points.parameters).distinct.map(\.number))
    return try CrossingPlot.means(
      of: search.points, over: search.factor, search["response"], folder
    ) { largest.contains($0.number) ? "runs" : "again" }
  }

  /// "crossing": where the target is reached, with the ends of the interval that there are.
  private static func crossing(of search: ThresholdFacts) -> [[String]] {
    guard search.number("estimate") != nil else { return [] }
    return [
      [
        "crossing", search["estimate"], search["target"], "", "", search["ci_low"],
        search["ci_high"],
      ]
    ]
  }

  /// Such as "exact".
  private static func title(_ search: ThresholdFacts, _ list: PointList) -> String {
    CrossingPlot.title([], search.points, over: search.factor, list)
  }
}
