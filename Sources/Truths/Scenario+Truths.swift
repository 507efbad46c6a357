internal import SpreadModel

extension Scenario {
  /// A scenario of the lists of truths; on a bounded grid unless said otherwise.
  init(
    _ neighborhood: SpreadRule.Neighborhood = .moore, _ pool: SpreadRule.Pool = .healthy,
    _ draw: SpreadRule.Draw = .exact, _ update: SpreadRule.Update = .synchronous, k: Int,
    p: Double, people: Int, columns: Int, boundary: Boundary = .bounded, start: [Int]? = nil,
    maxSteps: Int = 2_000
  ) {
    self.init(
      grid: Grid(people: people, columns: columns, boundary: boundary),
      rule: SpreadRule(neighborhood: neighborhood, pool: pool, draw: draw, update: update),
      infectionFactor: k, infectionProbability: p,
      introductions: [Introduction(step: 0, place: start.map { .people($0) } ?? .center)],
      maxSteps: maxSteps)
  }

  /// The same with a course of the disease; nil is for ever.
  func withCourse(
    latent: Int = 0, infectious: Int? = nil, recovery: Double = 0, immune: Int? = nil
  ) -> Scenario {
    var scenario = self
    scenario.course.latentSteps = latent
    scenario.course.infectiousSteps = infectious.map { .steps($0) } ?? .forever
    scenario.course.recoveryProbability = recovery
    scenario.course.immuneSteps = immune.map { .steps($0) } ?? .forever
    return scenario
  }

  /// The only person of the start.
  var startPerson: Int {
    if case .people(let people)? = introductions.first?.place, let first = people.first {
      return first
    }
    return grid.center
  }

  /// Distance from the start in the grid's graph: of Chebyshev for `moore`, of Manhattan for
  /// `vonNeumann`.
  func distance(to person: Int) -> Int {
    func along(_ from: Int, _ to: Int, _ size: Int) -> Int {
      let straight = abs(from - to)
      return grid.boundary == .torus ? min(straight, size - straight) : straight
    }
    let columns = grid.columns
    let rows = along(startPerson / columns, person / columns, grid.rows)
    let across = along(startPerson % columns, person % columns, columns)
    return switch rule.neighborhood {
    case .moore: max(rows, across)
    case .vonNeumann: rows + across
    case .hexagonal, .within: preconditionFailure("no truth measures distances there")
    }
  }
}
