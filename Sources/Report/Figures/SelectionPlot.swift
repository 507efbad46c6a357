import PlainText
import SpreadModel
import Statistics
import Tables

/// The alternatives of a selection, the best first: differences to it with their simultaneous intervals.
enum SelectionPlot {
  static let kind = FigureKind("selection", one: figure)

  private static let mostRows = 14

  /// - Returns: nil for studies of other designs, and without differences.
  private static func figure(_ folder: ReportedFolder) throws -> Figure? {
    guard let facts = try SelectionFacts.read(folder),
      facts.rows.contains(where: { $0.number("difference") != nil })
    else { return nil }
    let rows = facts.rows.prefix(mostRows)
    let points = rows.map { $0.count("point").flatMap { folder.points[$0] } }
    let names = points.map { $0.map { folder.points.words($0) } ?? "" }
    let isLong = names.contains { Figure.width(of: $0, pixels: 6.5) > 0.4 }
    // Such as "exact, p 0.5: eliminated", or "point 3 (exact, 0.5): eliminated" where names are long.
    let labels = rows.indices.map { index in
      let levels = folder.points.varied.map { key in points[index].map { key.level($0[key]) } ?? ""
      }
      let long = "point \(rows[index]["point"]) (\(levels.joined(separator: ", ")))"
      return "\(isLong ? long : names[index]): \(rows[index]["status"])"
    }
    let columns = ["point", "status", "runs", "mean", "difference", "ci_low", "ci_high"]
    let data = DataTable(
      columns: ["row"] + columns + ["what"],
      rows: rows.enumerated().map { index, row in
        [BarRows.number(index, of: rows.count)] + row.texts(columns) + [names[index]]
      })
    let scale = folder.scale(of: facts.response)
    let unit = folder.isShare(facts.response) ? Measured.points : folder.unit(of: facts.response)
    let indifference = Measured(value: facts.indifference, unit: unit)
    return Figure(
      name: kind.name, heading: "Differences to the best: \(folder.words(of: facts.response))",
      note: [
        "Dot and bar: difference to the first row with its interval, which holds for all "
          + "alternatives and at all times together (\(folder.levelOfSelection)).",
        rows.contains { $0["status"] == "eliminated" }
          ? "Eliminated: not better than the best"
            + (facts.indifference > 0 ? " by more than \(indifference.text)." : ".") : "",
        showing(
          rows.count, of: facts.rows.count,
          "alternatives, those nearest to the best; all of them are in selection.csv"),
        isLong
          ? "In brackets: \(folder.points.varied.map(\.words).joined(separator: ", "))."
          : folder.points.varied.symbols,
      ],
      source: "selection.csv", data: data, shown: data.page(columns: ["what"] + columns),
      script: BarRows.script(
        labels, axis: "\(text: unit.isEmpty ? "difference" : "difference, \(unit)")",
        range: BarRows.range(
          [0] + ["difference", "ci_low", "ci_high"].flatMap(data.numbers), scale: scale),
        mark: 0,
        [
          BarRows.intervals(scale: scale),
          "data using (\(scale) * column('difference')):'row' with points pt 7 ps 0.7 lc rgb navy",
        ]),
      height: BarRows.height(rows.count))
  }
}
