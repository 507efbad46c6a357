internal import KeyedRandom
package import SpreadModel

/// The model in the words of docs/model.md with a plain random stream: a third implementation
/// that shares no key, order or coin with the others, for comparisons in distribution.
///
/// Bounded grids, synchronous updates, no stop but the number of steps.
package enum LiteralSpread {
  /// Infected people after the last step.
  package static func infected(_ scenario: Scenario, from start: Int, seed: UInt64) -> Int {
    var stream = RandomStream(key: seed)
    let grid = scenario.grid
    var infected = Array(repeating: false, count: grid.people)
    infected[start] = true
    for _ in 0..<scenario.maxSteps {
      var next = infected
      for source in infected.indices where infected[source] {
        let candidates = neighbors(of: source, scenario).filter {
          scenario.rule.pool == .all || !infected[$0]
        }
        for person in contacts(scenario, candidates, &stream) { next[person] = true }
      }
      infected = next
    }
    return infected.count { $0 }
  }

  private static func neighbors(of person: Int, _ scenario: Scenario) -> [Int] {
    let columns = scenario.grid.columns
    return (0..<scenario.grid.people).filter { other in
      let rows = abs(other / columns - person / columns)
      let across = abs(other % columns - person % columns)
      return switch scenario.rule.neighborhood {
      case .moore: max(rows, across) == 1
      case .vonNeumann: rows + across == 1
      case .hexagonal, .within: preconditionFailure("CourseDistribution has their cases")
      }
    }
  }

  private static func contacts(
    _ scenario: Scenario, _ candidates: [Int], _ stream: inout RandomStream
  ) -> [Int] {
    let cap = scenario.infectionFactor
    let p = scenario.infectionProbability
    func shuffled(_ people: [Int]) -> [Int] {
      stream.choice(of: people.count, from: people.count).map { people[$0] }
    }
    let most = min(cap, candidates.count)
    switch scenario.rule.draw {
    case .exact:
      return shuffled(candidates).prefix(most).filter { _ in stream.unit() < p }
    case .atLeastOne:
      if most == 0 { return [] }
      let count = 1 + Int(stream.below(UInt64(most)))
      return shuffled(candidates).prefix(count).filter { _ in stream.unit() < p }
    case .uniform:
      let count = Int(stream.below(UInt64(most + 1)))
      return shuffled(candidates).prefix(count).filter { _ in stream.unit() < p }
    case .capped:
      return Array(shuffled(candidates.filter { _ in stream.unit() < p }).prefix(cap))
    case .each: return candidates.filter { _ in stream.unit() < p }
    case .scan:
      return Array(candidates.filter { _ in stream.unit() < p }.prefix(cap))
    case .number, .own: preconditionFailure("other tests have their distributions")
    }
  }
}
