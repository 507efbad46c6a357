import PlainText
import SpreadModel
import Tables

/// The alternatives of a selection with a constraint: what is made best, over what has to be kept.
enum TradeoffPlot {
  static let kind = FigureKind("tradeoff", one: figure)

  private static let kinds: [(words: String, statuses: [String], style: GnuplotScript)] = [
    ("best", ["best"], "pt 7 ps 1.5 lc rgb orange"),
    ("may be the best", ["tied", "survivor"], "pt 7 ps 0.8 lc rgb navy"),
    ("worse than the best", ["eliminated"], "pt 6 ps 0.8 lw 1.5 lc rgb navy"),
    ("does not keep the constraint", ["infeasible"], "pt 2 ps 0.8 lw 1.5 lc rgb slate"),
  ]

  /// - Returns: nil for studies of other designs, and without a constraint whose means are there.
  private static func figure(_ folder: ReportedFolder) throws -> Figure? {
    guard let selection = try SelectionFacts.read(folder), let bound = folder.bounds.first else {
      return nil
    }
    let points = selection.rows.compactMap { $0.count("point") }
    let kept = try folder.rows(of: bound.response, at: points)
    let means = try folder.rows(of: selection.response, at: points)
    let numbers = ["mean", "ci_low", "ci_high"]
    var data = DataTable(
      columns: ["kind", "point", "x", "x_low", "x_high", "y", "y_low", "y_high"], rows: [])
    var shown = PageTable(columns: ["point", "what", "status", "mean", "of constraint"], rows: [])
    for row in selection.rows {
      guard let point = row.count("point").flatMap({ folder.points[$0] }),
        let x = means[point.number], let y = kept[point.number],
        let kind = kinds.firstIndex(where: { $0.statuses.contains(row["status"]) })
      else { continue }
      data.rows.append(
        [String(kind), row["point"]] + x.texts(numbers) + y.texts(numbers))
      shown.rows.append(
        [row["point"], folder.points.words(point), row["status"], x.cells(numbers)[0]]
          + [y.cells(numbers)[0]])
    }
    guard !data.rows.isEmpty else { return nil }
    // Where nothing is below 0, no axis is.
    func room(_ axis: String, _ share: Double) -> GnuplotScript {
      (data.numbers(axis) + data.numbers("\(axis)_low")).contains { $0 < 0 }
        ? "graph \(share)" : "0"
    }
    let used = kinds.indices.filter { data.texts("kind").contains(String($0)) }
    let (x, y) = (
      Double(folder.scale(of: selection.response)), Double(folder.scale(of: bound.response))
    )
    let asked = Measured(value: bound.value, unit: folder.sentenceUnit(bound.response)).text
    // No share is above 100 %.
    let limits: GnuplotScript = y == 100 ? "; set yrange [:100]" : ""
    let (what, limit) = (folder.words(of: selection.response), folder.subject(of: bound.response))
    return Figure(
      name: kind.name,
      heading: "\(what.capitalizedFirst), and \(limit)",
      note: [
        "Each sign is an alternative: means over its runs, with \(folder.level) intervals. Dashed: "
          + "\(bound.isAtMost ? "at most" : "at least") \(asked), as the study asks.",
        folder.bounds.count > 1 ? "The first constraint is drawn." : "",
      ],
      source: "summary.csv", data: data, shown: shown,
      script: ([
        "set lmargin at screen 0.08; set bmargin 3.5; set tmargin 3",
        StepPanels.key,
        "set xlabel \(text: folder.axis(of: selection.response)) offset 0,0.3",
        "set ylabel \(text: folder.unitWords(of: bound.response)); set offsets \(room("x", 0.03)), graph 0.03, \(y == 100 ? "0" : "graph 0.05"), \(room("y", 0.05))\(limits)",
        "of(k, c) = column('kind') == k ? \(x) * column(c) : NaN; y(c) = \(y) * column(c)",
        .plot(
          used.flatMap { kind -> [GnuplotScript] in
            [
              "data using (of(\(kind), 'x')):(y('y')):(of(\(kind), 'x_low')):(of(\(kind), 'x_high')):(y('y_low')):(y('y_high')) with xyerrorbars pt 0 lc rgb gray",
              "data using (of(\(kind), 'x')):(y('y')) with points \(kinds[kind].style) title \(text: kinds[kind].words)",
            ]
          } + ["\(y * bound.value) with lines lw 1.5 dt 2 lc rgb 'black'"]),
      ] as [GnuplotScript]).joined(separator: "\n"), height: 380)
  }
}
