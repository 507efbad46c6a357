internal import SpreadModel

/// G1 to G3: groups of which everybody meets everybody.
extension [Truth] {
  static var everybody: [Truth] { reedFrostOfAll + periodsOfAll + pushes }

  private static var reedFrostOfAll: [Truth] {
    let groups: [(String, Scenario)] = [
      ("five", Scenario(.everybody, p: 0.3, people: 5)),
      ("eight_from_three", Scenario(.everybody, .all, .scan, p: 0.1, people: 8, start: [0, 1, 2])),
      (
        "ten_from_two",
        Scenario(.everybody, .healthy, .capped, .sequential, p: 0.1, people: 10, start: [0, 1])
      ),
      ("twelve", Scenario(.everybody, .all, .exact, .sequential, p: 0.25, people: 12)),
      (
        "twelve_from_four",
        Scenario(.everybody, .healthy, .scan, p: 0.05, people: 12, start: [0, 1, 2, 3])
      ),
    ]
    return groups.flatMap { name, group -> [Truth] in
      let arm = group.withCourse(infectious: 1)
      let (people, p, introduced) = (arm.grid.people, arm.infectionProbability, arm.introduced)
      let size = Truth(
        "G1.\(name)", "\(arm.contactWords): people ever infected",
        source: "Reed-Frost (Abbey 1952; Bailey 1975), by Ball's equations", arms: [arm],
        runs: 20_000,
        claim: .law(
          EpidemicLaw.finalSizes(people: people, introduced: introduced, p: p, course: arm.course)),
        observe: Truth.finalSize)
      let steps = Truth(
        "G1.\(name)_steps", "\(arm.contactWords): step in which nobody is infected any more",
        source: "Reed-Frost (Abbey 1952; Bailey 1975), the chain binomial", arms: [arm],
        runs: 20_000,
        claim: .law(EpidemicLaw.extinctionSteps(people: people, introduced: introduced, p: p)),
        observe: Truth.lastStep)
      return [size, steps]
    }
  }

  private static var periodsOfAll: [Truth] {
    let random = "geometric periods: Ball 1986, Adv. Appl. Prob. 18:289"
    let longer = "D steps with p are one with 1 - (1-p)^D, Reed-Frost by Ball's equations"
    let arms: [(String, String, Scenario)] = [
      ("ten", random, Scenario(.everybody, p: 0.1, people: 10).withCourse(recovery: 0.5)),
      (
        "twelve_from_two", random,
        Scenario(.everybody, .all, .capped, .sequential, p: 0.05, people: 12, start: [0, 1])
          .withCourse(latent: 1, recovery: 0.25)
      ),
      ("five", longer, Scenario(.everybody, .all, p: 0.2, people: 5).withCourse(infectious: 3)),
    ]
    return arms.map { name, source, arm in
      Truth(
        "G2.\(name)", "\(arm.contactWords): people ever infected", source: source, arms: [arm],
        runs: 20_000,
        claim: .law(
          EpidemicLaw.finalSizes(
            people: arm.grid.people, introduced: arm.introduced, p: arm.infectionProbability,
            course: arm.course)), observe: Truth.finalSize)
    }
  }

  private static var pushes: [Truth] {
    [4, 9, 16, 100].flatMap { people in
      SpreadRule.Pool.allCases.map { pool in
        let arm = Scenario(.everybody, pool, k: 1, p: 1, people: people)
        return Truth(
          "G3.\(pool.rawValue)_\(people)",
          "\(people) people, everybody, \(pool.rawValue), exact, k = 1, p = 1: steps to all",
          source:
            "push rumor spreading: occupancy of calls (Pittel 1987, SIAM J. Appl. Math. 47:213)",
          arms: [arm], runs: 10_000,
          claim: .law(PushLaw.stepsToAll(people: people, hitsHealthyOnly: pool == .healthy)),
          observe: Truth.stepsToAll)
      }
    }
  }
}

extension Scenario {
  /// Of those named at step 0.
  var introduced: Int {
    if case .people(let people)? = introductions.first?.place { people.count } else { 1 }
  }

  /// Such as "5 people, everybody, healthy, exact, synchronous, uncapped, p = 0.3, D = 1".
  var contactWords: String {
    let kind =
      switch contacts {
      case .grid: rule.neighborhood.rawValue
      case .everybody: "everybody"
      case .edges: "a list"
      case .ring(let neighbors, let rewire, _):
        "a ring of \(neighbors) neighbors" + (rewire > 0 ? ", rewire = \(rewire)" : "")
      case .random(let degree, _): "random, mean degree \(Judge.text(degree))"
      case .randomRegular(let degree, _): "random regular, degree \(degree)"
      case .preferential(let links, _): "preferential, links = \(links)"
      }
    var words = "\(grid.people) people"
    if introduced > 1 { words += ", \(introduced) introduced" }
    words += ", \(kind), \(rule.pool.rawValue), \(rule.draw.rawValue), \(rule.update.rawValue), "
    words += infectionFactor >= grid.people - 1 ? "uncapped" : "k = \(infectionFactor)"
    words += ", p = \(Judge.text(infectionProbability))"
    if course.latentSteps > 0 { words += ", L = \(course.latentSteps)" }
    if let most = course.infectiousSteps.steps { words += ", D = \(most)" }
    if course.recoveryProbability > 0 { words += ", c = \(course.recoveryProbability)" }
    return words
  }
}

extension Truth {
  /// The step in which nobody is infected any more; NaN if somebody is.
  static let lastStep: @Sendable (Scenario, RunResult) -> [Double] = { _, result in
    [result.stopReason == .extinct ? Double(result.steps) : .nan]
  }
}
