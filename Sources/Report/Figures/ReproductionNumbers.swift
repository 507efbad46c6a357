import PlainText
import Tables

/// How many people each introduced person infected, point by point, against the one that replaces it.
enum ReproductionNumbers {
  static let kind = FigureKind("reproduction", one: figure)

  private static let mostRows = 30
  private static let columns = ["n", "mean", "ci_low", "ci_high"]

  /// - Returns: nil if nobody recovers, or nobody is introduced at the start.
  static func figure(_ folder: ResultsFolder) -> Figure? {
    let list = folder.points
    let condition = folder.condition
    let known = known(folder, condition)
    guard !known.isEmpty else { return nil }
    let words = folder.both(condition) { condition in
      sentence(
        Self.known(folder, condition), { list.words(list.points[$0.point]) }, folder,
        scope: folder.scope(condition))
    }
    let lines = ResponseLines.chart(
      "reproduction_number", folder, kind.name, heading: "Reproduction number over ",
      note: "Dot and bar: mean over the runs", mark: 1)
    if var lines {
      lines.summary = words
      lines.note.append(meaning)
      return lines
    }
    let distinct = Set(list.distinct.map(\.number))
    let candidates = known.filter { distinct.contains($0.point) }
    let drawn = candidates.spread(mostRows)
    func label(_ fact: SummaryFacts) -> String { list.words(list.points[fact.point]) }
    let data = DataTable(
      columns: ["row", "point", "what"] + columns,
      rows: drawn.enumerated().map { index, fact in
        [BarRows.number(index, of: drawn.count), fact["point"], label(fact)]
          + fact.row.texts(columns)
      })
    return Figure(
      name: kind.name, heading: "Reproduction number",
      summary: words,
      note: [
        "Point and bar: mean over the runs with its \(folder.level) interval.",
        folder.note(on: condition), meaning,
        list.remark(drawn: drawn.count, kind.name, all: folder.summaryTable(condition)),
        list.symbols,
      ],
      source: folder.summaryTable(condition), data: data,
      shown: PageTable(
        columns: ["point", "what"] + columns,
        rows: drawn.map { $0.cells(["point"]) + [label($0)] + $0.cells(columns) }),
      script: script(data), height: BarRows.height(drawn.count))
  }

  /// Points with a mean.
  private static func known(_ folder: ResultsFolder, _ condition: String?) -> [SummaryFacts] {
    folder.facts(of: "reproduction_number", given: condition).filter {
      $0.number("mean") != nil && folder.points[$0.point] != nil
    }
  }

  private static let meaning: String =
    "The reproduction number is the number of infections caused by the people introduced at the start, per "
    + "person, during their first infection and until the run ended. Dashed: one, where each infected "
    + "person infects one other on average."

  /// Of all points, drawn or not.
  private static func sentence(
    _ known: [SummaryFacts], _ label: (SummaryFacts) -> String, _ folder: ResultsFolder,
    scope: String
  ) -> String {
    func mean(_ fact: SummaryFacts) -> Double { fact.number("mean") ?? 0 }
    guard let low = known.min(by: { mean($0) < mean($1) }),
      let high = known.max(by: { mean($0) < mean($1) })
    else { return "" }
    guard known.count > 1 else {
      let words = low.words(.mean, level: folder.level, hasUnit: false)
      return "The mean reproduction number\(scope) is \(words)."
    }
    if low["mean"] == high["mean"] {
      let same = shortNumber(low["mean"])
      return
        "The mean reproduction number\(scope) is \(same) at all \(grouped(known.count)) points."
    }
    let above = known.count { $0.number("ci_low").map { $0 > 1 } ?? false }
    let below = known.count { $0.number("ci_high").map { $0 < 1 } ?? false }
    func end(_ fact: SummaryFacts) -> String {
      let mean = fact.digits(.mean).text(fact["mean"])
      return "\(mean) (\(label(fact)))"
    }
    return "The mean reproduction number\(scope) ranges from \(end(low)) "
      + "to \(end(high)); the interval is above one at "
      + "\(grouped(above)) of \(grouped(known.count)) points, and "
      + "below one at \(grouped(below))."
  }

  private static func script(_ data: DataTable) -> GnuplotScript {
    let highest = (data.numbers("ci_high") + data.numbers("mean")).max() ?? 0
    let lowest = data.numbers("ci_low").min() ?? 0
    return BarRows.script(
      data.texts("what"), axis: "'infections per introduced person'",
      range: "\(min(0, lowest * 1.05)):\(1.05 * max(highest, 1))", mark: 1,
      [BarRows.intervals, "data using 'mean':'row' with points pt 7 ps 0.7 lc rgb navy"])
  }
}
