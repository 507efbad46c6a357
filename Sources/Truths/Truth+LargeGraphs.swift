internal import Foundation
internal import SpreadModel

/// G8, G9: large groups that meet at random, without a cap, D = 1.
extension [Truth] {
  static var largeGraphs: [Truth] { largeOutbreaks + thresholds }

  /// Chance and size of a large outbreak.
  private static var largeOutbreaks: [Truth] {
    let random = "r = 1 - exp(-c p r), Erdos-Renyi giant component"
    let regular = "u = 1 - p + p u^(d-1), S = 1 - u^d"
    func root(_ step: (Double) -> Double) -> Double {
      (0..<2_000).reduce(1) { value, _ in step(value) }
    }
    func share(_ mean: Double) -> Double { root { 1 - exp(-mean * $0) } }
    func regularShare(_ degree: Int, _ p: Double) -> Double {
      let none = ContactDistribution.extinction { pow(1 - p + p * $0, Double(degree - 1)) }
      return 1 - pow(1 - p + p * none, Double(degree))
    }
    let cases: [(String, String, Scenario, Double)] = [
      (
        "everybody_2", "r = 1 - exp(-R r), Kermack & McKendrick 1927",
        Scenario(.everybody, .all, .capped, p: 0.002, people: 1_000), share(2)
      ),
      (
        "random_3", random,
        Scenario(.random(meanDegree: 3, per: .replicate), p: 0.5, people: 1_500), share(1.5)
      ),
      (
        "random_5", random,
        Scenario(.random(meanDegree: 5, per: .replicate), .all, .scan, p: 0.4, people: 1_500),
        share(2)
      ),
      (
        "regular_3", regular,
        Scenario(.randomRegular(degree: 3, per: .replicate), p: 0.6, people: 2_000),
        regularShare(3, 0.6)
      ),
      (
        "regular_4", regular,
        Scenario(.randomRegular(degree: 4, per: .replicate), .all, .capped, p: 0.5, people: 2_000),
        regularShare(4, 0.5)
      ),
    ]
    return cases.flatMap { name, source, group, expected in
      let arm = group.withCourse(infectious: 1)
      func truth(_ what: String, _ function: MeanFunction, tolerance: Double) -> Truth {
        Truth(
          "G8.\(name)_\(what)", tier: .full, source: source, arm, runs: 8_400, .outbreak(0.1),
          .function(function, expected, tolerance: tolerance))
      }
      return [
        truth("chance", .mean, tolerance: 0.03), truth("share", .quotient, tolerance: 0.01),
      ]
    }
  }

  /// Whether anybody is infected at step 20, at the threshold and a tenth beside it: there a network of
  /// 20,000 people is still like a tree.
  private static var thresholds: [Truth] {
    let (people, steps) = (20_000, 20)
    func truth(
      _ id: String, _ contacts: Contacts, threshold: Double, _ factor: Double, _ source: String,
      first: (Double) -> Double, _ others: (Double) -> Double
    ) -> Truth {
      var arm = Scenario(contacts, p: threshold * factor, people: people, maxSteps: steps)
        .withCourse(infectious: 1)
      arm.introductions = []
      arm.startPeople = 1
      let p = arm.infectionProbability
      let expected = ContactDistribution.survival(
        steps, first: { first(1 - p + p * $0) }, { others(1 - p + p * $0) })
      let (place, tolerance) =
        factor == 1 ? ("at", 0.02) : factor < 1 ? ("below", 0.012) : ("above", 0.025)
      return Truth(
        "G9.\(id)_\(place)", tier: .full, source: source, arm, runs: 20_000,
        .curves(steps: [steps], anybody: true),
        .function(.mean, expected, tolerance: tolerance))
    }
    var truths: [Truth] = []
    for factor in [0.9, 1, 1.1] {
      for degree in [3, 4] {
        truths.append(
          truth(
            "regular_\(degree)", .randomRegular(degree: degree, per: .study),
            threshold: 1 / Double(degree - 1), factor,
            "threshold 1/(d-1); branching process of d, then d-1 contacts",
            first: { pow($0, Double(degree)) }, { pow($0, Double(degree - 1)) }))
      }
      let poisson = ContactDistribution.generating(.poisson, mean: 4)
      truths.append(
        truth(
          "random_4", .random(meanDegree: 4, per: .study), threshold: 0.25, factor,
          "threshold 1/c; branching process of Poisson offspring", first: poisson, poisson))
    }
    return truths
  }
}
