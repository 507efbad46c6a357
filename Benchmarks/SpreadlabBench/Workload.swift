import SpreadEngine
internal import SpreadModel

/// One run to time: from the center of a bounded square until everybody is infected, or with a
/// course until nobody is any more.
struct Workload: Sendable {
  let name: String
  let people: Int
  let rule: SpreadRule
  let k: Int
  let p: Double
  private(set) var course = Course()
  /// Structures are drawn once.
  let contacts: Contacts

  var scenario: Scenario {
    var scenario = Scenario(
      grid: Grid(
        people: people, columns: Grid.squareColumns(people: people), boundary: .bounded),
      rule: rule, infectionFactor: k, infectionProbability: p, maxSteps: 10_000_000)
    scenario.course = course
    scenario.contacts = contacts
    return scenario
  }

  /// The key of one of its runs: all are of one study.
  static func key(_ replicate: Int) -> RunKey { RunKey(seed: 1, point: nil, replicate: replicate) }

  /// Who meets whom off the grid: each pair once, the lower person first.
  var edges: [(Int, Int)] {
    guard let table = ContactDrawer.table(contacts, people: people, key: Self.key(0)) else {
      return []
    }
    return (0..<people).flatMap { person in
      table.neighbors(of: person).lazy.map { (person, Int($0)) }.filter { $0.0 < $0.1 }
    }
  }

  /// Whether the cost of a course is measured on it.
  var isCourseBase: Bool { ["W1", "W3", "W4"].contains(name) }

  private init(
    _ name: String, _ people: Int, _ draw: SpreadRule.Draw, _ k: Int, _ p: Double,
    neighborhood: SpreadRule.Neighborhood = .moore, pool: SpreadRule.Pool = .healthy,
    update: SpreadRule.Update = .synchronous,
    infectiousSteps: Length = .forever, recovery: Double = 0, contacts: Contacts = .grid
  ) {
    self.name = name
    self.people = people
    rule = SpreadRule(neighborhood: neighborhood, pool: pool, draw: draw, update: update)
    self.k = k
    self.p = p
    self.contacts = contacts
    course.infectiousSteps = infectiousSteps
    course.recoveryProbability = recovery
  }

  /// W1 to W7 of docs/performance.md; `W6sync` and `W7p0.2` are what W6 and W7 are compared
  /// with; `D...` are the other draws, `N...` the sizes, `L...` small groups made side by side,
  /// `SIR...` what Benchmarks/peers/run_courses.py compares.
  static let all: [Workload] = [
    Workload("W1", 100, .exact, 3, 1),
    Workload("W2", 2_500, .atLeastOne, 2, 0.5),
    Workload("W3", 10_000, .capped, 3, 0.2),
    Workload("W1k8", 100, .capped, 8, 0.2),
    Workload("W3k8", 10_000, .capped, 8, 0.2),
    Workload("W4", 1_000_000, .exact, 3, 0.3),
    Workload("W5", 10_000, .exact, 1, 0.5, neighborhood: .vonNeumann, pool: .all),
    Workload("W6", 10_000, .scan, 3, 0.3, update: .sequential),
    Workload("W6sync", 10_000, .scan, 3, 0.3),
    Workload("W7", 10_000, .exact, 3, 0.01),
    Workload("W7p0.2", 10_000, .exact, 3, 0.2),
    Workload("L25", 25, .exact, 3, 0.3),
    Workload("L100", 100, .exact, 3, 0.3),
    Workload("L256", 256, .exact, 3, 0.3),
    Workload("L400", 400, .exact, 3, 0.3),
    Workload("L900", 900, .exact, 3, 0.3),
    Workload("Dexact", 10_000, .exact, 3, 0.3),
    Workload("Dat_least_one", 10_000, .atLeastOne, 3, 0.3),
    Workload("Duniform", 10_000, .uniform, 3, 0.3),
    Workload("Dcapped", 10_000, .capped, 3, 0.3),
    Workload("Dscan", 10_000, .scan, 3, 0.3),
    Workload("N1e4", 10_000, .exact, 3, 0.3),
    Workload("N1e5", 100_000, .exact, 3, 0.3),
    Workload("N1e6", 1_000_000, .exact, 3, 0.3),
    Workload("N1e7", 10_000_000, .exact, 3, 0.3),
    Workload("SIRmoore", 10_000, .capped, 8, 0.2, recovery: 0.3),
    Workload(
      "SIRvn", 10_000, .capped, 4, 0.3, neighborhood: .vonNeumann,
      recovery: 0.3),
    Workload("SIRmoore1", 10_000, .capped, 8, 0.4, infectiousSteps: .steps(1)),
    Workload(
      "SIRvn1", 10_000, .capped, 4, 0.6, neighborhood: .vonNeumann,
      infectiousSteps: .steps(1)),
    Workload("SIRgraph", 10_000, .each, 10_000, 0.1, recovery: 0.3, contacts: graph),
    Workload(
      "SIRgraph1", 10_000, .exact, 10_000, 0.25, infectiousSteps: .steps(1), contacts: graph),
  ]

  private static let graph = Contacts.random(meanDegree: 8, per: .study)
}
