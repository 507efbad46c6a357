/// What becomes of a person once infected.
///
/// With A = min(D, G), G geometric on 1, 2, ... with chance c, a person infected in step s acts in
/// the steps s+1+L ... s+L+A, is not infected any more at the end of step s+L+A, immune from then
/// on, and healthy again at the end of step s+L+A+W. L, D and W may be drawn for each infection.
/// Source: docs/model.md, "Course".
package struct Course: Hashable, Sendable {
  /// L, steps in which an infected person does not act yet, 0 or more.
  package var latentSteps: Length = .steps(0)
  /// D, the most steps in which a person acts, 1 or more.
  package var infectiousSteps = Length.forever
  /// c, the chance to recover after a step in which a person acted, 0...1.
  package var recoveryProbability = 0.0
  /// W, steps for which a recovered person is immune, 0 or more.
  package var immuneSteps = Length.forever
  /// r, the shape (above 0) of the gamma variable of mean 1 by which the mean number of contacts of each
  /// infection is multiplied, for draws with a mean; nil: all have the same.
  package var infectiousnessDispersion: Double?

  package init() {}

  /// About the mean of A: its most, or that of G, where this is less.
  package var meanInfectiousSteps: Double {
    min(infectiousSteps.mean, 1 / recoveryProbability)
  }

  /// Whether people recover.
  package var endsInfections: Bool { infectiousSteps != .forever || recoveryProbability > 0 }

  /// Whether somebody may be latent.
  package var hasLatency: Bool { latentSteps != .steps(0) }
}
