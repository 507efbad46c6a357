import Foundation
import PlainText
import SpreadModel
import Tables

/// A response over a factor, with intervals: lines over numbers, dots over names; a line per level of a second
/// factor, panels by the others.
enum ResponseLines {
  static let kind = FigureKind("response", each: { $0.responses }, figure)

  /// Of a line, where panels stand in one column; in several there is room for as many together.
  private static let mostPlaces = 160
  private static func figure(
    _ folder: ReportedFolder, _ response: String, _ name: FigureName
  ) -> Figure? {
    chart(
      response, folder, name, marks: folder.bounds.filter { $0.response == response }.map(\.value))
  }

  /// - Parameter marks: where dashed lines cross the panels.
  /// - Returns: nil where nothing varies, and where few points differ in one factor alone.
  static func chart(
    _ response: String, _ folder: ReportedFolder, _ name: FigureName, marks: [Double]
  ) -> Figure? {
    let list = folder.points
    // A search has levels of its own in every row, some of them several times; of random points at most two differ in
    // one factor alone.
    let design = folder.study?["design"]?["type"]?.text ?? ""
    guard !["threshold", "morris", "saltelli"].contains(design), let axis = LevelAxis(list),
      folder.study?["responses"]?[response]?["level_of"]?.text != axis.factor.name
    else { return nil }
    let condition = folder.condition(for: response)
    let statistic = folder.statistic(of: response)
    let measured = folder.measures(of: response, given: condition)
    // Of all points, so that levels keep the order of the design.
    let groups = list.distinct.grouped(by: list.key(without: axis.factor))
      .map { $0.members.filter { measured($0) != nil } }.filter { !$0.isEmpty }
    guard !groups.isEmpty, 3 * groups.count <= 2 * groups.reduce(0, { $0 + $1.count }) else {
      return nil
    }
    // Each group as a point without the factor of the axis.
    let lines = PointList(
      groups.enumerated().map { index, points in
        PointFacts(index, like: points[0])
      }, parameters: list.parameters.filter { $0 != axis.factor })
    var layout = PanelLayout(linesOf: lines, asked: folder.panels)
    // With the answer, four rows do not fit on a first page.
    if folder.panels == nil, layout.panels.count > 3 * layout.columns {
      layout = PanelLayout(linesOf: lines, asked: 2 * layout.columns)
    }
    let tics = Tics(axis, width: 880 / layout.columns)
    let most = axis.factor.isNumeric ? mostPlaces / layout.columns : tics.most
    var data = DataTable(
      columns: ["panel", "line", "point", "x", "value", "low", "high", "what"], rows: [])
    var drawn: [PointFacts] = []
    for (panel, members) in layout.panels.enumerated() {
      for line in members {
        for point in axis.sorted(groups[line.point.number]).spread(most) {
          guard let value = measured(point) else { continue }
          drawn.append(point)
          // Dots of several lines stand beside each other.
          let shift =
            axis.factor.isNumeric || layout.lines.isEmpty
            ? 0 : 0.5 * (Double(line.index) + 0.5) / Double(layout.lines.count) - 0.25
          let numbers = [axis.place(of: point) + shift, value.value, value.low, value.high]
          data.rows.append(
            [String(panel), String(line.index), String(point.number)]
              + numbers.map { $0.map { "\($0)" } ?? "" } + [list.words(point)])
        }
      }
    }
    let key = KeyAbove(layout.lines)
    // With the answer it fits on a first page.
    let rows = (layout.panels.count + layout.columns - 1) / layout.columns
    let titleLines = layout.titles(lines).map(\.count).max() ?? 0
    let top = 14 + (titleLines > 0 ? 4 + 16 * titleLines : 0) + key.height
    let outer = top + 58 + tics.height
    let height = min(216, max(76, (360 - outer - 36 * (rows - 1)) / rows))
    let grid = PanelGrid(
      layout.panels.count, columns: layout.columns, panel: height,
      gap: 20 + 16 * max(1, titleLines),
      top: top, outer: outer, bottom: 52 + tics.height, spacing: 0.03, left: 0.09)
    let ends = marks + ["value", "low", "high"].flatMap(data.numbers)
    let (least, greatest) = (ends.min() ?? 0, ends.max() ?? 1)
    let room = greatest > least ? 0.05 * (greatest - least) : 1
    let scale = Double(folder.scale(of: response))
    return Figure(
      name: name,
      heading: "\(folder.words(of: response).capitalizedFirst), by \(axis.factor.words)",
      response: response,
      note: [
        "Dot and bar: the \(statistic.rawValue) over the runs with its \(folder.level) interval.",
        axis.scale == .ordinal && axis.factor.isNumeric ? "Levels stand at equal distances." : "",
        SimulatedModel(folder: folder).namedInterventions, folder.note(on: condition),
        data.named.contains { $0["low"].isEmpty != $0["high"].isEmpty } ? openBars : "",
        marks.isEmpty ? "" : "Dashed: \(marks.map { shortNumber(scale * $0) }.listed).",
        layout.axes,
        folder.leftOut(
          drawn, all: folder.summaryTable(condition), of: response, given: condition),
      ],
      source: folder.summaryTable(condition), data: data,
      shown: data.page(columns: ["point", "what", "value", "low", "high"]),
      script: script(
        layout, lines, grid, key, axis, tics,
        range: (scale * (least - room), scale * (greatest + room)), most: height / 18,
        label: folder.unitWords(of: response), scale: scale, marks: marks),
      height: grid.height)
  }

  private static func script(
    _ layout: PanelLayout, _ list: PointList, _ grid: PanelGrid, _ key: KeyAbove, _ axis: LevelAxis,
    _ tics: Tics, range: (Double, Double), most: Int, label: String, scale: Double, marks: [Double]
  ) -> GnuplotScript {
    let titles = layout.titles(list)
    let (low, high) = (axis.places.min() ?? 0, axis.places.max() ?? 1)
    let x: GnuplotScript =
      switch axis.scale {
      case .ordinal: "set xrange [\(low - 0.5):\(high + 0.5)]"
      case .linear: "set xrange [\(low - 0.03 * (high - low)):\(high + 0.03 * (high - low))]"
      case .logarithmic:
        "set logscale x; set xrange [\(low / pow(high / low, 0.03)):\(high * pow(high / low, 0.03))]"
      }
    // All panels share their axes.
    return grid.script([
      "set yrange [\(range.0):\(range.1)]",
      "set ytics \(GnuplotScript.ticStep(over: range.1 - range.0, most: most))", x,
      layout.lines.isEmpty ? "unset key" : key.setting,
      "of(p, l) = column('panel') == p && column('line') == l ? column('x') : NaN",
      "y(c) = \(scale) * column(c)",
      // An end that an interval does not have is that of the panel.
      "bar(v) = strlen(strcol('low')) + strlen(strcol('high')) > 0 ? v : NaN",
      "low = \(range.0); high = \(range.1)",
    ]) { index in
      let lines = layout.panels[index].flatMap { line -> [GnuplotScript] in
        let points: GnuplotScript = "data using (of(\(index), \(line.index))):(y('value'))"
        let style = Palette.line(line.index)
        return (axis.factor.isNumeric ? [points + " with lines \(style)"] : []) + [
          points
            + ":(bar(y('low') > low ? y('low') : low)):(bar(y('high') < high ? y('high') : high)) "
            + "with yerrorbars pt 7 ps 0.6 lw 1.5 lc rgb \(Palette.color(line.index))",
          points + " with points pt 7 ps 0.6 lc rgb \(Palette.color(line.index))",
        ]
      }
      let dashed = marks.map {
        "\(scale * $0) with lines lw 1.5 dt 2 lc rgb 'black'" as GnuplotScript
      }
      return [
        "set title \(GnuplotScript(lines: titles[index])) offset 0,-0.6",
        "set format y \(grid.isLeft(index) ? "'%g'" : "''")",
        "set ylabel \(grid.isLabeled(index, label) ? "\(text: label)" : "''")",
        "set format x \(grid.isBottom(index) ? "'%g'" : "''")",
        "set xlabel \(grid.isBottom(index) ? "\(text: axis.factor.words)" : "''") "
          + "offset 0,\(0.4 - tics.lines)",
        tics.setting(isNamed: grid.isBottom(index)),
        .plot(
          lines + dashed + (index == 0 ? key.entries(areDots: !axis.factor.isNumeric) : [])),
        "unset key",
      ]
    }
  }

  /// The names of levels below an axis; none where gnuplot marks the numbers.
  private struct Tics {
    /// At each place the lines of its name; empty where there is no room.
    private let names: [(place: Double, lines: [String])]
    /// Whether names that are too many to stand side by side are turned.
    private let isTurned: Bool
    /// Names of which none hides another.
    let most: Int
    /// Pixels beyond those of one line.
    let height: Int
    /// By how many lines what is below moves down; of turned names gnuplot knows the height itself.
    var lines: Double { isTurned ? 0 : Double(height) / 14 }
    /// Between the tics of an axis of numbers.
    private let step: Double?
    private static let mostCharacters = 24

    /// Long names by their beginnings, or by their ends if that makes two of them alike.
    private static func shortened(_ names: [String]) -> [String] {
      func cut(_ short: (String) -> String) -> [String] {
        names.map { $0.count > mostCharacters ? short($0) : $0 }
      }
      let beginnings = cut { $0.prefix(mostCharacters - 1) + "\u{2026}" }
      return Set(beginnings).count == names.count
        ? beginnings : cut { "\u{2026}" + $0.suffix(mostCharacters - 1) }
    }

    init(_ axis: LevelAxis, width: Int) {
      let room = width / max(1, axis.names.count)
      isTurned = !axis.factor.isNumeric && room < 60
      // Turned names that are longer leave no room for the panel.
      let isLong = isTurned && axis.names.contains { $0.count > Self.mostCharacters }
      let all = isLong ? Self.shortened(axis.names.distinctParts) : axis.names
      let longest = all.map(\.count).max() ?? 0
      most = isTurned ? width / 14 : .max
      if axis.scale == .linear {
        (names, height) = ([], 0)
        step = GnuplotScript.ticStep(
          over: axis.places[axis.places.count - 1] - axis.places[0],
          // Of five at least two are seen.
          most: min(10, max(5, width / (7 * longest + 12))))
        return
      }
      step = nil
      let shown = Set(
        Array(all.indices).spread(
          axis.factor.isNumeric ? max(2, width / (7 * longest + 8)) : min(most, all.count)))
      names = all.indices.map { [isTurned] index in
        (
          axis.places[index],
          !shown.contains(index)
            ? [] : isTurned ? [all[index]] : Figure.wrapped(all[index], pixels: max(60, room))
        )
      }
      height = isTurned ? 8 * longest : 14 * (max(1, names.map(\.lines.count).max() ?? 1) - 1)
    }

    func setting(isNamed: Bool) -> GnuplotScript {
      if let step { return "set xtics \(step)" }
      let tics = names.filter { !$0.lines.isEmpty }.map { place, lines -> GnuplotScript in
        "\(isNamed ? GnuplotScript(tic: lines) : "''") \(place)"
      }
      return tics.isEmpty
        ? "" : "set xtics \(isTurned ? "rotate " : "")(\(tics.joined(separator: ", ")))"
    }
  }
}
