/// A test that a comparison may ask for: all that is known of it outside its own file, in which it
/// stands.
package struct ComparisonTest: Sendable {
  /// What is compared at a time.
  package enum Design: Sendable {
    /// Each pair of levels.
    case pairsOfLevels
    /// All levels at once.
    case allLevels
  }

  /// What becomes of times that were not reached.
  package enum Censoring: Sendable {
    /// It cannot take them, and has no result where there are any.
    case refused
    /// It is a test of times, which takes them.
    case taken
  }

  /// Whether replicate r of one level is compared with replicate r of the other.
  package enum Pairing: Sendable {
    /// There is no form for independent groups.
    case always
    /// Pairs where there are any, independent groups elsewhere.
    case wherePossible
    /// There is no form for pairs: their runs are taken as independent.
    case never
  }

  /// What a small p speaks for.
  package enum Claim: Sendable {
    case difference
    /// A difference smaller than a margin, which must be named.
    case equivalence
  }

  /// A value of the column `test`.
  package let rawValue: String
  package let design: Design
  package let censoring: Censoring
  package let pairing: Pairing
  package let claim: Claim
  package let needs: ValueNeeds
  /// The test that asks a like question of pairs; nil if there is none, or if this one does.
  package let pairedForm: String?
  /// Whether all pairs of a combination are judged together: their p is corrected for one another.
  package let judgesTogether: Bool
  private let run: @Sendable (ComparedValues) -> TestResult?

  /// - Parameter run: the outcome; nil where it is not defined, such as for too few values.
  init(
    _ name: String, design: Design = .pairsOfLevels, pairing: Pairing,
    pairedForm: String? = nil, censoring: Censoring = .refused, claim: Claim = .difference,
    needs: ValueNeeds = [], judgesTogether: Bool = false,
    run: @escaping @Sendable (ComparedValues) -> TestResult?
  ) {
    rawValue = name
    self.design = design
    self.pairing = pairing
    self.pairedForm = pairedForm
    self.censoring = censoring
    self.claim = claim
    self.needs = needs
    self.judgesTogether = judgesTogether
    self.run = run
  }

  /// Its outcome; nil where it is not defined, such as for too few values.
  package func result(of groups: ComparedValues) -> TestResult? { run(groups) }
}

extension ComparisonTest: CaseIterable, RawRepresentable, Hashable {
  /// Every test, in the order in which they are named to the user.
  package static let allCases: [ComparisonTest] = [
    .welch, .pairedT, .mannWhitney, .wilcoxon, .kolmogorovSmirnov, .kruskalWallis, .anova,
    .welchAnova, .tukey, .dunnett, .permutation, .logRank, .stratifiedLogRank, .restrictedMean,
    .tost,
  ]

  /// The test of that name; nil if there is none.
  package init?(rawValue name: String) {
    guard let test = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = test
  }
}
