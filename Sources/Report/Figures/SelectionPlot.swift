import PlainText
import SpreadModel
import Statistics
import Tables

/// The alternatives of a selection, the best first, then in the order in which they stayed longest.
struct SelectionPlot {
  /// Differences to the best with their simultaneous intervals.
  static let kind = FigureKind("selection") { try SelectionPlot($0)?.differences ?? [] }

  private static let mostRows = 14
  private let folder: ReportedFolder
  private let facts: SelectionFacts
  private var all: [CSVRow] { facts.rows }
  private var response: String { facts.response }
  /// Those that are drawn.
  private let rows: [CSVRow]

  /// - Returns: nil for studies of other designs.
  private init?(_ folder: ReportedFolder) throws {
    guard let facts = try SelectionFacts.read(folder) else { return nil }
    (self.folder, self.facts) = (folder, facts)
    rows = Array(facts.rows.prefix(Self.mostRows))
  }

  private func name(_ row: CSVRow) -> String {
    row.count("point").flatMap { folder.points[$0] }.map { folder.points.words($0) } ?? ""
  }

  /// Such as "exact, p 0.5: eliminated", or "point 3 (exact, 0.5): eliminated" where names are long.
  private var labels: [String] {
    let long = rows.map { "\(name($0)): \($0["status"])" }
    guard hasLongNames else { return long }
    return rows.map { row in
      let values = folder.points.varied.map { key in
        row.count("point").flatMap { folder.points[$0] }.map { key.level($0[key]) } ?? ""
      }
      return "point \(row["point"]) (\(values.joined(separator: ", "))): \(row["status"])"
    }
  }

  private var hasLongNames: Bool {
    rows.contains { Figure.width(of: name($0), pixels: 6.5) > 0.4 }
  }

  /// What the values in labels are, where these do not say it.
  private var order: String {
    guard hasLongNames else { return "" }
    return "In brackets: \(folder.points.varied.map(\.words).joined(separator: ", "))."
  }

  /// Drawn columns behind the row's place on the axis of names.
  private func data(_ columns: [String]) -> DataTable {
    DataTable(
      columns: ["row", "point"] + columns,
      rows: rows.enumerated().map { index, row in
        [BarRows.number(index, of: rows.count), row["point"]] + row.row.texts(columns)
      })
  }

  private func remark(_ kind: FigureKind) -> String {
    showing(
      rows.count, of: all.count,
      "alternatives, those that stayed longest; all of them are in selection.csv")
  }

  private var differences: [Figure] {
    guard all.contains(where: { $0.number("difference") != nil }) else { return [] }
    let columns = ["difference", "ci_low", "ci_high", "status"]
    let data = data(columns)
    let ends = [0] + ["difference", "ci_low", "ci_high"].flatMap(data.numbers)
    let (lowest, highest) = (ends.min() ?? 0, ends.max() ?? 0)
    let room = max((highest - lowest) * 0.05, 1e-9)
    let scale = folder.scale(of: response)
    func points(_ statuses: [String], _ style: GnuplotScript) -> GnuplotScript {
      let isOne = statuses.map { "strcol('status') eq \(text: $0)" as GnuplotScript }
        .joined(separator: " || ")
      return
        "data using (\(isOne) ? \(scale) * column('difference') : NaN):'row' with points \(style) lc rgb navy"
    }
    return [
      Figure(
        name: Self.kind.name, heading: "Differences to the best: \(folder.words(of: response))",
        note: [
          "Dot and bar: difference to the first row with its interval, which holds for all "
            + "alternatives and at all times together (\(folder.levelOfSelection)). Dot: tied or "
            + "may be the best; ring: eliminated; cross: infeasible. Rows without a bar have no spread.",
          remark(Self.kind), folder.points.symbols, order,
        ],
        source: "selection.csv", data: data,
        shown: PageTable(
          columns: [
            "point", "what", "status", "runs", "mean", "difference", "ci_low", "ci_high",
          ],
          rows: rows.map {
            $0.cells(["point"]) + [name($0)]
              + $0.cells(["status", "runs", "mean", "difference", "ci_low", "ci_high"])
          }),
        script: BarRows.script(
          labels, axis: "\(text: "difference\(unit)")",
          range: "\(Double(scale) * (lowest - room)):\(Double(scale) * (highest + room))", mark: 0,
          [
            BarRows.intervals(scale: scale), points(["tied", "survivor"], "pt 7 ps 0.7"),
            points(["eliminated"], "pt 6 ps 0.8 lw 2"), points(["infeasible"], "pt 2 ps 0.8 lw 2"),
          ]),
        height: BarRows.height(rows.count))
    ]
  }

  private var unit: String {
    let unit = folder.isShare(response) ? Measured.points : folder.unit(of: response)
    return unit.isEmpty ? "" : ", \(unit)"
  }
}
