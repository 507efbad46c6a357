package import SpreadModel

/// One run as the store keeps it.
package struct RunRecord: Sendable, Equatable {
  /// Number of the replicate within its point, from 0.
  package var replicate: Int
  package var outcome: RunOutcome

  package init(replicate: Int, outcome: RunOutcome) {
    self.replicate = replicate
    self.outcome = outcome
  }
}

package enum RunOutcome: Sendable, Equatable {
  /// - responses: in the order of the store's `responses`; nil is an empty cell.
  /// - curve: people per step, where they are recorded.
  /// - map: step at which each person was infected, -1 for never, where it is recorded.
  /// - transmissions: who infected whom, where it is recorded.
  /// - groupCurves: people per step of each group, where they are recorded.
  case ok(
    stopReason: StopReason, responses: [Double?], curve: RunCurves?, map: [Int32]?,
    transmissions: Transmissions? = nil, groupCurves: [RunCurves]? = nil)
  case failed(reason: String)

  /// A reason as the store keeps it: the beginning of a long one.
  package static func kept(_ reason: String) -> String {
    String(decoding: reason.utf8.prefix(BlockFormat.longestReason), as: UTF8.self)
  }
}

/// Consecutive replicates of one point: what is written, checked and lost together.
package struct RunBlock: Sendable, Equatable {
  /// The point's identity, which does not depend on its number in a design.
  package var point: UInt64
  /// In replicate order, without gaps.
  package var runs: [RunRecord]

  package init(point: UInt64, runs: [RunRecord]) {
    self.point = point
    self.runs = runs
  }

  package var replicates: Range<Int> {
    guard let first = runs.first else { return 0..<0 }
    return first.replicate..<first.replicate + runs.count
  }
}
