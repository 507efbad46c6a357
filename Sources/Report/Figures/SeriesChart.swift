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
    let layout = PanelLayout(folder.points(given: condition), asked: folder.panels)
    var means = Means(layout, lines: series.count)
    try curves.forEachRow(
      ["point", "step", "series", "mean"], at: layout.points.map(\.number)
    ) { row in
      guard let line = series.firstIndex(of: row["series"]), let mean = row.number("mean") else {
        return
      }
      means.add(mean, at: row, line: line)
    }
    return means.figure(
      ofObserved.name, folder, layout, heading: "Infections, and what is seen of them",
      names: ["new infections"] + names, label: "people",
      note: [
        "Lines: means over the runs. Each series is defined under Methods, Parameters.",
        folder.note(on: condition),
      ], source: curves.source, given: condition)
  }

  /// - Returns: nil where no curves of groups were recorded.
  private static func groups(_ folder: ReportedFolder) throws -> Figure? {
    guard let table = folder.tables["group_curves"] else { return nil }
    let layout = PanelLayout(folder.points, asked: folder.panels)
    var names: [String] = []
    var means = Means(layout, lines: 0)
    var last: [String: (replicate: String, step: Int, value: Double)] = [:]
    try table.forEachRow(
      ["point", "replicate", "step", "group", "infected"], at: layout.points.map(\.number)
    ) { row in
      guard let step = row.count("step"), let value = row.number("infected") else { return }
      let group = row["group"]
      if !names.contains(group) { names.append(group) }
      guard let line = names.firstIndex(of: group) else { return }
      let key = "\(row["point"]) \(group)"
      if let before = last[key], before.replicate != row["replicate"] {
        means.end(row["point"], line: line, after: before.step, at: before.value)
      }
      last[key] = (row["replicate"], step, value)
      means.add(value, at: row, line: line)
    }
    for (key, before) in last {
      let parts = key.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2, let line = names.firstIndex(of: parts[1]) else { continue }
      means.end(parts[0], line: line, after: before.step, at: before.value)
    }
    return means.figure(
      ofGroups.name, folder, layout, heading: "Infected people by group", names: names,
      label: "infected now",
      note: [
        "Lines: means over the runs whose curves by group were recorded; a run that has ended keeps its last value.",
        folder.note(on: nil),
      ], source: "group_curves.csv", given: nil)
  }

  /// Sums by panel, line and step.
  private struct Means {
    private var panel: [String: Int] = [:]
    private var sums: [[[Double]]]
    /// Runs that have ended: from which step on, with which value.
    private var ends: [[[(step: Int, value: Double)]]]

    init(_ layout: PanelLayout, lines: Int) {
      for (index, point) in layout.points.enumerated() { panel[String(point.number)] = index }
      sums = layout.points.map { _ in Array(repeating: [], count: lines) }
      ends = layout.points.map { _ in Array(repeating: [], count: lines) }
    }

    mutating func add(_ value: Double, at row: CSVRow, line: Int) {
      // A step beyond all that is run is damage, not a reason to fill the memory.
      guard let panel = panel[row["point"]], let step = row.count("step"), step < 10_000_000 else {
        return
      }
      while sums[panel].count <= line {
        sums[panel].append([])
        ends[panel].append([])
      }
      while sums[panel][line].count <= step { sums[panel][line].append(0) }
      sums[panel][line][step] += value
    }

    mutating func end(_ point: String, line: Int, after step: Int, at value: Double) {
      guard let panel = panel[point], ends[panel].indices.contains(line) else { return }
      ends[panel][line].append((step, value))
    }

    /// The means of a line: sums of means where no run ended, else over the runs.
    private func means(_ panel: Int, _ line: Int) -> [Double] {
      guard sums[panel].indices.contains(line) else { return [] }
      var values = sums[panel][line]
      let ended = ends[panel][line]
      guard !ended.isEmpty else { return values }
      var tail = 0.0
      var next = ended.sorted { $0.step < $1.step }[...]
      for step in values.indices {
        while let first = next.first, first.step < step {
          tail += first.value
          next.removeFirst()
        }
        values[step] = (values[step] + tail) / Double(ended.count)
      }
      return values
    }

    /// - Returns: nil without values.
    func figure(
      _ name: FigureName, _ folder: ReportedFolder, _ layout: PanelLayout, heading: String,
      names: [String], label: GnuplotScript, note: [String], source: String,
      given condition: String?
    ) -> Figure? {
      var data = DataTable(columns: ["panel", "line", "point", "series", "step", "mean"], rows: [])
      var last: [Int] = []
      for (panel, point) in layout.points.enumerated() {
        last.append(0)
        for line in names.indices {
          let values = means(panel, line)
          last[panel] = max(last[panel], values.count - 1)
          data.rows += Array(values.enumerated()).spread(mostSteps).map { step, mean in
            [
              String(panel), String(line), String(point.number), names[line], String(step),
              "\(mean)",
            ]
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
          panels.remark, layout.axes,
          folder.leftOut(layout.points, all: source, given: condition),
        ],
        source: source, data: data,
        shown: data.page(columns: Array(data.columns.dropFirst(2)), limit: 40),
        script: panels.script(
          [
            "set yrange [0:\(1.05 * max(highest, 0.01))]", key.setting,
            "at(p, l) = column('panel') == p && column('line') == l ? column('step') : NaN",
          ], x: folder.timeUnit, y: label
        ) { index in
          names.indices.map { line in
            "data using (at(\(index), \(line))):'mean' with lines \(Palette.line(line))"
          } + (index == 0 ? key.entries : [])
        }, height: panels.height)
    }
  }
}
