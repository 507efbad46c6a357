/// What is seen of the new infections of a run: each with a probability, some steps later, once or for some steps.
///
/// Source: docs/model.md, "What is seen".
package struct ObservedSeries: Hashable, Sendable {
  /// Of its column in curves.
  package var name: String
  /// q, 0...1.
  package var probability: Double
  /// Steps from an infection to the step in which it is seen.
  package var delay: Length
  /// For how many steps it is counted from then on; nil: in the step in which it is seen.
  package var stay: Length?

  package init(
    name: String, probability: Double = 1, delay: Length = .steps(0), stay: Length? = nil
  ) {
    self.name = name
    self.probability = probability
    self.delay = delay
    self.stay = stay
  }

  /// Its line in identities.
  var identityText: String {
    "observed=\(name) probability \(probability) delay \(delay)"
      + (stay.map { " stay \($0)" } ?? "")
  }
}
