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
    if infectionFactor == 0 || infectionProbability <= 0 { return start }
    let cap = Double(min(infectionFactor, rule.neighborhood == .moore ? 8 : 4))
    let infections =
      switch rule.draw {
      case .exact, .capped, .scan: infectionProbability * cap
      case .atLeastOne: infectionProbability * (cap + 1) / 2
      case .uniform: infectionProbability * cap / 2
      }
    let isRare = DrawChances(self).isRare
    let wasted = rule.pool == .all ? 1.4 : 1
    let ordered = rule.update == .sequential && rule.pool == .healthy ? 3.0 : 1
    let actions = isRare ? 8 : 0.5 + 1.8 / infections
    let perPerson = (15 + 10 * actions * wasted) * ordered
    return start + 25 * Double(min(maxSteps, grid.people)).squareRoot()
      + reachablePeople * perPerson
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
