import SlowReference
import SpreadEngine
import SpreadModel
import Testing

/// What is expected of a run, beside the runs themselves.
@Suite struct ExpectedRunTests {
  /// A group of people in a square, under a built-in rule.
  private static func scenario(
    _ people: Int, _ rule: String = "exact", k: Int = 3, p: Double = 0.3,
    _ change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    var scenario = Scenario(
      grid: Grid(
        people: people, columns: Grid.squareColumns(people: people), boundary: .bounded),
      rule: SpreadRule.builtIn(named: rule) ?? SpreadRule.builtIn[0].rule, infectionFactor: k,
      infectionProbability: p)
    change(&scenario)
    return scenario
  }

  static let cases: [(name: String, scenario: Scenario)] = [
    ("from the middle", scenario(2_500)),
    ("one by one", scenario(2_500, "virus_app")),
    ("rare", scenario(400, p: 0.01)),
    ("start people", scenario(10_000) { ($0.introductions, $0.startPeople) = ([], 100) }),
    (
      "random starts",
      scenario(10_000) { $0.introductions = [Introduction(step: 0, place: .randomShare(0.01))] }
    ),
    (
      "few steps", scenario(10_000) { ($0.introductions, $0.startPeople, $0.maxSteps) = ([], 9, 5) }
    ),
    ("half of them", scenario(10_000) { $0.stopShare = 0.5 }),
    (
      "an epidemic",
      scenario(10_000, "capped", p: 0.1) {
        ($0.introductions, $0.startPeople) = ([], 20)
        $0.course.latentSteps = 2
        $0.course.recoveryProbability = 0.2
      }
    ),
    (
      "endemic",
      scenario(2_500, "capped", k: 2, p: 0.2) {
        ($0.introductions, $0.startPeople, $0.maxSteps) = ([], 25, 300)
        $0.course.recoveryProbability = 0.2
        $0.course.immuneSteps = .steps(0)
      }
    ),
    (
      "dies out",
      scenario(2_500, "capped", k: 1, p: 0.1) {
        ($0.introductions, $0.startPeople) = ([], 100)
        $0.course.infectiousSteps = .steps(2)
      }
    ),
    ("everybody", scenario(3_000, k: 2) { $0.contacts = .everybody }),
    (
      "an epidemic among everybody",
      scenario(3_000, k: 2, p: 0.3) {
        ($0.contacts, $0.introductions, $0.startPeople) = (.everybody, [], 10)
        $0.course.infectiousSteps = .steps(4)
      }
    ),
    (
      "a ring",
      scenario(2_000, k: 2) {
        $0.contacts = .ring(neighbors: 8, rewire: 0.1, per: .replicate)
      }
    ),
    (
      "a random graph",
      scenario(2_000, k: 2, p: 0.5) {
        $0.contacts = .random(meanDegree: 6, per: .replicate)
        $0.course.infectiousSteps = .steps(3)
        ($0.introductions, $0.startPeople) = ([], 10)
      }
    ),
  ]

  @Test("steps and infections are those of runs within a factor of 2.5", arguments: cases)
  func expected(name: String, scenario: Scenario) throws {
    let engine = Simulator(scenario, describesCourse: true)
    let runs = 12
    var (steps, infections) = (0.0, 0.0)
    for replicate in 0..<runs {
      let result = engine.run(
        RunKey(seed: 63, point: nil, replicate: replicate), recordMap: false)
      let new = try #require(result.course).curves.newInfections
      steps += Double(result.steps) / Double(runs)
      infections += Double(new.reduce(0) { $0 + Int($1) }) / Double(runs)
    }
    let expected = ExpectedRun(scenario)
    let ratios = [expected.steps / max(1, steps), expected.infections / infections]
    #expect(
      ratios.allSatisfy { (0.4...2.5).contains($0) },
      "\(name): \(ratios), steps \(steps), infections \(infections), \(expected)")
  }

  @Test("the mean number of neighbors on a grid of full rows is what counting them gives")
  func meanNeighbors() throws {
    let (rows, columns) = (5, 7)
    let places = (0..<rows).flatMap { row in (0..<columns).map { (row, $0) } }
    var forms: [(SpreadRule.Neighborhood, SpreadRule.Neighborhood.Metric, Int)] = [
      (.moore, .chebyshev, 1), (.vonNeumann, .manhattan, 1),
    ]
    for metric in SpreadRule.Neighborhood.Metric.allCases {
      for radius in [1, 2, 6] {
        forms.append((.within(radius: radius, metric: metric), metric, radius))
      }
    }
    for (neighborhood, metric, radius) in forms {
      var scenario = Self.scenario(rows * columns)
      scenario.grid = Grid(people: rows * columns, columns: columns, boundary: .bounded)
      scenario.rule.neighborhood = neighborhood
      let pairs = places.reduce(0) { sum, one in
        sum
          + places.count { other in
            other != one
              && metric.holds(rows: other.0 - one.0, columns: other.1 - one.1, radius: radius)
          }
      }
      let mean = Double(pairs) / Double(places.count)
      #expect(abs(scenario.meanNeighbors - mean) < 1e-12, "\(neighborhood)")
    }
  }
}
