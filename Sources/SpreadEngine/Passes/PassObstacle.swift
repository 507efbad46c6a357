package import SpreadModel

/// Why final values at several levels do not follow from one pass.
///
/// Source: docs/design.md, "All infection probabilities from one pass".
package enum PassObstacle: String, CaseIterable, Sendable {
  /// The rule's draw is not `each`.
  case draw
  /// Infections have no end.
  case endless
  /// People may be infected twice.
  case reinfection
  /// Runs may end before the last infection does.
  case stopShare
  /// People may come from outside after step 0.
  case introductions
  case interventions
  /// Levels differ in more than numbers by which the infection probability is multiplied; or of two of them each has a
  /// larger one.
  case family
}

extension PassObstacle {
  /// The first one there is.
  ///
  /// - Parameter levels: one or more.
  static func first(of levels: [Scenario]) -> PassObstacle? {
    guard let scenario = levels.first else { return nil }
    if scenario.rule.draw != .each { return .draw }
    if !scenario.course.endsInfections { return .endless }
    if scenario.course.immuneSteps != .forever { return .reinfection }
    if scenario.stopShare < 1 { return .stopShare }
    // Without an end of the run a rate without an end has none.
    if scenario.introductions.contains(where: { $0.steps(upTo: .max)?.upperBound ?? 0 > 0 }) {
      return .introductions
    }
    if !scenario.interventions.isEmpty { return .interventions }
    let rest = scenario.withoutMultipliers
    let isFamily =
      levels.dropFirst().allSatisfy { $0.withoutMultipliers == rest }
      && PassLevels.inOrder(levels) != nil
    return isFamily ? nil : .family
  }
}

extension Scenario {
  /// What may not differ between the levels of a pass.
  fileprivate var withoutMultipliers: Scenario {
    var rest = self
    rest.infectionProbability = 0
    rest.maxSteps = 0
    rest.contacts = .layers(contacts.layers.map { ContactLayer($0.contacts) })
    if let groups { rest.groups?.multiply = groups.multiply.map { $0.map { _ in 1 } } }
    return rest
  }
}
