package import SpreadModel

/// How much a check costs: seconds, minutes, or longer. Each tier includes those before it.
package enum Tier: String, CaseIterable, Sendable {
  case quick, full, deep

  package func includes(_ other: Tier) -> Bool {
    Tier.allCases.prefix { $0 != self }.contains(other) || other == self
  }
}

/// One result the simulator must reproduce, derived exactly or published by others: a value, so that
/// `TruthExport` can write it for any simulator.
///
/// Source: docs/validation.md.
package struct Truth: Sendable {
  /// Such as `L6.push`: what stands before the point is its entry in docs/validation.md.
  package var id: String
  package var tier: Tier
  /// Where the expected value comes from.
  package var source: String
  /// What is simulated; more than one where scenarios are compared.
  package var arms: [Scenario]
  /// Runs of each arm.
  package var runs: Int
  package var observation: Observation
  package var expected: Expected

  package init(
    _ id: String, tier: Tier = .quick, source: String, _ arms: [Scenario], runs: Int,
    _ observation: Observation, _ expected: Expected
  ) {
    self.id = id
    self.tier = tier
    self.source = source
    self.arms = arms
    self.runs = runs
    self.observation = observation
    self.expected = expected
  }

  package init(
    _ id: String, tier: Tier = .quick, source: String, _ arm: Scenario, runs: Int,
    _ observation: Observation, _ expected: Expected
  ) {
    self.init(id, tier: tier, source: source, [arm], runs: runs, observation, expected)
  }

  /// What stands before the point of the id.
  package var entry: String { String(id.prefix { $0 != "." }) }

  /// The seed of its runs, fixed by the id alone (FNV-1a), so that it cannot be searched for.
  package var seed: UInt64 {
    id.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } & (1 << 53 - 1)
  }

  /// Whether `--only` with this text means it: its id, or the part before the point.
  package func matches(_ text: String) -> Bool {
    id == text || id.hasPrefix(text + ".")
  }

  /// What is simulated and observed, in words.
  package var scenario: String { "\(Scenario.words(of: arms)): \(observation.words)" }
}

extension [Truth] {
  /// All truths of a tier, those of the tiers before it included.
  package static func all(upTo tier: Tier) -> [Truth] {
    TruthList.all.filter { tier.includes($0.tier) }
  }
}

/// Made once: some expectations are enumerated.
private enum TruthList {
  static let all: [Truth] = [
    .firstStep, .rows, .smallGrids, .corners, .directedPercolation, .growth, .otherPrograms,
    .fronts,
    .drift, .waves, .reedFrost, .infectors, .periods, .lines, .lineEpidemic, .returns, .immunity,
    .percolation, .everybody, .graphs, .contactNumbers, .largeGraphs, .criticalProbabilities,
  ].flatMap { (truths: [Truth]) in truths }
}
