import StudyFiles

extension TableSchema {
  package static let timings = TableSchema(
    name: "timings", row: "one point: what its runs cost in the last session",
    columns: [
      .point,
      TableColumn("runs_made", .integer, unit: "runs", "runs made in the session", minimum: 0),
      TableColumn(
        "cpu_seconds", .number, unit: "s", "processor time of these runs, storing aside",
        minimum: 0),
    ],
    key: ["point"], isReproducible: false)
}

/// What the runs of a point cost in one session.
package struct PointTiming: Hashable, Sendable {
  package var runs: Int
  package var cpuSeconds: Double

  package init(runs: Int = 0, cpuSeconds: Double = 0) {
    self.runs = runs
    self.cpuSeconds = cpuSeconds
  }
}

extension ResultTable {
  /// The one table that differs between two executions of a study.
  static let timings = ResultTable(
    schema: .timings, columns: { _ in .timings },
    rows: .ofStudy { results, table in
      for (timing, result) in zip(results.timings, results.points) {
        table.write(result.point.number)
        table.write(timing.runs)
        table.write(timing.cpuSeconds)
        table.endRow()
      }
      return []
    })
}
