import Statistics

/// The p-values of a comparison, corrected for the families of its table.
struct CorrectedP: Hashable, Sendable {
  /// Of the test for a difference; nil for a test of equivalence, and where not defined.
  var difference: Double?
  /// Of the test of equivalence; nil without a margin, and where not defined.
  var equivalence: Double?
}

extension GroupComparison {
  /// p of the test for a difference; nil where equivalence is tested, whose small p is no sign of
  /// a difference.
  var differenceP: Double? {
    guard !isEquivalenceTest else { return nil }
    return joint.map { $0?.p(against: 0)?.difference?.p } ?? result?.p
  }

  var equivalenceP: Double? { equivalence?.result?.p }

  private var isEquivalenceTest: Bool { test.claim != .difference }

  /// The corrected p of the row's own test.
  func adjustedP(_ corrected: CorrectedP) -> Double? {
    isEquivalenceTest ? corrected.equivalence : corrected.difference
  }

  func verdict(_ corrected: CorrectedP, alpha: Double) -> Verdict {
    Verdict(
      adjustedP: corrected.difference, equivalenceP: corrected.equivalence,
      isWithinMargin: equivalence?.isWithinMargin ?? false, better: equivalence?.margin.better,
      alpha: alpha)
  }
}
