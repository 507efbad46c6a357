import PlainText
import SpreadModel
import Tables

/// A response over the one number that varies, as lines with intervals; a line per combination of what
/// else varies.
enum ResponseLines {
  static let kind = FigureKind("response", each: { $0.responses }, figure)

  private static func figure(
    _ folder: ResultsFolder, _ response: String, _ name: FigureName
  ) -> Figure? {
    chart(
      response, folder, name, heading: "\(response) over ",
      note: "Dot and bar: the \(folder.statistic(of: response).rawValue) over the runs")
  }

  /// - Parameters:
  ///   - note: what dots and bars are.
  ///   - mark: where a dashed line crosses the picture.
  /// - Returns: nil unless the points differ in one number, and in names.
  static func chart(
    _ response: String, _ folder: ResultsFolder, _ name: FigureName, heading: String, note: String,
    mark: Double? = nil
  ) -> Figure? {
    let list = folder.points
    let numbers = list.varied.filter(\.isNumeric)
    // A search has levels of its own in every row, some of them several times.
    guard let factor = numbers.first, numbers.count == 1,
      folder.study?["design"]?["type"]?.text != "threshold"
    else { return nil }
    let condition = folder.condition(for: response)
    let facts = folder.factsByPoint(of: response, given: condition)
    let statistic = folder.statistic(of: response)
    let known = list.distinct.filter { facts[$0.number]?.number(statistic.rawValue) != nil }
    // A level without end has no place on the axis.
    let placed = known.filter { finite($0[factor]) != nil }
    let groups = placed.grouped { $0.cells(without: factor) }.map { group in
      group.members.sorted { finite($0[factor]) ?? 0 < finite($1[factor]) ?? 0 }
    }
    let lines = groups.spread(min(folder.most(Palette.lineCount), Palette.lineCount))
    guard !lines.isEmpty else { return nil }
    let columns = [statistic.rawValue, statistic.low, statistic.high]
    var data = DataTable(columns: ["line", "point", "x", "value", "low", "high"], rows: [])
    var shown = PageTable(columns: ["point", "what"] + columns, rows: [])
    for (line, points) in lines.enumerated() {
      for point in points {
        guard let fact = facts[point.number] else { continue }
        data.rows.append([String(line), fact["point"], point[factor]] + fact.row.texts(columns))
        shown.rows.append(fact.cells(["point"]) + [list.words(point)] + fact.cells(columns))
      }
    }
    let unit = folder.unit(of: response)
    return Figure(
      name: name, heading: heading + factor.words,
      summary: folder.ranges(of: response, at: Set(list.distinct.map(\.number))),
      note: [
        note + " with its \(folder.level) interval; lines connect them.",
        folder.note(on: condition),
        placed.count < known.count
          ? "A level without end (none, forever) has no place on the axis." : "",
        list.remark(drawn: data.rows.count, name, all: folder.summaryTable(condition)),
        list.symbols,
      ],
      source: folder.summaryTable(condition), data: data, shown: shown,
      script: script(
        lines.map { $0.first.map { list.label($0, without: [factor]) } ?? "" }, factor,
        label: (statistic == .median ? "median of " : "") + response.replacing("_", with: " ")
          + (unit.isEmpty ? "" : ", \(unit)"), mark: mark),
      height: 340)
  }

  private static func script(
    _ names: [String], _ factor: ModelKey, label: String, mark: Double?
  ) -> GnuplotScript {
    let key: GnuplotScript =
      names.count > 1
      ? "set key outside right Left reverse samplen 3 font small; set rmargin" : "unset key"
    let settings: [GnuplotScript] = [
      "set lmargin at screen 0.08; set bmargin 3.5; set tmargin 1", key,
      "set xlabel \(text: factor.words) offset 0,0.3; set ylabel \(text: label)",
      "set autoscale noextend; set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05",
      "of(l) = column('line') == l ? column('x') : NaN",
    ]
    let lines = names.enumerated().flatMap { line, name -> [GnuplotScript] in
      [
        "data using (of(\(line))):'value' with lines \(Palette.line(line)) title \(text: name)",
        "data using (of(\(line))):'value':'low':'high' with yerrorbars pt 7 ps 0.6 lw 1.5 "
          + "lc rgb \(Palette.color(line))",
      ]
    }
    let marks = mark.map { ["\($0) with lines lw 1.5 dt 2 lc rgb 'black'" as GnuplotScript] } ?? []
    return (settings + [.plot(lines + marks)]).joined(separator: "\n")
  }
}
