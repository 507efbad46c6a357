import PlainText
import SpreadModel
import Tables

/// Who is healthy, latent, infectious and immune step by step: the means over the runs as layers
/// that add up to the group.
enum CourseChart {
  static let kind = FigureKind("course", one: figure)

  private static let mostSteps = 200

  /// - Returns: nil if no curves were recorded, or nobody recovers.
  static func figure(_ folder: ReportedFolder) throws -> Figure? {
    guard let curves = try CurveSteps(folder, given: folder.conditionOfCurves), curves.hasSeries
    else {
      return nil
    }
    let list = folder.points
    let layout = PanelLayout(folder.points(given: folder.conditionOfCurves), asked: folder.panels)
    let bands = try InterventionBands(folder, layout.points)
    var panel: [Int: Int] = [:]
    for (index, point) in layout.points.enumerated() { panel[point.number] = index }
    var layers = [[Layers]](repeating: [], count: layout.points.count)
    try curves.forEachRow(
      ["point", "step", "series", "n", "mean"], at: layout.points.map(\.number)
    ) { row in
      guard let index = row.count("point").flatMap({ panel[$0] }), let mean = row.number("mean")
      else { return }
      Layers.add(row, mean, to: &layers[index])
    }
    var data = DataTable(
      columns: [
        "panel", "group_size", "point", "step", "n", "infectious", "latent", "healthy", "immune",
        "immune_from_start",
      ], rows: [])
    var shown = DataTable(columns: data.columns, rows: [])
    // Of those who become immune later the curves do not say who recovered.
    let immunizes =
      folder.study?["interventions"]?.members?.contains { list in
        list.value.elements?.contains { $0["immunize_share"] != nil } ?? false
      } ?? false
    for index in layers.indices {
      let start = layers[index].first?.immune ?? 0
      for step in layers[index].indices { layers[index][step].immuneFromStart = start }
    }
    for (index, steps) in layers.enumerated() {
      let point = layout.points[index]
      let drawn = steps.spread(mostSteps).map {
        [point[.groupSize], String(point.number)] + $0.cells(people: point.people)
      }
      data.rows += drawn.map { [String(index)] + $0 }
      shown.rows += drawn.spread(9).map { [String(index)] + $0 }
    }
    guard !data.rows.isEmpty else { return nil }
    let longest = layers.map(\.count).max() ?? 0
    var table = shown.page(columns: Array(data.columns.dropFirst(2)))
    if longest > 9 { table.remark = StepPanels.fewSteps }
    let panels = StepPanels(layout, list, ends: layers.map { $0.count - 1 }, keyHeight: 26)
    return Figure(
      name: kind.name, heading: "Healthy, infected and immune people over time",
      note: [
        "Layers: means over the runs, which add up to the group.",
        folder.note(on: folder.conditionOfCurves), bands.note(layout.points),
        Set(layers.map(\.count)).count > 1 ? "Each panel ends with its longest run." : "",
        panels.remark,
        longest > mostSteps ? StepPanels.fewDrawn(mostSteps) : "",
        layout.axes,
        folder.leftOut(
          layout.points, all: curves.source, given: folder.conditionOfCurves), list.symbols,
      ],
      source: curves.source, data: data, shown: table,
      script: script(
        panels, layout, bands, x: folder.timeUnit,
        kinds: kinds(layers.joined(), immunizes: immunizes)),
      height: panels.height)
  }

  /// Means of one step.
  private struct Layers {
    /// Of the infected.
    private let row: CSVRow
    private let infected: Double
    private(set) var immune = 0.0
    private(set) var latent = 0.0
    /// Of the immune those who were it at the start, for the whole run.
    var immuneFromStart = 0.0

    /// Takes up a row of the table; that of the infected begins a step.
    static func add(_ row: CSVRow, _ mean: Double, to steps: inout [Layers]) {
      switch row["series"] {
      case "infected": steps.append(Layers(row: row, infected: mean))
      case "immune" where !steps.isEmpty: steps[steps.count - 1].immune = mean
      case "latent" where !steps.isEmpty: steps[steps.count - 1].latent = mean
      default: break
      }
    }

    private init(row: CSVRow, infected: Double) { (self.row, self.infected) = (row, infected) }

    /// Differences of means are never below 0 but by rounding.
    func cells(people: Int) -> [String] {
      let infectious = max(0, infected - latent)
      let healthy = max(0, Double(people) - infected - immune)
      return row.texts(["step", "n"])
        + [
          infectious, latent, healthy, max(0, immune - immuneFromStart), immuneFromStart,
        ].map { "\($0)" }
    }
  }

  /// A layer: where it begins and ends, in percent of the group, and how it is filled. The infected
  /// lie at the bottom, so that their upper edge is their number; the immune at the top.
  private struct Kind {
    let name, from, to, fill: GnuplotScript
  }

  private static let infected: GnuplotScript = "share('infectious') + share('latent')"

  /// Layers that are empty everywhere have no entry in the key.
  ///
  /// - Parameter immunizes: whether some intervention makes people immune.
  private static func kinds(_ steps: some Sequence<Layers>, immunizes: Bool) -> [Kind] {
    let latent = Kind(
      name: "latent", from: "share('infectious')", to: infected, fill: "0.45 noborder lc rgb orange"
    )
    let hasStart = steps.contains { $0.immuneFromStart > 0 }
    let top: GnuplotScript = "100 - share('immune_from_start')"
    let immune = Kind(
      name: !hasStart ? "immune" : immunizes ? "immune later" : "recovered",
      from: "\(infected) + share('healthy')", to: top,
      fill: "0.75 noborder lc rgb green")
    let fromStart = Kind(
      name: "immune from the start", from: top, to: "100", fill: "0.4 noborder lc rgb sky")
    return [
      Kind(
        name: "infectious", from: "0", to: "share('infectious')",
        fill: "1 noborder lc rgb orange")
    ] + (steps.contains { $0.latent > 0 } ? [latent] : []) + [
      Kind(
        name: "healthy", from: infected, to: "\(infected) + share('healthy')",
        fill: "0.12 noborder lc rgb navy")
    ] + (steps.contains { $0.immune > $0.immuneFromStart } ? [immune] : [])
      + (hasStart ? [fromStart] : [])
  }

  private static func script(
    _ panels: StepPanels, _ layout: PanelLayout, _ bands: InterventionBands, x: GnuplotScript,
    kinds: [Kind]
  ) -> GnuplotScript {
    panels.script(
      [
        "set yrange [0:100]; unset grid",
        "at(p) = column('panel') == p ? column('step') : NaN",
        "share(c) = 100 * column(c) / column('group_size')",
        StepPanels.key,
      ], x: x, y: "people, %",
      each: zip(layout.panels, panels.ends).map {
        bands.objects($0, until: $1, isInFront: true)
      }
    ) { index in
      let layers = kinds.map { kind -> GnuplotScript in
        "data using (at(\(index))):(\(kind.from)):(\(kind.to)) with filledcurves fs solid \(kind.fill)"
      }
      let key = kinds.map { kind -> GnuplotScript in
        "keyentry with boxes fs solid \(kind.fill) title '\(kind.name)'"
      }
      return layers + (index == 0 ? key : [])
    }
  }
}
