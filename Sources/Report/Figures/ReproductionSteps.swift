import PlainText
import SpreadModel
import Tables

/// How many people those infected in a step went on to infect, step by step.
enum ReproductionSteps {
  static let kind = FigureKind("reproduction_steps", one: figure)

  private static let columns = [
    "point", "step", "people", "reproduction_number", "ci_low", "ci_high",
  ]
  private static let mostSteps = 200
  /// The mean of fewer says little, and its interval would take up the picture.
  private static let fewestPeople = 20

  /// - Returns: nil where no transmissions were recorded, or no point has two steps to be drawn.
  private static func figure(_ folder: ReportedFolder) throws -> Figure? {
    guard let table = folder.tables["reproduction"] else { return nil }
    var counts: [Int: Int] = [:]
    let read = ["from_step", "to_step", "generation_mean"] + columns.filter { $0 != "step" }
    try table.forEachRow(read) { row in
      if isDrawn(row), let point = row.count("point") { counts[point, default: 0] += 1 }
    }
    let all = folder.points
    let absent = Set(all.points.map(\.number)).filter { counts[$0] ?? 0 < 2 }
    guard absent.count < all.points.count else { return nil }
    let layout = PanelLayout(
      PointList(all.points.filter { !absent.contains($0.number) }, parameters: all.parameters),
      asked: folder.panels)
    var steps: [String: [CSVRow]] = [:]
    var generation = ""
    try table.forEachRow(read, at: layout.points.map(\.number)) { row in
      if isDrawn(row) {
        steps[row["point"], default: []].append(row)
      } else if layout.points.count == 1, row["from_step"] != row["to_step"],
        let mean = row.number("generation_mean")
      {
        generation =
          "From an infection to those it made: \(shortNumber(mean)) steps on average over all of them."
      }
    }
    var data = DataTable(columns: ["panel"] + columns, rows: [])
    let panels = StepPanels(
      layout, all,
      ends: layout.points.enumerated().map { panel, point in
        let rows = steps[String(point.number)] ?? []
        data.rows += rows.spread(mostSteps).map { row in
          [String(panel), row["point"], row["from_step"]] + row.texts(Array(columns.dropFirst(2)))
        }
        return rows.last?.count("from_step") ?? 0
      })
    guard !data.rows.isEmpty else { return nil }
    let highest = ["reproduction_number", "ci_high"].flatMap(data.numbers).max() ?? 0
    return Figure(
      name: kind.name, heading: "People infected by those of each step",
      note: [
        "Dots: mean number of people whom one of those infected in the step infected, zeros counted; bars: its "
          + "\(folder.level) interval between runs. Dashed: one. Steps with fewer than \(fewestPeople) people, and steps "
          + "whose people had not stopped infecting when a run ended, are left out.",
        generation, panels.remark, layout.axes,
        all.leftOut(
          layout.points, all: "reproduction.csv", absent: absent,
          absence: "no two steps have so many people"),
      ],
      source: "reproduction.csv", data: data, shown: data.page(columns: columns),
      script: panels.script(
        [
          "set yrange [0:\(1.05 * max(highest, 1))]",
          "at(p) = column('panel') == p ? column('step') : NaN",
        ], x: folder.timeUnit, y: "infected by one"
      ) { index in
        [
          "data using (at(\(index))):'reproduction_number':'ci_low':'ci_high' with yerrorbars pt 0 lc rgb gray",
          "data using (at(\(index))):'reproduction_number' with points pt 7 ps 0.4 lc rgb navy",
          "1 with lines lw 1 dt 2 lc rgb 'black'",
        ]
      }, height: panels.height)
  }

  /// A single step with enough people, all of whom have stopped infecting.
  private static func isDrawn(_ row: CSVRow) -> Bool {
    row["from_step"] == row["to_step"] && row.number("reproduction_number") != nil
      && row.count("people") ?? 0 >= fewestPeople
  }
}
