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
    fileprivate func excess(_ value: Double) -> Double { isUpper ? value - bound : bound - value }

    /// The least variance that a mean near the bound can have; 0 where nothing is known.
    fileprivate var leastVariance: Double {
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
    return batch * Int((least / Double(batch)).rounded(.up))
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
    return Int((log(beta) / log1p(-indifference / range)).rounded(.up))
  }

  /// Half of the width of a difference's interval as a multiple of the standard deviation of n
  /// differences: all pairs at all numbers of replicates together have the confidence.
  ///
  /// - Returns: nil where so few replicates give no interval.
  ///
  /// Source: Lai (1976), doi:10.1214/aos/1176343406; Wang and Ramdas (2023),
  /// doi:10.48550/arXiv.2310.03722: Student's t with a normal mixture of unit information.
  package func halfWidthPerSD(replicates n: Int) -> Double? {
    guard n >= 2 else { return nil }
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
  fileprivate func equalRuns(variance: Double) -> Int? {
    let t = StudentT(degreesOfFreedom: Double(firstStage - 1)).upperQuantile(beta)
    let needed = (t * t * variance / (indifference * indifference)).rounded(.up)
    return Int(exactly: Double(alternatives) * max(Double(firstStage), needed))
  }

  /// Where a sum has passed its boundary after so many replicates.
  fileprivate func boundary(variance: Double, _ zone: Double, replicates: Int) -> Double {
    max(0, (boundary * variance / zone - zone * Double(replicates)) / 2)
  }

  /// Larger is better.
  fileprivate var sign: Double { isLargestBest ? 1 : -1 }

  /// About how many replicates it takes until a sum passes its boundary.
  ///
  /// - Parameter distance: of its mean to 0.
  fileprivate func expectedReplicates(variance: Double, _ zone: Double, distance: Double) -> Double
  {
    max(Double(firstStage), (boundary * variance / (zone * (2 * distance + zone))).rounded(.up))
  }
}

/// The sums over differences, or over distances to a bound, in replicate order.
private struct DifferenceSums: Sendable {
  private(set) var sum = 0.0
  private(set) var squares = 0.0
  private(set) var absolutes = 0.0
  /// That of the first stage.
  private(set) var firstVariance = 0.0

  mutating func add(_ difference: Double) {
    sum += difference
    squares += difference * difference
    absolutes += abs(difference)
  }

  /// 0 where nothing but rounding varies.
  func variance(_ count: Int) -> Double {
    let deviations = squares - sum * sum / Double(count)
    return deviations <= 1e-12 * squares ? 0 : deviations / Double(count - 1)
  }

  mutating func endFirstStage(_ count: Int) { firstVariance = variance(count) }

  /// A first stage that happened to vary little is mended by what came later.
  func largestVariance(_ count: Int) -> Double { max(firstVariance, variance(count)) }

  /// What a sum must exceed a boundary by, so that it is not rounding alone.
  var rounding: Double { 1e-12 * absolutes }

  var isZero: Bool { absolutes == 0 }
}

/// The best of several alternatives, found by rounds of replicates of those that may still be it.
///
/// Replicate r of one alternative is always compared with replicate r of another. Every decision is a
/// function of the values in replicate order.
///
/// Kim and Nelson's procedure with Fabian's triangular region, judged after whole batches, with a
/// variance that later replicates can only raise.
/// Source: docs/selection.md.
package struct Selection: Sendable {
  package enum Verdict: String, CaseIterable, Sendable {
    case selected, tied, inconclusive
    case noneFeasible = "none_feasible"
  }

  package enum Status: String, CaseIterable, Sendable {
    case best, tied, survivor, eliminated, infeasible
  }

  /// Where an alternative left.
  package struct Exit: Hashable, Sendable {
    /// 0: the first stage.
    package let round: Int
    /// The alternative that beat it; nil: it does not keep a constraint.
    package let by: Int?
  }

  /// A value that is missing: nothing can be said beyond it.
  package struct Gap: Hashable, Sendable {
    package let alternative: Int
    package let replicate: Int
    /// 0: the response; from 1: that of a constraint.
    package let quantity: Int
  }

  /// An alternative, as far as its runs go.
  package struct Estimate: Hashable, Sendable {
    package let status: Status
    package let exit: Exit?
    /// Replicates judged.
    package let runs: Int
    package let mean: Double?
    package let sd: Double?
    /// To the reference: over the replicates both have. Nil of the reference itself.
    package var difference: Double?
    package var low: Double?
    package var high: Double?
    /// Nil while it is open.
    package let isFeasible: Bool?
  }

  private struct Pair: Sendable {
    var sums = DifferenceSums()
    /// Which of the two beats the other: the first, the second, or neither yet.
    var winner = Winner.none
  }

  private enum Winner: Sendable { case none, first, second }

  private struct Alternative: Sendable {
    /// In the response's own sign, by replicate.
    var values: [Double] = []
    var sum = 0.0
    var constraints: [DifferenceSums]
    /// By constraint.
    var hasPassed: [Bool]
    var exit: Exit?
    var isFeasible: Bool { !hasPassed.contains(false) }
    /// Whether the means so far keep all constraints.
    var seemsFeasible: Bool { constraints.allSatisfy { $0.sum <= 0 } }
  }

  package let rule: SelectionRule
  /// The alternatives that may still be the best, in order.
  package private(set) var survivors: [Int]
  /// The replicates of each survivor that are wanted next; empty at the end.
  package private(set) var round: Range<Int> = 0..<0
  /// Judgements so far.
  package private(set) var judgements = 0
  /// Nil while more runs are wanted.
  package private(set) var verdict: Verdict?
  /// What ended it without a decision; nil where runs did.
  package private(set) var gap: Gap?
  /// Runs of equal allocation with the same guarantee; nil before the first judgement.
  package private(set) var equalRuns: Int?
  /// Replicates judged of each survivor.
  package private(set) var replicates = 0
  private var alternatives: [Alternative]
  /// Of survivors, by their indices a < b, at b (b - 1) / 2 + a.
  private var pairs: [Pair]

  package init(_ rule: SelectionRule) {
    self.rule = rule
    survivors = Array(0..<rule.alternatives)
    let open = Alternative(
      constraints: rule.constraints.map { _ in DifferenceSums() },
      hasPassed: rule.constraints.map { _ in false })
    alternatives = Array(repeating: open, count: rule.alternatives)
    pairs = Array(repeating: Pair(), count: rule.alternatives * (rule.alternatives - 1) / 2)
    askForMore()
  }

  /// Runs judged so far.
  package var runs: Int { alternatives.reduce(0) { $0 + $1.values.count } }

  /// The best one; nil without a decision.
  package var best: Int? {
    verdict == .selected || verdict == .tied ? survivors.first : nil
  }

  /// What differences refer to: the best, or the survivor whose mean is the best so far; nil before the
  /// first judgement, or where nobody is left.
  package var reference: Int? { best ?? (judgements > 0 ? leader(among: survivors) : nil) }

  /// Takes the values of `round`.
  ///
  /// - Parameter values: by survivor, by quantity (the response, then those of the constraints), by
  ///   replicate; nil: empty, or of a run that failed.
  /// - Precondition: values of all survivors.
  package mutating func add(_ values: [[[Double?]]]) {
    precondition(values.count == survivors.count)
    gap = firstGap(in: values)
    guard gap == nil else {
      round = 0..<0
      verdict = .inconclusive
      return
    }
    for (place, survivor) in survivors.enumerated() {
      for (constraint, values) in values[place].dropFirst().enumerated() {
        for value in values.lazy.compactMap(\.self) {
          alternatives[survivor].constraints[constraint].add(
            rule.constraints[constraint].excess(value))
        }
      }
      for value in values[place][0].lazy.compactMap(\.self) {
        alternatives[survivor].values.append(value)
        alternatives[survivor].sum += rule.sign * value
      }
    }
    addPairs(round)
    replicates = round.upperBound
    if judgements == 0 { endFirstStage() }
    judge()
    judgements += 1
    askForMore()
  }

  private func firstGap(in values: [[[Double?]]]) -> Gap? {
    for (place, survivor) in survivors.enumerated() {
      for replicate in round.indices {
        let index = replicate - round.lowerBound
        if let quantity = values[place].firstIndex(where: { $0[index] == nil }) {
          return Gap(alternative: survivor, replicate: replicate, quantity: quantity)
        }
      }
    }
    return nil
  }

  private mutating func addPairs(_ replicates: Range<Int>) {
    var index = 0
    for second in survivors.indices {
      let others = alternatives[survivors[second]].values
      for first in 0..<second {
        let values = alternatives[survivors[first]].values
        for replicate in replicates {
          pairs[index].sums.add(rule.sign * (values[replicate] - others[replicate]))
        }
        index += 1
      }
    }
  }

  private mutating func endFirstStage() {
    for index in pairs.indices { pairs[index].sums.endFirstStage(replicates) }
    for index in alternatives.indices {
      for constraint in rule.constraints.indices {
        alternatives[index].constraints[constraint].endFirstStage(replicates)
      }
    }
    equalRuns = rule.equalRuns(variance: pairs.lazy.map(\.sums.firstVariance).max() ?? 0)
  }

  /// Feasibility, then comparisons, then eliminations.
  private mutating func judge() {
    testConstraints()
    comparePairs()
    eliminate()
  }

  private mutating func testConstraints() {
    for survivor in survivors {
      for (index, constraint) in rule.constraints.enumerated()
      where !alternatives[survivor].hasPassed[index] {
        let sums = alternatives[survivor].constraints[index]
        let limit = rule.boundary(
          variance: max(sums.largestVariance(replicates), constraint.leastVariance),
          constraint.tolerance, replicates: replicates)
        if sums.sum > limit + sums.rounding {
          alternatives[survivor].exit = Exit(round: judgements, by: nil)
        } else if limit == 0 || sums.sum < -limit - sums.rounding {
          alternatives[survivor].hasPassed[index] = true
        }
      }
    }
    keepSurvivors()
  }

  private mutating func comparePairs() {
    for index in pairs.indices where pairs[index].winner == .none {
      let sums = pairs[index].sums
      let least =
        sums.isZero
        ? 0 : rule.indifference * (sums.squares / sums.absolutes - rule.indifference)
      let limit =
        rule.boundary(
          variance: max(sums.largestVariance(replicates), least), rule.indifference,
          replicates: replicates) + sums.rounding
      if sums.sum > limit { pairs[index].winner = .first }
      if sums.sum < -limit { pairs[index].winner = .second }
    }
  }

  /// Everybody leaves who was beaten by one that keeps all constraints.
  private mutating func eliminate() {
    var beatenBy: [Int: [Int]] = [:]
    var index = 0
    for second in survivors.indices {
      for first in 0..<second {
        switch pairs[index].winner {
        case .first: beatenBy[survivors[second], default: []].append(survivors[first])
        case .second: beatenBy[survivors[first], default: []].append(survivors[second])
        case .none: break
        }
        index += 1
      }
    }
    for (loser, winners) in beatenBy {
      let winner = leader(among: winners.sorted().filter { alternatives[$0].isFeasible })
      if let winner { alternatives[loser].exit = Exit(round: judgements, by: winner) }
    }
    keepSurvivors()
  }

  /// The one whose sum is the best; of equal ones the first.
  private func leader(among candidates: [Int]) -> Int? {
    candidates.reduce(nil) { best, next in
      guard let best else { return next }
      return alternatives[next].sum > alternatives[best].sum ? next : best
    }
  }

  /// Drops the pairs of those who have left.
  private mutating func keepSurvivors() {
    let stays = survivors.map { alternatives[$0].exit == nil }
    guard stays.contains(false) else { return }
    var kept: [Pair] = []
    var index = 0
    for second in survivors.indices {
      for first in 0..<second {
        if stays[first], stays[second] { kept.append(pairs[index]) }
        index += 1
      }
    }
    pairs = kept
    survivors = survivors.filter { alternatives[$0].exit == nil }
  }

  private mutating func askForMore() {
    round = 0..<0
    verdict = decision
    guard verdict == nil else { return }
    let size = judgements == 0 ? rule.firstStage : rule.batch
    let (needed, isTooLarge) = survivors.count.multipliedReportingOverflow(by: size)
    guard !isTooLarge, needed <= rule.maxRuns - runs else {
      verdict = .inconclusive
      return
    }
    round = replicates..<replicates + size
  }

  private var decision: Verdict? {
    if survivors.isEmpty { return .noneFeasible }
    guard judgements > 0, survivors.allSatisfy({ alternatives[$0].isFeasible }) else { return nil }
    if survivors.count == 1 { return .selected }
    guard let settled = rule.identicalReplicates, replicates >= settled,
      pairs.allSatisfy(\.sums.isZero)
    else { return nil }
    return .tied
  }

  /// About how many runs it takes, as the first stage has it; nil but after the first judgement.
  ///
  /// The longest of those compared with the best goes on as long as the best does; who seems to be
  /// infeasible goes on until that is known.
  package var expectedRuns: Double? {
    guard judgements == 1 else { return nil }
    let pilot = alternatives.map { $0.values.prefix(rule.firstStage) }
    let means = pilot.map { rule.sign * $0.reduce(0, +) / Double(rule.firstStage) }
    let feasible = alternatives.indices.filter { alternatives[$0].seemsFeasible }
    let best = feasible.max { means[$0] < means[$1] }
    var expected = 0.0
    var longest = 0.0
    for index in alternatives.indices where index != best {
      let own = alternatives[index].seemsFeasible ? best : nil
      let replicates =
        own.map { best in
          rule.expectedReplicates(
            variance: Moments(of: zip(pilot[best], pilot[index]).map { $0 - $1 }).variance ?? 0,
            rule.indifference, distance: means[best] - means[index])
        } ?? expectedForConstraints(index)
      expected += replicates
      if own != nil { longest = max(longest, replicates) }
    }
    return expected + (best.map { max(longest, expectedForConstraints($0)) } ?? 0)
  }

  /// About how many replicates it takes until an alternative has passed all constraints, or failed one.
  private func expectedForConstraints(_ index: Int) -> Double {
    let all = zip(rule.constraints, alternatives[index].constraints).map { constraint, sums in
      rule.expectedReplicates(
        variance: max(sums.firstVariance, constraint.leastVariance), constraint.tolerance,
        distance: abs(sums.sum) / Double(rule.firstStage))
    }
    let isFeasible = alternatives[index].seemsFeasible
    return (isFeasible ? all.max() : all.min()) ?? Double(rule.firstStage)
  }

  /// The alternative nearest to the best one, but for those that do not keep a constraint.
  package var next: Int? {
    guard let best else { return nil }
    let estimates = estimates
    return estimates.indices.filter { $0 != best && estimates[$0].status != .infeasible }
      .min { abs(estimates[$0].difference ?? 0) < abs(estimates[$1].difference ?? 0) }
  }

  /// All alternatives, in order.
  package var estimates: [Estimate] {
    let reference = reference
    return alternatives.indices.map { index in
      let alternative = alternatives[index]
      let moments = Moments(of: alternative.values)
      var estimate = Estimate(
        status: status(of: index), exit: alternative.exit, runs: alternative.values.count,
        mean: moments.mean, sd: moments.sd,
        isFeasible: isFeasible(alternative))
      guard let reference, reference != index else { return estimate }
      let differences = zip(alternative.values, alternatives[reference].values).map { $0 - $1 }
      let distances = Moments(of: differences)
      estimate.difference = distances.mean
      var sums = DifferenceSums()
      for difference in differences { sums.add(difference) }
      if let mean = distances.mean, let sd = distances.sd, sums.variance(differences.count) > 0,
        let width = rule.halfWidthPerSD(replicates: differences.count)
      {
        (estimate.low, estimate.high) = (mean - sd * width, mean + sd * width)
      }
      return estimate
    }
  }

  private func status(of index: Int) -> Status {
    if let exit = alternatives[index].exit { return exit.by == nil ? .infeasible : .eliminated }
    guard let best else { return .survivor }
    return index == best ? .best : .tied
  }

  private func isFeasible(_ alternative: Alternative) -> Bool? {
    if let exit = alternative.exit, exit.by == nil { return false }
    return alternative.isFeasible ? true : nil
  }
}
