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

  /// A value of the column `test`.
  package let rawValue: String
  package let question: ComparedLevels
  package let data: ComparedData
  package let pairing: Pairing
  /// The test that asks a like question of pairs; nil if there is none, or if this one does.
  package let pairedForm: String?
  package let claim: Claim
  package let needs: RequiredData
  package let isPooled: Bool
  /// Whether whole curves may be compared by its principle.
  package let takesCurves: Bool
  package let words: MethodWords
  /// How many random numbers a comparison of two groups with so many values may draw.
  package let randomNumbers: @Sendable (_ a: Int, _ b: Int) -> Double
  private let run: (@Sendable (ComparedValues) -> TestResult?)?

  /// - Parameter run: the outcome; nil where it is not defined, such as for too few values. No closure
  ///   for a test that follows from the question and has input of its own.
  init(
    _ name: String, _ words: MethodWords, question: ComparedLevels = .pairs,
    data: ComparedData = .numbers, pairing: Pairing, pairedForm: String? = nil,
    claim: Claim = .difference, needs: RequiredData = [], isPooled: Bool = false,
    takesCurves: Bool = false,
    run: (@Sendable (ComparedValues) -> TestResult?)? = nil,
    randomNumbers: @escaping @Sendable (Int, Int) -> Double = { _, _ in 0 }
  ) {
    rawValue = name
    self.words = words
    (self.question, self.data) = (question, data)
    (self.pairing, self.pairedForm) = (pairing, pairedForm)
    (self.claim, self.needs) = (claim, needs)
    (self.isPooled, self.takesCurves) = (isPooled, takesCurves)
    self.randomNumbers = randomNumbers
    self.run = run
  }

  /// Every test, in the order in which they are named to the user.
  package static let all: [ComparisonTest] = [
    .welch, .pairedT, .welchAnova, .mannWhitney, .wilcoxon, .kolmogorovSmirnov, .permutation,
    .riskScore, .logRank, .restrictedMean, .tost, .nonInferiority, .curvePermutation,
  ]

  /// The test of values where none is named: of means, of shares, or of censored times.
  package static func usual(
    isPaired: Bool, isCensored: Bool, isOfShares: Bool
  ) -> ComparisonTest {
    switch (isPaired, isCensored) {
    case (false, true): .logRank
    case (true, true): .restrictedMean
    case (_, false) where isOfShares: .riskScore
    case (_, false): .ofMeans(isPaired: isPaired)
    }
  }

  /// That of differences of means.
  package static func ofMeans(isPaired: Bool) -> ComparisonTest { isPaired ? .pairedT : .welch }

  /// Its outcome; nil where it is not defined, such as for too few values.
  package func result(of groups: ComparedValues) -> TestResult? { run?(groups) }

  /// The message on a test that compares all levels, up to the option that it would ignore.
  package static let allAtOnce = "compares all levels at once; leave out"

  /// What is wrong with a margin on one side, or on both; nil if nothing is.
  package func problem(isOneSided: Bool) -> String? {
    switch claim {
    case .difference: nil
    case .equivalence: isOneSided ? "is about both sides of a margin; leave out better" : nil
    case .nonInferiority:
      isOneSided ? nil : "needs to know which values are better; give better, smaller or larger"
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
