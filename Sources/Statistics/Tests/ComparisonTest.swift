/// A test of groups: all that is known of it outside its own file, in which it stands.
package struct ComparisonTest: ComparisonMethod {
  /// Whether replicate r of one level is compared with replicate r of the other.
  package enum Pairing: Sendable {
    /// There is no form for independent groups.
    case always
    /// Pairs where there are any, independent groups elsewhere.
    case wherePossible
    /// There is no form for pairs: their runs are taken as independent.
    case never
  }

  /// What a small p is evidence for.
  package enum Claim: Sendable {
    case difference
    /// A difference smaller than a margin, which must be named.
    case equivalence
    /// The same on the worse side alone.
    case nonInferiority
  }

  /// Whether levels are compared with a reference.
  package enum Reference: Sendable { case optional, refused, required }

  /// A value of the column `test`.
  package let rawValue: String
  package let question: ComparedLevels
  package let data: ComparedData
  package let pairing: Pairing
  /// The test that asks a like question of pairs; nil if there is none, or if this one does.
  package let pairedForm: String?
  package let claim: Claim
  package let reference: Reference
  package let needs: RequiredData
  package let isPooled: Bool
  /// Whether whole curves may be compared by its principle.
  package let takesCurves: Bool
  /// Whether all pairs of a combination are a family of their own, whose p are adjusted for one
  /// another already.
  package let isFamily: Bool
  package let words: MethodWords
  private let run: (@Sendable (ComparedValues) -> TestResult?)?

  /// - Parameter run: the outcome; nil where it is not defined, such as for too few values. No closure
  ///   for a test that follows from the question and has input of its own.
  init(
    _ name: String, _ words: MethodWords, question: ComparedLevels = .pairs,
    data: ComparedData = .numbers, pairing: Pairing, pairedForm: String? = nil,
    claim: Claim = .difference, reference: Reference = .optional, needs: RequiredData = [],
    isPooled: Bool = false, takesCurves: Bool = false, isFamily: Bool = false,
    run: (@Sendable (ComparedValues) -> TestResult?)? = nil
  ) {
    rawValue = name
    self.words = words
    (self.question, self.data) = (question, data)
    (self.pairing, self.pairedForm) = (pairing, pairedForm)
    (self.claim, self.reference) = (claim, reference)
    self.needs = needs
    (self.isPooled, self.takesCurves, self.isFamily) = (isPooled, takesCurves, isFamily)
    self.run = run
  }

  /// Every test, in the order in which they are named to the user.
  package static let all: [ComparisonTest] = [
    .welch, .pairedT, .mannWhitney, .wilcoxon, .kolmogorovSmirnov, .kruskalWallis, .anova,
    .welchAnova, .tukey, .dunnett, .permutation, .logRank, .stratifiedLogRank, .restrictedMean,
    .cox, .riskScore, .friedman, .tost, .nonInferiority, .hotelling, .curvePermutation,
    .repeatedMeasures, .anovaType,
  ]

  /// The test of values where none is named: of means, or of censored times.
  package static func usual(isPaired: Bool, isCensored: Bool) -> ComparisonTest {
    isCensored ? .logRank : isPaired ? .pairedT : .welch
  }

  /// Its outcome; nil where it is not defined, such as for too few values.
  package func result(of groups: ComparedValues) -> TestResult? { run?(groups) }

  /// What is wrong with a margin on one side, or on both; nil if nothing is.
  package func problem(isOneSided: Bool) -> String? {
    switch claim {
    case .difference: nil
    case .equivalence: isOneSided ? "is about both sides of a margin; leave out better" : nil
    case .nonInferiority:
      isOneSided ? nil : "needs to know which values are better; give better, smaller or larger"
    }
  }

  /// What is wrong with a reference, or with none; nil if nothing is.
  package func problem(hasReference: Bool) -> String? {
    let other = Self.allCases.first { $0.isFamily == isFamily && $0.reference != reference }
    let advice = other.map { ", or use \($0.rawValue)" } ?? ""
    return switch reference {
    case .refused where hasReference:
      "compares every pair of levels; leave out the reference\(advice)"
    case .required where !hasReference:
      "compares every other level with one; give a reference\(advice)"
    case .optional, .refused, .required: nil
    }
  }
}

extension ComparisonTest: CaseIterable, RawRepresentable, Hashable {
  /// Those that may be asked for by name; the others follow from the question.
  package static let allCases = all.filter { $0.run != nil }

  /// The test of that name; nil if none may be asked for by it.
  package init?(rawValue name: String) {
    guard let test = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = test
  }
}
