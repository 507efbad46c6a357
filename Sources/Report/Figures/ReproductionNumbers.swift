import PlainText

/// How many people each introduced person infected, point by point, against the one that replaces it.
enum ReproductionNumbers {
  static let kind = FigureKind("reproduction") { (folder, _) in figure(folder).map { [$0] } ?? [] }

  private static let mostRows = 30

  /// - Returns: nil if nobody recovers, or nobody is introduced at the start.
  static func figure(_ folder: ResultsFolder) -> Figure? {
    let list = folder.points
    let known = folder.facts(of: "reproduction_number").filter {
      $0.number("mean") != nil && list.points.indices.contains($0.point)
    }
    guard !known.isEmpty else { return nil }
    let distinct = Set(list.distinct.map(\.number))
    let candidates = known.filter { distinct.contains($0.point) }
    let drawn = spread(mostRows, over: candidates.count).map { candidates[$0] }
    func label(_ fact: SummaryFacts) -> String { list.label(list.points[fact.point]) }
    let data = DataTable(
      columns: ["row", "point", "what", "n", "mean", "ci_low", "ci_high"],
      rows: drawn.enumerated().map { index, fact in
        [
          String(drawn.count - index), String(fact.point), label(fact), fact["n"], fact["mean"],
          fact["ci_low"], fact["ci_high"],
        ]
      })
    return Figure(
      name: kind.name, heading: "Reproduction number",
      summary: sentence(known, label, folder),
      note: "Point and bar: mean over the runs with its \(percent(folder.confidence)) interval. "
        + "The reproduction number is the number of infections caused by the people introduced at "
        + "the start, per person, during their first infection and until the run ended. Dashed: one, "
        + "where each infected person infects one other on average."
        + (drawn.count == list.points.count
          ? ""
          : " Showing \(drawn.count) of \(list.points.count) points; all are in summary.csv.")
        + (list.legend.isEmpty ? "" : " Symbols: \(list.legend)."),
      source: "summary.csv", data: data,
      shown: DataTable(
        columns: Array(data.columns.dropFirst()), rows: data.rows.map { Array($0.dropFirst()) }),
      script: script(data), height: 70 + 26 * drawn.count)
  }

  /// Of all points, drawn or not.
  private static func sentence(
    _ known: [SummaryFacts], _ label: (SummaryFacts) -> String, _ folder: ResultsFolder
  ) -> String {
    func mean(_ fact: SummaryFacts) -> Double { fact.number("mean") ?? 0 }
    guard let low = known.min(by: { mean($0) < mean($1) }),
      let high = known.max(by: { mean($0) < mean($1) })
    else { return "" }
    /// Without the unit, which the name says.
    func words(_ fact: SummaryFacts) -> String {
      Digits.estimate(
        fact["mean"], fact["ci_low"], fact["ci_high"], confidence: folder.confidence)
    }
    guard known.count > 1 else { return "The mean reproduction number is \(words(low))." }
    let above = known.count { $0.number("ci_low").map { $0 > 1 } ?? false }
    let below = known.count { $0.number("ci_high").map { $0 < 1 } ?? false }
    return "The mean reproduction number ranges from "
      + "\(low.digits(.mean).text(low["mean"])) (\(label(low))) to "
      + "\(high.digits(.mean).text(high["mean"])) (\(label(high))); the interval is above one "
      + "at \(above) of \(known.count) points, and below one at \(below)."
  }

  private static func script(_ data: DataTable) -> GnuplotScript {
    let count = data.rows.count
    let tics = data.rows.map { "\(text: $0[2]) \(Int($0[0]) ?? 0)" }.joined(separator: ", ")
    let left = data.rows.map { Figure.width(of: $0[2], pixels: 6.5) }.max() ?? 0
    let highest = data.rows.compactMap { finite($0[6]) ?? finite($0[4]) }.max() ?? 0
    let lowest = data.rows.compactMap { finite($0[5]) }.min() ?? 0
    return [
      "set lmargin at screen \(min(0.6, max(left, 0.08))); set bmargin 3.5; set tmargin 0.5",
      "set border 1; set grid noy x",
      "set xrange [\(min(0, lowest * 1.05)):\(1.05 * max(highest, 1))]",
      "set yrange [0.4:\(count).6]",
      "set ytics scale 0 (\(tics))",
      "set xlabel \"infections per introduced person\" offset 0,0.3",
      "set arrow 1 from 1, graph 0 to 1, graph 1 nohead lc rgb \"black\" dt 2",
      "plot data using \"ci_low\":\"row\":(column(\"ci_high\") - column(\"ci_low\")):(0) "
        + "with vectors nohead lw 2.5 lc rgb navy, \\",
      "     data using \"mean\":\"row\" with points pt 7 ps 0.7 lc rgb navy",
    ].joined(separator: "\n")
  }
}
