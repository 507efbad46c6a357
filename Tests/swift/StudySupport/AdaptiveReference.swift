internal import Foundation

/// After how many replicates an adaptive point stops: docs/study-files.md ("Keys") and
/// docs/statistics.md ("Adaptive precision") written down directly.
///
/// Nothing here is shared with the program: quantiles come from sums and bisection, and everything
/// is computed anew at every number of replicates.
package struct AdaptiveReference: Sendable {
  package enum Kind: Sendable { case mean, share }

  package struct Target: Sendable {
    var kind: Kind
    var limit: Double
    var isRelative: Bool
    /// The response of an outbreak that dies out at once; nil where nobody recovers.
    var diedOut: Double?

    package init(
      _ kind: Kind, _ limit: Double, isRelative: Bool = false, diedOut: Double? = nil
    ) {
      self.kind = kind
      self.limit = limit
      self.isRelative = isRelative
      self.diedOut = diedOut
    }
  }

  /// A value of one run; `happened` is false for a time that was not reached until then.
  package struct Value: Sendable {
    package var number: Double
    package var happened: Bool

    package init(_ number: Double, happened: Bool = true) {
      self.number = number
      self.happened = happened
    }
  }

  package struct Stop: Hashable, Sendable {
    package var count: Int
    package var isPrecise: Bool

    package init(count: Int, isPrecise: Bool) {
      self.count = count
      self.isPrecise = isPrecise
    }
  }

  package var min: Int
  package var max: Int
  package var batch: Int
  package var level: Double
  package var targets: [Target]

  package init(min: Int, max: Int, batch: Int, level: Double, targets: [Target]) {
    self.min = min
    self.max = max
    self.batch = batch
    self.level = level
    self.targets = targets
  }

  /// - Parameter runs: by replicate, a value for each target; nil where the run failed.
  package func stop(_ runs: [[Value]?]) -> Stop {
    // Whole batches that hold the smallest number, then batch by batch, at last the largest.
    var count = 0
    while count < min { count += batch }
    count = Swift.min(count, max)
    var heldBefore = false
    while true {
      // What a failed run would have given nobody knows.
      if runs.prefix(count).contains(where: { $0 == nil }) {
        return Stop(count: count, isPrecise: false)
      }
      let holds = targets.indices.allSatisfy { target in
        isMet(targets[target], by: runs.prefix(count).compactMap { $0?[target] })
      }
      if count == max { return Stop(count: max, isPrecise: holds) }
      if holds && heldBefore { return Stop(count: count, isPrecise: true) }
      heldBefore = holds
      count = Swift.min(max, count + batch)
    }
  }

  private func isMet(_ target: Target, by values: [Value]) -> Bool {
    guard values.count >= min, let (estimate, half) = interval(target, values) else {
      return false
    }
    if target.isRelative && estimate == 0 { return false }
    return half <= target.limit * (target.isRelative ? abs(estimate) : 1)
  }

  /// The estimate and half of its interval; nil where there is none.
  private func interval(
    _ target: Target, _ values: [Value]
  ) -> (estimate: Double, half: Double)? {
    let n = Double(values.count)
    guard !values.isEmpty else { return nil }
    if target.kind == .share {
      let share = Double(values.count { $0.number == 1 }) / n
      let z = Self.normalQuantile((1 + level) / 2)
      let root = (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
      return (share, z * root / (1 + z * z / n))
    }
    guard values.allSatisfy(\.happened) else { return median(values) }
    guard values.count > 1 else { return nil }
    let mean = values.reduce(0) { $0 + $1.number } / n
    let variance = values.reduce(0) { $0 + ($1.number - mean) * ($1.number - mean) } / (n - 1)
    let t = Self.studentQuantile((1 + level) / 2, degreesOfFreedom: values.count - 1)
    let rare = target.diedOut.map { rareVariance(values.map(\.number), mean, diedOut: $0) } ?? 0
    let half = t * (Swift.max(variance, rare) / n).squareRoot()
    let areEqual = Set(values.map(\.number)).count == 1
    return (mean, areEqual ? Swift.max(half, hidden(mean, values.count)) : half)
  }

  /// As if three runs had died out at once, or sixteen where one came nearer to that than to the mean.
  private func rareVariance(_ values: [Double], _ mean: Double, diedOut: Double) -> Double {
    let isSeen = values.contains { abs($0 - diedOut) < abs($0 - mean) }
    return (isSeen ? 16 : 3) * (mean - diedOut) * (mean - diedOut) / Double(values.count)
  }

  /// What an interval without width may hide: the rule of three's probability times the size.
  private func hidden(_ value: Double, _ count: Int) -> Double {
    (1 - pow(1 - level, 1 / Double(count))) * Swift.max(1, abs(value))
  }

  /// Kaplan and Meier's median, and the times at which the log-log interval of S covers 1/2.
  private func median(_ values: [Value]) -> (estimate: Double, half: Double)? {
    let z = Self.normalQuantile((1 + level) / 2)
    var (survival, greenwood) = (1.0, 0.0)
    var median: Double?
    var (lower, upper): (Double?, Double?) = (nil, nil)
    for time in Set(values.filter(\.happened).map(\.number)).sorted() {
      let atRisk = Double(values.count { $0.number >= time })
      let events = Double(values.count { $0.number == time && $0.happened })
      survival *= 1 - events / atRisk
      greenwood += events / (atRisk * (atRisk - events))
      let isOver = survival < 1e-12
      let shift = isOver ? 0 : z * greenwood.squareRoot() / log(survival)
      let limits = isOver ? (0, 0) : (pow(survival, exp(-shift)), pow(survival, exp(shift)))
      if survival <= 0.5 + 1e-9 { median = median ?? time }
      if limits.0 <= 0.5 + 1e-9 { lower = lower ?? time }
      if limits.1 <= 0.5 + 1e-9 { upper = upper ?? time }
    }
    guard let median, let lower, let upper else { return nil }
    let half = (upper - lower) / 2
    return (median, half == 0 ? hidden(median, values.count) : half)
  }

  // MARK: Quantiles

  static func normalQuantile(_ p: Double) -> Double {
    bisect { 0.5 * erfc(-$0 / 2.0.squareRoot()) < p }
  }

  /// By Simpson's rule over the density, from 0.
  static func studentQuantile(_ p: Double, degreesOfFreedom: Int) -> Double {
    let v = Double(degreesOfFreedom)
    let scale =
      exp(lgamma((v + 1) / 2) - lgamma(v / 2)) / (v * Double.pi).squareRoot()
    func density(_ x: Double) -> Double { scale * exp(-(v + 1) / 2 * log1p(x * x / v)) }
    return bisect { t in
      let pieces = 400
      let width = t / Double(pieces)
      let sum = (0...pieces).reduce(0.0) { sum, piece in
        let weight = piece == 0 || piece == pieces ? 1.0 : piece % 2 == 1 ? 4 : 2
        return sum + weight * density(Double(piece) * width)
      }
      return 0.5 + sum * width / 3 < p
    }
  }

  /// The place in 0...64 up to which `isBelow` holds.
  private static func bisect(_ isBelow: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 64.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if isBelow(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
