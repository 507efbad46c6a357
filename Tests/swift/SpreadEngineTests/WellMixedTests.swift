import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// The draw without a cap, and the two built-in rules for groups in which everybody meets everybody.
@Suite(.slow) struct WellMixedTests {
  @Test(
    "among everybody, infected, ever infected and the end are those of the exact recursion", .deep,
    arguments: [
      WellMixed(rule: "each_contact", people: 7, introduced: 1, mean: 0, p: 0.22),
      WellMixed(rule: "each_contact", people: 12, introduced: 3, mean: 0, p: 0.08),
      WellMixed(rule: "mixing", people: 7, introduced: 1, mean: 2, p: 0.75),
      WellMixed(rule: "mixing", people: 9, introduced: 2, mean: 2.5, p: 0.4),
      // More contacts than there are people are cut off.
      WellMixed(rule: "mixing", people: 5, introduced: 1, mean: 4, p: 0.3),
    ])
  func recursion(group: WellMixed) throws {
    let scenario = try group.scenario
    let runs = 200_000
    var reference = ReferenceSimulator(scenario)
    let engine = Simulator(scenario)
    let samples: [(runs: Int, run: (RunKey) -> RunResult)] = [
      (runs, { engine.run($0, recordMap: false) }), (runs / 20, { reference.run($0) }),
    ]
    for (runs, run) in samples {
      // By step of the end, and number ever infected.
      var seen: [[Int]: Int] = [:]
      for replicate in 0..<runs {
        let result = run(RunKey(seed: 62, point: nil, replicate: replicate))
        #expect(result.stopReason == .extinct)
        let size = Int(try #require(result.course).curves.everInfected.last ?? 0)
        seen[[result.steps, size], default: 0] += 1
      }
      let law = group.law
      #expect(Set(seen.keys).isSubset(of: law.keys))
      let outcomes = law.keys.sorted { $0.lexicographicallyPrecedes($1) }
      // Five groups, engine and reference: one in 10^6 right programs fails.
      #expect(
        ChiSquare.pValue(
          observed: outcomes.map { seen[$0] ?? 0 }, probabilities: outcomes.map { law[$0] ?? 0 })
          > 1e-7)
    }
  }
}

/// A group in which everybody meets everybody and is infectious for one step.
struct WellMixed: CustomStringConvertible, Sendable {
  let rule: String
  let people: Int
  let introduced: Int
  /// Of the number of contacts, where there is one.
  let mean: Double
  let p: Double

  var description: String { "\(rule), \(people) people" }

  var scenario: Scenario {
    get throws {
      var scenario = Scenario(
        grid: Grid(people: people, columns: people, boundary: .bounded),
        rule: try #require(SpreadRule.builtIn(named: rule)), infectionFactor: 1,
        infectionProbability: p,
        introductions: [Introduction(step: 0, place: .people(Array(0..<introduced)))])
      scenario.realInfectionFactor = mean
      scenario.contacts = .everybody
      scenario.course.infectiousSteps = .steps(1)
      return scenario
    }
  }

  /// Chances of the step in which nobody is infected any more, with the number ever infected.
  var law: [[Int]: Double] {
    var states = [[people - introduced, introduced]: 1.0]
    var ends: [[Int]: Double] = [:]
    var step = 0
    while !states.isEmpty {
      step += 1
      var next: [[Int]: Double] = [:]
      for (state, chance) in states {
        for (new, share) in infected(of: state[0], by: state[1]).enumerated() where share > 0 {
          if new == 0 {
            ends[[step, people - state[0]], default: 0] += chance * share
          } else {
            next[[state[0] - new, new], default: 0] += chance * share
          }
        }
      }
      states = next
    }
    return ends
  }

  /// Chances that sources infect 0, 1, ... of the healthy: of those whom the sources before left healthy,
  /// each source infects some, whoever they are.
  private func infected(of healthy: Int, by sources: Int) -> [Double] {
    (0..<sources).reduce([1.0] + Array(repeating: 0, count: healthy)) { chances, _ in
      var after = Array(repeating: 0.0, count: healthy + 1)
      for (before, chance) in chances.enumerated() where chance > 0 {
        for (new, share) in hits(among: healthy - before).enumerated() {
          after[before + new] += chance * share
        }
      }
      return after
    }
  }

  /// Chances that one source infects 0, 1, ... of so many people among all others.
  private func hits(among marked: Int) -> [Double] {
    let others = people - 1
    var chances = Array(repeating: 0.0, count: marked + 1)
    for (contacts, chance) in numbersOfContacts.enumerated() {
      for met in 0...min(contacts, marked) {
        let ways =
          Self.choose(marked, met) * Self.choose(others - marked, contacts - met)
          / Self.choose(others, contacts)
        for hit in 0...met {
          let thinned = Self.choose(met, hit) * Self.power(p, hit) * Self.power(1 - p, met - hit)
          chances[hit] += chance * ways * thinned
        }
      }
    }
    return chances
  }

  /// Chances of 0, 1, ..., all others: all of them for sure, or a Poisson number cut off.
  private var numbersOfContacts: [Double] {
    let others = people - 1
    if rule == "each_contact" { return Array(repeating: 0, count: others) + [1] }
    var chance = 1.0
    // e to the minus the mean, by its series: no function of the program.
    for term in stride(from: 60.0, through: 1, by: -1) { chance = 1 + mean / term * chance }
    chance = 1 / chance
    var chances: [Double] = []
    for number in 0..<others {
      chances.append(chance)
      chance *= mean / Double(number + 1)
    }
    return chances + [1 - chances.reduce(0, +)]
  }

  private static func choose(_ n: Int, _ k: Int) -> Double {
    k < 0 || k > n ? 0 : (0..<k).reduce(1) { $0 * Double(n - $1) / Double($1 + 1) }
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { value, _ in value * base }
  }
}
