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

extension RunRecord {
  /// What a run that did not fail has. What is not recorded of it is nil.
  package struct Finished: Sendable, Equatable {
    package var stopReason: StopReason
    /// In the order of the store's `responses`; nil is an empty cell.
    package var responses: [Double?]
    /// People per step.
    package var curve: RunCurves?
    /// The step at which each person was infected, -1 for never.
    package var map: [Int32]?
    /// Who infected whom.
    package var transmissions: Transmissions?
    /// People per step of each group.
    package var groupCurves: [RunCurves]?

    package init(
      stopReason: StopReason, responses: [Double?], curve: RunCurves? = nil, map: [Int32]? = nil,
      transmissions: Transmissions? = nil, groupCurves: [RunCurves]? = nil
    ) {
      self.stopReason = stopReason
      self.responses = responses
      self.curve = curve
      self.map = map
      self.transmissions = transmissions
      self.groupCurves = groupCurves
    }
  }

  /// nil if it failed.
  package var finished: Finished? {
    if case .finished(let finished) = outcome { finished } else { nil }
  }
}

package enum RunOutcome: Sendable, Equatable {
  case finished(RunRecord.Finished)
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
