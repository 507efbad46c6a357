/// How precise a response must be before a point needs no more replicates.
package struct PrecisionTarget: Hashable, Sendable {
  /// What the interval is of.
  package enum Kind: String, Hashable, Sendable {
    /// A mean with its t interval. As in the tables, the Kaplan-Meier median stands for it where
    /// times are censored, and the median of the values there are where some runs have none.
    case mean
    /// A share of 0/1 values with Wilson's interval.
    case share
  }

  /// The largest half-width of the interval.
  package enum Width: Hashable, Sendable {
    /// In the response's unit.
    case absolute(Double)
    /// As a share of the estimate's size.
    case relative(Double)
  }

  package let kind: Kind
  package let width: Width

  /// - Precondition: the width is positive.
  package init(kind: Kind, width: Width) {
    switch width {
    case .absolute(let limit), .relative(let limit): precondition(limit > 0)
    }
    self.kind = kind
    self.width = width
  }

  /// Whether the half-width around `estimate` is small enough.
  func isMet(halfWidth: Double, estimate: Double) -> Bool {
    switch width {
    case .absolute(let limit): halfWidth <= limit
    case .relative(let limit): estimate != 0 && halfWidth <= limit * abs(estimate)
    }
  }
}

/// The values of one response in replicate order, as a target judges them.
struct TargetSample: Sendable {
  let target: PrecisionTarget
  private var sample: OutbreakSample
  private var successes = 0
  /// Of a mean: what a median may have to stand for.
  private var times = CountedTimes()
  private var isCensored = false
  private var isMissing = false

  /// - Parameter diedOut: the response of an outbreak that dies out at once; nil where none does.
  init(target: PrecisionTarget, diedOut: Double?) {
    self.target = target
    sample = OutbreakSample(diedOut: diedOut)
  }

  /// Values known or censored.
  var valueCount: Int { sample.count }

  mutating func add(_ value: JudgedValue) {
    switch value {
    case .known(let number): add(number, happened: true)
    case .censored(let end):
      isCensored = true
      add(end, happened: false)
    case .missing: isMissing = true
    case .failed: break
    }
  }

  private mutating func add(_ value: Double, happened: Bool) {
    if target.kind == .mean { times.add(value, happened: happened) }
    sample.add(value)
    if value != 0 { successes += 1 }
  }

  /// Whether the target holds for the values so far.
  func isMet(level: Double) -> Bool {
    guard let (estimate, halfWidth) = precision(level: level) else { return false }
    return target.isMet(halfWidth: halfWidth, estimate: estimate)
  }

  /// About how many values it takes until the target holds, if its interval goes on to shrink: with
  /// the square root of their number, or with the number itself while what was not seen is wider.
  /// Nil where the values so far do not tell.
  func expectedCount(level: Double) -> Double? {
    guard let (estimate, halfWidth) = precision(level: level) else { return nil }
    let limit =
      switch target.width {
      case .absolute(let limit): limit
      case .relative(let limit): limit * abs(estimate)
      }
    guard limit > 0 else { return nil }
    let excess = halfWidth / limit
    var scatter = sample.moments.sd == 0 ? 0 : halfWidth
    if target.kind == .mean, !isCensored, !isMissing {
      scatter = sample.moments.meanInterval(level: level)?.halfWidth ?? 0
    }
    let squared = scatter / limit * (scatter / limit)
    return Double(sample.count) * (scatter < halfWidth ? max(excess, squared) : squared)
  }

  /// What the target is about; nil without values.
  private var center: (any IntervalEstimate)? {
    switch target.kind {
    case .share: Proportion(successes: successes, trials: sample.count)
    case .mean where isCensored: MedianEstimate(KaplanMeier(times))
    case .mean where isMissing: MedianEstimate(SortedSample(times.reached))
    case .mean: sample
    }
  }

  private func precision(level: Double) -> (estimate: Double, halfWidth: Double)? {
    guard let center, let half = center.interval(level: level)?.halfWidth else { return nil }
    let isScattered =
      target.kind == .share || (isCensored || isMissing ? half : sample.moments.sd ?? 0) > 0
    return (
      center.estimate,
      isScattered ? half : max(half, hiddenHalfWidth(of: center.estimate, level: level))
    )
  }

  /// What equal values may hide: other outcomes, each as far away as the value is from 0 (at
  /// least 1), with the probability the rule of three leaves.
  private func hiddenHalfWidth(of estimate: Double, level: Double) -> Double {
    let chance = Proportion.ruleOfThreeBound(trials: sample.count, level: level)
    return chance * max(abs(estimate), 1)
  }
}
