package import SpreadModel

/// What a group's session is repeated from: its start, and what was done to it, by step.
package struct SessionRecipe: Sendable {
  package var parameters: Parameters
  package var scenario: Scenario
  /// Of that scenario; nil for none.
  package var paint: Paint?
  /// People handed over at the ends of steps, in order.
  package var introduced: [(step: Int, people: [Int32])]
  package var interventions: SessionInterventions

  package init(
    _ parameters: Parameters, _ scenario: Scenario, paint: Paint? = nil,
    introduced: [(step: Int, people: [Int32])] = [],
    interventions: SessionInterventions = SessionInterventions()
  ) {
    (self.parameters, self.scenario, self.paint) = (parameters, scenario, paint)
    (self.introduced, self.interventions) = (introduced, interventions)
  }
}
