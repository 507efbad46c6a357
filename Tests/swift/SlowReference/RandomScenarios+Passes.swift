internal import KeyedRandom
package import SpreadModel

extension RandomScenarios {
  /// Scenarios as one of the others, with contact clocks, that differ in one number by which the infection probability is
  /// multiplied: in no order, some of them equal.
  package static func family(_ number: Int) -> [Scenario] {
    var scenario =
      switch number % 5 {
      case 0: course(number)
      case 1: contacts(number)
      case 2: groups(number)
      case 3: periods(number)
      default: differing(number)
      }
    var stream = RandomStream(key: 2032, UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(stream.below(UInt64(values.count)))]
    }
    scenario.rule.draw = .each
    scenario.realInfectionFactor = nil
    scenario.course.infectiousnessDispersion = nil
    scenario.course.immuneSteps = .forever
    if !scenario.course.endsInfections {
      scenario.course.infectiousSteps = pick([.steps(1), .steps(1), .steps(4), .geometric(mean: 3)])
    }
    scenario.interventions = []
    scenario.observed = []
    scenario.stopShare = 1
    scenario.maxSteps = 1_000_000
    scenario.introductions.removeAll { $0.steps(upTo: .max)?.upperBound ?? 0 > 0 }
    let people = scenario.grid.people
    scenario.introductions.append(
      Introduction(
        step: 0, place: pick([.center, .random(1), .people([people - 1]), .randomShare(0.05)])))

    let layer = Int(stream.below(UInt64(scenario.contacts.layers.count)))
    let groups = scenario.groups?.names.count ?? 0
    let from = groups > 0 ? Int(stream.below(UInt64(groups))) : 0
    let to = groups > 0 ? Int(stream.below(UInt64(groups))) : 0
    let kind = pick([0, 0, 0, 1, groups > 0 ? 2 : 0])
    return (0..<pick([1, 3, 8])).map { _ in
      var level = scenario
      let random = Double(stream.below(1 << 53)) * 0x1p-53
      switch kind {
      case 1:
        var layers = scenario.contacts.layers
        layers[layer].multiply = pick([0, 0.2, 1, 1, 3, 1e300, random])
        level.contacts = .layered(layers)
      case 2: level.groups?.multiply[from][to] = pick([0, 0.2, 1, 1, 3, 1e300, random])
      default:
        level.infectionProbability = pick([
          0, .leastNonzeroMagnitude, 0x1p-54, 0x1p-53, 0.01, 0.1, 0.25, 0.25.nextUp, 0.5,
          1 - 0x1p-53, 1, random,
          random, random * random, random * random,
        ])
      }
      return level
    }
  }
}
