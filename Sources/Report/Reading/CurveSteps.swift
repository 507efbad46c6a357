import Tables

/// The rows of `curve_summary.csv`, or those of `curve_summary_given.csv` with one condition: of studies in which
/// people recover, those of one series.
struct CurveSteps {
  /// What growth is about: people infected at least once. Where nobody recovers these are the
  /// infected, of whom the table then speaks alone.
  static let growth = "ever_infected"

  let table: FolderTable
  let series: String
  /// Whether a step has a row for each of several series.
  let hasSeries: Bool
  /// The response that is 1 in the runs; nil of all runs.
  let given: String?

  /// - Returns: nil if no curves were recorded.
  init?(_ folder: ReportedFolder, series: String = Self.growth, given: String? = nil) throws {
    guard let table = folder.tables[given == nil ? "curve_summary" : "curve_summary_given"] else {
      return nil
    }
    (self.table, self.series, self.given) = (table, series, given)
    hasSeries = table.columns.contains("series")
  }

  /// As files are named to people.
  var source: String { "\(table.schema.name).csv" }

  /// A layout of points that all have curves: of runs with the condition none may have been recorded.
  func layout(
    _ folder: ReportedFolder, of panels: (PointList) -> PanelLayout
  ) throws -> PanelLayout {
    var list = folder.points(given: given)
    while true {
      let layout = panels(list)
      var empty = given == nil ? [] : Set(layout.points.map(\.number))
      if empty.isEmpty { return layout }
      try forEachRow(["point"], at: empty.sorted()) { row in
        if let point = row.count("point") { empty.remove(point) }
      }
      if empty.isEmpty { return layout }
      list = PointList(
        list.points.filter { !empty.contains($0.number) }, parameters: list.parameters)
    }
  }

  /// Hands over the rows of some points with some of their columns, step by step.
  func forEachStep(
    _ columns: [String], at points: [Int], _ body: (CSVRow) throws -> Void
  ) throws {
    try forEachRow(columns + (hasSeries ? ["series"] : []), at: points) { row in
      if !hasSeries || row["series"] == series { try body(row) }
    }
  }

  /// The same with those of all series.
  func forEachRow(
    _ columns: [String], at points: [Int], _ body: (CSVRow) throws -> Void
  ) throws {
    try table.forEachRow(columns + (given == nil ? [] : ["given"]), at: points) { row in
      if given == nil || row["given"] == given { try body(row) }
    }
  }
}
