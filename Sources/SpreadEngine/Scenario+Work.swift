internal import KeyedRandom
package import SpreadModel

extension Scenario {
  /// Expected nanoseconds of one run, for scheduling and estimates: positive and finite; right within a
  /// factor of about 2 on one processor core of 2020 (docs/performance.md, "Expected work").
  ///
  /// What begins and ends a run, its steps, its infections, and the turns of its sources, each times
  /// its cost.
  package var expectedWork: Double {
    let people = Double(grid.people)
    let run = ExpectedRun(self)
    let plan = Plan(self, vectors: .none)
    // Clearing the state, drawing contacts and who is immune; the fixed cost of starting and ending.
    var start = 1_500 + 0.2 * people
    if contacts.drawing == .replicate { start += 20 * neighbors * people }
    if vaccinates { start += immuneOrder.nanoseconds * people }
    if groups != nil { start += 8 * people }
    let perStep = plan.tracksPeople ? 60.0 : 25
    let perInfection = plan.tracksPeople ? 30.0 : 15
    if plan.strategy == .inert {
      return start + perInfection * run.infections + perStep * run.steps
    }
    let order = plan.strategy == .sequential ? 3.0 : 1
    return start + perStep * run.steps
      + order * (perInfection * run.infections + perAction(plan.meeting) * run.actions)
  }

  /// Nanoseconds of a source's turn.
  private func perAction(_ meeting: Plan.Meeting) -> Double {
    if rule.draw.own != nil { return 40 + 6 * neighbors }
    switch meeting {
    case .masks: return rule.pool == .all ? 12 : 7
    // A list is looked at place by place.
    case .lists: return (rule.pool == .all ? 14 : 10) + 1.5 * neighbors
    // Of everybody only those who are contacted are looked at.
    case .everybody: return 25 + 40 * min(meanContactNumber(neighbors), 4 + 2 * meanInfections)
    // Pairs are looked at one by one.
    case .layers:
      return contacts.layers.reduce(0) { sum, layer in
        layer.contacts == .everybody
          ? sum + 60 : sum + 15 + 4 * min(Double(grid.people - 1), meanNeighbors(layer.contacts))
      }
    }
  }

  /// Expected steps of one run, for estimates of time and memory: at most `maxSteps`.
  package var expectedSteps: Double { ExpectedRun(self).steps }

  /// About the most infections of one run, for limits of memory: everybody once or, where people may
  /// be infected again, as soon as they are healthy, in all steps.
  package var mostInfections: Double {
    let people = Double(grid.people)
    guard letsPeopleReturn else { return people }
    let away =
      course.latentSteps.mean + course.meanInfectiousSteps + course.immuneSteps.mean
    return people * (1 + expectedSteps / away)
  }

  /// People a source contacts in one step, on average, where all its neighbors are healthy.
  private func meanContactNumber(_ neighbors: Double) -> Double {
    switch rule.draw {
    case .number(let distribution): return min(distribution.mean ?? meanContacts, neighbors)
    case .own: return min(meanContacts, neighbors)
    case .exact, .atLeastOne, .uniform, .capped, .each, .scan:
      let most = Int(min(Double(cap), neighbors.rounded(.up)))
      let numbers = rule.draw.plan.numbers(most: most)
      return Double(numbers.lowerBound + numbers.upperBound) / 2
    }
  }

  /// People it infects in one step then, about: in layers in each, with mean weights of 1 and without groups.
  var meanInfections: Double {
    guard case .layers(let layers) = contacts else {
      return meanInfections(infectionProbability, neighbors)
    }
    return layers.reduce(0) {
      $0
        + meanInfections(
          min(1, infectionProbability * $1.multiply),
          min(Double(grid.people - 1), meanNeighbors($1.contacts)))
    }
  }

  /// Of trials as many as succeed, at most the cap.
  private func meanInfections(_ probability: Double, _ neighbors: Double) -> Double {
    guard case .trials = rule.draw.plan else { return probability * meanContactNumber(neighbors) }
    let (cap, successes) = (Double(cap), probability * neighbors)
    guard cap > 0, cap < neighbors else { return min(cap, successes) }
    return cap * (1 - exponential(-successes / cap))
  }

  /// Neighbors of a person, on average.
  var neighbors: Double {
    let others = Double(grid.people - 1)
    let directions = rule.neighborhood.directions.count
    guard contacts == .grid, directions > 0 else { return min(others, meanNeighbors) }
    return min(others, Double(directions))
  }
}
