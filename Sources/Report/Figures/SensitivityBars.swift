import PlainText
import Tables

/// How much of a response's variance each factor explains, with intervals.
enum SensitivityBars {
  static let kind = FigureKind("sensitivity", one: figure)

  private static let mostResponses = 4

  /// - Returns: nil if the study computes no sensitivity indices.
  static func figure(_ folder: ResultsFolder) throws -> Figure? {
    guard let table = folder.tables["sensitivity"] else { return nil }
    let columnsRead = ["response", "factor", "index", "estimate", "ci_low", "ci_high"]
    let all = try table.rows(columnsRead).filter {
      ["first", "total"].contains($0["index"]) && $0.number("estimate") != nil
    }
    var responses = all.map { $0["response"] }.withoutRepetitions.filter(folder.shows)
    guard !responses.isEmpty else { return nil }
    if let place = responses.firstIndex(of: folder.mainResponse) {
      responses.insert(responses.remove(at: place), at: 0)
    }
    let chosen = Array(responses.prefix(folder.most(mostResponses)))
    let factors = all.map { $0["factor"] }.withoutRepetitions
    var data = DataTable(columns: ["panel", "place"] + columnsRead, rows: [])
    for (panel, response) in chosen.enumerated() {
      for row in all where row["response"] == response {
        let place = Double(factors.firstIndex(of: row["factor"]) ?? 0)
        data.rows.append(
          [String(panel), "\(place + (row["index"] == "first" ? -0.2 : 0.2))"] + row.cells)
      }
    }
    let grid = PanelGrid(
      chosen.count, columns: 2, panel: 200, gap: 86, top: 34, outer: 80)
    return Figure(
      name: kind.name, heading: "Sensitivity to each factor",
      summary: responses.compactMap { sentence($0, all, level: folder.level) }.together,
      note: [
        "Filled bars: first-order index, the share of variance that the factor explains by "
          + "itself; outlined bars: total index, which includes its interactions.",
        showing(
          chosen.count, of: responses.count,
          "responses; all are in sensitivity.csv"),
      ],
      source: "sensitivity.csv", data: data,
      shown: data.page(columns: Array(data.columns.dropFirst(2))),
      script: script(chosen, factors, grid), height: grid.height)
  }

  /// What a response depends most on; responses that are not drawn have their sentence, too.
  private static func sentence(_ response: String, _ all: [CSVRow], level: String) -> String? {
    let total = all.filter { $0["response"] == response && $0["index"] == "total" }
    guard
      let most = total.max(by: {
        ($0.number("estimate") ?? 0) < ($1.number("estimate") ?? 0)
      })
    else { return nil }
    let words =
      "most on \(most["factor"]): total index \(most.estimate("estimate", level: level))"
    return "\(response) depends \(words)."
  }

  private static func script(
    _ responses: [String], _ factors: [String], _ grid: PanelGrid
  ) -> GnuplotScript {
    // Words below each other: long names of neighbors would run into one another.
    let tics = factors.enumerated().map { place, name -> GnuplotScript in
      "\(GnuplotScript(tic: name.split(separator: "_").map(String.init))) \(place)"
    }.joined(separator: ", ")
    return grid.script([
      "set boxwidth 0.36; set xtics scale 0 (\(tics))",
      "set xrange [-0.6:\(factors.count).0-0.4]; set yrange [*<0:1<*]",
      "is(p, i, c) = column('panel') == p && strcol('index') eq i ? column(c) : NaN",
      "set ylabel 'share of variance'; set xzeroaxis lt 1 lc rgb 'black'",
    ]) { panel in
      func bars(_ index: GnuplotScript, _ style: GnuplotScript) -> GnuplotScript {
        "data using (is(\(panel), '\(index)', 'place')):'estimate' with boxes \(style)"
      }
      return [
        "set title \(text: responses[panel]) offset 0,-0.6",
        .plot([
          bars("first", "lc rgb navy fs solid 0.85 border rgb navy"),
          bars("total", "lc rgb navy fs solid 0.15 border rgb navy"),
          "data using (column('panel') == \(panel) ? column('place') : NaN):'ci_low':"
            + "(0):(column('ci_high') - column('ci_low')) with vectors nohead lw 2 lc rgb 'black'",
        ]),
      ]
    }
  }
}
