extension SpreadRule {
  /// The distribution of how many people a source contacts in one step.
  ///
  /// All but `weights` have the mean that stands in for the cap k (`Scenario.meanContacts`).
  /// Source: docs/model.md, "Draw".
  package enum ContactNumber: Hashable, Sendable {
    case poisson
    /// On 0, 1, ...
    case geometric
    /// Variance mean + mean^2/dispersion; dispersion above 0.
    case negativeBinomial(dispersion: Double)
    /// Weights of 0, 1, ... contacts: 0 or more, not all 0.
    case weights([Double])

    /// Whether its mean is the infection factor.
    package var hasMean: Bool {
      if case .weights = self { false } else { true }
    }

    /// The mean of those that have one of their own; nil where it is the infection factor.
    package var mean: Double? {
      guard case .weights(let weights) = self else { return nil }
      let sum = weights.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
      return sum / weights.reduce(0, +)
    }

    /// Of the one distribution that has it.
    package var dispersion: Double? {
      if case .negativeBinomial(let dispersion) = self { dispersion } else { nil }
    }

    /// The word in study files; nil for weights, which are a list.
    package var name: String? {
      switch self {
      case .poisson: "poisson"
      case .geometric: "geometric"
      case .negativeBinomial: "negative_binomial"
      case .weights: nil
      }
    }
  }
}
