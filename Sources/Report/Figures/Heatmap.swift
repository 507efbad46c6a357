import PlainText
import SpreadModel
import Tables

/// A response over two parameters, every number printed in its cell.
enum Heatmap {
  static let kind = FigureKind("heatmap", each: { $0.responses }, figure)

  private static let mostPanels = 6
  private static let mostLevels = 16

  /// - Returns: nil if no two parameters form a grid of points.
  static func figure(_ folder: ResultsFolder, _ response: String, _ file: FigureName) -> Figure? {
    let list = folder.points
    // A search has levels of its own in every row, some of them several times; over a single number
    // there are lines.
    guard folder.study?["design"]?["type"]?.text != "threshold",
      list.varied.count(where: \.isNumeric) != 1,
      let (x, y) = axes(list)
    else { return nil }
    let statistic = folder.statistic(of: response)
    let condition = folder.condition(for: response)
    let facts = folder.factsByPoint(of: response, given: condition)
    let others = list.varied.filter { $0 != x && $0 != y }
    let slices = list.points.grouped { point in others.map { point[$0] } }.map(\.members)
    let xs = ordered(list.levels(x), numeric: x.isNumeric)
    let ys = ordered(list.levels(y), numeric: y.isNumeric)
    let panels = slices.spread(folder.most(mostPanels))
    let values = panels.joined().compactMap { facts[$0.number]?.number(statistic.rawValue) }
    guard let low = values.min(), let high = values.max() else { return nil }
    let scale = Scale(low: low, high: high)
    var data = DataTable(
      columns: [
        "panel", "x", "y", x.name, y.name, "point", statistic.rawValue, "printed", "tone",
      ],
      rows: [])
    for (index, points) in panels.enumerated() {
      for point in points {
        guard let column = xs.firstIndex(of: point[x]), let row = ys.firstIndex(of: point[y])
        else { continue }
        let fact = facts[point.number]
        let cell = fact?[statistic.rawValue] ?? ""
        data.rows.append([
          String(index), String(column), String(row), point[x], point[y], String(point.number),
          cell, fact?.digits(statistic).text(cell) ?? shortNumber(cell),
          finite(cell).map { scale.isBright($0) ? "bright" : "dark" } ?? "empty",
        ])
      }
    }
    let unit = folder.unit(of: response)
    let name = "\(statistic.rawValue) of \(response)"
    let layout = Layout(
      x: x, y: y, xs: xs, ys: ys,
      titles: panels.map { $0.first.map { list.label($0, without: [x, y]) } ?? "" })
    return Figure(
      name: file, heading: "\(response) over \(x.name) and \(y.name)",
      // Of all slices, whichever are drawn.
      summary: folder.ranges(of: response),
      note: [
        "Each cell shows the \(name) at one point; \(scale.words). "
          + "Dash: too few runs have a value.",
        folder.note(on: condition),
        showing(
          panels.count, of: slices.count,
          "slices; all values are in \(folder.summaryTable(condition))"),
      ],
      source: folder.summaryTable(condition), data: data,
      shown: table(
        data.texts("point").compactMap { Int($0) }, [x, y] + others, list, statistic, facts,
        all: folder.summaryTable(condition)),
      script: script(
        layout, scale, label: "\(name)\(unit.isEmpty ? "" : ", \(unit)")"),
      height: layout.grid.height)
  }

  /// The two parameters with the most levels, numbers first, whose grid is full; else the first
  /// two whose grid is at least half full.
  private static func axes(_ list: PointList) -> (ModelKey, ModelKey)? {
    let sizes = list.varied.map { ($0, list.levels($0).count) }
      .filter { $0.1 <= mostLevels }
      .sorted { ($0.0.isNumeric ? 1 : 0, $0.1) > ($1.0.isNumeric ? 1 : 0, $1.1) }
    let pairs = sizes.indices.flatMap { x in
      sizes.indices.dropFirst(x + 1).map { y in
        let filled = Set(list.points.map { [$0[sizes[x].0], $0[sizes[y].0]] }).count
        return (
          axes: (sizes[x].0, sizes[y].0),
          share: Double(filled) / Double(sizes[x].1 * sizes[y].1)
        )
      }
    }
    return (pairs.first { $0.share == 1 } ?? pairs.first { $0.share >= 0.5 })?.axes
  }

  private static func ordered(_ levels: [String], numeric: Bool) -> [String] {
    numeric
      ? levels.sorted { (Double($0) ?? .infinity) < (Double($1) ?? .infinity) } : levels
  }

  private static func table(
    _ numbers: [Int], _ keys: [ModelKey], _ list: PointList,
    _ statistic: SummaryFacts.Statistic, _ facts: [Int: SummaryFacts], all file: String
  ) -> PageTable {
    let columns = [statistic.rawValue, statistic.low, statistic.high]
    let chosen = numbers.spread(60)
    var table = PageTable(
      columns: ["point"] + keys.map(\.name) + columns,
      rows: chosen.map { number in
        let point = list.points[number]
        return [String(number)] + keys.map(point.words)
          + (facts[number]?.cells(columns) ?? columns.map { _ in shortNumber("") })
      })
    table.remark = showing(
      chosen.count, of: numbers.count,
      "points; all are in \(file)")
    return table
  }

  /// Which color stands for which value: from dark to bright, or, where the values have both signs, from
  /// one hue through white at zero to another.
  private struct Scale {
    let low, high: Double
    let isSigned: Bool

    init(low: Double, high: Double) {
      isSigned = low < 0 && high > 0
      let most = max(low.magnitude, high.magnitude)
      self.low = isSigned ? -most : low
      self.high = isSigned ? most : high > low ? high : low + 1
    }

    /// Whether a value's color is so bright that its number is dark.
    func isBright(_ value: Double) -> Bool {
      isSigned ? value.magnitude < 0.7 * high : value - low > 0.55 * (high - low)
    }

    var words: String {
      isSigned
        ? "blue is below zero, orange above, white is zero" : "dark is low, bright is high"
    }

    /// Viridis; and ColorBrewer's blues and oranges, distinguishable with any color vision, back to
    /// back.
    var palette: GnuplotScript {
      isSigned
        ? "set palette defined (-1 '#08306b', -0.5 '#6baed6', 0 '#ffffff', 0.5 '#fdae6b', 1 '#7f2704')"
        : "set palette defined (0 '#440154', 0.25 '#3b528b', 0.5 '#21918c', 0.75 '#5ec962', 1 '#fde725')"
    }
  }

  private struct Layout {
    let x, y: ModelKey
    let xs, ys, titles: [String]
    /// What the rows are, in the lines it needs beside a panel.
    let label: [String]
    let grid: PanelGrid

    init(x: ModelKey, y: ModelKey, xs: [String], ys: [String], titles: [String]) {
      (self.x, self.y, self.xs, self.ys, self.titles) = (x, y, xs, ys, titles)
      let (panel, gap) = (max(110, 40 * ys.count), 50)
      let top = titles.contains { !$0.isEmpty } ? 34 : 14
      label = y.isNumeric ? Figure.wrapped(y.words, pixels: panel + gap) : []
      // Labels of the rows stand left of the first column only.
      let labels = ys.map { Figure.width(of: $0) }.max() ?? 0
      let lines = 0.018 * Double(max(0, label.count - 1))
      grid = PanelGrid(
        titles.count, columns: 2, panel: panel, gap: gap, top: top, outer: top + 52,
        spacing: 0.03, left: lines + max(0.08, min(labels + 0.03, 0.4)), right: 0.88)
    }
  }

  private static func script(
    _ layout: Layout, _ scale: Scale, label: String
  ) -> GnuplotScript {
    func tics(_ levels: [String], of key: ModelKey) -> GnuplotScript {
      levels.enumerated().map { "\(tic: key.level($1)) \($0)" }.joined(separator: ", ")
    }
    let grid = layout.grid
    return grid.script([
      "unset grid; set border 0; set tics scale 0",
      scale.palette, "set cbrange [\(scale.low):\(scale.high)]",
      "set xrange [-0.5:\(layout.xs.count).0-0.5]; set yrange [-0.5:\(layout.ys.count).0-0.5]",
      "in(p, c) = column('panel') == p ? column(c) : NaN",
      "at(p, t) = column('panel') == p && strcol('tone') eq t ? column('x') : NaN",
    ]) { index in
      let (isLeft, isBottom) = (grid.isLeft(index), grid.isBottom(index))
      func numbers(_ tone: GnuplotScript, _ color: GnuplotScript) -> GnuplotScript {
        "data using (at(\(index), '\(tone)')):'y':(strcol(8)) with labels\(color)"
      }
      return [
        "set title \(text: layout.titles[index]) offset 0,-0.6",
        isLeft
          ? "set ytics nomirror scale 0 (\(tics(layout.ys, of: layout.y)))" : "unset ytics",
        isBottom
          ? "set xtics nomirror scale 0 (\(tics(layout.xs, of: layout.x)))" : "unset xtics",
        "set ylabel \(GnuplotScript(lines: isLeft ? layout.label : []))",
        "set xlabel \(text: isBottom ? layout.x.words : "") offset 0,0.4",
        index == grid.count - 1
          ? "set colorbox user origin 0.91,0.2 size 0.018,0.6; "
            + "set cblabel \(GnuplotScript(lines: Figure.wrapped(label, pixels: grid.height))) offset 1"
          : "unset colorbox",
        .plot([
          "data using (in(\(index), 'x')):'y':(0.49):(0.47):(column(7)) with boxxyerror "
            + "fs solid noborder lc palette",
          numbers("bright", " tc rgb '#0B0B0B'"), numbers("dark", " tc rgb '#FFFFFF'"),
          numbers("empty", ""),
        ]),
      ]
    }
  }
}
