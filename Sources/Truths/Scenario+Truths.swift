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
    scenario.course.latentSteps = .steps(latent)
    scenario.course.infectiousSteps = infectious.map { .steps($0) } ?? .forever
    scenario.course.recoveryProbability = recovery
    scenario.course.immuneSteps = immune.map { .steps($0) } ?? .forever
    return scenario
  }

  /// Of those named at step 0.
  var introduced: Int {
    if case .people(let people)? = introductions.first?.place { people.count } else { 1 }
  }

  /// Scenarios in words; where they differ, all their values, such as "..., p = 0.5 or p = 0.29".
  static func words(of scenarios: [Scenario]) -> String {
    let facts = scenarios.map(\.facts)
    return (0..<(facts.map(\.count).max() ?? 0)).compactMap { place in
      var seen: Set<String> = []
      let values = facts.map { $0[place] }.filter { seen.insert($0).inserted }
      return values == [""] ? nil : values.joined(separator: " or ")
    }.joined(separator: ", ")
  }

  /// What distinguishes scenarios; as many for all of them, empty where there is nothing to say.
  private var facts: [String] {
    let isFull = grid.people.isMultiple(of: grid.columns)
    let size =
      isFull ? "\(grid.rows) x \(grid.columns)" : "\(grid.people) in rows of \(grid.columns)"
    let group =
      contacts == .grid
      ? "\(size) \(rule.neighborhood.rawValue) \(grid.boundary.rawValue)"
      : "\(grid.people) people, \(contactWords)"
    func length(_ sign: String, _ value: String?) -> String {
      value.map { "\(sign) = \($0)" } ?? ""
    }
    func steps(_ sign: String, _ length: Length) -> String {
      length.steps.map { "\(sign) = \($0)" } ?? ""
    }
    return [
      group, startWords, rule.pool.rawValue, drawWords, rule.update.rawValue,
      "p = \(Judge.text(infectionProbability))",
      course.hasLatency ? steps("L", course.latentSteps) : "",
      steps("D", course.infectiousSteps),
      course.recoveryProbability > 0 ? "c = \(Judge.text(course.recoveryProbability))" : "",
      steps("W", course.immuneSteps),
      course.infectiousnessDispersion.map { "dispersion \(Judge.text($0))" } ?? "",
      immuneShare > 0 ? "a share of \(Judge.text(immuneShare)) immune" : "",
      immunePeople.isEmpty ? "" : "immune: \(Self.list(immunePeople))",
      stopShare < 1 ? "up to a share of \(Judge.text(stopShare))" : "",
    ]
  }

  private var startWords: String {
    switch introductions.first?.place {
    case .people(let people)?: "from \(Self.list(people))"
    case .center?: "from the middle"
    default: "from anywhere"
    }
  }

  private var drawWords: String {
    switch rule.draw {
    case .number(.weights(let weights)):
      "contacts by weights \(weights.map(Judge.text).joined(separator: " "))"
    case .number(let distribution):
      "\(distribution.name ?? "") contacts of mean \(Judge.text(meanContacts))"
        + (distribution.dispersion.map { " and dispersion \(Judge.text($0))" } ?? "")
    default:
      rule.draw.rawValue
        + (infectionFactor >= grid.people - 1 ? ", uncapped" : ", k = \(infectionFactor)")
    }
  }

  private var contactWords: String {
    switch contacts {
    case .grid, .everybody: return "everybody"
    case .edges(let table): return "\(table.entries / 2) edges"
    case .places(let places, _): return "places of \(Judge.text(places.sizeSeen)) people"
    case .layers(let layers): return "\(layers.count) layers"
    case .drawn(let graph, _):
      return
        ([graph.kind.name.replacing("_", with: " ")]
        + zip(graph.kind.numbers, graph.values).map {
          "\($0.name.replacing("_", with: " ")) = \($1.number.map(Judge.text) ?? "")"
        }).joined(separator: ", ")
    }
  }

  /// Such as "0, 2, 5", or "0 ... 399, 400 people" of many.
  private static func list(_ people: [Int]) -> String {
    people.count <= 6
      ? people.map(String.init).joined(separator: " ")
      : "\(people[0]) ... \(people[people.count - 1]) (\(people.count))"
  }
}
