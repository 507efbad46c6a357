import Tables

/// The rows of `curve_summary.csv`: of studies in which people recover, those of one series.
struct CurveSteps {
  /// What growth is about: people infected at least once. Where nobody recovers these are the
  /// infected, of whom the table then speaks alone.
  static let growth = "ever_infected"

  let table: StoredTable
  let series: String
  /// Whether a step has a row for each of several series.
  let hasSeries: Bool

  /// - Returns: nil if no curves were recorded.
  init?(_ folder: ResultsFolder, series: String = Self.growth) throws {
    guard let table = folder.tables["curve_summary"] else { return nil }
    (self.table, self.series) = (table, series)
    hasSeries = table.columns.contains("series")
  }

  /// Hands over the rows with some of their columns, step by step.
  func forEachStep(_ columns: [String], _ body: (CSVRow) throws -> Void) throws {
    try table.forEachRow(columns + (hasSeries ? ["series"] : [])) { row in
      if !hasSeries || row["series"] == series { try body(row) }
    }
  }
}
