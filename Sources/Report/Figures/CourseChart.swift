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
    let layout = try curves.layout(folder) { PanelLayout($0, asked: folder.panels) }
    let bands = try InterventionBands(folder, layout.points)
    var infected: [Int: [CSVRow]] = [:]
    var others: [Int: [String: [Double]]] = [:]
    try curves.forEachRow(
      ["point", "step", "series", "n", "mean"], at: layout.points.map(\.number)
    ) { row in
      guard let point = row.count("point"), let mean = row.number("mean") else { return }
      switch row["series"] {
      case "infected": infected[point, default: []].append(row)
      case "latent", "immune": others[point, default: [:]][row["series"], default: []].append(mean)
      default: break
      }
    }
    var data = DataTable(
      columns: [
        "panel", "group_size", "point", "step", "n", "infectious", "latent", "healthy", "immune",
        "immune_from_start",
      ], rows: [])
    // Of those who become immune later the curves do not say who recovered.
    let immunizes =
      folder.study?["interventions"]?.members?.contains { list in
        list.value.elements?.contains { $0["immunize_share"] != nil } ?? false
      } ?? false
    let lengths = layout.points.map { infected[$0.number]?.count ?? 0 }
    for (panel, point) in layout.points.enumerated() {
      let (steps, others) = (infected[point.number] ?? [], others[point.number] ?? [:])
      func mean(_ series: String, _ step: Int) -> Double {
        others[series].flatMap { $0.dropFirst(step).first } ?? 0
      }
      let start = mean("immune", 0)
      for step in Array(steps.indices).spread(mostSteps) {
        let all = steps[step].number("mean") ?? 0
        let (latent, immune) = (mean("latent", step), mean("immune", step))
        // Differences of means are never below 0 but by rounding.
        let layers = [
          all - latent, latent, Double(point.people) - all - immune, immune - start, start,
        ]
        data.rows.append(
          [String(panel), point[.groupSize], String(point.number)]
            + steps[step].texts(["step", "n"])
            + layers.map { "\(max(0, $0))" })
      }
    }
    guard !data.rows.isEmpty else { return nil }
    let panels = StepPanels(layout, list, ends: lengths.map { $0 - 1 }, keyHeight: 26)
    return Figure(
      name: kind.name, heading: "Healthy, infected and immune people over time",
      note: [
        "Layers: means over the runs, which add up to the group.",
        folder.note(on: folder.conditionOfCurves), bands.note(layout.points),
        Set(lengths).count > 1 ? "Each panel ends with its longest run." : "",
        panels.remark,
        layout.axes,
        folder.leftOut(
          layout.points, all: curves.source, given: folder.conditionOfCurves),
      ],
      source: curves.source, data: data,
      shown: data.page(columns: Array(data.columns.dropFirst(2))),
      script: script(
        panels,
        zip(layout.panels, lengths).map { bands.objects($0, until: $1 - 1, isInFront: true) },
        x: folder.timeUnit, kinds: kinds(data, immunizes: immunizes)),
      height: panels.height)
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
  private static func kinds(_ data: DataTable, immunizes: Bool) -> [Kind] {
    func has(_ layer: String) -> Bool { data.numbers(layer).contains { $0 > 0 } }
    let latent = Kind(
      name: "latent", from: "share('infectious')", to: infected, fill: "0.45 noborder lc rgb orange"
    )
    let hasStart = has("immune_from_start")
    let top: GnuplotScript = "100 - share('immune_from_start')"
    let immune = Kind(
      name: !hasStart ? "immune" : immunizes ? "immune later" : "recovered",
      from: "\(infected) + share('healthy')", to: top,
      fill: "0.75 noborder lc rgb green")
    let fromStart = Kind(
      name: "immune at start", from: top, to: "100", fill: "0.4 noborder lc rgb sky")
    return [
      Kind(
        name: "infectious", from: "0", to: "share('infectious')",
        fill: "1 noborder lc rgb orange")
    ] + (has("latent") ? [latent] : []) + [
      Kind(
        name: "healthy", from: infected, to: "\(infected) + share('healthy')",
        fill: "0.12 noborder lc rgb navy")
    ] + (has("immune") ? [immune] : [])
      + (hasStart ? [fromStart] : [])
  }

  private static func script(
    _ panels: StepPanels, _ bands: [[GnuplotScript]], x: GnuplotScript, kinds: [Kind]
  ) -> GnuplotScript {
    panels.script(
      [
        "set yrange [0:100]; unset grid",
        "at(p) = column('panel') == p ? column('step') : NaN",
        "share(c) = 100 * column(c) / column('group_size')",
        StepPanels.key,
      ], x: x, y: "people, %", each: bands
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
