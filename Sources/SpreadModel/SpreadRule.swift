/// How infected people infect others in one step: four independent parts.
///
/// Source: docs/model.md, "Rules".
package struct SpreadRule: Hashable, Sendable {
  /// Which places around a person count as neighbors, in the order in which they are tried.
  package enum Neighborhood: String, CaseIterable, Sendable {
    /// NW, N, NE, W, E, SW, S, SE.
    case moore
    /// N, W, E, S.
    case vonNeumann = "von_neumann"
  }

  /// Who of a source's neighbors may be chosen.
  package enum Pool: String, CaseIterable, Sendable {
    /// The healthy neighbors.
    case healthy
    /// All neighbors; a contact with an infected person is wasted.
    case all
  }

  /// How a source picks whom it contacts in one step, and who of them is infected.
  ///
  /// `n` candidates (people), cap `k` (people per source and step), probability `p` (per
  /// contact, 0...1). The means hold for `n >= k >= 1` and healthy candidates only.
  ///
  /// | case         | contacted                      | infected            | mean infected       |
  /// |--------------|--------------------------------|---------------------|---------------------|
  /// | `exact`      | min(k, n)                      | each with p         | p k                 |
  /// | `atLeastOne` | uniform on 1...min(k, n)       | each with p         | p (k + 1) / 2       |
  /// | `uniform`    | uniform on 0...min(k, n)       | each with p         | p k / 2             |
  /// | `capped`     | all n                          | each with p, k kept | E min(k, Bin(n, p)) |
  /// | `scan`       | in neighbor order until k hits | each with p         | E min(k, Bin(n, p)) |
  ///
  /// Source: docs/model.md, "Draw".
  package enum Draw: String, CaseIterable, Sendable {
    case exact
    case atLeastOne = "at_least_one"
    case uniform, capped, scan
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
