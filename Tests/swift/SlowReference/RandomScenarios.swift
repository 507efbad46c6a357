internal import KeyedRandom
package import SpreadModel

/// Small scenarios of every kind, for properties that must hold of all of them.
package enum RandomScenarios {
  /// All 144 combinations of the rule's parts and the boundary.
  package static let combinations: [(rule: SpreadRule, boundary: Boundary)] = {
    var all: [(rule: SpreadRule, boundary: Boundary)] = []
    for neighborhood in SpreadRule.Neighborhood.allCases {
      for pool in SpreadRule.Pool.allCases {
        for draw in SpreadRule.Draw.allCases {
          for update in SpreadRule.Update.allCases {
            for boundary in Boundary.allCases {
              let rule = SpreadRule(
                neighborhood: neighborhood, pool: pool, draw: draw, update: update)
              all.append((rule, boundary))
            }
          }
        }
      }
    }
    return all
  }()

  /// Scenario `number` for a rule: sizes, k, p, introductions and the end at random.
  package static func scenario(
    _ number: Int, _ rule: SpreadRule, _ boundary: Boundary
  ) -> Scenario {
    var stream = RandomStream(key: 2026, UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(stream.below(UInt64(values.count)))]
    }
    let columns = Int(stream.below(9)) + 1
    var rows = Int(stream.below(8)) + 1
    if rule.neighborhood == .hexagonal && boundary == .torus { rows += rows % 2 }
    var people = rows * columns
    if boundary == .bounded { people = max(1, people - Int(stream.below(UInt64(columns)))) }
    let p = pick([0, 1e-4, 0.003, 0.01, 0.02, 0.05, 0.2, 0.5, 0.5, 0.75, 0.9, 1, 1, 1, 1])
    let k = pick([0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 20])
    var introductions: [Introduction] = []
    for _ in 0..<(1 + stream.below(3)) {
      let step = pick([0, 0, 0, 1, 2, 7])
      let place: Introduction.Place =
        switch stream.below(4) {
        case 0: .center
        case 1:
          .people((0..<(1 + stream.below(3))).map { _ in Int(stream.below(UInt64(people))) })
        case 2: .random(Int(stream.below(4)))
        default: .randomShare(pick([0, 0.1, 0.5]))
        }
      introductions.append(Introduction(step: step, place: place))
    }
    return Scenario(
      grid: Grid(people: people, columns: columns, boundary: boundary), rule: rule,
      infectionFactor: k, infectionProbability: p, introductions: introductions,
      stopShare: pick([1, 1, 1, 0.5, 0.9]), maxSteps: pick([0, 5, 60, 60, 60]),
      shapeShare: pick([0.25, 0.25, 0.01, 1]))
  }
}

extension RandomScenarios {
  /// A scenario as above, in which some people recover, are latent or immune.
  package static func course(_ number: Int) -> Scenario {
    let item = combinations[number % combinations.count]
    var scenario = scenario(number, item.rule, item.boundary)
    var stream = RandomStream(key: 2027, UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(stream.below(UInt64(values.count)))]
    }
    scenario.course.latentSteps = pick([0, 0, 0, 1, 2, 5])
    scenario.course.infectiousSteps = pick(
      [.forever, .steps(1), .steps(2), .steps(3), .steps(10), .steps(1_500)])
    scenario.course.recoveryProbability = pick([0, 0, 0.01, 0.3, 0.7, 1])
    scenario.course.immuneSteps = pick([.forever, .forever, .steps(0), .steps(1), .steps(4)])
    scenario.immuneShare = pick([0, 0, 0.1, 0.5, 1])
    let people = scenario.grid.people
    if stream.below(4) == 0 {
      let introduced = scenario.introductions.flatMap { introduction -> [Int] in
        switch introduction.place {
        case .center where introduction.step == 0: [scenario.grid.center]
        case .people(let list) where introduction.step == 0: list
        default: []
        }
      }
      scenario.immunePeople = (0..<4).map { _ in Int(stream.below(UInt64(people))) }
        .filter { !introduced.contains($0) }
    }
    if stream.below(5) == 0 { scenario.startPeople = 1 + Int(stream.below(5)) }
    scenario.maxSteps = pick([5, 40, 40, 40, 1_100])
    return scenario
  }

  /// A scenario as above, in which something changes.
  package static func changing(_ number: Int) -> Scenario {
    var scenario = course(number)
    var stream = RandomStream(key: 2028, UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(stream.below(UInt64(values.count)))]
    }
    func condition() -> Intervention.Condition {
      switch stream.below(3) {
      case 0: .step(pick([0, 1, 3, 10]))
      case 1: .infectedShare(pick([0, 0.05, 0.2, 0.5]))
      default: .everInfectedShare(pick([0.1, 0.4, 0.8]))
      }
    }
    for _ in 0..<(1 + stream.below(3)) {
      var change = Intervention(when: condition())
      let multiplies = stream.below(2) == 0
      for target in Intervention.Target.allCases where stream.below(2) == 0 {
        if multiplies {
          change.effects[target] = .multiply(pick([0, 0.25, 0.5, 1.5, 4]))
        } else {
          change.effects[target] = .set(
            target == .infectionFactor ? pick([0, 1, 3, 9]) : pick([0, 0.05, 0.3, 1]))
        }
      }
      if stream.below(3) == 0 { change.immunizeShare = pick([0, 0.1, 0.4, 1]) }
      change.until = pick([nil, nil, .afterSteps(1), .afterSteps(4), condition()])
      change.repeats = change.until != nil && pick([true, false])
      scenario.interventions.append(change)
    }
    return scenario
  }
}

extension RandomScenarios {
  /// A scenario as one of the above or below, in which lengths are drawn and people come at a rate.
  package static func periods(_ number: Int) -> Scenario {
    var scenario =
      switch number % 4 {
      case 0: contacts(number)
      case 1: changing(number)
      default: course(number)
      }
    var stream = RandomStream(key: 2030, UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(stream.below(UInt64(values.count)))]
    }
    func length(_ least: Int) -> Length? {
      switch stream.below(5) {
      case 0: .geometric(mean: Double(least) + pick([0, 0.4, 3, 700]))
      case 1: .weights([least > 0 ? 0 : pick([0, 1]), 1, pick([0, 2]), 0, 0.5])
      case 2: .gamma(mean: pick([0.2, 1.5, 6]), sd: pick([0.1, 1, 5]))
      case 3: .gamma(mean: 1_300, sd: pick([40, 900]))
      default: nil
      }
    }
    if let latent = length(0) { scenario.course.latentSteps = latent }
    if let infectious = length(1) { scenario.course.infectiousSteps = infectious }
    if let immune = length(0) { scenario.course.immuneSteps = immune }
    if scenario.startPeople == nil || stream.below(2) == 0 {
      scenario.introductions.append(
        Introduction(
          step: pick([scenario.startPeople == nil ? 0 : 1, 1, 4]),
          place: .rate(mean: pick([0, 0.02, 0.4, 3, 900]), to: pick([nil, 0, 3, 30]))))
    }
    for name in ["cases", "beds", "other"].prefix(pick([0, 0, 1, 3])) {
      scenario.observed.append(
        ObservedSeries(
          name: name, probability: pick([0, 0.3, 1]),
          delay: length(0) ?? .steps(pick([0, 2, 70_000])),
          stay: pick([nil, .steps(0), .steps(3), .forever, .geometric(mean: 2)])))
    }
    for place in scenario.interventions.indices where stream.below(2) == 0 {
      scenario.interventions[place].when = .infectiousShare(pick([0, 0.02, 0.1, 0.4]))
      if scenario.interventions[place].until != nil, stream.below(2) == 0 {
        scenario.interventions[place].until = .infectiousShare(pick([0.01, 0.1, 0.3]))
      }
    }
    return scenario
  }
}

extension RandomScenarios {
  /// A scenario as one of the above, in which people meet by lists, or everybody meets everybody.
  package static func contacts(_ number: Int) -> Scenario {
    let item = combinations[number % combinations.count]
    var scenario =
      switch number % 3 {
      case 0: scenario(number, item.rule, item.boundary)
      case 1: course(number)
      default: changing(number)
      }
    var stream = RandomStream(key: 2029, UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(stream.below(UInt64(values.count)))]
    }
    let people = scenario.grid.people
    let per = pick([Contacts.Drawing.replicate, .replicate, .study])
    switch pick([0, 1, 2, 3, 4, 5, 6]) {
    case 0: scenario.contacts = .everybody
    case 1:
      var from: [UInt32] = []
      var to: [UInt32] = []
      for _ in 0..<pick([0, people / 2, people, 3 * people]) {
        let ends = stream.choice(of: min(2, people), from: people)
        guard ends.count == 2 else { continue }
        from.append(UInt32(ends[0]))
        to.append(UInt32(ends[1]))
      }
      scenario.contacts = .edges(
        NeighborTable(people: people, from: from, to: to, isDirected: pick([false, true])).merged)
    case 2:
      scenario.contacts = .ring(
        neighbors: min(pick([0, 2, 4, 12]), (people - 1) / 2 * 2), rewire: pick([0, 0.1, 0.5, 1]),
        per: per)
    case 3:
      scenario.contacts = .random(meanDegree: pick([0.3, 1.5, 4, 12, 200]), per: per)
    case 4:
      let degree = min(pick([1, 2, 3, 4, 5, 9]), people - 1)
      scenario.contacts = .randomRegular(
        degree: (people * degree).isMultiple(of: 2) ? degree : degree - 1, per: per)
    case 5 where people > 1:
      scenario.contacts = .preferential(links: min(pick([1, 2, 5]), people - 1), per: per)
    default:
      scenario.rule.neighborhood = .within(
        radius: pick([1, 2, 3]), metric: pick(SpreadRule.Neighborhood.Metric.allCases))
    }
    return scenario
  }
}

extension RandomScenarios {
  /// A scenario as one of the above, in which people are of groups, and vaccinated in some order.
  package static func groups(_ number: Int) -> Scenario {
    var scenario = number % 4 == 0 ? changing(number) : contacts(number)
    var stream = RandomStream(key: 2031, UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(stream.below(UInt64(values.count)))]
    }
    let people = scenario.grid.people
    let count = pick([1, 2, 3, 7])
    let names = (0..<count).map { "group\($0)" }
    let weights = (0..<count).map { _ in Double(pick([1, 1, 2, 3, 7])) }
    let membership: Groups.Membership =
      stream.below(3) == 0
      ? .listed((0..<people).map { _ in UInt8(stream.below(UInt64(count))) }, source: "list")
      : .shares(weights.map { $0 / weights.reduce(0, +) }, inOrder: pick([false, true]))
    if stream.below(5) > 0 {
      scenario.groups = Groups(
        names: names, membership: membership,
        multiply: names.map { _ in names.map { _ in 1 } })
    }
    let ranks = (0..<people).map { _ in UInt32(stream.below(4)) }
    scenario.immuneOrder = pick(ImmuneOrder.builtIn + [.listed(ranks, source: "list")])
    scenario.vaccineEfficacy = pick([1, 1, 0.5, 0.9, 0])
    scenario.immuneShare = pick([0, 0.1, 0.3, 0.5, 1])
    for place in scenario.interventions.indices where stream.below(2) == 0 {
      scenario.interventions[place].immunizeShare = pick([0.1, 0.5, 1])
      if scenario.groups != nil, stream.below(2) == 0 {
        scenario.interventions[place].ofGroup = pick(names)
      }
    }
    return scenario
  }
}
