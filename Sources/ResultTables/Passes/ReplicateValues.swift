import RunStore
import SpreadModel
import Statistics
import StudyFiles

extension CountedRuns {
  /// Passes the values of a response by, of a point's finished runs in replicate order.
  ///
  /// - Parameter body: takes a replicate, its value, and where there is none the step up to which that
  ///   is known.
  /// - Throws: `RunStoreError`.
  func forEachValue(
    _ response: Response, of result: PointResult, replicates: Range<Int>,
    _ body: (_ replicate: Int, _ value: Double?, _ known: Double?) -> Void
  ) throws {
    guard has(response, at: result.point) else { return }
    // Nil: the store is older than the response.
    let place = responses.place(of: response)
    let steps = responses.place(of: .steps)
    let maxSteps = result.point.scenario.maxSteps
    try forEachBlock(
      of: result, replicates: replicates, wanted: [response], []
    ) { runs in
      runs.visit { replicate, row in
        guard let row else { return }
        let value = place.flatMap { runs.responses[$0][row] }
        let steps = value == nil ? steps.flatMap { runs.responses[$0][row] } : nil
        let known =
          value == nil
          ? response.lastKnown(endedBy: runs.stopReasons[row], steps: steps, maxSteps: maxSteps)
          : nil
        body(replicate, value, known)
      }
    }
  }

  /// Passes the values of a response by, `together` replicates of all points at a time.
  ///
  /// - Parameters:
  ///   - mayBeCensored: whether to pass what was not reached.
  ///   - body: takes, by point, then by replicate, what was reached or not, nil where there is neither,
  ///     and the replicate after these; returns whether to go on.
  /// - Throws: `RunStoreError`.
  func forEachBlock(
    of response: Response, at points: [PointResult], together: Int, mayBeCensored: Bool,
    _ body: (_ values: [[CensoredTime?]], _ end: Int) -> Bool
  ) throws {
    guard responses.place(of: response) != nil else { return }  // the store is older than it
    let most = points.map(\.replicates).max() ?? 0
    for first in stride(from: 0, to: most, by: together) {
      let all = first..<min(first + together, most)
      var values = points.map { _ in [CensoredTime?](repeating: nil, count: all.count) }
      for (place, result) in points.enumerated() {
        let replicates = all.clamped(to: 0..<result.replicates)
        try forEachValue(response, of: result, replicates: replicates) { replicate, value, known in
          if let time = value ?? (mayBeCensored ? known : nil) {
            values[place][replicate - first] = CensoredTime(time: time, happened: value != nil)
          }
        }
      }
      guard body(values, all.upperBound) else { return }
    }
  }
}
