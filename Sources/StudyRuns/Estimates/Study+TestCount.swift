import SpreadModel
import Statistics
import StudyFiles

extension Study {
  /// How many tests of a difference are corrected together with those of a response, by arithmetic,
  /// before any point is made; 1 where nothing is corrected, or the response is not compared.
  ///
  /// The families are those of `comparisons.csv` (docs/statistics.md, "Verdicts"); of several with the
  /// response the largest counts. A test that is asked for twice counts once, but a pair that two
  /// references have in common twice.
  func testsCorrected(with response: Response) -> Int {
    let families: [[ComparisonRequest]] =
      switch analysis.correction {
      case .none: []
      case .maxT: analysis.comparisons.map { [$0] }
      case .holm, .benjaminiHochberg:
        analysis.family == .study ? [analysis.comparisons] : analysis.comparisonEntries
      }
    let counts = families.map { $0.filter { self.test(of: $0).claim == .difference } }
      .filter { $0.contains { $0.response == response } }
      .map(testCount)
    return max(1, Int(saturating: counts.max() ?? 1))
  }

  private func testCount(_ family: [ComparisonRequest]) -> Double {
    let wide = Set(family.filter { $0.reference == nil }.map(asked))
    var seen: Set<AskedTest> = []
    return zip(family, comparedPairs(of: family)).reduce(0) { sum, next in
      let (request, compared) = next
      var test = asked(request)
      // Every pair of levels: also those with a reference.
      if request.reference != nil, wide.contains(test) { return sum }
      test.reference = request.reference
      guard seen.insert(test).inserted else { return sum }
      return sum + (test.test.question == .all ? compared.groups : compared.pairs)
    }
  }

  /// Without its reference.
  private func asked(_ request: ComparisonRequest) -> AskedTest {
    AskedTest(
      factor: request.factor, subject: request.subject, test: test(of: request),
      isPooled: request.isPooled)
  }

  /// Where every run reaches what is compared.
  private func test(of request: ComparisonRequest) -> ComparisonTest {
    let isPaired = randomNumbers == .common
    if let test = request.test { return test }
    guard analysis.correction != .maxT else { return .ofMeans(isPaired: isPaired) }
    return request.estimate.usualTest(
      isPaired: isPaired, isCensored: false, isOfShares: request.response?.kind == .flag)
  }
}

/// What makes the tests of two requests the same ones.
private struct AskedTest: Hashable {
  let factor: ModelKey
  let subject: ComparisonRequest.Subject
  let test: ComparisonTest
  let isPooled: Bool
  var reference: KeyValue?
}
