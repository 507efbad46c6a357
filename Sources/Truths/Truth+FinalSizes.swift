internal import Foundation
internal import SpreadModel

/// C2, C4 to C6: how many are ever infected where nobody returns and k is no cap. Then only
/// whether a person infects another, while infectious, counts: not when, nor the rule's other parts,
/// which differ between the truths. The distributions are enumerated in
/// Tests/swift/TruthsTests/EpidemicDistributionTests.swift.
extension [Truth] {
  /// Everybody meets everybody, person 0 introduced.
  static func four(
    _ pool: SpreadRule.Pool = .healthy, _ draw: SpreadRule.Draw = .exact,
    _ update: SpreadRule.Update = .synchronous, p: Double
  ) -> Scenario {
    Scenario(.moore, pool, draw, update, p: p, people: 4, columns: 2, start: [0])
  }

  /// Everybody meets everybody, the middle introduced.
  static func nine(
    _ pool: SpreadRule.Pool = .healthy, _ draw: SpreadRule.Draw = .exact,
    _ update: SpreadRule.Update = .synchronous, p: Double
  ) -> Scenario {
    Scenario(.moore, pool, draw, update, p: p, people: 9, columns: 3, boundary: .torus)
  }

  static var reedFrost: [Truth] {
    let arms = [
      ("four_half", four(p: 0.5)), ("four_fifth", four(.all, .scan, .sequential, p: 0.2)),
      ("nine_fifth", nine(.healthy, .capped, .sequential, p: 0.2)),
      ("nine_eighth", nine(.all, p: 0.125)),
    ]
    return arms.flatMap { Truth.reedFrost("C2.\($0)", $1, runs: 40_000) }
  }

  static var periods: [Truth] {
    return [
      .sizes("C4.four", Truth.randomPeriods, four(p: 0.3).withCourse(recovery: 0.5)),
      .sizes(
        "C4.four_latent_at_most_3", Truth.randomPeriods,
        four(.all, .capped, p: 0.3).withCourse(latent: 2, infectious: 3, recovery: 0.5)),
      .sizes(
        "C4.nine", Truth.randomPeriods,
        nine(.healthy, .scan, .sequential, p: 0.1).withCourse(recovery: 0.5)),
      .sizes("C5.four", Truth.longerPeriods, four(p: 0.2).withCourse(infectious: 3)),
      .sizes(
        "C5.four_latent", Truth.longerPeriods,
        four(.all, .scan, .sequential, p: 0.2).withCourse(latent: 2, infectious: 3)),
      .sizes("C5.nine", Truth.longerPeriods, nine(.all, .capped, p: 0.1).withCourse(infectious: 2)),
    ]
  }

  static var lines: [Truth] {
    let source = "bond percolation of a line"
    func line(_ people: Int, _ boundary: Boundary, p: Double) -> Scenario {
      Scenario(
        .vonNeumann, p: p, people: people, columns: people, boundary: boundary, start: [0])
    }
    return [
      .sizes(
        "C6.row", source, line(9, .bounded, p: 0.7).withCourse(infectious: 1),
        distribution: EpidemicDistribution.row(people: 9, p: 0.7)),
      .sizes(
        "C6.row_D2", source, line(9, .bounded, p: 1 - 0.3.squareRoot()).withCourse(infectious: 2),
        distribution: EpidemicDistribution.row(people: 9, p: 0.7)),
      .sizes(
        "C6.ring", source, line(7, .torus, p: 0.5).withCourse(infectious: 1),
        distribution: EpidemicDistribution.ring(people: 7, p: 0.5)),
    ]
  }
}

extension Truth {
  /// Why distributions of lengths that vary are known, and of several steps.
  static let randomPeriods = "geometric periods: Ball 1986, Adv. Appl. Prob. 18:289 (not read)"
  static let longerPeriods =
    "D steps with p are one with 1 - (1-p)^D, Reed-Frost by Ball's equations"

  /// How many people are ever infected.
  ///
  /// - Parameter distribution: nil: that of people of whom everybody meets everybody.
  static func sizes(
    _ id: String, _ source: String, _ arm: Scenario, runs: Int = 20_000,
    distribution: [Double]? = nil
  ) -> Truth {
    let distribution =
      distribution
      ?? EpidemicDistribution.finalSizes(
        people: arm.grid.people, introduced: arm.introduced, p: arm.infectionProbability,
        course: arm.course)
    return Truth(id, source: source, arm, runs: runs, .finalSize, .distribution(distribution))
  }

  /// When the last ones recover.
  static func lastSteps(
    _ id: String, _ source: String, _ arm: Scenario, runs: Int = 20_000, p: Double
  ) -> Truth {
    Truth(
      id, source: source, arm, runs: runs, .lastStep,
      .distribution(
        EpidemicDistribution.extinctionSteps(
          people: arm.grid.people, introduced: arm.introduced, p: p)))
  }

  /// Both, of people of whom everybody meets everybody, infectious for a step.
  static func reedFrost(_ id: String, _ group: Scenario, runs: Int = 20_000) -> [Truth] {
    let (arm, source) = (group.withCourse(infectious: 1), "Reed-Frost (Abbey 1952; Bailey 1975), ")
    return [
      sizes(id, source + "by Ball's equations", arm, runs: runs),
      lastSteps(
        "\(id)_steps", source + "the chain binomial", arm, runs: runs,
        p: arm.infectionProbability),
    ]
  }
}
