import DurableFiles
import PlainText
import StudyFiles
package import Tables

private let timingColumns: Columns<(timing: PointTiming, result: CountedRuns.PointResult)> = [
  .column(.point) { .whole($0.result.point.number) },
  .whole("runs_made", unit: "runs", "runs made in the session", minimum: 0) { $0.timing.runs },
  .real("cpu_seconds", unit: "s", "processor time of these runs, without storing them", minimum: 0)
  {
    $0.timing.cpuSeconds
  },
]

extension TableSchema {
  package static let timings = TableSchema(
    name: "timings", row: "one point: what its runs cost in the last session that made any",
    columns: timingColumns.described, key: ["point"], isReproducible: false)
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
    rows: .ofStudy { results, tables in
      for row in zip(results.timings, results.points) {
        tables[.timings].writeRow(row, timingColumns)
      }
      return []
    })
}

extension CountedRuns {
  /// Keeps what runs cost that this session has not made: as the tables there say, if they are of this study.
  mutating func keepTimings(of folder: String) {
    guard
      let bytes = try? ReadableFile.bytes(of: "\(folder)/\(manifestName)", .found),
      let manifest = try? JSONReader.read(bytes),
      manifest[key: "study_digest"]?.string == study.digest,
      let rows = try? FolderTables(in: folder)["timings"]?.rows()
    else { return }
    var former: [Int: PointTiming] = [:]
    for row in rows {
      guard let point = row.count("point"), let runs = row.count("runs_made"),
        let seconds = row.number("cpu_seconds")
      else { continue }
      former[point] = PointTiming(runs: runs, cpuSeconds: seconds)
    }
    let made = timings
    timings = points.enumerated().map { place, result in
      let own = place < made.count ? made[place] : PointTiming()
      return own.runs > 0 ? own : former[result.point.number] ?? own
    }
  }
}
