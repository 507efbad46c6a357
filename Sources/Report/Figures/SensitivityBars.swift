import PlainText
import SpreadModel
import Tables

/// How much a response depends on each factor, with intervals.
enum SensitivityBars {
  static let kind = FigureKind("sensitivity", one: figure)

  private static let mostResponses = 4
  private static let columnsRead = ["response", "factor", "index", "estimate", "ci_low", "ci_high"]

  /// What is drawn of one method.
  private struct Look: Sendable {
    /// Of the column `index`: how far its bars are from the factor's place, and how they are filled.
    let bars: [(index: String, offset: Double, fill: GnuplotScript)]
    let axis, range: GnuplotScript
    let note: String
    /// What the sentence gives of the factor that matters most.
    let leading: (index: String, words: String)
  }

  private static let looks = [
    Look(
      bars: [("first", -0.2, "0.85"), ("total", 0.2, "0.15")],
      axis: "share of variance", range: "*<0:1<*",
      note: "Filled bars: first-order index, the share of variance that the factor explains by "
        + "itself; outlined bars: total index, which includes its interactions.",
      leading: ("total", "total index")),
    Look(
      bars: [("prcc", 0, "0.85")], axis: "partial rank correlation", range: "-1:1",
      note: "Bars: partial rank correlation, positive where the response rises with the factor, "
        + "whatever the other factors do.",
      leading: ("prcc", "partial rank correlation")),
  ]

  /// - Returns: nil if the study computes no such indices.
  static func figure(_ folder: ResultsFolder) throws -> Figure? {
    guard let table = folder.tables["sensitivity"] else { return nil }
    let rows = try table.rows(columnsRead + ["message"])
    let drawn = rows.filter { $0.number("estimate") != nil }
    let look = looks.first { look in
      drawn.contains { $0["index"] == look.leading.index }
    }
    guard let look else { return nil }
    let all = drawn.filter { row in look.bars.contains { $0.index == row["index"] } }
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
        let offset = look.bars.first { $0.index == row["index"] }?.offset ?? 0
        let place = Double(factors.firstIndex(of: row["factor"]) ?? 0) + offset
        data.rows.append([String(panel), "\(place)"] + row.texts(columnsRead))
      }
    }
    let grid = PanelGrid(
      chosen.count, columns: 2, panel: 200, gap: 86, top: 34, outer: 80)
    return Figure(
      name: kind.name, heading: "Sensitivity to each factor",
      summary: rows.map { $0["response"] }.withoutRepetitions.filter(folder.shows)
        .compactMap { sentence($0, rows, look, folder) }.together,
      note: [
        look.note,
        showing(
          chosen.count, of: responses.count,
          "responses; all are in sensitivity.csv"),
      ],
      source: "sensitivity.csv", data: data,
      shown: data.page(columns: Array(data.columns.dropFirst(2))),
      script: script(chosen, factors.map { title(of: $0, folder) }, look, grid), height: grid.height
    )
  }

  /// Of a factor, or of two of them.
  private static func title(of factor: String, _ folder: ResultsFolder) -> String {
    factor.split(separator: ":").map { name in
      folder.points.parameters.first { $0.name == name }?.title ?? String(name)
    }.joined(separator: ":")
  }

  /// What a response depends most on, and what is to be known of its values; responses that are not
  /// drawn have their sentence, too.
  private static func sentence(
    _ response: String, _ rows: [CSVRow], _ look: Look, _ folder: ResultsFolder
  ) -> String? {
    let own = rows.filter { $0["response"] == response && $0["index"] == look.leading.index }
    let found = own.filter { $0.number("estimate") != nil }
    func size(_ row: CSVRow) -> Double { abs(row.number("estimate") ?? 0) }
    guard let most = found.max(by: { size($0) < size($1) }) else {
      return own.first.map { "\(response) has no indices: \($0["message"])." }
    }
    let factor = title(of: most["factor"], folder)
    let remark = most["message"].isEmpty ? "" : " (\(most["message"]))"
    let index = "\(look.leading.words) \(most.estimate("estimate", level: folder.level))"
    if let low = most.number("ci_low"), let high = most.number("ci_high"), low <= 0, high >= 0 {
      return
        "\(response) depends on no factor significantly; most on \(factor): \(index)\(remark)."
    }
    return "\(response) depends most on \(factor): \(index)\(remark)."
  }

  private static func script(
    _ responses: [String], _ factors: [String], _ look: Look, _ grid: PanelGrid
  ) -> GnuplotScript {
    // Words below each other: long names of neighbors would run into one another.
    let tics = factors.enumerated().map { place, name -> GnuplotScript in
      "\(GnuplotScript(tic: name.split(separator: "_").map(String.init))) \(place)"
    }.joined(separator: ", ")
    return grid.script([
      "set boxwidth 0.36; set xtics scale 0 (\(tics))",
      "set xrange [-0.6:\(factors.count).0-0.4]; set yrange [\(look.range)]",
      "is(p, i, c) = column('panel') == p && strcol('index') eq i ? column(c) : NaN",
      "set ylabel '\(look.axis)'; set xzeroaxis lt 1 lc rgb 'black'",
    ]) { panel in
      let bars = look.bars.map { bar -> GnuplotScript in
        "data using (is(\(panel), \(text: bar.index), 'place')):'estimate' with boxes "
          + "lc rgb navy fs solid \(bar.fill) border rgb navy"
      }
      return [
        "set title \(text: responses[panel]) offset 0,-0.6",
        .plot(
          bars + [
            "data using (column('panel') == \(panel) ? column('place') : NaN):'ci_low':"
              + "(0):(column('ci_high') - column('ci_low')) with vectors nohead lw 2 lc rgb 'black'"
          ]),
      ]
    }
  }
}
