package import SpreadModel

extension Scenario {
  /// Expected nanoseconds of one run, for scheduling and estimates; right within a factor of
  /// about 2 on one processor core of 2020 (docs/performance.md, "Expected work").
  ///
  /// People within reach, times the actions of each, times the cost of an action.
  package var expectedWork: Double {
    let people = Double(grid.people)
    // Clearing the state, and the fixed cost of starting and ending a run.
    let start = 1_500 + 0.2 * people
    let actions: Double
    let ordered: Double
    switch Plan(self, portable: true).strategy {
    case .inert: return start
    case .synchronous: (actions, ordered) = (0.5 + 1.8 / meanInfections, 1)
    case .sequential: (actions, ordered) = (0.5 + 1.8 / meanInfections, 3)
    case .rare: (actions, ordered) = (8, 1)
    case .rareSequential: (actions, ordered) = (8, 3)
    }
    let wasted = rule.pool == .all ? 1.4 : 1
    let perPerson = (15 + 10 * actions * wasted) * ordered
    return start + 25 * Double(min(maxSteps, grid.people)).squareRoot()
      + reachablePeople * perPerson
  }

  /// People a source infects in one step, on average, where all its neighbors are healthy.
  private var meanInfections: Double {
    let numbers = rule.draw.plan.numbers(
      most: min(infectionFactor, rule.neighborhood.directions.count))
    return infectionProbability * Double(numbers.lowerBound + numbers.upperBound) / 2
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
    let side = 2 * Double(maxSteps) + 1
    return min(target, introduced * side * side)
  }
}
