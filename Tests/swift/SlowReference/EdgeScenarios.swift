internal import KeyedRandom
package import SpreadModel

extension RandomScenarios {
  /// A scenario at the edges of what a study may ask for: groups of one to four people, one column, nobody
  /// to meet, everybody immune or introduced, caps and degrees above what there is.
  package static func edge(_ number: Int) -> Scenario {
    var stream = RandomStream(key: 2030, UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(stream.below(UInt64(values.count)))]
    }
    let item = combinations[number % combinations.count]
    var rule = item.rule
    let boundary = item.boundary
    let people = pick([1, 1, 2, 3, 4])
    var columns = pick([1, people])
    if rule.neighborhood == .hexagonal && boundary == .torus && people / columns % 2 == 1 {
      if people.isMultiple(of: 2) { columns = 1 } else { rule.neighborhood = .moore }
    }
    if stream.below(4) == 0 {
      rule.draw = .number(
        pick([.poisson, .geometric, .negativeBinomial(dispersion: 0.3), .weights([0, 0, 3])]))
    }
    if stream.below(6) == 0 {
      rule.neighborhood = .within(
        radius: pick([1, 3]), metric: pick(SpreadRule.Neighborhood.Metric.allCases))
    }
    var scenario = Scenario(
      grid: Grid(people: people, columns: columns, boundary: boundary), rule: rule,
      infectionFactor: pick([0, 1, 3, 8, 1_000]),
      infectionProbability: pick([0, 1e-4, 0.02, 0.5, 1]),
      introductions: [Introduction(step: pick([0, 0, 0, 2]), place: pick(places(people)))],
      stopShare: pick([1, 1, 0.01, 0.5]), maxSteps: pick([0, 1, 30]),
      shapeShare: pick([0.25, 0.01, 1]))
    if stream.below(5) == 0 { scenario.introductions = [] }
    if stream.below(5) == 0 { scenario.startPeople = pick([1, people, 1_000]) }
    scenario.contacts = contacts(
      number, people: people, degree: pick([0, 1, people - 1]), links: pick([1, people - 1]),
      per: pick([.replicate, .study]))
    if stream.below(2) == 0 {
      scenario.course.latentSteps = pick([0, 1, 3])
      scenario.course.infectiousSteps = pick([.forever, .steps(1), .steps(4)])
      scenario.course.recoveryProbability = pick([0, 0.5, 1])
      scenario.course.immuneSteps = pick([.forever, .steps(0), .steps(1)])
    }
    scenario.immuneShare = pick([0, 0, 0, 0.5, 1])
    if stream.below(6) == 0, scenario.startPeople != nil || scenario.introductions.isEmpty {
      scenario.immunePeople = Array(0..<people)
    }
    if case .number(let distribution) = scenario.rule.draw, distribution.hasMean,
      stream.below(2) == 0
    {
      scenario.course.infectiousnessDispersion = 0.2
    }
    return scenario
  }

  private static func places(_ people: Int) -> [Introduction.Place] {
    [
      .center, .people([0]), .people(Array(0..<people)), .random(0), .random(1_000),
      .randomShare(0), .randomShare(1),
    ]
  }

  /// Every kind, with as few and as many neighbors as so many people may have.
  private static func contacts(
    _ number: Int, people: Int, degree: Int, links: Int, per: Contacts.Drawing
  ) -> Contacts {
    switch number / combinations.count % 8 {
    case 0: return .everybody
    case 1:
      return .edges(NeighborTable(people: people, from: [], to: [], isDirected: false))
    case 2 where people > 1:
      return .edges(NeighborTable(people: people, from: [0], to: [1], isDirected: degree == 0))
    case 3: return .ring(neighbors: degree / 2 * 2, rewire: degree == 0 ? 0 : 1, per: per)
    case 4: return .random(meanDegree: degree == 1 ? 0.05 : Double(degree), per: per)
    case 5:
      return .randomRegular(
        degree: (people * degree).isMultiple(of: 2) ? degree : degree - 1, per: per)
    case 6 where people > 1: return .preferential(links: max(1, links), per: per)
    default: return .grid
    }
  }
}
