internal import SpreadModel

/// G6, G7: draws with a number of contacts, and infectiousness that differs from person to person.
extension [Truth] {
  static var contactNumbers: [Truth] { numbersOfAStep + numbersOfAPerson + branching }

  /// A distribution of numbers, and the dispersion of infectiousness that does the same to a Poisson distribution.
  private struct Numbers {
    var id: String
    var distribution: SpreadRule.ContactNumber
    var mean: Double
    /// Of the scenario, where it is not the distribution itself: a Poisson distribution of gamma means.
    var dispersion: Double?

    func set(_ scenario: inout Scenario) {
      scenario.rule.draw = .number(dispersion == nil ? distribution : .poisson)
      scenario.infectionFactor = Int(mean.rounded())
      scenario.realInfectionFactor = mean == mean.rounded() ? nil : mean
      scenario.course.infectiousnessDispersion = dispersion
    }
  }

  private static func mixture(_ mean: Double, _ dispersion: Double) -> Numbers {
    Numbers(
      id: "dispersion", distribution: .negativeBinomial(dispersion: dispersion), mean: mean,
      dispersion: dispersion)
  }

  private static var numbersOfAStep: [Truth] {
    let p = 0.8
    let cases = [
      Numbers(id: "poisson", distribution: .poisson, mean: 2.5),
      Numbers(id: "geometric", distribution: .geometric, mean: 3),
      Numbers(
        id: "negative_binomial", distribution: .negativeBinomial(dispersion: 0.5), mean: 3),
      Numbers(
        id: "weights", distribution: .weights([1, 0, 2, 1]), mean: 3),
      mixture(2.5, 0.5),
    ]
    return cases.flatMap { numbers -> [Truth] in
      var arm = Scenario(
        .moore, .healthy, .exact, p: p, people: 9, columns: 3, maxSteps: 1)
      numbers.set(&arm)
      let contacts = ContactDistribution.chances(numbers.distribution, mean: numbers.mean, most: 8)
      let distribution = GraphDistribution.mixed(
        contacts.enumerated().map { ($0.element, FirstStep.binomial($0.offset, p)) })
      let mean = distribution.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
      let source = "binomial thinning, gamma mixture of Poisson distributions"
      return [
        Truth(
          "G6.\(numbers.id)", source: source, arm, runs: 40_000, .curves(steps: [1]),
          .distribution([0] + distribution)),
        Truth(
          "G6.\(numbers.id)_places", source: source, arm, runs: 20_000, FirstStep.neighbors,
          .means([Double](repeating: mean / 8, count: 8))),
      ]
    }
  }

  /// Somebody's factor is the same in all of their steps: not two independent ones.
  private static var numbersOfAPerson: [Truth] {
    let people = 300
    let (mean, dispersion) = (1.5, 0.5)
    var arm = Scenario(.everybody, p: 1, people: people, maxSteps: 3)
      .withCourse(latent: 1, infectious: 2)
    mixture(mean, dispersion).set(&arm)
    return [
      Truth(
        "G6.two_steps", source: "one gamma variable for both steps: negative binomial", arm,
        runs: 20_000, .infectionsByIntroduced,
        .distribution(
          ContactDistribution.chances(
            .negativeBinomial(dispersion: dispersion), mean: 2 * mean, most: people - 1)))
    ]
  }

  /// Whether 5 % of a large group are ever infected: almost surely where a branching process does not
  /// end.
  private static var branching: [Truth] {
    let people = 4_000
    let cases: [(Numbers, p: Double)] = [
      (Numbers(id: "poisson", distribution: .poisson, mean: 1.5), 1),
      (
        Numbers(id: "poisson_half", distribution: .poisson, mean: 3),
        0.5
      ),
      (
        Numbers(id: "geometric", distribution: .geometric, mean: 2), 1
      ),
      (
        Numbers(
          id: "negative_binomial", distribution: .negativeBinomial(dispersion: 0.2), mean: 2), 1
      ),
      (
        Numbers(
          id: "weights", distribution: .weights([1, 1, 2]), mean: 3), 1
      ),
      (mixture(2, 0.5), 1),
    ]
    var truths = cases.map { numbers, p in
      var arm = Scenario(.everybody, .all, p: p, people: people).withCourse(infectious: 1)
      numbers.set(&arm)
      let distribution = ContactDistribution.generating(numbers.distribution, mean: numbers.mean)
      return outbreaks(numbers.id, arm) { distribution(1 - p + p * $0) }
    }
    let two = Scenario(.everybody, .all, .exact, k: 2, p: 0.75, people: people)
      .withCourse(infectious: 1)
    truths.append(
      outbreaks("exact", two) { (0.25 + 0.75 * $0) * (0.25 + 0.75 * $0) })
    return truths
  }

  private static func outbreaks(
    _ id: String, _ scenario: Scenario, _ offspring: (Double) -> Double
  ) -> Truth {
    var arm = scenario
    arm.stopShare = 0.05
    return Truth(
      "G7.\(id)", source: "extinction of the branching process, s = f(s)", arm, runs: 40_000,
      .outbreak(arm.stopShare),
      .function(.mean, 1 - ContactDistribution.extinction(offspring), tolerance: 0.02))
  }
}
