import PlainText
import SpreadModel
import Tables

/// The share of replicates that reach a share of the group at each infection probability: the distribution of a critical
/// probability.
enum CriticalProbabilityPlot {
  static let kind = FigureKind(
    "critical_probability", each: { $0.criticalProbabilities }, figure)

  /// - Returns: nil if there are no runs.
  private static func figure(
    _ folder: ReportedFolder, _ response: String, _ name: FigureName
  ) throws -> Figure? {
    let flag = "reached_\(response)"
    var values: [String: [Double]] = [:]
    var runs: [String: Int] = [:]
    // Other points than the first of each combination have none.
    let known = folder.values(of: response).points.compactMap { folder.points[$0] }
    let lines = known.spread(min(folder.most(Palette.lineCount), Palette.lineCount))
    guard !lines.isEmpty else { return nil }
    try folder.runs.forEachRow([response, flag], at: lines.map(\.number)) { row in
      guard !row[flag].isEmpty else { return }
      runs[row["point"], default: 0] += 1
      if let value = row.number(response) { values[row["point"], default: []].append(value) }
    }
    func words(_ point: PointFacts) -> String {
      let words = folder.points.words(point, without: [.infectionProbability])
      return words.isEmpty ? "all replicates" : words
    }
    var data = DataTable(columns: ["line", "combination", response, "share"], rows: [])
    for (line, point) in lines.enumerated() {
      let sorted = (values[String(point.number)] ?? []).sorted()
      let all = Double(runs[String(point.number)] ?? 1)
      func add(_ value: Double, _ reached: Int) {
        data.rows.append(
          [String(line), words(point), "\(value)", "\(Double(reached) / all)"])
      }
      add(0, 0)
      for (index, value) in sorted.enumerated() { add(value, index + 1) }
      add(1, sorted.count)
    }
    let columns = ["n", "n_reached", "median", "median_ci_low", "median_ci_high"]
    let facts = try folder.rows(of: response, at: lines.map(\.number))
    let plots = lines.enumerated().map { line, point -> GnuplotScript in
      "data using (of(\(line))):(100 * column('share')) with steps \(Palette.line(line)) title \(text: words(point))"
    }
    let script: [GnuplotScript] = [
      "set lmargin at screen 0.08; set xrange [0:1]; set yrange [0:100]",
      "set xlabel 'infection probability' offset 0,0.3; set ylabel 'replicates, %'",
      "set key outside right Left reverse samplen 3 font small",
      "of(l) = column('line') == l ? column(3) : NaN", .plot(plots),
    ]
    return Figure(
      name: name, heading: "\(folder.words(of: response).capitalizedFirst): its distribution",
      response: response,
      note: [
        "Each line rises by one replicate at its critical probability. A finite group has no single threshold.",
        showing(lines.count, of: known.count, "combinations; all are in runs.csv"),
      ],
      source: "runs.csv", data: data,
      shown: PageTable(
        columns: ["combination"] + columns,
        rows: lines.compactMap { point in
          facts[point.number].map { [words(point)] + $0.cells(columns) }
        }),
      script: script.joined(separator: "\n"), height: 360)
  }
}
