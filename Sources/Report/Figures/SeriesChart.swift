import PlainText
import SpreadModel
import Tables

/// Means over the runs, step by step, of several numbers side by side: what is seen of the new infections, and the
/// infected of each group of people.
enum SeriesChart {
  static let ofObserved = FigureKind("observed", one: observed)
  static let ofGroups = FigureKind("groups", one: groups)

  private static let mostSteps = 200

  /// True infections beside the cases that are seen of them.
  ///
  /// - Returns: nil where the study has nothing `observed`, or no curves of it.
  private static func observed(_ folder: ReportedFolder) throws -> Figure? {
    let names = folder.study?["observed"]?.members?.map(\.key) ?? []
    let condition = folder.conditionOfCurves
    guard !names.isEmpty, let curves = try CurveSteps(folder, given: condition), curves.hasSeries
    else { return nil }
    let series = ["new_infections"] + names
    let layout = try curves.layout(folder) { PanelLayout($0, asked: folder.panels) }
    var means: [[String]: [Double]] = [:]
    try curves.forEachRow(
      ["point", "step", "series", "mean"], at: layout.points.map(\.number)
    ) { row in
      guard series.contains(row["series"]), let mean = row.number("mean") else { return }
      means[[row["point"], row["series"]], default: []].append(mean)
    }
    return figure(
      ofObserved.name, folder, layout, heading: "Infections, and what is seen of them",
      names: ["new infections"] + names, label: "people",
      note: [
        "Lines: means over the runs. Each series is defined under Methods, Parameters.",
        folder.note(on: condition),
      ], source: curves.source, given: condition
    ) { point, line in means[[String(point.number), series[line]]] ?? [] }
  }

  /// - Returns: nil where no curves of groups were recorded.
  private static func groups(_ folder: ReportedFolder) throws -> Figure? {
    guard let table = folder.tables["group_curves"] else { return nil }
    let layout = PanelLayout(folder.points, asked: folder.panels)
    var names: [String] = []
    var runs: [[String]: Runs] = [:]
    try table.forEachRow(
      ["point", "replicate", "step", "group", "infected"], at: layout.points.map(\.number)
    ) { row in
      let group = row["group"]
      if !names.contains(group) { names.append(group) }
      runs[[row["point"], group], default: Runs()].add(row)
    }
    let means = runs.mapValues(\.means)
    return figure(
      ofGroups.name, folder, layout, heading: "Infected people by group", names: names,
      label: "infected now",
      note: [
        "Lines: means over the runs whose curves by group were recorded; a run that has ended keeps its last value.",
        folder.note(on: nil),
      ], source: "group_curves.csv", given: nil
    ) { point, line in means[[String(point.number), names[line]]] ?? [] }
  }

  /// The curves of a group at a point, a run after the other.
  private struct Runs {
    private var sums: [Double] = []
    private var ended: [(step: Int, value: Double)] = []
    private var last: (replicate: String, step: Int, value: Double)?

    mutating func add(_ row: CSVRow) {
      // A step beyond all that is run is damage, not a reason to fill the memory.
      guard let step = row.count("step"), step < 10_000_000, let value = row.number("infected")
      else { return }
      if let last, last.replicate != row["replicate"] { ended.append((last.step, last.value)) }
      last = (row["replicate"], step, value)
      while sums.count <= step { sums.append(0) }
      sums[step] += value
    }

    /// Over all runs, of which those that have ended keep their last value.
    var means: [Double] {
      let ends = ended + (last.map { [($0.step, $0.value)] } ?? [])
      var next = ends.sorted { $0.step < $1.step }[...]
      var tail = 0.0
      return sums.indices.map { step in
        while let first = next.first, first.step < step {
          tail += first.value
          next.removeFirst()
        }
        return (sums[step] + tail) / Double(ends.count)
      }
    }
  }

  /// - Parameter means: of a line at a point, step by step.
  /// - Returns: nil without values.
  private static func figure(
    _ name: FigureName, _ folder: ReportedFolder, _ layout: PanelLayout, heading: String,
    names: [String], label: GnuplotScript, note: [String], source: String, given condition: String?,
    means: (PointFacts, Int) -> [Double]
  ) -> Figure? {
    var data = DataTable(columns: ["panel", "line", "point", "series", "step", "mean"], rows: [])
    var last = layout.points.map { _ in 0 }
    for (panel, point) in layout.points.enumerated() {
      for line in names.indices {
        let values = means(point, line)
        last[panel] = max(last[panel], values.count - 1)
        data.rows += Array(values.enumerated()).spread(mostSteps).map { step, mean in
          [String(panel), String(line), String(point.number), names[line], "\(step)", "\(mean)"]
        }
      }
    }
    guard !data.rows.isEmpty else { return nil }
    // All panels share it.
    let highest = data.numbers("mean").max() ?? 0
    let key = KeyAbove(names)
    let panels = StepPanels(layout, folder.points, ends: last, keyHeight: key.height)
    return Figure(
      name: name, heading: heading,
      note: note + [
        panels.remark, layout.axes, folder.leftOut(layout.points, all: source, given: condition),
      ],
      source: source, data: data, shown: data.page(columns: Array(data.columns.dropFirst(2))),
      script: panels.script(
        [
          "set yrange [0:\(1.05 * max(highest, 0.01))]", key.setting,
          "at(p, l) = column('panel') == p && column('line') == l ? column('step') : NaN",
        ], x: folder.timeUnit, y: label
      ) { index in
        names.indices.map { line in
          "data using (at(\(index), \(line))):'mean' with lines \(Palette.line(line))"
        } + (index == 0 ? key.entries() : [])
      }, height: panels.height)
  }
}
