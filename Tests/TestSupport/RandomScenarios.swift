internal import KeyedRandom
package import SpreadModel

/// Small scenarios of every kind, for properties that must hold of all of them.
package enum RandomScenarios {
  /// All 80 combinations of the rule's parts and the boundary.
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
    let rows = Int(stream.below(8)) + 1
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
