import PlainText
import Tables

/// The levels that several searches found, one below the other.
enum Crossings {
  static let kind = FigureKind("crossings", one: figure)

  private static let mostRows = 16
  private static let columns = ["estimate", "ci_low", "ci_high"]

  /// - Returns: nil for fewer than three crossings of one factor, which a sentence gives.
  private static func figure(_ folder: ReportedFolder) throws -> Figure? {
    let all = try ThresholdFacts.read(folder).filter {
      folder.shows($0["response"]) && $0.number("estimate") != nil
    }
    guard all.count > 2, let first = all.first, all.allSatisfy({ $0.factor == first.factor }) else {
      return nil
    }
    let rows = all.spread(mostRows)
    func name(_ search: ThresholdFacts) -> String {
      search.points.first.map { folder.points.words($0, without: [first.factor]) } ?? ""
    }
    let labels = rows.map { "\(name($0)):  \($0.measured("estimate")?.number ?? "")" }
    let data = DataTable(
      columns: ["row", "search"] + columns,
      rows: rows.enumerated().map { index, search in
        [BarRows.number(index, of: rows.count), name(search)] + search.row.texts(columns)
      })
    let target = Measured(
      value: first.number("target") ?? .nan, unit: folder.sentenceUnit(first["response"]))
    return Figure(
      name: kind.name,
      heading:
        "\(first.factor.words.capitalizedFirst) at which \(folder.subject(of: first["response"])) "
        + "is \(target.text)",
      note: [
        "Dot and bar: the level with its \(folder.level) interval, from the runs of the last round alone.",
        showing(rows.count, of: all.count, "searches; all are in thresholds.csv"),
        folder.points.varied.filter { $0 != first.factor }.symbols,
      ],
      source: "thresholds.csv", data: data,
      shown: data.page(columns: ["search"] + columns),
      script: BarRows.script(
        labels, axis: "\(text: first.factor.words)",
        range: BarRows.range(columns.flatMap(data.numbers)), mark: nil,
        [BarRows.intervals(), "data using 'estimate':'row' with points pt 7 ps 0.8 lc rgb navy"]),
      height: BarRows.height(rows.count))
  }
}
