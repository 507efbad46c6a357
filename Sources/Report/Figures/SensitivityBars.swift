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
    /// Whether it has the unit of the response.
    var hasUnit = false
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
    Look(
      bars: [("mu_star", -0.2, "0.85"), ("sigma", 0.2, "0.15")],
      axis: "elementary effect, in the unit of the response", range: "*<0:*",
      note:
        "Filled bars: mu_star, the mean size of the elementary effects, by how much the response changes, "
        + "up or down, per full range of the factor; outlined bars: sigma, their standard deviation, which is "
        + "large where they depend on the other factors or on the factor itself.",
      leading: ("mu_star", "mean size of elementary effects (mu_star)"), hasUnit: true),
  ]

  /// - Returns: nil if the study computes no such indices.
  static func figure(_ folder: ReportedFolder) throws -> Figure? {
    guard let (rows, look) = try read(folder) else { return nil }
    let all = rows.filter { row in
      row.number("estimate") != nil && look.bars.contains { $0.index == row["index"] }
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
        let offset = look.bars.first { $0.index == row["index"] }?.offset ?? 0
        let place = Double(factors.firstIndex(of: row["factor"]) ?? 0) + offset
        data.rows.append([String(panel), "\(place)"] + row.texts(columnsRead))
      }
    }
    let names = factors.map { title(of: $0, folder) }
    let left = names.map { Figure.width(of: $0) }.max() ?? 0
    let grid = PanelGrid(
      chosen.count, columns: 2, panel: 22 * factors.count + 8, gap: 60, top: 34, outer: 86,
      spacing: 0.04, left: min(0.4, max(0.08, left)))
    return Figure(
      name: kind.name, heading: "Sensitivity to each factor",
      note: [
        look.note,
        showing(
          chosen.count, of: responses.count,
          "responses; all are in sensitivity.csv"),
      ],
      source: "sensitivity.csv", data: data,
      shown: data.page(columns: Array(data.columns.dropFirst(2))),
      script: script(chosen.map(folder.words), names, look, grid),
      height: grid.height
    )
  }

  /// The rows of the table, and how they are drawn; nil where there is no index.
  private static func read(_ folder: ReportedFolder) throws -> ([CSVRow], Look)? {
    guard let table = folder.tables["sensitivity"] else { return nil }
    let rows = try table.rows(columnsRead + ["message"])
    return looks.first { look in
      rows.contains { $0.number("estimate") != nil && $0["index"] == look.leading.index }
    }.map { (rows, $0) }
  }

  /// What each response depends on most, one sentence each.
  static func sentences(_ folder: ReportedFolder) throws -> [String] {
    guard let (rows, look) = try read(folder) else { return [] }
    return rows.map { $0["response"] }.withoutRepetitions.filter(folder.shows)
      .compactMap { sentence($0, rows, look, folder) }
  }

  /// Of a factor, or of two of them.
  private static func title(of factor: String, _ folder: ReportedFolder) -> String {
    factor.split(separator: ":").map { name in
      folder.points.parameters.first { $0.name == name }?.words ?? String(name)
    }.joined(separator: " with ")
  }

  /// What a response depends most on, and what is to be known of its values; responses that are not
  /// drawn have their sentence, too.
  private static func sentence(
    _ response: String, _ rows: [CSVRow], _ look: Look, _ folder: ReportedFolder
  ) -> String? {
    let own = rows.filter { $0["response"] == response && $0["index"] == look.leading.index }
    let found = own.filter { $0.number("estimate") != nil }
    func size(_ row: CSVRow) -> Double { abs(row.number("estimate") ?? 0) }
    let words = folder.subject(of: response).capitalizedFirst
    guard let most = found.max(by: { size($0) < size($1) }) else {
      return own.first.map { "\(words) has no indices: \($0["message"])." }
    }
    let factor = title(of: most["factor"], folder)
    let remark = most["message"].isEmpty ? "" : " (\(most["message"]))"
    let unit = look.hasUnit ? folder.unit(of: response) : ""
    let index =
      "\(look.leading.words) \(most.measured("estimate", unit: unit)?.words(folder.level) ?? "")"
    if let low = most.number("ci_low"), let high = most.number("ci_high"), low <= 0, high >= 0 {
      return
        "\(words) depends on no factor significantly; most on \(factor): \(index)\(remark)."
    }
    return "\(words) depends most on \(factor): \(index)\(remark)."
  }

  private static func script(
    _ responses: [String], _ factors: [String], _ look: Look, _ grid: PanelGrid
  ) -> GnuplotScript {
    let tics = factors.enumerated().map { "\(tic: $1) \($0)" as GnuplotScript }
      .joined(separator: ", ")
    return grid.script([
      "set yrange [\(factors.count).0-0.4:-0.6]; set xrange [\(look.range)]",
      "is(p, i, c) = column('panel') == p && strcol('index') eq i ? column(c) : NaN",
      "set yzeroaxis lt 1 lc rgb 'black'",
    ]) { panel in
      let bars = look.bars.map { bar -> GnuplotScript in
        let (place, size): (GnuplotScript, GnuplotScript) = (
          "is(\(panel), \(text: bar.index), 'place')",
          "is(\(panel), \(text: bar.index), 'estimate')"
        )
        return
          "data using (\(size) / 2):(\(place)):(\(size) < 0 ? \(size) : 0):(\(size) > 0 ? \(size) : 0):"
          + "(\(place) - 0.18):(\(place) + 0.18) with boxxyerror "
          + "lc rgb navy fs solid \(bar.fill) border rgb navy"
      }
      return [
        "set title \(text: responses[panel]) offset 0,-0.6",
        grid.isLeft(panel) ? "set ytics scale 0 (\(tics))" : "set ytics scale 0 ('' 0)",
        "set xlabel \(grid.isBottom(panel) ? "'\(look.axis)'" : "''") offset 0,0.4",
        .plot(
          bars + [
            "data using (column('panel') == \(panel) ? column('ci_low') : NaN):'place':"
              + "(column('ci_high') - column('ci_low')):(0) with vectors nohead lw 2 lc rgb 'black'"
          ]),
      ]
    }
  }
}
