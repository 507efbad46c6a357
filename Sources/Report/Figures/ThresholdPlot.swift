import PlainText
import SpreadModel

/// Mean responses at the levels that a search placed, and the level at which they cross the target.
enum ThresholdPlot {
  static let kind = FigureKind("threshold") { folder, _ in
    try figure(folder).map { [$0] } ?? []
  }

  private static let mostPanels = 6
  private static let columnsShown = ["estimate", "ci_low", "ci_high", "runs", "message"]

  /// - Returns: nil if the study is no search.
  static func figure(_ folder: ResultsFolder) throws -> Figure? {
    let all = try ThresholdFacts.read(folder).filter { folder.shows($0["response"]) }
    let chosen = spread(folder.most(mostPanels), over: all.count).map { all[$0] }
    guard !chosen.isEmpty else { return nil }
    var data = DataTable(
      columns: ["panel", "what", "level", "mean", "low", "high", "level_low", "level_high"],
      rows: [])
    for (panel, search) in chosen.enumerated() {
      data.rows += (runs(of: search, folder) + crossing(of: search)).map { [String(panel)] + $0 }
    }
    let columns = min(2, chosen.count)
    let rows = (chosen.count + columns - 1) / columns
    let found = all.count { $0.number("estimate") != nil }
    let list = folder.points
    let searches = Source("thresholds").with(
      "response", all.map { $0["response"] }.withoutRepetitions)
    return Figure(
      name: kind.name, heading: "Where the mean crosses the target",
      summary:
        "\(searches.count(found, of: "estimate")) of \(searches.count(all.count)) searches found a crossing."
        + (sentence(all, folder).map { " \($0)" } ?? ""),
      note: "Dot and bar: mean over the runs at a level with its \(folder.level) "
        + "interval. Where the search returned to a level, they show its largest round, and small rings "
        + "show the means of the other rounds. Dashed: the target. Ring and bar: the crossing with its "
        + "interval, from the runs of the last round alone."
        + (chosen.count == all.count
          ? ""
          : " Showing \(Source.drawn(kind.name).distinct(chosen.count, of: "panel")) of "
            + "\(searches.count(all.count)) searches; all are in thresholds.csv."),
      source: "thresholds.csv", data: data,
      shown: PageTable(
        columns: ["search"] + columnsShown,
        rows: chosen.map { search in
          [title(search, list)] + search.cells(columnsShown)
        }),
      script: script(chosen, list, columns: columns, rows: rows), height: height(rows))
  }

  /// Of each point the mean and its interval: "runs" of the largest round at a level, "again" of the
  /// others there.
  private static func runs(of search: ThresholdFacts, _ folder: ResultsFolder) -> [[String]] {
    let largest = Set(PointList(search.points, parameters: []).distinct.map(\.number))
    let facts = folder.factsByPoint(of: search["response"])
    return search.points.compactMap { point in
      guard let fact = facts[point.number], fact.number("mean") != nil else { return nil }
      return [
        largest.contains(point.number) ? "runs" : "again", point[search.factor], fact["mean"],
        fact["ci_low"], fact["ci_high"], "", "",
      ]
    }
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

  /// Of the first search with a whole interval.
  private static func sentence(_ searches: [ThresholdFacts], _ folder: ResultsFolder) -> Words? {
    let known = searches.first {
      $0.number("estimate") != nil && $0.number("ci_low") != nil && $0.number("ci_high") != nil
    }
    return known.map { search in
      "The mean of \(title(search, folder.points)) is \(search.shown("target")) at "
        + "\(name: search.factor.name) \(search.estimate("estimate", level: folder.level)), found with "
        + "\(search.shown("runs")) runs."
    }
  }

  /// Such as "reached_50pct, exact".
  private static func title(_ search: ThresholdFacts, _ list: PointList) -> Words {
    let left: [ModelKey] =
      search.factor == .groupSize ? [.groupSize, .columns] : [search.factor]
    let place = search.points.first.map { list.words($0, without: left) }
    return [search.word("response"), place ?? ""]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func height(_ rows: Int) -> Int { 86 + 230 * rows + 76 * (rows - 1) }

  private static func script(
    _ searches: [ThresholdFacts], _ list: PointList, columns: Int, rows: Int
  ) -> GnuplotScript {
    var script: [GnuplotScript] = [
      Figure.multiplot(
        rows: rows, columns: columns, height: height(rows), gap: 76, spacing: 0.08),
      "is(p, w, c) = column(\"panel\") == p && strcol(\"what\") eq w ? column(c) : NaN",
      "set autoscale noextend; set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05",
    ]
    for (panel, search) in searches.enumerated() {
      script += [
        "set title \(text: title(search, list).plain) offset 0,-0.6",
        "set xlabel \(text: search.factor.words) offset 0,0.4",
        "set ylabel \(panel % columns == 0 ? "\"mean response\"" : "\"\"")",
        "plot \(search.number("target") ?? .nan) with lines dt 2 lw 1.5 lc rgb gray, \\",
        "     data using (is(\(panel), \"runs\", \"level\")):\"mean\":\"low\":\"high\" with yerrorbars "
          + "pt 7 ps 0.6 lw 1.5 lc rgb \"black\", \\",
        "     data using (is(\(panel), \"again\", \"level\")):\"mean\" with points pt 6 ps 0.45 "
          + "lc rgb slate, \\",
        "     data using (is(\(panel), \"crossing\", \"level_low\")):\"mean\":"
          + "(column(\"level_high\") - column(\"level_low\")):(0) with vectors nohead lw 3 "
          + "lc rgb orange, \\",
        "     data using (is(\(panel), \"crossing\", \"level\")):\"mean\" with points pt 6 ps 0.9 "
          + "lw 2 lc rgb orange",
      ]
    }
    return (script + ["unset multiplot"]).joined(separator: "\n")
  }
}
