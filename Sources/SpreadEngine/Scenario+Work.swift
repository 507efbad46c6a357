package import SpreadModel

extension Scenario {
  /// Expected nanoseconds of one run, for scheduling and estimates; right within a factor of
  /// about 2 on one processor core of 2020 (docs/performance.md, "Expected work").
  ///
  /// People within reach, times the actions of each, times the cost of an action.
  package var expectedWork: Double {
    let people = Double(grid.people)
    // Clearing the state, drawing the contacts, and the fixed cost of starting and ending a run.
    let start =
      1_500 + 0.2 * people + (contacts.drawing == .replicate ? 20 * neighbors * people : 0)
    let actions: Double
    let ordered: Double
    let isRare: Bool
    let plan = Plan(self, vectors: .none)
    let meeting = plan.meeting
    switch plan.strategy {
    case .inert: return start
    case .synchronous: (actions, ordered, isRare) = (0.5 + 1.8 / meanInfections, 1, false)
    case .sequential: (actions, ordered, isRare) = (0.5 + 1.8 / meanInfections, 3, false)
    case .rare: (actions, ordered, isRare) = (8, 1, true)
    case .rareSequential: (actions, ordered, isRare) = (8, 3, true)
    }
    let wasted = rule.pool == .all ? 1.4 : 1
    // A list is looked at place by place.
    let list = meeting == .lists ? 1.5 * neighbors : 0
    let perPerson = (15 + (10 + list) * actions * wasted) * ordered
    // Where infections are rare, most steps bring nothing and are what takes the time.
    let steps = isRare ? expectedSteps : Double(min(maxSteps, grid.people)).squareRoot()
    return start + 25 * steps + reachablePeople * perPerson
  }

  /// Expected steps of one run, for estimates of time and memory: at most `maxSteps`, and right
  /// within a factor of about 3 (docs/performance.md, "Expected work").
  ///
  /// The number of infected people grows as the edge of a patch does, so the root of their number
  /// grows evenly; the first and the last of them take some time more.
  package var expectedSteps: Double {
    guard meanInfections > 0 else { return 1 }
    // An infection that people may have again goes on as long as it may.
    if letsPeopleReturn { return Double(maxSteps) }
    let last = Double(introductions.map(\.step).max() ?? 0)
    let people = Double(grid.people) * stopShare
    // Off the grid the number itself grows by a factor, and the last are found by chance.
    guard contacts == .grid else {
      return min(Double(maxSteps), last + 3 + 3 * Self.logarithm(people) / min(1, meanInfections))
    }
    let target = people.squareRoot()
    return min(Double(maxSteps), last + (3 + target) / min(1, meanInfections))
  }

  /// About the most infections of one run, for limits of memory: everybody once or, where people may
  /// be infected again, as soon as they are healthy, in all steps.
  package var mostInfections: Double {
    let people = Double(grid.people)
    guard letsPeopleReturn else { return people }
    let acting = course.infectiousSteps.steps.map(Double.init) ?? .infinity
    let away =
      Double(course.latentSteps) + min(acting, 1 / course.recoveryProbability)
      + Double(course.immuneSteps.steps ?? 0)
    return people * (1 + expectedSteps / away)
  }

  /// People a source infects in one step, on average, where all its neighbors are healthy.
  private var meanInfections: Double {
    let number: Double
    switch rule.draw {
    case .number(let law): number = min(law.mean ?? meanContacts, neighbors)
    case .own: number = min(meanContacts, neighbors)
    case .exact, .atLeastOne, .uniform, .capped, .scan:
      let most = Int(min(Double(infectionFactor), neighbors.rounded(.up)))
      let numbers = rule.draw.plan.numbers(most: most)
      number = Double(numbers.lowerBound + numbers.upperBound) / 2
    }
    return infectionProbability * number
  }

  /// Neighbors of a person, on average.
  var neighbors: Double {
    let others = Double(grid.people - 1)
    switch contacts {
    case .grid:
      guard case .within(let radius, _) = rule.neighborhood else {
        return Double(rule.neighborhood.directions.count)
      }
      return min(others, Double(2 * radius + 1) * Double(2 * radius + 1) - 1)
    case .everybody: return others
    case .edges(let table): return Double(table.entries) / Double(max(1, table.people))
    case .ring(let neighbors, _, _): return Double(neighbors)
    case .random(let meanDegree, _): return min(others, meanDegree)
    case .randomRegular(let degree, _): return Double(degree)
    case .preferential(let links, _): return 2 * Double(links)
    }
  }

  /// Natural logarithm, roughly.
  private static func logarithm(_ value: Double) -> Double {
    value < 1 ? 0 : 0.69 * (Double(value.exponent) + value.significand - 1)
  }

  /// People whom introductions and steps can reach at most.
  private var reachablePeople: Double {
    let people = Double(grid.people)
    let target = people * stopShare
    var introduced = 0.0
    for introduction in introductions {
      switch introduction.place {
      case .center: introduced += 1
      case .people(let list): introduced += Double(list.count)
      case .random(let count): introduced += Double(count)
      case .randomShare(let share): introduced += share * people
      }
    }
    guard contacts == .grid else { return introduced > 0 ? target : 0 }
    let side = 2 * Double(maxSteps) + 1
    return min(target, introduced * side * side)
  }
}
