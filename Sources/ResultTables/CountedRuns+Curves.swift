import RunStore
import SpreadModel
import StudyFiles

extension CountedRuns {
  /// Passes the recorded curves of a point's runs by, in replicate order.
  func forEachCurve(
    of result: PointResult, _ replicates: Range<Int>,
    _ body: (_ replicate: Int, _ everInfected: [UInt32]) -> Void
  ) throws {
    try runs.forEachRun(
      point: result.point.identity, replicates: replicates.clamped(to: result.counted), [.curves]
    ) { run in
      if let curve = run.finished?.curve { body(run.replicate, curve.everInfected) }
    }
  }

  /// The key of everything that is resampled of a point.
  func key(of point: Point) -> UInt64 { study.seed ^ point.identity }
}
