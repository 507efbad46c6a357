import ResultTables
import StudyRuns
import Synchronization

/// How far the tables of a folder are, for the line of progress, and for other processes that ask for the
/// folder's status: the holder of the folder's lock says it there, twice a second.
struct TableMeter: Sendable {
  private let progress: ProgressMeter?
  private let report: @Sendable (String) -> Void
  private let last = Last()

  private final class Last: Sendable {
    let time = Mutex<ContinuousClock.Instant?>(nil)
  }

  init(_ progress: ProgressMeter? = nil, _ report: @escaping @Sendable (String) -> Void) {
    self.progress = progress
    self.report = report
  }

  func note(_ tables: TableProgress) {
    progress?.tables(
      ProgressMeter.Tables(
        pointsDone: tables.pointsDone, points: tables.points, table: tables.table,
        hasAdvanced: tables.hasAdvanced))
    let isDue = last.time.withLock { reported in
      let now = ContinuousClock.now
      if tables.table == nil, let reported, now - reported < .seconds(0.5) { return false }
      reported = now
      return true
    }
    if isDue { report(TablePhase(tables).words) }
  }
}

/// What a process that makes tables is at.
package struct TablePhase: Hashable, Sendable {
  /// Points that are in all tables made point by point.
  package let pointsDone: Int
  package let points: Int
  /// The table of the whole study that is made when all points are done; nil before.
  package let table: String?

  init(_ progress: TableProgress) {
    (pointsDone, points, table) = (progress.pointsDone, progress.points, progress.table)
  }

  /// From the words of a lock's holder; nil where it is at something else.
  init?(_ words: String?) {
    let parts = (words ?? "").split(separator: " ").map(String.init)
    guard parts.count >= 3, parts[0] == Self.name, let done = Int(parts[1]),
      let points = Int(parts[2])
    else { return nil }
    (pointsDone, self.points, table) = (done, points, parts.count > 3 ? parts[3] : nil)
  }

  private static let name = "tables"

  var words: String {
    "\(Self.name) \(pointsDone) \(points)" + (table.map { " \($0)" } ?? "")
  }
}
