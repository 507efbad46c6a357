import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

@Suite("A course of the disease: the engine and the slow reference implementation", .slow)
struct CourseReferenceTests {
  @Test("give the same runs over random courses, with vectors and without")
  func courses() { compare(RandomScenarios.course) }

  @Test("give the same runs where something changes")
  func changes() { compare(RandomScenarios.changing) }

  @Test("give the same runs where lengths are drawn and people come at a rate")
  func periods() { compare(RandomScenarios.periods) }

  @Test("give the same runs where people wait for thousands of steps")
  func long() {
    compare(rounds: 24) { round in
      var scenario = RandomScenarios.course(round * 7)
      scenario.course.latentSteps = .steps([0, 0, 3, 1_100][round % 4])
      scenario.course.infectiousSteps = round.isMultiple(of: 5) ? .steps(2_500) : .forever
      scenario.course.recoveryProbability = [0.002, 0.000_4, 0.000_01][round % 3]
      scenario.course.immuneSteps = [.steps(0), .steps(1_300), .forever][round / 3 % 3]
      scenario.immuneShare = 0
      scenario.infectionProbability = max(0.3, scenario.infectionProbability)
      scenario.maxSteps = 4_000
      return scenario
    }
  }

  @Test("give the same runs where as many wait for a step as a block of those who wait holds")
  func blocks() {
    let counts = [63, 64, 65, 128]
    compare(rounds: counts.count) { round in
      var scenario = Scenario(
        grid: Grid(people: 200, columns: 14, boundary: .bounded), rule: SpreadRule.builtIn[1].rule,
        infectionFactor: 3, infectionProbability: 1,
        introductions: [Introduction(step: 0, place: .random(counts[round]))])
      scenario.course.latentSteps = 3
      return scenario
    }
  }

  @Test("give the same runs where one of several people introduced together outlasts the others")
  func introductions() {
    compare(rounds: 300) { round in
      var scenario = RandomScenarios.course(round * 11 + 5)
      let last = scenario.grid.people - 1
      scenario.course = Course()
      scenario.course.recoveryProbability = 0.4
      scenario.infectionProbability = 0.5
      scenario.infectionFactor = max(2, scenario.infectionFactor)
      scenario.introductions = [0, last, last / 2].map {
        Introduction(step: 0, place: .people([$0]))
      }
      return scenario
    }
  }

  @Test("give the same runs where the list introduces several times at one step")
  func introductionsOfOneStep() {
    compare(rounds: 600) { round in
      var scenario =
        round.isMultiple(of: 2)
        ? RandomScenarios.periods(round * 13 + 1) : RandomScenarios.course(round * 13 + 2)
      if round.isMultiple(of: 5) { scenario.course = Course() }
      let people = scenario.grid.people
      scenario.introductions = (0..<8).map { number in
        let place: Introduction.Place =
          switch number % 4 {
          case 0: .people([people / 2, (people / 2 + number) % people])
          case 1: .random(2)
          case 2: .center
          default: .rate(mean: 1.5, to: 3)
          }
        return Introduction(step: number / 4 + round % 2, place: place)
      }
      return scenario
    }
  }

  private func compare(
    rounds: Int = TestDepth.choose(quick: 300, deep: 40_000), _ scenario: (Int) -> Scenario
  ) {
    for round in 0..<rounds {
      let key = RunKey(seed: 16, point: nil, replicate: round)
      let describes = round.isMultiple(of: 3)
      guard expectReference(scenario(round), key, describesCourse: describes) else { return }
    }
  }
}
