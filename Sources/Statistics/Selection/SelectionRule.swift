import Glibc

/// Which of several alternatives has the best mean, how sure one wants to be, and what it may cost.
///
/// Source: docs/selection.md; Kim and Nelson (2001), doi:10.1145/502109.502111.
package struct SelectionRule: Hashable, Sendable {
  /// A bound on the mean of another response.
  ///
  /// Source: Andradóttir and Kim (2010), doi:10.1002/nav.20408.
  package struct Constraint: Hashable, Sendable {
    package var bound: Double
    /// Whether the mean may be at most the bound; otherwise it must be at least the bound.
    package var isUpper: Bool
    /// The smallest distance to the bound worth knowing, above 0.
    package var tolerance: Double
    /// Whether the response is 0 or 1.
    package var isEvent: Bool

    package init(bound: Double, isUpper: Bool, tolerance: Double, isEvent: Bool) {
      self.bound = bound
      self.isUpper = isUpper
      self.tolerance = tolerance
      self.isEvent = isEvent
    }

    /// How far a value lies on the wrong side of the bound.
    func excess(_ value: Double) -> Double { isUpper ? value - bound : bound - value }

    /// The least variance that a mean near the bound can have; 0 where nothing is known.
    var leastVariance: Double {
      guard isEvent else { return 0 }
      return [bound - tolerance, bound + tolerance].map { $0 * (1 - $0) }.min() ?? 0
    }
  }

  /// Number of alternatives, 2 or more.
  package var alternatives: Int
  /// Whether the largest mean is the best one; otherwise the smallest.
  package var isLargestBest: Bool
  /// The smallest difference of means worth knowing, above 0.
  package var indifference: Double
  /// The probability of naming the best one, above 0.5 and below 1.
  package var confidence: Double
  /// Replicates of each alternative in a round after the first.
  package var batch: Int
  /// Replicates of every alternative in the first round, 5 or more.
  package var firstStage: Int
  /// Runs of all alternatives together at most.
  package var maxRuns: Int
  /// The difference between the largest and the smallest value a run can have; nil: not known.
  package var range: Double?
  package var constraints: [Constraint]

  /// - Parameter firstStage: nil: `defaultFirstStage`.
  package init(
    alternatives: Int, isLargestBest: Bool, indifference: Double, confidence: Double = 0.95,
    batch: Int = 10, firstStage: Int? = nil, maxRuns: Int, range: Double? = nil,
    constraints: [Constraint] = []
  ) {
    precondition(alternatives >= 2)
    self.alternatives = alternatives
    self.isLargestBest = isLargestBest
    self.indifference = indifference
    self.confidence = confidence
    self.batch = batch
    self.maxRuns = maxRuns
    self.range = range
    self.constraints = constraints
    self.firstStage = 0
    self.firstStage = firstStage ?? defaultFirstStage
  }

  /// 1 - `confidence`.
  package var alpha: Double { 1 - confidence }

  /// The probability of error of one comparison or constraint: each of them may name a wrong
  /// alternative in one way only.
  package var beta: Double { alpha / Double(alternatives - 1 + constraints.count) }

  /// The smallest multiple of a batch with enough replicates to estimate variances.
  package var defaultFirstStage: Int {
    let least = max(20, 5 * log(1 / (2 * beta)))
    return batch * Int(saturating: (least / Double(batch)).rounded(.up))
  }

  /// The solution of (1 + 2 eta)^(-(n0-1)/2) / 2 = beta.
  package var eta: Double { expm1(-2 * log(2 * beta) / Double(firstStage - 1)) / 2 }

  /// h²: the boundary begins at h² variance / (2 indifference).
  package var boundary: Double { 2 * eta * Double(firstStage - 1) }

  /// How many equal pairs of values settle that two alternatives have the same mean; nil: never.
  ///
  /// Were their means `indifference` apart, a difference would have shown (rule of three).
  package var identicalReplicates: Int? {
    guard let range else { return nil }
    guard indifference < range else { return 1 }
    let replicates = Int(
      exactly: (log(beta) / log1p(-indifference / range)).rounded(.up))
    return replicates.flatMap { $0 <= maxRuns ? $0 : nil }
  }

  /// Half of the width of a difference's interval as a multiple of the standard deviation of n
  /// differences: all pairs at all numbers of replicates together have the confidence.
  ///
  /// - Returns: nil where so few replicates give no interval.
  ///
  /// Source: Lai (1976), doi:10.1214/aos/1176343406; Wang and Ramdas (2023),
  /// doi:10.48550/arXiv.2310.03722: Student's t with a normal mixture of unit information.
  package func halfWidthPerSD(replicates n: Int) -> Double? {
    let pairs = Double(alternatives) * Double(alternatives - 1) / 2
    let kappa = 1 / Double(n + 1)
    let logQ = -(log(kappa) + 2 * log(alpha / pairs)) / Double(n)
    let rest = 1 - kappa * exp(logQ)
    guard rest > 0 else { return nil }
    return (Double(n - 1) / Double(n) * expm1(logQ) / rest).squareRoot()
  }

  /// Runs of equal numbers of replicates with the same guarantee (Nelson and Matejcik 1995,
  /// doi:10.1287/mnsc.41.12.1935, by Bonferroni's inequality).
  ///
  /// - Parameter variance: the largest one of any two alternatives' differences in the first stage.
  func equalRuns(variance: Double) -> Int? {
    let t = StudentT(degreesOfFreedom: Double(firstStage - 1)).upperQuantile(beta)
    let needed = (t * t * variance / (indifference * indifference)).rounded(.up)
    return Int(exactly: Double(alternatives) * max(Double(firstStage), needed))
  }

  /// Where a sum has passed its boundary after so many replicates.
  func boundary(variance: Double, _ zone: Double, replicates: Int) -> Double {
    max(0, (boundary * variance / zone - zone * Double(replicates)) / 2)
  }

  /// Larger is better.
  var sign: Double { isLargestBest ? 1 : -1 }

  /// About how many replicates it takes until a sum passes its boundary.
  ///
  /// - Parameter distance: of its mean to 0.
  func expectedReplicates(variance: Double, _ zone: Double, distance: Double) -> Double {
    max(Double(firstStage), (boundary * variance / (zone * (2 * distance + zone))).rounded(.up))
  }
}
