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

extension Scenario {
  /// The first obstacle that it has by itself.
  package var passObstacle: PassObstacle? {
    if rule.draw != .each { return .draw }
    if !course.endsInfections { return .endless }
    if course.immuneSteps != .forever { return .reinfection }
    if stopShare < 1 { return .stopShare }
    // Without an end of the run a rate without an end has none.
    if introductions.contains(where: { $0.steps(upTo: .max)?.upperBound ?? 0 > 0 }) {
      return .introductions
    }
    return interventions.isEmpty ? nil : .interventions
  }
}
