package import SpreadModel

/// The Markov chain of the sets of infected people, as bits, on grids of few people: from the definition of
/// the rule (docs/model.md), without randomness, and nothing of it shared with the engine.
package struct InfectionChain {
  private let scenario: Scenario
  private var means: [Int: Double] = [:]
  private var after: [Int: [Int: Double]] = [:]

  package init(_ scenario: Scenario) { self.scenario = scenario }

  /// Mean steps until everybody is infected.
  package mutating func meanSteps(from state: Int) -> Double {
    if state == 1 << scenario.grid.people - 1 { return 0 }
    if let known = means[state] { return known }
    let next = next(state)
    var mean = 1.0
    for after in next.keys.sorted() where after != state {
      mean += (next[after] ?? 0) * meanSteps(from: after)
    }
    mean /= 1 - (next[state] ?? 0)
    means[state] = mean
    return mean
  }

  /// The people introduced at step 0 are infected, or two at random.
  package func distribution(steps: Int) -> ExactDistribution {
    var chain = self
    let people = scenario.grid.people
    var chances: [Int: Double] = [:]
    for entry in scenario.introductions {
      switch entry.place {
      case .people(let listed): chances[listed.reduce(0) { $0 | 1 << $1 }] = 1
      case .random(let count):
        let sets = (0..<1 << people).filter { $0.nonzeroBitCount == count }
        for set in sets { chances[set] = 1 / Double(sets.count) }
      case .center, .randomShare, .rate: preconditionFailure("no case has such a start")
      }
    }
    var (counts, persons): ([[Double]], [[Double]]) = ([], [])
    for step in 0...steps {
      if step > 0 {
        var next: [Int: Double] = [:]
        for (state, chance) in chances {
          for (after, share) in chain.next(state) { next[after, default: 0] += chance * share }
        }
        chances = next
      }
      var count = [Double](repeating: 0, count: people + 1)
      var person = [Double](repeating: 0, count: people)
      for (state, chance) in chances {
        count[state.nonzeroBitCount] += chance
        for index in person.indices where state >> index & 1 == 1 { person[index] += chance }
      }
      counts.append(count)
      persons.append(person)
    }
    return ExactDistribution(countDistribution: counts, personInfected: persons)
  }

  private mutating func next(_ state: Int) -> [Int: Double] {
    if let known = after[state] { return known }
    let chances = step(state)
    after[state] = chances
    return chances
  }

  /// Chances of the states one step later: sources are independent, given what they see.
  private func step(_ state: Int) -> [Int: Double] {
    var chances = [state: 1.0]
    for source in 0..<scenario.grid.people where state >> source & 1 == 1 {
      var after: [Int: Double] = [:]
      for (now, chance) in chances {
        let seen = scenario.rule.update == .sequential ? now : state
        for (infected, share) in outcomes(of: source, seen) {
          after[now | infected, default: 0] += chance * share
        }
      }
      chances = after
    }
    return chances
  }

  /// Chances of the sets a source infects.
  private func outcomes(of source: Int, _ state: Int) -> [Int: Double] {
    let candidates = neighbors(of: source).filter {
      scenario.rule.pool == .all || state >> $0 & 1 == 0
    }
    let p = scenario.infectionProbability
    let most = min(scenario.infectionFactor, candidates.count)
    let everyone = candidates.reduce(0) { $0 | 1 << $1 }
    switch scenario.rule.draw {
    case .exact: return contacts(everyone, most...most, p)
    case .atLeastOne: return contacts(everyone, min(1, most)...most, p)
    case .uniform: return contacts(everyone, 0...most, p)
    case .each: return thinned(everyone, p)
    case .capped, .scan:
      var chances: [Int: Double] = [:]
      for (hit, chance) in thinned(everyone, p) {
        if scenario.rule.draw == .scan {
          let first = candidates.filter { hit >> $0 & 1 == 1 }.prefix(scenario.infectionFactor)
          chances[first.reduce(0) { $0 | 1 << $1 }, default: 0] += chance
        } else {
          let size = min(scenario.infectionFactor, hit.nonzeroBitCount)
          let kept = subsets(of: hit).filter { $0.nonzeroBitCount == size }
          for set in kept { chances[set, default: 0] += chance / Double(kept.count) }
        }
      }
      return chances
    case .number, .own: preconditionFailure("no case has such a draw")
    }
  }

  /// A uniform number of `sizes`, a uniform set of so many, each of it infected with `p`.
  private func contacts(_ all: Int, _ sizes: ClosedRange<Int>, _ p: Double) -> [Int: Double] {
    var chances: [Int: Double] = [:]
    for size in sizes {
      let sets = subsets(of: all).filter { $0.nonzeroBitCount == size }
      let weight = 1 / Double(sets.count * sizes.count)
      for set in sets {
        for (hit, chance) in thinned(set, p) { chances[hit, default: 0] += weight * chance }
      }
    }
    return chances
  }

  private func thinned(_ set: Int, _ p: Double) -> [Int: Double] {
    var chances: [Int: Double] = [:]
    for hit in subsets(of: set) {
      var chance = 1.0
      for person in 0..<scenario.grid.people where set >> person & 1 == 1 {
        chance *= hit >> person & 1 == 1 ? p : 1 - p
      }
      if chance > 0 { chances[hit] = chance }
    }
    return chances
  }

  private func subsets(of set: Int) -> [Int] {
    var subsets = [set]
    var subset = set
    while subset > 0 {
      subset = (subset - 1) & set
      subsets.append(subset)
    }
    return subsets
  }

  private func neighbors(of person: Int) -> [Int] {
    let grid = scenario.grid
    let offsets =
      switch scenario.rule.neighborhood {
      case .moore: [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
      case .vonNeumann: [(-1, 0), (0, -1), (0, 1), (1, 0)]
      case .hexagonal, .within: preconditionFailure("no case has such neighbors")
      }
    var met: [Int] = []
    for (down, right) in offsets {
      var row = person / grid.columns + down
      var column = person % grid.columns + right
      if grid.boundary == .torus {
        row = (row + grid.rows) % grid.rows
        column = (column + grid.columns) % grid.columns
      }
      let other = row * grid.columns + column
      if row < 0 || column < 0 || column >= grid.columns || other >= grid.people { continue }
      if other != person && !met.contains(other) { met.append(other) }
    }
    return met
  }
}
