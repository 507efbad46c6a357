import RunStore
import SpreadModel
import Statistics
import StudyFiles

extension GroupComparison {
  /// Drift of one level against none: both components at once, so there is no single estimate.
  ///
  /// - Throws: `RunStoreError`.
  init(driftOf point: StudyResults.PointResult, label: String, in results: StudyResults) throws {
    (levelA, levelB) = (label, "zero")
    isPaired = false
    effect = .meanDifference
    test = .hotelling
    (estimate, interval, equivalence) = (nil, nil, nil)
    let places = [Response.driftX, .driftY].compactMap(results.store.responses.place)
    let drift = try HotellingTest.test(center: [0, 0]) { add in
      try results.store.forEachRun(
        point: point.point.identity, replicates: 0..<point.replicates, withCurves: false,
        withMaps: false
      ) { run in
        guard case .ok(_, let responses, _, _, _) = run.outcome else { return }
        let drift = places.compactMap { responses[$0] }
        if drift.count == 2 { add(drift) }
      }
    }
    (countA, countB) = (drift.count, 0)
    result = drift.result
  }
}
