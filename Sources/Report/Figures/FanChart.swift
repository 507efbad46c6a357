import PlainText
import SpreadModel
import Tables

/// Fan charts: how a number of people spreads over the runs of a point. Levels that are compared share a
/// panel, each with its median and, if they are few, its band.
enum FanChart {
  /// People ever infected, on an axis as large as the group.
  static let kind = FigureKind("curves", one: { try figure($0, CurveSteps.growth, "curves") })
  /// Those infected now, of whom there may be few: each row of panels has an axis of its own size.
  static let ofInfected = FigureKind("infected", one: { try figure($0, "infected", "infected") })

  private static let quantiles = ["q05", "q25", "median", "q75", "q95"]
  private static let columns = ["point", "step", "n"] + quantiles
  private static let mostSteps = 200
  /// Bands of more lines than this would hide each other.
  private static let mostBands = 3

  /// - Returns: nil without steps, and of those infected now where nobody recovers.
  private static func figure(
    _ folder: ReportedFolder, _ series: String, _ base: StaticString
  ) throws -> Figure? {
    let condition = folder.conditionOfCurves
    guard let curves = try CurveSteps(folder, series: series, given: condition) else { return nil }
    let isNow = series != CurveSteps.growth
    guard curves.hasSeries || !isNow else { return nil }
    let name = FigureName(base)
    let list = folder.points
    let layout = try curves.layout(folder) { PanelLayout(linesOf: $0, asked: folder.panels) }
    var steps: [String: [CSVRow]] = [:]
    try curves.forEachStep(columns, at: layout.points.map(\.number)) { row in
      steps[row["point"], default: []].append(row)
    }
    // An axis as large as the group shows nothing of a few infections.
    let isByBand =
      isNow
      || layout.points.allSatisfy { point in
        (steps[String(point.number)] ?? []).allSatisfy {
          ($0.number("q95") ?? 0) < 0.1 * Double(point.people)
        }
      }
    var data = DataTable(columns: ["panel", "line", "group_size"] + columns, rows: [])
    var ends: [Int] = []
    var lengths: Set<Int> = []
    for (panel, lines) in layout.panels.enumerated() {
      var end = 0
      for line in lines {
        let rows = steps[String(line.point.number)] ?? []
        for row in rows.spread(mostSteps) {
          data.rows.append(
            [String(panel), String(line.index), line.point[.groupSize]]
              + row.texts(columns))
        }
        end = max(
          end,
          settled(
            rows,
            isByBand ? rows.compactMap { $0.number("q95") }.max() ?? 0 : Double(line.point.people)))
        lengths.insert(rows.count)
      }
      ends.append(end)
    }
    guard !data.rows.isEmpty, let longest = lengths.max() else { return nil }
    let asShare = list.varied.contains(.groupSize)
    let key = KeyAbove(layout.lines)
    let panels = StepPanels(layout, list, ends: ends, keyHeight: key.height)
    let bands = try InterventionBands(folder, layout.points)
    let who: String = isNow || !curves.hasSeries ? "Infected people" : "People ever infected"
    let label: GnuplotScript =
      isNow ? "infected now" : curves.hasSeries ? "ever infected" : "infected people"
    return Figure(
      name: name, heading: "\(who) over time",
      note: [
        note(layout), folder.note(on: condition),
        isByBand && ends.count > layout.columns
          ? "Each row of panels has an axis as high as its bands." : "",
        panels.remark, bands.note(layout.points),
        lengths.count > 1 ? "The curves of a point end with its longest run." : "",
        asShare ? "Values are percentages of the group." : "",
        (panels.ends.max() ?? 0) < longest - 1
          ? (isByBand
            ? "The last steps, in which no curve changes by more than a hundredth of its band, are left out."
            : "The last steps, in which no curve changes by more than 1 % of its group, are left out.")
          : "",
        isNow ? "Infected now: latent or infectious." : "",
        layout.axes, folder.leftOut(layout.points, all: curves.source, given: condition),
      ],
      source: curves.source, data: data, shown: data.page(columns: columns),
      script: script(
        layout, panels, key, bands, x: folder.timeUnit, asShare: asShare,
        highest: isByBand
          ? highest(data, layout, asShare: asShare)
          : layout.panels.map { _ in asShare ? 100 : Double(max(1, list.points.first?.people ?? 1))
          },
        label: asShare ? "\(label), %" : label),
      height: panels.height)
  }

  /// The last step to be drawn: of a curve with a long tail, a little behind the step from which no
  /// quantile changes by a hundredth any more of the group, or of the most who are infected at once.
  private static func settled(_ rows: [CSVRow], _ size: Double) -> Int {
    guard let final = rows.last else { return 0 }
    let last = rows.count - 1
    let change = rows.lastIndex { row in
      quantiles.contains {
        abs((row.number($0) ?? 0) - (final.number($0) ?? 0)) > 0.01 * size
      }
    }
    let end = (change ?? 0) + 1
    return 2 * end < last ? end + max(1, end / 8) : last
  }

  private static func script(
    _ layout: PanelLayout, _ panels: StepPanels, _ key: KeyAbove, _ bands: InterventionBands,
    x: GnuplotScript, asShare: Bool, highest: [Double], label: GnuplotScript
  ) -> GnuplotScript {
    var settings: [GnuplotScript] = [
      asShare
        ? "scaled(c) = 100 * column(c) / column('group_size')" : "scaled(c) = column(c)",
      "at(p, l) = column('panel') == p && column('line') == l ? column('step') : NaN",
    ]
    if !layout.lines.isEmpty { settings.append(key.setting) }
    return panels.script(
      settings, x: x, y: label,
      each: layout.panels.indices.map { panel in
        ["set yrange [0:\(highest[panel])]"]
          + bands.objects(layout.panels[panel], until: panels.ends[panel])
      }
    ) { panel in
      let shown = layout.panels[panel].map(\.index)
      if layout.lines.isEmpty { return shown.flatMap { fan(panel, $0) } }
      return (hasBands(layout) ? shown.map { band(panel, $0) } : [])
        + shown.map { median(panel, $0) } + (panel == 0 ? key.entries() : [])
    }
  }

  /// Whether lines that share a panel have bands.
  private static func hasBands(_ layout: PanelLayout) -> Bool { layout.lines.count <= mostBands }

  private static func note(_ layout: PanelLayout) -> String {
    guard let factor = layout.lineFactor else {
      return "Line: median over the runs; dark band: middle half; light band: middle 90 %."
    }
    return "Lines: medians over the runs of each level of \(factor.words)"
      + (hasBands(layout)
        ? "; bands: their middle 90 %." : "; their bands are in the picture's data.")
  }

  /// Of each panel how far the bands of its row reach.
  private static func highest(
    _ data: DataTable, _ layout: PanelLayout, asShare: Bool
  ) -> [Double] {
    var ends = layout.panels.map { _ in 0.0 }
    for row in data.named {
      guard let panel = row.count("panel"), let end = row.number("q95"),
        let people = row.number("group_size")
      else { continue }
      ends[panel] = max(ends[panel], asShare ? 100 * end / people : end)
    }
    return ends.indices.map {
      max(asShare ? 0.1 : 1, StepPanels.row(of: $0, in: ends, layout.columns).max() ?? 0)
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
