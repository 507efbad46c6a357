import PlainText
import SpreadModel
import Tables

/// Mean final shares over the infection probability, with simultaneous bands, of combinations of the other factors.
enum FinalSizeCurvePlot {
  static let kind = FigureKind("final_size_curves", one: figure)

  private static let cells = ["infection_probability", "n", "mean", "ci_low", "ci_high"]

  /// - Returns: nil if the study asks for no such curves.
  private static func figure(_ folder: ReportedFolder) throws -> Figure? {
    guard let table = folder.tables["final_size_curves"] else { return nil }
    let varied = table.schema.columns.parameters.filter {
      $0 != .infectionProbability && folder.points.varied.contains($0)
    }
    let curves = try table.rows(["combination_b"] + varied.map(\.name) + cells)
      .filter { $0["combination_b"].isEmpty }.grouped { row in
        let words = varied.map { $0.words(row[$0.name]) }.joined(separator: ", ")
        return words.isEmpty ? "all replicates" : words
      }
    let lines = curves.spread(min(folder.most(Palette.lineCount), Palette.lineCount))
    guard !lines.isEmpty else { return nil }
    let data = DataTable(
      columns: ["line", "combination"] + cells,
      rows: lines.enumerated().flatMap { line, curve in
        curve.members.map { row in [String(line), curve.key] + cells.map { row[$0] } }
      })
    let plots = lines.enumerated().flatMap { line, curve -> [GnuplotScript] in
      [
        "data using (of(\(line))):(y('ci_low')):(y('ci_high')) with filledcurves fs transparent solid 0.18 noborder "
          + "lc rgb \(Palette.color(line))",
        "data using (of(\(line))):(y('mean')) with lines \(Palette.line(line)) title \(text: curve.key)",
      ]
    }
    let script: [GnuplotScript] = [
      "set lmargin at screen 0.08; set yrange [0:100]; y(c) = 100 * column(c)",
      "set xlabel 'infection probability' offset 0,0.3; set ylabel 'mean share of the group, %'",
      "set key outside right Left reverse samplen 3 font small",
      "of(l) = column('line') == l ? column('infection_probability') : NaN", .plot(plots),
    ]
    let runs = curves.flatMap(\.members).compactMap { $0.number("n") }.max() ?? 0
    return Figure(
      name: kind.name, heading: "Final sizes over the infection probability",
      summary:
        "The mean share of the group ever infected, of \(grouped(Int(runs))) replicates at each infection "
        + "probability, the same at all of them.",
      note: [
        "Band: simultaneous \(folder.level) band of the mean over all infection probabilities drawn.",
        showing(
          lines.count, of: curves.count,
          "combinations; all are in final_size_curves.csv, with their differences"),
      ],
      source: "final_size_curves.csv", data: data,
      shown: data.page(columns: ["combination"] + cells),
      script: script.joined(separator: "\n"), height: 360)
  }
}
