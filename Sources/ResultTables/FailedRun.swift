import RunStore
import StudyFiles

/// A run that failed: where it is, and what the rule said.
struct FailedRun: Hashable, CustomStringConvertible {
  /// Number of the point.
  let point: Int
  let replicate: Int
  let reason: String

  /// Such as `point 2, replicate 17: step 3, person 5: no data`.
  var description: String { "point \(point), replicate \(replicate): \(reason)" }

  /// Why a search or a calibration that needs it ended, for the column `message`.
  var endWords: String {
    "ended because replicate \(replicate) of point \(point) failed: \(reason)"
  }
}

extension CountedRuns {
  /// The first run of all that failed, in words; nil if none has.
  package func firstFailureWords() throws -> String? {
    try firstFailure(of: points).map { "\($0)" }
  }

  /// The first run of these points that failed, in the order of the tables; nil if none has.
  func firstFailure(of points: some Sequence<PointResult>) throws -> FailedRun? {
    for result in points {
      if let first = try runs.firstFailure(
        point: result.point.identity, replicates: result.counted)
      {
        return FailedRun(
          point: result.point.number, replicate: first.replicate, reason: first.reason)
      }
    }
    return nil
  }
}
