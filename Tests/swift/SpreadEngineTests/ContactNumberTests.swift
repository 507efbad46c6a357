import Foundation
import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// Draws with a number of contacts, and infections that differ in it.
@Suite(.slow) struct ContactNumberTests {
  /// Chances of 0, 1, ... contacts, by the gamma function of the C library.
  private static func chance(_ law: SpreadRule.ContactNumber, _ mean: Double, _ m: Int) -> Double {
    let number = Double(m)
    switch law {
    case .poisson: return exp(number * log(mean) - mean - lgamma(number + 1))
    case .geometric: return pow(mean / (1 + mean), number) / (1 + mean)
    case .negativeBinomial(let r):
      return exp(
        lgamma(number + r) - lgamma(r) - lgamma(number + 1) + r * log(r / (r + mean))
          + number * log(mean / (r + mean)))
    case .weights(let weights):
      return m < weights.count ? weights[m] / weights.reduce(0, +) : 0
    }
  }

  static let laws: [(SpreadRule.ContactNumber, Double)] = [
    (.poisson, 0.4), (.poisson, 3.5), (.poisson, 30), (.geometric, 0.4), (.geometric, 3.5),
    (.negativeBinomial(dispersion: 0.3), 2), (.negativeBinomial(dispersion: 5), 3.5),
    (.weights([1, 0, 2, 1]), 0),
  ]

  private static func scenario(
    _ law: SpreadRule.ContactNumber, _ mean: Double, p: Double, pool: SpreadRule.Pool,
    _ contacts: Contacts
  ) -> Scenario {
    var scenario = Scenario(
      grid: Grid(people: 61, columns: 8, boundary: .bounded),
      rule: SpreadRule(
        neighborhood: .moore, pool: pool, draw: .number(law), update: .synchronous),
      infectionFactor: 1, infectionProbability: p,
      introductions: [Introduction(step: 0, place: .people([0]))], maxSteps: 1)
    scenario.realInfectionFactor = mean
    scenario.contacts = contacts
    return scenario
  }

  private static func binomial(_ successes: Int, of trials: Int, _ p: Double) -> Double {
    if p == 1 { return successes == trials ? 1 : 0 }
    let n = Double(trials)
    let i = Double(successes)
    let ways = lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1)
    return exp(ways + i * log(p) + (n - i) * log(1 - p))
  }

  /// A star with person 0 in its middle.
  private static let star = Contacts.edges(
    NeighborTable(
      people: 61, from: Array(repeating: 0, count: 60), to: Array(1...60), isDirected: false))

  @Test("the infected of the first step are a thinned number", .deep, arguments: laws)
  func firstStep(law: SpreadRule.ContactNumber, mean: Double) {
    for (contacts, p) in [(Contacts.everybody, 0.6), (Self.star, 0.6), (Self.star, 1)] {
      for pool in SpreadRule.Pool.allCases {
        let engine = Simulator(Self.scenario(law, mean, p: p, pool: pool, contacts))
        var counts = [Int](repeating: 0, count: 61)
        for replicate in 0..<8_000 {
          let run = engine.run(RunKey(seed: 8, point: nil, replicate: replicate), recordMap: false)
          counts[Int(run.curve[run.steps]) - 1] += 1
        }
        // At most all 60, each infected with p.
        var expected = [Double](repeating: 0, count: 61)
        var left = 1.0
        for contacted in 0...60 {
          let chance = contacted == 60 ? left : Self.chance(law, mean, contacted)
          left -= chance
          for infected in 0...contacted {
            let binomial = Self.binomial(infected, of: contacted, p)
            expected[infected] += max(0, chance) * binomial
          }
        }
        #expect(ChiSquare.pValue(observed: counts, probabilities: expected) > 1e-6)
      }
    }
  }

  @Test("each neighbor is as likely to be contacted as any other", .deep)
  func places() throws {
    let engine = Simulator(Self.scenario(.poisson, 3, p: 1, pool: .healthy, Self.star))
    var counts = [Int](repeating: 0, count: 60)
    for replicate in 0..<8_000 {
      let key = RunKey(seed: 9, point: nil, replicate: replicate)
      let map = try #require(engine.run(key, recordMap: true).infectionSteps)
      for person in 1...60 where map[person] == 1 { counts[person - 1] += 1 }
    }
    let law = [Double](repeating: 1.0 / 60, count: 60)
    #expect(ChiSquare.pValue(observed: counts, probabilities: law) > 1e-6)
  }

  @Test("large means are right, too", .deep)
  func largeMean() {
    var scenario = Self.scenario(.poisson, 2_000, p: 1, pool: .all, .everybody)
    scenario.grid = Grid(people: 10_000, columns: 100, boundary: .bounded)
    let engine = Simulator(scenario)
    let numbers = (0..<400).map { replicate in
      let run = engine.run(RunKey(seed: 10, point: nil, replicate: replicate), recordMap: false)
      return Double(run.curve[run.steps] - 1)
    }
    let mean = numbers.reduce(0, +) / 400
    let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 399
    #expect(abs(mean - 2_000) < 5 * (2_000.0 / 400).squareRoot())
    #expect(abs(variance / 2_000 - 1) < 5 * (2.0 / 399).squareRoot())
  }

  @Test("a Poisson number of a gamma mean is negative binomial", .deep)
  func superspreading() {
    // Person 0 acts once; the factor of the infection is part of the law.
    var scenario = Self.scenario(.poisson, 2, p: 1, pool: .all, .everybody)
    scenario.course.infectiousSteps = .steps(1)
    scenario.course.infectiousnessDispersion = 0.5
    let engine = Simulator(scenario)
    var counts = [Int](repeating: 0, count: 61)
    for replicate in 0..<20_000 {
      let run = engine.run(RunKey(seed: 11, point: nil, replicate: replicate), recordMap: false)
      counts[run.course?.infections ?? 0] += 1
    }
    var law = (0..<60).map { Self.chance(.negativeBinomial(dispersion: 0.5), 2, $0) }
    law.append(1 - law.reduce(0, +))
    #expect(ChiSquare.pValue(observed: counts, probabilities: law) > 1e-6)
  }

  @Test("the engine and the slow reference implementation give the same runs")
  func reference() {
    for round in 0..<400 {
      var scenario = RandomScenarios.contacts(round)
      let mean = [0, 0.5, 2, 2.5, 20][round % 5]
      scenario.rule.draw = .number(
        [
          .poisson, .geometric, .negativeBinomial(dispersion: 0.4), .weights([1, 2, 0, 1]),
          .weights([1]), .weights([0, 0, 1]),
        ][round % 6])
      scenario.realInfectionFactor = mean
      scenario.contacts = round % 7 == 0 ? .grid : scenario.contacts
      // Of so small a shape some factors are 0.
      if round % 6 == 0 { scenario.course.infectiousnessDispersion = [0.7, 0.003][round / 6 % 2] }
      let key = RunKey(seed: 12, point: nil, replicate: round)
      guard expectReference(scenario, key) else { return }
    }
  }
}
