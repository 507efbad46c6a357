import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// What fixed seeds give. `ReferenceTests` and those like it compare the engine with the reference
/// implementation, bit for bit; a change of both at once is seen here, and needs the statistics of the deep tier.
@Suite struct DigestTests {
  private static let kinds: [(name: String, scenario: @Sendable (Int) -> Scenario)] = [
    (
      "rules",
      { number in
        let item = RandomScenarios.combinations[number % RandomScenarios.combinations.count]
        return RandomScenarios.scenario(number, item.rule, item.boundary)
      }
    ),
    ("courses", RandomScenarios.course), ("interventions", RandomScenarios.changing),
    ("contacts", RandomScenarios.contacts),
    (
      "numbers of contacts",
      { number in
        var scenario = RandomScenarios.contacts(number)
        scenario.rule.draw = .number(
          [.poisson, .geometric, .negativeBinomial(dispersion: 0.4), .weights([1, 2, 0, 1])][
            number % 4])
        scenario.realInfectionFactor = [0.5, 2, 2.5, 20][number / 4 % 4]
        if number % 3 == 0 { scenario.course.infectiousnessDispersion = 0.7 }
        return scenario
      }
    ),
  ]

  @Test("runs of every kind are those whose distributions were tested", arguments: kinds.indices)
  func runs(_ kind: Int) throws {
    let (name, scenario) = Self.kinds[kind]
    var digest = Digest()
    for number in 0..<288 {
      let engine = Simulator(scenario(number), describesCourse: true)
      for replicate in 0..<2 {
        digest.add(engine.run(RunKey(seed: 99, point: 1, replicate: replicate), recordMap: true))
      }
    }
    try expectDigest(digest, name, of: "engine")
  }
}
