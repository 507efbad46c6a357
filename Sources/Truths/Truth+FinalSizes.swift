internal import Foundation
internal import SpreadModel

/// C2, C4 to C6: how many are ever infected where nobody returns and k is no cap. Then only
/// whether a person infects another, while infectious, counts: not when, nor the rule's other parts,
/// which differ between the truths. The laws are enumerated in
/// Tests/TruthsTests/EpidemicLawTests.swift.
extension [Truth] {
  /// Everybody meets everybody, person 0 introduced.
  static func four(
    _ pool: SpreadRule.Pool = .healthy, _ draw: SpreadRule.Draw = .exact,
    _ update: SpreadRule.Update = .synchronous, p: Double
  ) -> Scenario {
    Scenario(.moore, pool, draw, update, k: 3, p: p, people: 4, columns: 2, start: [0])
  }

  /// Everybody meets everybody, the middle introduced.
  static func nine(
    _ pool: SpreadRule.Pool = .healthy, _ draw: SpreadRule.Draw = .exact,
    _ update: SpreadRule.Update = .synchronous, p: Double
  ) -> Scenario {
    Scenario(.moore, pool, draw, update, k: 8, p: p, people: 9, columns: 3, boundary: .torus)
  }

  static var reedFrost: [Truth] {
    let arms = [
      ("four_half", four(p: 0.5)), ("four_fifth", four(.all, .scan, .sequential, p: 0.2)),
      ("nine_fifth", nine(.healthy, .capped, .sequential, p: 0.2)),
      ("nine_eighth", nine(.all, p: 0.125)),
    ]
    return arms.flatMap { name, scenario in
      let arm = scenario.withCourse(infectious: 1)
      let (people, p) = (arm.grid.people, arm.infectionProbability)
      let size = Truth(
        "C2.\(name)", "\(words(arm)): people ever infected",
        source: "Reed-Frost (Abbey 1952; Bailey 1975), by Ball's equations", arms: [arm],
        runs: 40_000,
        claim: .law(EpidemicLaw.finalSizes(people: people, p: p, course: arm.course)),
        observe: Truth.finalSize)
      let steps = Truth(
        "C2.\(name)_steps", "\(words(arm)): step in which nobody is infected any more",
        source: "Reed-Frost (Abbey 1952; Bailey 1975), the chain binomial", arms: [arm],
        runs: 40_000, claim: .law(EpidemicLaw.extinctionSteps(people: people, p: p))
      ) { _, result in [result.stopReason == .extinct ? Double(result.steps) : .nan] }
      return [size, steps]
    }
  }

  static var periods: [Truth] {
    func truth(_ id: String, _ source: String, _ arm: Scenario) -> Truth {
      let law = EpidemicLaw.finalSizes(
        people: arm.grid.people, p: arm.infectionProbability, course: arm.course)
      return Truth(
        id, "\(words(arm)): people ever infected", source: source, arms: [arm], runs: 20_000,
        claim: .law(law), observe: Truth.finalSize)
    }
    let random = "geometric periods: Ball 1986, Adv. Appl. Prob. 18:289"
    let longer = "D steps with p are one with 1 - (1-p)^D, Reed-Frost by Ball's equations"
    return [
      truth("C4.four", random, four(p: 0.3).withCourse(recovery: 0.5)),
      truth(
        "C4.four_latent_at_most_3", random,
        four(.all, .capped, p: 0.3).withCourse(latent: 2, infectious: 3, recovery: 0.5)),
      truth(
        "C4.nine", random, nine(.healthy, .scan, .sequential, p: 0.1).withCourse(recovery: 0.5)),
      truth("C5.four", longer, four(p: 0.2).withCourse(infectious: 3)),
      truth(
        "C5.four_latent", longer,
        four(.all, .scan, .sequential, p: 0.2).withCourse(latent: 2, infectious: 3)),
      truth("C5.nine", longer, nine(.all, .capped, p: 0.1).withCourse(infectious: 2)),
    ]
  }

  static var lines: [Truth] {
    func truth(_ id: String, _ arm: Scenario, _ law: [Double]) -> Truth {
      Truth(
        "C6.\(id)", "\(words(arm)): people ever infected", source: "bond percolation of a line",
        arms: [arm], runs: 20_000, claim: .law(law), observe: Truth.finalSize)
    }
    func line(_ people: Int, _ boundary: Boundary, p: Double) -> Scenario {
      Scenario(
        .vonNeumann, k: 2, p: p, people: people, columns: people, boundary: boundary, start: [0])
    }
    return [
      truth(
        "row", line(9, .bounded, p: 0.7).withCourse(infectious: 1),
        EpidemicLaw.row(people: 9, p: 0.7)),
      truth(
        "row_D2", line(9, .bounded, p: 1 - 0.3.squareRoot()).withCourse(infectious: 2),
        EpidemicLaw.row(people: 9, p: 0.7)),
      truth(
        "ring", line(7, .torus, p: 0.5).withCourse(infectious: 1),
        EpidemicLaw.ring(people: 7, p: 0.5)),
    ]
  }

  /// Such as "2 x 2 moore bounded, healthy, exact, synchronous, uncapped, p = 0.5, D = 1".
  private static func words(_ arm: Scenario) -> String {
    let (grid, rule, course) = (arm.grid, arm.rule, arm.course)
    var words =
      "\(grid.rows) x \(grid.columns) \(rule.neighborhood.rawValue) \(grid.boundary.rawValue), "
      + "\(rule.pool.rawValue), \(rule.draw.rawValue), \(rule.update.rawValue), uncapped, "
      + "p = \(Judge.text(arm.infectionProbability))"
    if course.latentSteps > 0 { words += ", L = \(course.latentSteps)" }
    if let most = course.infectiousSteps.steps { words += ", D = \(most)" }
    if course.recoveryProbability > 0 { words += ", c = \(course.recoveryProbability)" }
    return words
  }
}

extension Truth {
  /// People ever infected; NaN if some still are.
  static let finalSize: @Sendable (Scenario, RunResult) -> [Double] = { _, result in
    guard result.stopReason == .extinct, let size = result.course?.curves.everInfected.last
    else { return [.nan] }
    return [Double(size)]
  }
}
