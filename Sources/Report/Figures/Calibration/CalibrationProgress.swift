import PlainText
import Tables

/// The progress of the search: tolerance, acceptance and effective size by generation.
enum CalibrationProgress {
  static let kind = FigureKind("generations", one: figure)

  private static let columns = [
    "generation", "tolerance", "acceptance", "effective_size", "draws", "message",
  ]

  /// - Returns: nil for other studies, and before the first generation.
  static func figure(_ folder: ResultsFolder) throws -> Figure? {
    guard let table = folder.tables["generations"] else { return nil }
    let rows = try table.rows(columns)
    guard let last = rows.last else { return nil }
    let panels: [(column: GnuplotScript, label: GnuplotScript)] = [
      ("tolerance", "tolerance"), ("acceptance", "acceptance"),
      ("effective_size", "effective sample size"),
    ]
    let grid = PanelGrid(panels.count, columns: 3, panel: 220, spacing: 0.08)
    let data = DataTable(
      columns: Array(columns.dropLast()), rows: rows.map { $0.texts(columns.dropLast()) })
    return Figure(
      name: kind.name, heading: "Progress of the search",
      summary: "After \(grouped(rows.count)) generations, the tolerance is "
        + "\(last.shown("tolerance")) and the effective sample size is "
        + "\(last.shown("effective_size")); "
        + "\(percent(last.number("acceptance") ?? 0)) of the draws of the "
        + "last generation were accepted. The search ended because \(last["message"]).",
      note: [
        "Tolerance: the largest distance from the data at which the runs of a draw are accepted, in "
          + "units of the variation of runs in that generation. The effective sample size is that of all "
          + "accepted draws."
      ],
      source: "generations.csv",
      data: data,
      shown: data.page(columns: data.columns, limit: 40),
      script: grid.script([
        "set xlabel 'generation' offset 0,0.4; set xrange [-0.5:\(Double(rows.count) - 0.5)]; set yrange [0:*]"
      ]) { panel in
        [
          "set ylabel '\(panels[panel].label)'",
          .plot([
            "data using 'generation':'\(panels[panel].column)' with linespoints pt 7 ps 0.6 lw 2 lc rgb navy"
          ]),
        ]
      }, height: grid.height)
  }
}
