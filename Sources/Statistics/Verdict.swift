/// What a comparison says in one word; raw values are those of the column `verdict`.
package enum Verdict: String, CaseIterable, Codable, Sendable {
  case different, equivalent, inconclusive

  /// Judges at the level `alpha`.
  ///
  /// Equivalent comes first: with enough runs any difference is significant, and the margin is
  /// the user's own word for what does not matter.
  /// - Parameters:
  ///   - adjustedP: of the test for a difference, corrected for the family; nil: not defined.
  ///   - equivalenceP: of `MeanDifference.equivalence`; nil: no margin was given.
  package init(adjustedP: Double?, equivalenceP: Double?, alpha: Double) {
    if let equivalenceP, equivalenceP <= alpha {
      self = .equivalent
    } else if let adjustedP, adjustedP <= alpha {
      self = .different
    } else {
      self = .inconclusive
    }
  }
}
