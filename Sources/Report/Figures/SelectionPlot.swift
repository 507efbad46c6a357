import PlainText
import SpreadModel
import Statistics
import Tables

/// The alternatives of a selection, the best first, then in the order in which they stayed longest.
struct SelectionPlot {
  /// Differences to the best with their simultaneous intervals.
  static let kind = FigureKind("selection") { try SelectionPlot($0)?.differences ?? [] }
  /// Runs of each alternative.
  static let runs = FigureKind("selection_runs") { try SelectionPlot($0)?.runs ?? [] }

  private static let mostRows = 40
  private static let columns = [
    "point", "status", "round_eliminated", "eliminated_by", "runs", "mean", "difference_to",
    "difference", "ci_low", "ci_high", "verdict", "message",
  ]

  private let folder: ResultsFolder
  private let all: [CSVRow]
  /// Those that are drawn.
  private let rows: [CSVRow]

  /// - Returns: nil for studies of other designs.
  private init?(_ folder: ResultsFolder) throws {
    guard let table = folder.tables["selection"] else { return nil }
    self.folder = folder
    all = try table.rows(Self.columns).sorted { Self.place($0) < Self.place($1) }
    rows = Array(all.prefix(Self.mostRows))
  }

  /// The best, those that may be, then the last to leave; infeasible ones at the end.
  private static func place(_ row: CSVRow) -> (Int, Int, Double, Int) {
    let order = ["best", "tied", "survivor", "eliminated", "infeasible"]
    return (
      order.firstIndex(of: row["status"]) ?? order.count, -(row.count("round_eliminated") ?? 0),
      abs(row.number("difference") ?? 0), row.count("point") ?? 0
    )
  }

  private var response: String { folder.study?["design"]?["response"]?.text ?? "response" }

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
    return "In brackets: \(folder.points.varied.map(\.name).joined(separator: ", "))."
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
    func points(_ statuses: [String], _ style: GnuplotScript) -> GnuplotScript {
      let isOne = statuses.map { "strcol('status') eq \(text: $0)" as GnuplotScript }
        .joined(separator: " || ")
      return
        "data using (\(isOne) ? column('difference') : NaN):'row' with points \(style) lc rgb navy"
    }
    return [
      Figure(
        name: Self.kind.name, heading: "\(response): differences to the best",
        summary: sentence,
        note: [
          "Dot and bar: difference to the first row with its interval, which holds for all "
            + "alternatives and at all times together (\(level)). Dot: tied or "
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
          labels, axis: "\(text: "difference of \(response)\(unit)")",
          range: "\(lowest - room):\(highest + room)", mark: 0,
          [
            BarRows.intervals, points(["tied", "survivor"], "pt 7 ps 0.7"),
            points(["eliminated"], "pt 6 ps 0.8 lw 2"), points(["infeasible"], "pt 2 ps 0.8 lw 2"),
          ]),
        height: BarRows.height(rows.count))
    ]
  }

  private var runs: [Figure] {
    let data = data(["runs", "status"])
    let most = data.numbers("runs").max() ?? 0
    guard most > 0 else { return [] }
    return [
      Figure(
        name: Self.runs.name, heading: "Runs of each alternative",
        summary:
          "\(allRuns) runs of "
          + "\(grouped(all.count)) alternatives: those far behind leave early.",
        note: [remark(Self.runs), folder.points.symbols, order],
        source: "selection.csv", data: data,
        shown: PageTable(
          columns: ["point", "what", "status", "round_eliminated", "eliminated_by", "runs"],
          rows: rows.map {
            $0.cells(["point"]) + [name($0)]
              + $0.cells(["status", "round_eliminated", "eliminated_by", "runs"])
          }),
        script: BarRows.script(
          labels, axis: "'runs'", range: "0:\(most * 1.05)", mark: 0,
          [
            "data using (0):'row':'runs':(0) with vectors nohead lw 8 lc rgb navy"
          ]),
        height: BarRows.height(rows.count))
    ]
  }

  private var unit: String {
    let unit = folder.unit(of: response)
    return unit.isEmpty ? "" : ", \(unit)"
  }

  private var allRuns: String {
    grouped(Int(all.reduce(0) { $0 + ($1.number("runs") ?? 0) }))
  }

  /// What the selection found.
  private var sentence: String {
    guard let first = all.first else { return "" }
    let runs = "\(allRuns) runs"
    let message: String = first["message"].isEmpty ? "" : "; \(first["message"])"
    switch Selection.Verdict(rawValue: first["verdict"]) {
    case .selected:
      return
        "\(name(first)) is best: its mean \(response) is \(first.shown("mean"))\(ahead). "
        + "It was chosen with \(runs)\(message)."
    case .tied:
      return
        "\(grouped(all.count { ["best", "tied"].contains($0["status"]) })) alternatives are tied for "
        + "the best, after \(runs)\(message)."
    case .inconclusive, nil:
      return
        "\(grouped(all.count { $0["status"] == "survivor" })) of \(grouped(all.count)) "
        + "alternatives may be the best, after \(runs)\(message)."
    case .noneFeasible: return "No alternative keeps all constraints, after \(runs)."
    }
  }

  /// By how much the best is ahead of the next.
  private var ahead: String {
    let others = all.dropFirst().filter {
      $0["status"] != "infeasible" && $0.number("difference") != nil
    }
    guard
      let next = others.min(by: {
        abs($0.number("difference") ?? 0) < abs($1.number("difference") ?? 0)
      }), let difference = next.number("difference")
    else { return "" }
    let size = shortNumber(abs(difference))
    let unit = folder.unit(of: response)
    let interval: String =
      next.interval(level: level).map { " (\($0) of the difference)" } ?? ""
    return
      ", \(size)\(unit.isEmpty ? "" : " \(unit)") \(difference > 0 ? "less" : "more") than "
      + "the next, \(name(next))\(interval)"
  }

  /// That of the selection.
  private var level: String {
    let confidence = folder.study?["design"]?["confidence"]?.number?.double ?? 0.95
    return percent(confidence)
  }
}
