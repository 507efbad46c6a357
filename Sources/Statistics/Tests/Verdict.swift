/// What a comparison says in one word; raw values are those of the column `verdict`.
package enum Verdict: String, CaseIterable, Codable, Sendable {
  case different, equivalent
  case nonInferior = "non_inferior"
  case inconclusive

  /// Judges at the level `alpha`.
  ///
  /// Equivalent comes first: with enough runs any difference is significant, and the margin is
  /// the user's own word for what does not matter. Both p are corrected for their family, so that
  /// among all its rows a false `different` has at most the chance `alpha`, and so has a false
  /// `equivalent`.
  /// - Parameters:
  ///   - adjustedP: of the test for a difference; nil: not defined.
  ///   - equivalenceP: of `MeanDifference.equivalence`; nil: no margin, or not defined.
  ///   - better: of non-inferiority; nil: of equivalence.
  ///   - isWithinMargin: whether the interval of level 1 - `alpha` lies within the margin. A single
  ///     comparison's p asks for the interval of level 1 - 2 `alpha` only, which no table shows.
  package init(
    adjustedP: Double?, equivalenceP: Double?, isWithinMargin: Bool, better: Better? = nil,
    alpha: Double
  ) {
    if let equivalenceP, equivalenceP <= alpha, isWithinMargin {
      self = better == nil ? .equivalent : .nonInferior
    } else if let adjustedP, adjustedP <= alpha {
      self = .different
    } else {
      self = .inconclusive
    }
  }
}
