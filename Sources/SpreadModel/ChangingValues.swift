/// The numbers of the model that interventions may set, as they hold in a step.
package struct ChangingValues: Hashable, Sendable {
  package var infectionFactor: Int
  /// The infection factor as the mean of draws that have one.
  package var meanContacts: Double
  package var infectionProbability: Double
  package var recoveryProbability: Double
  /// Of the layers of the contacts, in their order.
  package var layers: [Layer]

  package struct Layer: Hashable, Sendable {
    /// p, not cut off at 1.
    package var probability: Double
    /// m.
    package let multiply: Double
    /// y: pairs with a key below it meet.
    package var keptShare = 1.0

    /// p m, not cut off at 1.
    package var chance: Double { probability * multiply }
  }

  /// Whether no source infects anybody by this draw under them.
  package func infectNobody(by draw: SpreadRule.Draw) -> Bool {
    if layers.allSatisfy({ $0.chance <= 0 || $0.keptShare <= 0 }) { return true }
    return switch draw {
    case .each: false
    case .exact, .atLeastOne, .uniform, .capped, .scan: infectionFactor == 0
    case .number(.weights(let weights)): weights.dropFirst().allSatisfy { $0 == 0 }
    case .number(.poisson), .number(.geometric), .number(.negativeBinomial), .own:
      meanContacts <= 0
    }
  }

  /// Those of a scenario without interventions.
  package init(_ scenario: Scenario) {
    infectionFactor = scenario.infectionFactor
    meanContacts = scenario.meanContacts
    infectionProbability = scenario.infectionProbability
    recoveryProbability = scenario.course.recoveryProbability
    layers = scenario.contacts.layers.map {
      Layer(probability: scenario.infectionProbability, multiply: $0.multiply)
    }
  }

  /// Those of a step under some interventions of a scenario, in list order: of each number the last intervention that
  /// names it counts, a factor on the value of those before. As a cap the infection factor is rounded to the
  /// nearest whole number, halves up; probabilities are cut off at 1. Of several that close contacts the one that keeps
  /// the fewest counts.
  package init(_ scenario: Scenario, at step: Int, under interventions: [Intervention]) {
    self.init(scenario)
    for intervention in interventions {
      for (target, effect) in intervention.effects {
        switch target {
        case .infectionFactor: effect.apply(to: &meanContacts, at: step)
        case .infectionProbability:
          if intervention.layers == .all { effect.apply(to: &infectionProbability, at: step) }
          for layer in layers.indices where intervention.acts(in: layer) {
            effect.apply(to: &layers[layer].probability, at: step)
          }
        case .recoveryProbability: effect.apply(to: &recoveryProbability, at: step)
        }
      }
      guard let share = intervention.keepContacts else { continue }
      for layer in layers.indices where intervention.acts(in: layer) {
        layers[layer].keptShare = min(layers[layer].keptShare, share)
      }
    }
    // Products stay numbers.
    for layer in layers.indices {
      layers[layer].probability = min(1e300, layers[layer].probability)
    }
    infectionFactor = Int(min(1e9, nearestWhole(meanContacts)))
    infectionProbability = min(1, layers.count == 1 ? layers[0].probability : infectionProbability)
    recoveryProbability = min(1, recoveryProbability)
  }
}

extension Intervention.Effect {
  fileprivate func apply(to value: inout Double, at step: Int) {
    switch self {
    case .set(let new): value = new.value(at: step)
    case .multiply(let factor): value *= factor.value(at: step)
    }
  }
}
