internal import Foundation
package import SpreadModel

/// How much a check costs: seconds, minutes, or longer. Each tier includes those before it.
package enum Tier: String, CaseIterable, Sendable {
  case quick, full, deep

  package func includes(_ other: Tier) -> Bool {
    Tier.allCases.prefix { $0 != self }.contains(other) || other == self
  }
}

/// One result the simulator must reproduce, derived exactly or published by others.
///
/// Source: docs/validation.md.
package struct Truth: Sendable {
  /// What the observations of all runs must look like.
  package enum Claim: Sendable {
    /// The only number observed is 1 in every run.
    case always
    /// The means of the observed numbers are these. If others simulated them, with their
    /// number of runs; `rounding` is half a unit of the last digit given.
    case means([Double], referenceRuns: Int? = nil, rounding: Double = 0)
    /// The number observed is 0, 1, ... with these probabilities.
    case distribution([Double])
    /// A function of the means of all arms lies within `tolerance` of `expected`.
    case estimate(
      expected: Double, tolerance: Double, @Sendable (_ means: [[Double]]) -> Double)
    /// Two observed numbers have the mean 0, or, if not `isZero`, have not: the clearer of two z scores, with
    /// Bonferroni's correction.
    case drift(isZero: Bool)
  }

  /// Such as `L6.push`: what stands before the point names the entry of docs/validation.md.
  package var id: String
  package var tier: Tier
  /// The scenario in words.
  package var scenario: String
  /// Where the expected value comes from.
  package var source: String
  /// What is simulated; more than one where arms are compared.
  package var arms: [Scenario]
  /// Runs of each arm.
  package var runs: Int
  package var claim: Claim
  /// Whether `observe` reads the step of each person's infection.
  package var needsMap: Bool
  /// What is kept of a run; NaN where the run does not have it, which no claim forgives.
  package var observe: @Sendable (_ arm: Scenario, _ result: RunResult) -> [Double]

  package init(
    _ id: String, tier: Tier = .quick, _ scenario: String, source: String, arms: [Scenario],
    runs: Int, claim: Claim, needsMap: Bool = false,
    observe: @escaping @Sendable (_ arm: Scenario, _ result: RunResult) -> [Double]
  ) {
    self.id = id
    self.tier = tier
    self.scenario = scenario
    self.source = source
    self.arms = arms
    self.runs = runs
    self.claim = claim
    self.needsMap = needsMap
    self.observe = observe
  }

  /// The seed of its runs, fixed by the id alone (FNV-1a), so that it cannot be searched for.
  package var seed: UInt64 {
    id.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } & (1 << 53 - 1)
  }

  /// Whether `--only` with this text means it: its id, or the part before the point.
  package func matches(_ text: String) -> Bool {
    id == text || id.hasPrefix(text + ".")
  }

  /// Steps until everybody is infected; NaN if they are not.
  package static let stepsToAll: @Sendable (Scenario, RunResult) -> [Double] = { _, result in
    [result.stopReason == .allInfected ? Double(result.steps) : .nan]
  }
}

extension Truth.Claim {
  /// The log-log slope between two observed means whose positions are a factor of `ratio` apart.
  static func slope(_ expected: Double, tolerance: Double, over ratio: Double) -> Self {
    .estimate(expected: expected, tolerance: tolerance) { means in
      log(means[0][1] / means[0][0]) / log(ratio)
    }
  }
}

extension [Truth] {
  /// All truths of a tier, those of the tiers before it included.
  package static func all(upTo tier: Tier) -> [Truth] {
    let entries = [
      firstStep, rows, smallGrids, corners, directedPercolation, growth, otherPrograms, fronts,
      drift, waves, reedFrost, infectors, periods, lines, lineEpidemic, returns, immunity,
      percolation, everybody, graphs, contactNumbers, largeGraphs,
    ]
    return entries.joined().filter { tier.includes($0.tier) }
  }
}
