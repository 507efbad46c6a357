import PlainText
import Tables

/// Runs of the accepted draws beside what was observed.
enum PredictiveFan {
  static let kind = FigureKind("posterior_predictive", one: figure)

  private static let mostPanels = 6
  private static let columns = [
    "quantity", "step", "observed", "observed_low", "observed_high", "q05", "q25", "median", "q75",
    "q95",
  ]

  /// - Returns: nil for other studies, and without accepted draws.
  static func figure(_ folder: ReportedFolder) throws -> Figure? {
    guard let table = folder.tables["posterior_predictive"] else { return nil }
    let all = try table.rows(columns).filter { $0.number("median") != nil }
    let quantities = all.grouped { $0["quantity"] }
    let chosen = quantities.prefix(folder.most(mostPanels))
    guard !chosen.isEmpty else { return nil }
    var data = DataTable(columns: ["panel"] + columns, rows: [])
    for (panel, quantity) in chosen.enumerated() {
      data.rows += quantity.members.map { row in
        [String(panel)] + columns.map { $0 == "step" && row[$0].isEmpty ? "0" : row[$0] }
      }
    }
    let grid = PanelGrid(chosen.count, columns: 2, panel: 220, spacing: 0.09)
    return Figure(
      name: kind.name, heading: "Posterior predictions and the data",
      note: [
        "Dots: the data"
          + (all.contains { $0["observed_low"] != $0["observed_high"] }
            ? " (bars: from the smallest to the largest replicate)" : "")
          + "; line: median of the runs of the accepted draws; dark band: their middle half; light band: the "
          + "middle 90 %.",
        showing(chosen.count, of: quantities.count, "quantities"),
      ],
      source: "posterior_predictive.csv", data: data,
      shown: data.page(),
      script: grid.script(["at(p, c) = column('panel') == p ? column(c) : NaN"]) { panel in
        let quantity = chosen[panel]
        let isCurve = quantity.members.contains { !$0["step"].isEmpty }
        return [
          "set ylabel \(text: quantity.key.replacing("_", with: " "))",
          isCurve
            ? "set xlabel '\(folder.timeUnit)' offset 0,0.4; set xtics auto; set xrange [*:*]"
            : "set xlabel ''; set xtics ('' 0); set xrange [-1:1]",
          .plot((isCurve ? bands(panel) : boxes(panel)) + [observed(panel)]),
        ]
      }, height: grid.height)
  }

  /// Whether all that was observed of a quantity lies on one side of what runs are expected to give.
  static func isObserved(_ row: CSVRow, outside low: String, _ high: String) -> Bool {
    guard let low = row.number(low), let high = row.number(high),
      let smallest = row.number("observed_low"), let largest = row.number("observed_high")
    else { return false }
    return largest < low || smallest > high
  }

  private static func bands(_ panel: Int) -> [GnuplotScript] {
    [
      "data using (at(\(panel), 'step')):'q05':'q95' with filledcurves "
        + "fs solid 0.22 noborder lc rgb navy",
      "data using (at(\(panel), 'step')):'q25':'q75' with filledcurves "
        + "fs solid 0.42 noborder lc rgb navy",
      "data using (at(\(panel), 'step')):'median' with lines lw 2 lc rgb navy",
    ]
  }

  private static func boxes(_ panel: Int) -> [GnuplotScript] {
    [
      "data using (at(\(panel), 'step') - 0.3):'q25':'q05':'q95':'q75' with candlesticks "
        + "fs solid 0.42 border rgb navy lc rgb navy"
    ]
  }

  private static func observed(_ panel: Int) -> GnuplotScript {
    // A bar without a place still counts for the axis, so values of other panels are left out like their places.
    "data using (at(\(panel), 'step')):(at(\(panel), 'observed'))"
      + ":(at(\(panel), 'observed_low')):(at(\(panel), 'observed_high')) "
      + "with yerrorbars pt 7 ps 0.7 lw 1.5 lc rgb orange"
  }
}
