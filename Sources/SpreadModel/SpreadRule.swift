/// How infected people infect others in one step: four independent parts.
///
/// Source: docs/model.md, "Rules".
package struct SpreadRule: Hashable, Sendable {
  /// Who of a source's neighbors may be chosen.
  package enum Pool: String, CaseIterable, Sendable {
    /// The healthy neighbors.
    case healthy
    /// All neighbors; a contact with an infected person is wasted.
    case all
  }

  /// Whether the sources of a step see each other's infections of that step.
  package enum Update: String, CaseIterable, Sendable {
    /// "Healthy" is read from the state at the step's start; infections are applied together.
    case synchronous
    /// Sources act in person order; "healthy" is the state as it stands then.
    case sequential
  }

  package var neighborhood: Neighborhood
  package var pool: Pool
  package var draw: Draw
  package var update: Update

  package init(neighborhood: Neighborhood, pool: Pool, draw: Draw, update: Update) {
    self.neighborhood = neighborhood
    self.pool = pool
    self.draw = draw
    self.update = update
  }
}
