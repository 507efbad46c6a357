import PlainText
import SpreadModel
import Tables

/// Fan charts: how the number of infected people spreads over the runs of a point. Where rules are
/// compared they share a panel, each with its median and, if they are few, its band.
enum FanChart {
  static let kind = FigureKind("curves", one: figure)

  private static let quantiles = ["q05", "q25", "median", "q75", "q95"]
  private static let columns = ["point", "step", "n"] + quantiles
  private static let mostSteps = 200
  /// Bands of more rules than this would hide each other.
  private static let mostBands = 3

  /// - Returns: nil if no curves were recorded.
  static func figure(_ folder: ResultsFolder) throws -> Figure? {
    guard let curves = try CurveSteps(folder) else { return nil }
    let list = folder.points
    let layout = Layout(folder)
    var place: [String: (panel: Int, line: Int)] = [:]
    for (panel, lines) in layout.panels.enumerated() {
      for line in lines { place[String(line.point.number)] = (panel, line.index) }
    }
    var steps: [String: [CSVRow]] = [:]
    var halves = Halves(list, curves.source)
    try curves.forEachStep(columns) { row in
      halves.add(row)
      if place[row["point"]] != nil { steps[row["point"], default: []].append(row) }
    }
    var data = DataTable(columns: ["panel", "line", "group_size"] + columns, rows: [])
    var shown = DataTable(columns: columns, rows: [])
    var ends: [Int] = []
    var longest = 0
    for (panel, lines) in layout.panels.enumerated() {
      var end = 0
      for line in lines {
        let rows = steps[String(line.point.number)] ?? []
        for row in rows.spread(mostSteps) {
          data.rows.append(
            [String(panel), String(line.index), line.point[.groupSize]]
              + row.texts(columns))
        }
        shown.rows += rows.spread(9).map { $0.texts(columns) }
        end = max(end, settled(rows, people: line.point.people))
        longest = max(longest, rows.count)
      }
      ends.append(end)
    }
    guard !data.rows.isEmpty else { return nil }
    var table = shown.page(curves.source, key: ["point", "step"], columns: shown.columns)
    if longest > 9 { table.remark = StepPanels.fewSteps }
    let asShare = list.varied.contains(.groupSize)
    let key = KeyAbove(layout.rules)
    let panels = StepPanels(
      titles: layout.titles(list), columns: layout.columns, ends: ends, keyHeight: key.height)
    return Figure(
      name: kind.name,
      heading: curves.hasSeries ? "People ever infected over time" : "Infected people over time",
      summary: halves.sentence,
      note: [
        layout.note,
        panels.isFree ? "" : "All panels share their axes.",
        panels.remark, asShare ? "Values are percentages of the group." : "",
        (panels.ends.max() ?? 0) < longest - 1
          ? "The last steps, in which no curve changes by more than 1 % of its group, are left out."
          : "",
        curves.hasSeries ? "Ever infected: infected at least once." : "",
        longest > mostSteps ? StepPanels.fewDrawn(kind.name, mostSteps) : "",
        halves.runs.count < 2 ? "" : "The number of runs differs between points.",
        list.remark(drawn: layout.points.count, kind.name, all: "curve_summary.csv"), list.symbols,
      ],
      source: "curve_summary.csv", data: data, shown: table,
      script: script(
        layout, panels, key, people: list.points.first?.people ?? 1, asShare: asShare,
        label: curves.hasSeries
          ? (asShare ? "ever infected, %" : "ever infected")
          : (asShare ? "infected, %" : "infected people")),
      height: panels.height)
  }

  /// The last step to be drawn: of a curve with a long tail, a little behind the step from which no
  /// quantile changes by a hundredth of the group any more.
  private static func settled(_ rows: [CSVRow], people: Int) -> Int {
    guard let final = rows.last else { return 0 }
    let last = rows.count - 1
    let change = rows.lastIndex { row in
      quantiles.contains {
        abs((row.number($0) ?? 0) - (final.number($0) ?? 0)) > 0.01 * Double(people)
      }
    }
    let end = (change ?? 0) + 1
    return 2 * end < last ? end + max(1, end / 8) : last
  }

  /// Which points are drawn where: rules that are compared in one panel, else a panel per point.
  private struct Layout {
    let panels: [[RulePanels.Line]]
    /// The names of the lines; none where each panel has one.
    let rules: [String]
    let columns: Int

    init(_ folder: ResultsFolder) {
      if let compared = RulePanels(folder.points, most: folder.most(PanelChoice.most)) {
        (panels, rules) = (compared.panels, compared.rules)
        columns = min(3, panels.count)
      } else {
        let choice = PanelChoice(folder.points, asked: folder.panels)
        panels = choice.points.map { [RulePanels.Line(index: 0, point: $0)] }
        (rules, columns) = ([], choice.columns)
      }
    }

    var points: [PointFacts] { panels.joined().map(\.point) }
    /// Whether lines that share a panel have bands.
    var hasBands: Bool { rules.count <= FanChart.mostBands }

    func titles(_ list: PointList) -> [[String]] {
      let width = 0.905 / Double(max(1, columns))
      return rules.isEmpty
        ? Figure.titles(points, list, width: width)
        : panels.map { [Figure.shortened(RulePanels.title($0, list), to: width)] }
    }

    var note: Words {
      if rules.isEmpty {
        return "Line: median over the runs; dark band: middle half; light band: middle 90 %."
      }
      return "Lines: medians over the runs of each rule"
        + (hasBands ? "; bands: their middle 90 %." : "; their bands are in the picture's data.")
    }
  }

  /// When the median curves of all points, drawn or not, reach half of their group.
  private struct Halves {
    private let list: PointList
    private let source: Source
    /// By point; nil until half of the group is reached.
    private var steps: [Int?]
    private var withCurves: Set<Int> = []
    /// The numbers of runs there are.
    private(set) var runs: Set<String> = []

    init(_ list: PointList, _ source: Source) {
      (self.list, self.source) = (list, source)
      steps = Array(repeating: nil, count: list.points.count)
    }

    mutating func add(_ row: CSVRow) {
      guard let point = Int(row["point"]), steps.indices.contains(point) else { return }
      // All steps of a point have the same number of runs.
      if withCurves.insert(point).inserted { runs.insert(row["n"]) }
      if steps[point] == nil, let step = Int(row["step"]), let median = row.number("median"),
        median * 2 >= Double(list.points[point].people)
      {
        steps[point] = step
      }
    }

    var sentence: Words {
      let reached = steps.enumerated().compactMap { point, step in step.map { (point, $0) } }
      let half = source.whose("median/group_size>=0.5")
      let total = source.distinct(withCurves.count, of: "point")
      let count = half.distinct(reached.count, of: "point")
      guard let first = reached.min(by: { $0.1 < $1.1 }),
        let last = reached.max(by: { $0.1 < $1.1 })
      else { return "The median curve reaches half of the group at \(count) of \(total) points." }
      func step(_ point: Int, _ step: Int) -> Words {
        let source = half.with("point", [String(point)])
        return
          "at step \(source.derived(.min, of: "step", value: "\(step)", shown: Words(name: "\(step)")))"
      }
      guard withCurves.count > 1 else {
        return "The median curve reaches half of the group \(step(first.0, first.1))."
      }
      guard first.1 < last.1 else {
        let place = reached.count > 1 ? "" : " (\(list.words(list.points[first.0])))" as Words
        return
          "The median curve reaches half of the group \(step(first.0, first.1)) at \(count) of "
          + "\(total) points\(place)."
      }
      func end(_ end: Source.Derivation, _ word: Words, _ place: (Int, Int)) -> Words {
        half.extreme(
          end, .min, of: "step", by: "point", at: String(place.0),
          "\(word) \(step(place.0, place.1)) (\(list.words(list.points[place.0])))")
      }
      return "The median curve reaches half of the group \(end(.argmin, "first", first)) and "
        + "\(end(.argmax, "last", last))"
        + (reached.count == withCurves.count
          ? "." : "; it does so at \(count) of \(total) points.")
    }
  }

  private static func script(
    _ layout: Layout, _ panels: StepPanels, _ key: KeyAbove, people: Int, asShare: Bool,
    label: GnuplotScript
  ) -> GnuplotScript {
    var settings: [GnuplotScript] = [
      asShare
        ? "scaled(c) = 100 * column(c) / column('group_size')" : "scaled(c) = column(c)",
      "set yrange [0:\(asShare ? 100 : max(1, people))]",
      "at(p, l) = column('panel') == p && column('line') == l ? column('step') : NaN",
    ]
    if !layout.rules.isEmpty { settings.append(key.setting) }
    return panels.script(settings, x: "step", y: label) { panel in
      let shown = layout.panels[panel].map(\.index)
      if layout.rules.isEmpty { return shown.flatMap { fan(panel, $0) } }
      return (layout.hasBands ? shown.map { band(panel, $0) } : [])
        + shown.map { median(panel, $0) } + (panel == 0 ? key.entries : [])
    }
  }

  private static func fan(_ panel: Int, _ line: Int) -> [GnuplotScript] {
    [
      "data using (at(\(panel), \(line))):(scaled('q05')):(scaled('q95')) with filledcurves "
        + "fs solid 0.22 noborder lc rgb navy",
      "data using (at(\(panel), \(line))):(scaled('q25')):(scaled('q75')) with filledcurves "
        + "fs solid 0.42 noborder lc rgb navy",
      median(panel, line),
    ]
  }

  private static func band(_ panel: Int, _ line: Int) -> GnuplotScript {
    "data using (at(\(panel), \(line))):(scaled('q05')):(scaled('q95')) with filledcurves "
      + "fs transparent solid 0.18 noborder lc rgb \(Palette.color(line))"
  }

  private static func median(_ panel: Int, _ line: Int) -> GnuplotScript {
    "data using (at(\(panel), \(line))):(scaled('median')) with lines \(Palette.line(line))"
  }
}
