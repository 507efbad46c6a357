/// Decides after how many replicates a point is precise enough.
///
/// Values are judged in replicate order, at fixed numbers of replicates only: the minimum, then
/// after each whole batch, at last the maximum. So the decision is a pure function of the values:
/// threads, batches in flight and resuming change nothing.
///
/// A point stops where all targets hold at two of these numbers in a row (or at the maximum).
/// Stopping at the first success would favor samples that look precise by luck: intervals of
/// level 0.95 then cover as little as 85 % (a share of 0.998), 90 % (exponential values); see
/// docs/statistics.md, "Adaptive precision", for measured coverage. Equal values are not taken as
/// precise before the rule of three allows it, nor means before rare outbreaks that die out at once
/// would have been seen (`OutbreakSample`).
/// Source: Law (2015), Simulation Modeling and Analysis, ISBN 978-0-07-340132-4, section 9.4.1.
package struct PrecisionJudge: Sendable {
  /// The replicates a point may have.
  package struct Plan: Hashable, Sendable {
    package let minimum: Int
    package let maximum: Int
    package let batch: Int
    /// Fewer values of a response are never precise; matters where runs lack it.
    package let fewestValues: Int

    /// - Parameter fewestValues: nil: as many as the minimum of replicates.
    /// - Precondition: 1 <= minimum <= maximum, batch >= 1.
    package init(minimum: Int = 30, maximum: Int, batch: Int, fewestValues: Int? = nil) {
      precondition(1 <= minimum && minimum <= maximum && batch >= 1)
      self.minimum = minimum
      self.maximum = maximum
      self.batch = batch
      self.fewestValues = fewestValues ?? minimum
    }

    /// The next number of replicates after `count` at which targets are judged; nil at the end.
    package func checkpoint(after count: Int) -> Int? {
      guard count < maximum else { return nil }
      guard count >= minimum else { return minimum }
      return min(maximum, minimum + ((count - minimum) / batch + 1) * batch)
    }
  }

  package enum Decision: Hashable, Sendable {
    /// At least this many replicates are needed.
    case undecided(needed: Int)
    /// All targets hold after this many.
    case precise(count: Int)
    /// Some target does not hold and never will: the maximum is reached, or a run failed.
    case exhausted(count: Int)

    /// Replicates the point has in the end; nil while that is open.
    package var count: Int? {
      switch self {
      case .undecided: nil
      case .precise(let count), .exhausted(let count): count
      }
    }
  }

  package let plan: Plan
  package let level: Double
  package private(set) var decision: Decision
  private var samples: [TargetSample]
  private var count = 0
  private var heldBefore = false
  /// Without a run that failed nobody knows how far its values lie from the others.
  private var hasFailed = false

  /// - Parameter diedOut: by target the response of an outbreak that dies out at once; nil: none does.
  package init(
    plan: Plan, targets: [PrecisionTarget], diedOut: [Double?]? = nil, level: Double = 0.95
  ) {
    precondition(diedOut == nil || diedOut?.count == targets.count)
    self.plan = plan
    self.level = level
    samples = targets.indices.map { TargetSample(target: targets[$0], diedOut: diedOut?[$0]) }
    decision = .undecided(needed: plan.minimum)
  }

  /// About how many replicates the point will have in the end, as far as those so far tell.
  package var expectedCount: Int {
    if let count = decision.count { return count }
    let needed =
      samples.map { sample in
        guard let values = sample.expectedCount(level: level) else { return Double(plan.maximum) }
        // Where runs lack the response, so many more of them are needed.
        let share = Double(sample.valueCount) / Double(max(1, count))
        return max(values, Double(plan.fewestValues)) / share
      }.max() ?? 0
    guard needed < Double(plan.maximum) else { return plan.maximum }
    let batches =
      max(0, Int(saturating: needed.rounded(.up)) - plan.minimum + plan.batch - 1) / plan.batch
    // One more, because the targets have to hold twice.
    return min(plan.maximum, plan.minimum + (batches + 1) * plan.batch)
  }

  /// Takes the next replicate: one value per target.
  ///
  /// Replicates after the decision are ignored: they were in flight when it fell.
  /// - Precondition: as many values as targets.
  package mutating func add(_ values: [JudgedValue]) {
    precondition(values.count == samples.count)
    guard case .undecided(let needed) = decision else { return }
    for (index, value) in values.enumerated() { samples[index].add(value) }
    if values.contains(.failed) { hasFailed = true }
    count += 1
    guard count == needed else { return }
    guard !hasFailed else {
      decision = .exhausted(count: count)
      return
    }
    let holds = samples.allSatisfy {
      $0.valueCount >= plan.fewestValues && $0.isMet(level: level)
    }
    if let next = plan.checkpoint(after: count) {
      decision = holds && heldBefore ? .precise(count: count) : .undecided(needed: next)
    } else {
      decision = holds ? .precise(count: count) : .exhausted(count: count)
    }
    heldBefore = holds
  }

  /// As `add`, for values that are all known.
  package mutating func add(_ values: [Double]) { add(values.map(JudgedValue.known)) }
}

/// What one run says about one response.
package enum JudgedValue: Hashable, Sendable {
  case known(Double)
  /// A time that had not come when watching ended.
  case censored(at: Double)
  /// The run has no such value, such as a shape of a group that never grew large enough.
  case missing
  /// There is no run to ask.
  case failed
}
