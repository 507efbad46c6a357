import PlainText
import SpreadModel
import Tables

/// Who is healthy, latent, infectious and immune step by step: the means over the runs as layers
/// that add up to the group, and how the infected spread over the runs.
enum CourseChart {
  static let kind = FigureKind("course", one: figure)

  private static let mostSteps = 200

  /// - Returns: nil if no curves were recorded, or nobody recovers.
  static func figure(_ folder: ResultsFolder) throws -> Figure? {
    guard let curves = try CurveSteps(folder), curves.hasSeries else { return nil }
    let list = folder.points
    let choice = PanelChoice(list, asked: folder.panels)
    var panel: [Int: Int] = [:]
    for (index, point) in choice.points.enumerated() { panel[point.number] = index }
    var layers = [[Layers]](repeating: [], count: choice.points.count)
    var peaks: [Int: Peak] = [:]
    let columns = ["point", "step", "series", "n", "mean", "q05", "q95"]
    try curves.table.forEachRow(columns) { row in
      guard let point = row.count("point"), list.points.indices.contains(point),
        let mean = row.number("mean")
      else { return }
      if row["series"] == "infected" {
        let share = mean / Double(list.points[point].people)
        if peaks[point].map({ share > $0.share }) ?? true {
          peaks[point] = Peak(share: share, step: row["step"])
        }
      }
      if let index = panel[point] { Layers.add(row, mean, to: &layers[index]) }
    }
    var data = DataTable(
      columns: [
        "panel", "group_size", "point", "step", "n", "infectious", "latent", "healthy", "immune",
        "infected_q05", "infected_q95",
      ], rows: [])
    var shown = DataTable(columns: data.columns, rows: [])
    for (index, steps) in layers.enumerated() {
      let point = choice.points[index]
      let drawn = steps.spread(mostSteps).map {
        [point[.groupSize], String(point.number)] + $0.cells(people: point.people)
      }
      data.rows += drawn.map { [String(index)] + $0 }
      shown.rows += drawn.spread(9).map { [String(index)] + $0 }
    }
    guard !data.rows.isEmpty else { return nil }
    let longest = layers.map(\.count).max() ?? 0
    var table = shown.page(
      Source.drawn(kind.name), key: ["point", "step"], columns: Array(data.columns.dropFirst(2)))
    if longest > 9 { table.remark = StepPanels.fewSteps }
    let panels = StepPanels(choice, list, ends: layers.map { $0.count - 1 }, hasKey: true)
    return Figure(
      name: kind.name, heading: "Healthy, infected and immune people over time",
      summary: sentence(peaks, list),
      note: [
        "Layers: means over the runs, which add up to the group. Thick line: the mean of the "
          + "infected people, latent and infectious; shaded band: middle 90 % of the runs.",
        Set(layers.map(\.count)).count > 1 ? "Each panel ends with its longest run." : "",
        panels.remark,
        longest > mostSteps ? StepPanels.fewDrawn(kind.name, mostSteps) : "",
        list.remark(drawn: choice.points.count, kind.name, all: "curve_summary.csv"), list.symbols,
      ],
      source: "curve_summary.csv", data: data, shown: table,
      script: script(panels, kinds: kinds(layers.joined())), height: panels.height)
  }

  /// Means of one step, and the spread of the infected.
  private struct Layers {
    /// Of the infected.
    private let row: CSVRow
    private let infected: Double
    private(set) var immune = 0.0
    private(set) var latent = 0.0

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
      return row.texts(["step", "n"]) + [infectious, latent, healthy, immune].map { "\($0)" }
        + row.texts(["q05", "q95"])
    }
  }

  private struct Peak {
    var share: Double
    var step: String
  }

  /// Of all points, drawn or not.
  private static func sentence(_ peaks: [Int: Peak], _ list: PointList) -> Words {
    let order = peaks.sorted { $0.key < $1.key }
    guard let low = order.min(by: { $0.value.share < $1.value.share }),
      let high = order.max(by: { $0.value.share < $1.value.share })
    else { return "" }
    let (share, all) = ("mean/group_size", Source("curve_summary", ["series": "infected"]))
    func words(_ point: Int, _ peak: Peak) -> (share: Words, step: Words) {
      let source = all.with("point", [String(point)])
      let step: Words = "at step \(source.with("step", [peak.step]).number("step", peak.step))"
      return (
        source.derived(
          .max, of: share, value: "\(peak.share)", shown: Words(name: percent(peak.share))),
        source.extreme(.argmax, of: share, by: "step", at: peak.step, step)
      )
    }
    func end(
      _ end: Source.Derivation, _ word: Words, _ point: (key: Int, value: Peak)
    ) -> Words {
      let (peak, step) = words(point.key, point.value)
      let place = list.words(list.points[point.key])
      return all.extreme(
        end, .max, of: share, by: "point", at: String(point.key),
        "\(word) \(peak) (\(place), \(step))")
    }
    guard order.count > 1 else {
      let (peak, step) = words(high.key, high.value)
      return "The peak is \(step): \(peak) of the group is infected at the same time, on average."
    }
    return "The peak of the mean share of people infected at the same time ranges "
      + "\(end(.argmin, "from", low)) \(end(.argmax, "to", high))."
  }

  /// A layer: where it begins and ends, in percent of the group, and how it is filled. The infected
  /// lie at the bottom, so that their upper edge is their number; the immune at the top.
  private struct Kind {
    let name, from, to, fill: GnuplotScript
  }

  private static let infected: GnuplotScript = "share('infectious') + share('latent')"

  /// Layers that are empty everywhere have no entry in the key.
  private static func kinds(_ steps: some Sequence<Layers>) -> [Kind] {
    let latent = Kind(
      name: "latent", from: "share('infectious')", to: infected, fill: "0.45 noborder lc rgb orange"
    )
    let immune = Kind(
      name: "immune", from: "\(infected) + share('healthy')", to: "100",
      fill: "0.75 noborder lc rgb navy")
    return [
      Kind(
        name: "infectious", from: "0", to: "share('infectious')",
        fill: "1 noborder lc rgb orange")
    ] + (steps.contains { $0.latent > 0 } ? [latent] : []) + [
      Kind(
        name: "healthy", from: infected, to: "\(infected) + share('healthy')",
        fill: "0.6 noborder lc rgb gray")
    ] + (steps.contains { $0.immune > 0 } ? [immune] : [])
  }

  private static func script(_ panels: StepPanels, kinds: [Kind]) -> GnuplotScript {
    panels.script(
      [
        "set yrange [0:100]; unset grid",
        "at(p) = column('panel') == p ? column('step') : NaN",
        "share(c) = 100 * column(c) / column('group_size')",
        StepPanels.key,
      ], x: "step", y: "people, %"
    ) { index in
      let layers = kinds.map { kind -> GnuplotScript in
        "data using (at(\(index))):(\(kind.from)):(\(kind.to)) with filledcurves fs solid \(kind.fill)"
      }
      let spread: [GnuplotScript] = [
        "data using (at(\(index))):(share('infected_q05')):(share('infected_q95')) "
          + "with filledcurves fs transparent solid 0.12 noborder lc rgb 'black'",
        "data using (at(\(index))):(share('infected_q05')) with lines lw 0.75 lc rgb 'black'",
        "data using (at(\(index))):(share('infected_q95')) with lines lw 0.75 lc rgb 'black'",
        "data using (at(\(index))):(\(infected)) with lines lw 2 lc rgb 'black'",
      ]
      let key = kinds.map { kind -> GnuplotScript in
        "keyentry with boxes fs solid \(kind.fill) title '\(kind.name)'"
      }
      let band: GnuplotScript =
        "keyentry with boxes fs transparent solid 0.12 border lc rgb 'black' lc rgb 'black' "
        + "title 'infected, 90 %'"
      return layers + spread + (index == 0 ? key + [band] : [])
    }
  }
}
