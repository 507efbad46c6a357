import PlainText
import SpreadModel
import Statistics

/// Mean responses over a factor, the curves through them, and the doses at which a level is reached.
enum DoseResponsePlot {
  static let kind = FigureKind("dose_response") { folder, _ in
    try figure(folder).map { [$0] } ?? []
  }

  private static let mostPanels = 6
  private static let steps = 100
  private static let columnsShown = ["parameter", "estimate", "ci_low", "ci_high"]

  /// - Returns: nil if the study asks for no curves.
  static func figure(_ folder: ResultsFolder) throws -> Figure? {
    let all = try DoseCurveFacts.read(folder).filter { folder.shows($0.response) }
    let chosen = spread(folder.most(mostPanels), over: all.count).map { all[$0] }
    guard !chosen.isEmpty else { return nil }
    var data = DataTable(
      columns: [
        "panel", "what", "dose", "mean", "low", "high", "dose_low", "dose_high",
      ], rows: [])
    for (panel, curve) in chosen.enumerated() {
      let rows = runs(of: curve, folder) + line(of: curve, folder) + crossings(of: curve)
      data.rows += rows.map { [String(panel)] + $0 }
    }
    let columns = min(2, chosen.count)
    let rows = (chosen.count + columns - 1) / columns
    let drawn = all.count { $0.slope?.estimate != nil }
    let slopes = Source("dose_responses", ["parameter": "slope"])
      .with("response", all.map(\.response).withoutRepetitions)
    return Figure(
      name: kind.name, heading: "Dose-response curves",
      summary: "\(slopes.count(drawn, of: "estimate")) of \(slopes.count(all.count)) curves have a "
        + "finite estimate." + (sentence(all, folder).map { " \($0)" } ?? ""),
      note: "Dot and bar: mean over the runs of a point with its \(folder.level) "
        + "interval. Line and band: the fitted curve with its pointwise interval at the same level, "
        + "from standard errors. Ring and bar: the dose at which the curve reaches a given mean, with "
        + "its profile-likelihood interval."
        + (chosen.count == all.count
          ? ""
          : " Showing \(Source.drawn(kind.name).distinct(chosen.count, of: "panel")) of "
            + "\(slopes.count(all.count)) curves; all are in dose_responses.csv."),
      source: "dose_responses.csv", data: data,
      shown: PageTable(
        columns: ["curve"] + columnsShown,
        rows: chosen.flatMap { curve in
          curve.rows.map { row in
            [title(curve, folder.points)] + row.cells(columnsShown)
          }
        }),
      script: script(chosen, folder.points, columns: columns, rows: rows), height: height(rows))
  }

  /// "runs": of each point the mean and its interval.
  private static func runs(of curve: DoseCurveFacts, _ folder: ResultsFolder) -> [[String]] {
    let facts = folder.factsByPoint(of: curve.response)
    return curve.points.compactMap { point in
      guard let fact = facts[point.number], fact.number("mean") != nil else { return nil }
      return [
        "runs", point[curve.factor], fact["mean"], fact["ci_low"], fact["ci_high"], "", "",
      ]
    }
  }

  /// "curve": its mean and band at equal steps from the first dose to the last.
  private static func line(of curve: DoseCurveFacts, _ folder: ResultsFolder) -> [[String]] {
    let doses = curve.points.compactMap { finite($0[curve.factor]) }
    guard let first = doses.min(), let last = doses.max() else { return [] }
    let z = Normal.twoSided(level: folder.confidence)
    return (0...steps).compactMap { step in
      let dose = first + (last - first) * Double(step) / Double(steps)
      guard let (eta, variance) = curve.predictor(at: dose) else { return nil }
      let half = variance.map { z * max(0, $0).squareRoot() }
      func mean(_ eta: Double) -> String { "\(curve.link.mean(eta))" }
      return [
        "curve", "\(dose)", mean(eta), half.map { mean(eta - $0) } ?? "",
        half.map { mean(eta + $0) } ?? "", "", "",
      ]
    }
  }

  /// "level": the doses that were asked for, with both ends of their intervals, as far as the factor
  /// may have them.
  private static func crossings(of curve: DoseCurveFacts) -> [[String]] {
    let range = curve.factor.allowed.range
    func inside(_ end: Double, _ cell: String) -> String {
      range.contains(end) ? cell : "\(min(max(end, range.lowerBound), range.upperBound))"
    }
    return curve.possibleDoses.compactMap { row in
      guard let level = row.level, let low = row.low, let high = row.high else { return nil }
      return [
        "level", row["estimate"], "\(level)", "", "", inside(low, row["ci_low"]),
        inside(high, row["ci_high"]),
      ]
    }
  }

  /// Of the first curve with a dose whose interval has two ends, the mean nearest to one half.
  private static func sentence(_ curves: [DoseCurveFacts], _ folder: ResultsFolder) -> Words? {
    for curve in curves {
      let known = curve.possibleDoses.filter { $0.low != nil && $0.high != nil }
      guard
        let row = known.min(by: { abs(($0.level ?? 0) - 0.5) < abs(($1.level ?? 0) - 0.5) }),
        let level = row.level
      else { continue }
      let dose = row.estimate("estimate", level: folder.level)
      let mean = row.source.cell("parameter", row.parameter, shown: shortNumber(level))
      return "The curve of \(title(curve, folder.points)) reaches \(mean) at "
        + "\(name: curve.factor.name) \(dose)."
    }
    return nil
  }

  /// Such as "reached_50pct, logit, exact".
  private static func title(_ curve: DoseCurveFacts, _ list: PointList) -> Words {
    let place = curve.points.first.map {
      list.words($0, without: curve.factor == .groupSize ? [.groupSize, .columns] : [curve.factor])
    }
    return [
      curve.source.word("response", curve.response),
      curve.source.word("link", curve.link.rawValue), place ?? "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func height(_ rows: Int) -> Int { 86 + 230 * rows + 76 * (rows - 1) }

  private static func script(
    _ curves: [DoseCurveFacts], _ list: PointList, columns: Int, rows: Int
  ) -> GnuplotScript {
    var script: [GnuplotScript] = [
      Figure.multiplot(
        rows: rows, columns: columns, height: height(rows), gap: 76, spacing: 0.08),
      "is(p, w, c) = column(\"panel\") == p && strcol(\"what\") eq w ? column(c) : NaN",
      "set yrange [0:1]; set offsets graph 0.03, graph 0.03, 0, 0",
    ]
    for (panel, curve) in curves.enumerated() {
      script += [
        "set title \(text: title(curve, list).plain) offset 0,-0.6",
        "set xlabel \(text: curve.factor.words) offset 0,0.4",
        "set ylabel \(panel % columns == 0 ? "\"mean response\"" : "\"\"")",
        "plot data using (is(\(panel), \"curve\", \"dose\")):\"low\":\"high\" with filledcurves "
          + "fc rgb navy fs solid 0.15 noborder, \\",
        "     data using (is(\(panel), \"curve\", \"dose\")):\"mean\" with lines lw 2 lc rgb navy, \\",
        "     data using (is(\(panel), \"runs\", \"dose\")):\"mean\":\"low\":\"high\" with yerrorbars "
          + "pt 7 ps 0.6 lw 1.5 lc rgb \"black\", \\",
        "     data using (is(\(panel), \"level\", \"dose_low\")):\"mean\":"
          + "(column(\"dose_high\") - column(\"dose_low\")):(0) with vectors nohead lw 3 "
          + "lc rgb orange, \\",
        "     data using (is(\(panel), \"level\", \"dose\")):\"mean\" with points pt 6 ps 0.9 lw 2 "
          + "lc rgb orange",
      ]
    }
    return (script + ["unset multiplot"]).joined(separator: "\n")
  }
}
