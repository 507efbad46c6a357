/// The sums over differences, or over distances to a bound, in replicate order.
struct DifferenceSums: Sendable {
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

  private struct Pair: Sendable {
    var sums = DifferenceSums()
    /// Which of the two beats the other: the first, the second, or neither yet.
    var winner = Winner.none
  }

  private enum Winner: Sendable { case none, first, second }

  struct Alternative: Sendable {
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
  private(set) var alternatives: [Alternative]
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
}
