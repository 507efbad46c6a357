internal import SpreadModel

extension Scenario {
  /// A scenario of the lists of truths; on a bounded grid and without a cap unless said otherwise.
  init(
    _ neighborhood: SpreadRule.Neighborhood = .moore, _ pool: SpreadRule.Pool = .healthy,
    _ draw: SpreadRule.Draw = .exact, _ update: SpreadRule.Update = .synchronous, k: Int? = nil,
    p: Double, people: Int, columns: Int, boundary: Boundary = .bounded, start: [Int]? = nil,
    maxSteps: Int = 2_000
  ) {
    self.init(
      grid: Grid(people: people, columns: columns, boundary: boundary),
      rule: SpreadRule(neighborhood: neighborhood, pool: pool, draw: draw, update: update),
      infectionFactor: k ?? people, infectionProbability: p,
      introductions: [Introduction(step: 0, place: start.map { .people($0) } ?? .center)],
      maxSteps: maxSteps)
  }

  /// A group whose contacts are not those of a grid, person 0 introduced unless said otherwise.
  init(
    _ contacts: Contacts, _ pool: SpreadRule.Pool = .healthy, _ draw: SpreadRule.Draw = .exact,
    _ update: SpreadRule.Update = .synchronous, k: Int? = nil, p: Double, people: Int,
    start: [Int] = [0], maxSteps: Int = 2_000
  ) {
    self.init(
      .moore, pool, draw, update, k: k, p: p, people: people,
      columns: Grid.squareColumns(people: people), start: start, maxSteps: maxSteps)
    self.contacts = contacts
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

  /// Of those named at step 0.
  var introduced: Int {
    if case .people(let people)? = introductions.first?.place { people.count } else { 1 }
  }

  /// Of one without a cap, such as "2 x 2 moore bounded, healthy, exact, synchronous, uncapped, p = 0.5, D = 1",
  /// or "5 people, everybody, healthy, ..." where contacts are not those of a grid.
  var words: String {
    let group =
      switch contacts {
      case .grid:
        "\(grid.rows) x \(grid.columns) \(rule.neighborhood.rawValue) \(grid.boundary.rawValue)"
      default:
        "\(grid.people) people" + (introduced > 1 ? ", \(introduced) introduced" : "")
          + ", \(contactWords)"
      }
    var words =
      "\(group), \(rule.pool.rawValue), \(rule.draw.rawValue), \(rule.update.rawValue), uncapped, "
      + "p = \(Judge.text(infectionProbability))"
    if course.latentSteps > 0 { words += ", L = \(course.latentSteps)" }
    if let most = course.infectiousSteps.steps { words += ", D = \(most)" }
    if course.recoveryProbability > 0 { words += ", c = \(course.recoveryProbability)" }
    return words
  }

  private var contactWords: String {
    guard case .drawn(let graph, _) = contacts else { return "everybody" }
    return
      ([graph.kind.name.replacing("_", with: " ")]
      + zip(graph.kind.numbers, graph.values).map {
        "\($0.name.replacing("_", with: " ")) = \($1.number.map(Judge.text) ?? "")"
      }).joined(separator: ", ")
  }
}
