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
    ("small p", scenario(400, p: 0.01)),
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
      "latent among everybody",
      scenario(3_000, k: 2) {
        ($0.contacts, $0.introductions, $0.startPeople) = (.everybody, [], 10)
        $0.course.latentSteps = 10
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

  private static func own(_ scenario: inout Scenario) {
    scenario.rule.draw = .own(OwnDraw(name: "mine", version: 1, act: nil))
  }

  /// Nanoseconds per infection, as docs/performance.md has them of these runs, by the fastest passes.
  static let timed: [(name: String, scenario: Scenario, nanoseconds: Double)] = [
    ("W1", scenario(100, p: 1), 28), ("W6", scenario(10_000, "virus_app"), 55),
    ("W7", scenario(10_000, p: 0.01), 199),
    (
      "SIRmoore", scenario(10_000, "capped", k: 8, p: 0.2) { $0.course.recoveryProbability = 0.3 },
      18.7
    ),
    (
      "SIRgraph",
      scenario(10_000, k: 10_000, p: 0.1) {
        $0.course.recoveryProbability = 0.3
        $0.contacts = .random(meanDegree: 8, per: .study)
      }, 48.3
    ),
    (
      "everybody",
      scenario(10_000, k: 10_000, p: 2e-4) {
        ($0.contacts, $0.startPeople, $0.course.infectiousSteps) = (.everybody, 9, .steps(1))
      }, 179
    ),
  ]

  @Test("the expected work is the time that was measured within a factor of 3", arguments: timed)
  func work(name: String, scenario: Scenario, nanoseconds: Double) {
    let perInfection = scenario.expectedWork / ExpectedRun(scenario).infections
    #expect((1.0 / 3...3).contains(perInfection / nanoseconds), "\(perInfection)")
  }

  @Test("lists cost by their length, and what is drawn anew; everybody costs what is contacted")
  func workOfContacts() {
    func perAction(
      _ contacts: Contacts, people: Int = 2_000, _ change: (inout Scenario) -> Void = { _ in }
    ) -> Double {
      let scenario = Self.scenario(people) {
        ($0.contacts, $0.maxSteps) = (contacts, 50)
        change(&$0)
      }
      return scenario.expectedWork / ExpectedRun(scenario).actions
    }
    func ring(_ neighbors: Int) -> Contacts { .ring(neighbors: neighbors, rewire: 0, per: .study) }
    #expect(perAction(ring(100)) > 3 * perAction(ring(4)))
    #expect(perAction(ring(100), Self.own) > 3 * perAction(ring(4), Self.own))
    let (few, many) = (perAction(.everybody), perAction(.everybody, people: 200_000))
    #expect((0.5...2).contains(many / few))
    // docs/performance.md has 11.5 ns per edge by vectors, and 86 where gaps are drawn one by one.
    let drawn = [Contacts.Drawing.study, .replicate].map { drawing in
      Self.scenario(10_000) { $0.contacts = .random(meanDegree: 8, per: drawing) }.expectedWork
    }
    #expect((11.5...86).contains((drawn[1] - drawn[0]) / 40_000))
  }

  @Test(
    "steps and people cost by their number where nobody is infected, however a run is made",
    arguments: [0, 0.01, 0.5], SpreadRule.Update.allCases)
  func workOfNothing(p: Double, update: SpreadRule.Update) {
    func work(_ people: Int, steps: Int, _ change: (inout Scenario) -> Void = { _ in }) -> Double {
      Self.scenario(people, p: p) {
        $0.rule.update = update
        ($0.introductions, $0.maxSteps) = ([Introduction(step: steps, place: .random(0))], steps)
        change(&$0)
      }.expectedWork
    }
    let (ofSteps, ofPeople) = (work(9, steps: 1_000_000), work(1_000_000, steps: 1))
    #expect((1.9...2).contains(work(9, steps: 2_000_000) / ofSteps))
    #expect((1.9...2).contains(work(2_000_000, steps: 1) / ofPeople))
    // The keys of all people are compared.
    let later = Intervention(when: .step(0), immunizeShare: 0.5)
    #expect(work(1_000_000, steps: 1) { $0.immuneShare = 0.5 } > 5 * ofPeople)
    #expect(work(1_000_000, steps: 1) { $0.interventions = [later] } > 5 * ofPeople)
  }

  @Test("whoever returns may be infected once more in each cycle of the steps there are")
  func mostInfections() {
    var scenario = Self.scenario(100, k: 8, p: 1) { $0.maxSteps = 60 }
    #expect(scenario.mostInfections == 100)
    (scenario.course.latentSteps, scenario.course.infectiousSteps) = (1, .steps(2))
    #expect(scenario.mostInfections == 100)
    scenario.course.immuneSteps = .steps(3)
    #expect(scenario.mostInfections == 100 * (1 + 60 / 6.0))
  }

  @Test(
    "lists take 4 bytes for each person and neighbor and more while drawn, sources off the grid 24",
    arguments: [
      (Contacts.grid, 0, 0, 0), (.everybody, 0, 0, 0),
      (.random(meanDegree: 6, per: .replicate), 6, 0, 0),
      (.random(meanDegree: 6, per: .study), 6, 0, 0),
      (.ring(neighbors: 6, rewire: 0.5, per: .replicate), 6, 4, 3),
      (.randomRegular(degree: 6, per: .study), 6, 4, 9),
      (.preferential(links: 3, per: .replicate), 5.988, 8, 4),
      (
        .edges(NeighborTable(people: 1_000, from: [0, 1], to: [1, 2], isDirected: false)), 0.004, 0,
        0
      ),
    ] as [(Contacts, Double, Double, Double)])
  func memoryOfContacts(
    contacts: Contacts, neighbors: Double, drawingPerPerson: Double, drawingPerNeighbor: Double
  ) {
    let memory = Self.scenario(1_000) { $0.contacts = contacts }.contactMemory
    let lists =
      neighbors == 0
      ? 0
      : 4 * 1_001 + 1_000 * (4 * neighbors + drawingPerPerson + drawingPerNeighbor * neighbors)
    let isShared = contacts.drawing != .replicate
    let sources = contacts == .grid ? 0 : 24_000.0
    #expect(abs(memory.shared - (isShared ? lists : 0)) < 1e-6)
    #expect(abs(memory.ofRun - sources - (isShared ? 0 : lists)) < 1e-6)
    #expect(abs(memory.neighbors - 1_000 * neighbors) < 1e-6)
  }

  @Test("the second half of those who meet each other takes as long as the first: it is logistic")
  func secondHalf() {
    let steps = [0.5, 1].map { share in
      ExpectedRun(
        Self.scenario(3_000, "each_contact", p: 4e-5) {
          ($0.contacts, $0.stopShare) = (.everybody, share)
        }
      ).steps
    }
    #expect((1.7...2.3).contains(steps[1] / steps[0]))
  }

  /// The mean of min(k, successes of n trials).
  private static func meanKept(_ k: Int, of n: Int, _ p: Double) -> Double {
    var chances = [1.0]
    for _ in 0..<n {
      chances = zip(chances + [0], [0] + chances).map { $0 * (1 - p) + $1 * p }
    }
    return chances.enumerated().reduce(0) { $0 + Double(min(k, $1.offset)) * $1.element }
  }

  @Test(
    "in one step a source is expected to infect as many as its draw does, of trials about so many",
    arguments: SpreadRule.Draw.allCases + [.number(.poisson), .number(.weights([1, 0, 2, 1]))])
  func oneStep(draw: SpreadRule.Draw) {
    for (k, p) in [(0, 0.5), (1, 0.125), (1, 0.6), (2, 1), (3, 0.3), (8, 0.2)] {
      // docs/model.md, "Draw"; everybody has eight neighbors.
      let mean =
        switch draw {
        case .exact, .number(.poisson): p * Double(k)
        case .atLeastOne: k == 0 ? 0 : p * Double(k + 1) / 2
        case .uniform: p * Double(k) / 2
        case .capped, .scan: Self.meanKept(k, of: 8, p)
        case .each: 8 * p
        case .number: p * (2 * 2 + 3) / 4
        case .own: Double.nan
        }
      for contacts in [Contacts.grid, .everybody, .ring(neighbors: 8, rewire: 0, per: .study)] {
        let scenario = Self.scenario(9, k: k, p: p) {
          $0.grid = Grid(people: 9, columns: 3, boundary: .torus)
          ($0.rule.draw, $0.contacts, $0.maxSteps) = (draw, contacts, 1)
        }
        let expected = ExpectedRun(scenario).infections - 1
        #expect(abs(expected - mean) <= 0.25 * mean + 1e-9, "\(k) \(p) \(contacts): \(expected)")
      }
    }
  }

  @Test("the most and the mean number of edges, and of all others", arguments: [0, 4, nil])
  func neighborsByEdges(hub: Int?) {
    let others = (0..<5).filter { hub != nil && $0 != hub }
    var scenario = Self.scenario(5)
    scenario.contacts = .edges(
      NeighborTable(
        people: 5, from: others.map { _ in UInt32(hub ?? 0) }, to: others.map(UInt32.init),
        isDirected: false))
    #expect(scenario.mostNeighbors == others.count)
    #expect(scenario.meanNeighbors == 2 * Double(others.count) / 5)
    scenario.contacts = .everybody
    #expect(scenario.mostNeighbors == 4 && scenario.meanNeighbors == 4)
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
              && Self.isNear(other.0 - one.0, other.1 - one.1, metric, radius)
          }
      }
      let mean = Double(pairs) / Double(places.count)
      #expect(abs(scenario.meanNeighbors - mean) < 1e-12, "\(neighborhood)")
      scenario.grid = Grid(people: 900, columns: 30, boundary: .torus)
      let around = (-radius...radius).flatMap { row in (-radius...radius).map { (row, $0) } }
      let count = around.count { Self.isNear($0.0, $0.1, metric, radius) } - 1
      #expect(scenario.meanNeighbors == Double(count), "\(neighborhood)")
    }
  }

  private static func isNear(
    _ rows: Int, _ columns: Int, _ metric: SpreadRule.Neighborhood.Metric, _ radius: Int
  ) -> Bool {
    switch metric {
    case .chebyshev: max(abs(rows), abs(columns)) <= radius
    case .manhattan: abs(rows) + abs(columns) <= radius
    case .euclidean: rows * rows + columns * columns <= radius * radius
    }
  }

  @Test("a radius beyond the grid is counted as everybody", arguments: [8, 40, 1_000_000_000])
  func radiusBeyondGrid(_ radius: Int) {
    for metric in SpreadRule.Neighborhood.Metric.allCases {
      for boundary in Boundary.allCases {
        var scenario = Self.scenario(15)
        scenario.grid = Grid(people: 15, columns: 5, boundary: boundary)
        scenario.rule.neighborhood = .within(radius: radius, metric: metric)
        #expect(scenario.mostNeighbors == 14)
        #expect(abs(scenario.meanNeighbors - 14) < 1e-12)
      }
    }
  }
}
