import KeyedRandom
import ResultTables
import Statistics
import StudyFiles
import TestSupport
import Testing

/// Requests of random values, as rows of a table.
private struct RandomRequest {
  let test: ComparisonTest?
  var effect = ComparisonEffect.meanDifference
  var correction = Correction.none
  var levels = 2
  var sizes = 4...9
  var difference = 0.0
  /// Whether values are whole numbers, many of which are the same.
  var isTied = false

  private var isPaired: Bool { test?.pairing == .always }

  func rows(_ key: UInt64, _ number: Int) -> ComparisonRows {
    var stream = RandomStream(key: key, UInt64(number))
    let size = sizes.lowerBound + Int(stream.below(UInt64(sizes.count)))
    let isOfTimes = test?.data == .times
    let isOfFlags = test?.data == .flags || effect.data == .flags
    let shared = (0..<size).map { _ in Normal.quantile(stream.unit() + 0x1p-54) }
    let groups = (0..<levels).map { level in
      ComparedGroup(
        label: "\(level)",
        items: shared.indices.map { run in
          var value = Normal.quantile(stream.unit() + 0x1p-54)
          if isPaired { value += shared[run] }
          value += Double(level) * difference
          if isTied { value = value.rounded() }
          if isOfFlags { value = value > 0 ? -19 : -20 }
          let isCensored = isOfTimes && stream.unit() < 0.2
          return .init(
            key: run, value: isCensored ? nil : 20 + value,
            censoredAt: isCensored ? 20 + value : nil)
        })
    }
    let plan = ComparisonPlan(
      test: test, effect: effect, margin: nil, level: 0.95, isPaired: isPaired, key: key)
    let compared: [GroupComparison]
    if let test = plan.testOfAll {
      compared = [GroupComparison(all: groups, plan, test)]
    } else {
      compared = comparedPairs(Array(0..<levels), reference: nil).map { a, b in
        GroupComparison(groups[a], groups[b], plan)
      }
    }
    return ComparisonRows(
      [
        compared.map {
          NamedComparison(others: [], factor: "level", response: "value", comparison: $0)
        }
      ], correction, .request, alpha: 0.05)
  }
}

@Suite("Intervals, p and verdicts", .slow) struct AgreementTests {
  private static let requests = TestDepth.choose(quick: 100, deep: 3_000)

  /// Rows that are different while the interval contains no difference, or the other way round.
  private func disagreements(_ request: RandomRequest, key: UInt64) -> (rows: Int, wrong: Int) {
    var (seen, wrong) = (0, 0)
    for number in 0..<Self.requests {
      let rows = request.rows(key, number)
      for (row, verdict) in zip(rows.rows, rows.verdicts) {
        guard let interval = row.comparison.interval, row.comparison.result != nil else { continue }
        seen += 1
        let excludes = !interval.contains(request.effect.noDifference)
        if (verdict == .different) != excludes { wrong += 1 }
      }
    }
    return (seen, wrong)
  }

  private static let methods = ComparisonTest.allCases
    .filter { $0.question == .pairs && $0.claim == .difference }

  @Test(
    "an effect's interval excludes no difference exactly where the tests it agrees with are different",
    arguments: ComparisonEffect.all)
  func agreement(effect: ComparisonEffect) {
    // Of few runs a score test of shares and intervals of means rarely disagree.
    for test in Self.methods
    where (test.data == .times) == (effect.data == .times)
      && (test.data != .flags || effect.data == .flags)
      && (test.pairing == .always || !effect.needsPairs)
    {
      var wrong = 0
      for isTied in [false, true] {
        let found = disagreements(
          RandomRequest(test: test, effect: effect, difference: 0.8, isTied: isTied), key: 31)
        #expect(found.rows > 0, "\(test.rawValue) \(effect.rawValue)")
        wrong += found.wrong
      }
      #expect(
        (wrong == 0) == effect.agreesWith.contains(test.rawValue),
        "\(test.rawValue) \(effect.rawValue): \(wrong)")
    }
  }

  @Test("the interval of rank tests agrees with them where no values are tied")
  func ranks() {
    for test in [ComparisonTest.mannWhitney, .wilcoxon] {
      for most in [9, 60, 120] {
        let found = disagreements(
          RandomRequest(test: test, effect: .hodgesLehmann, sizes: 4...most, difference: 0.8),
          key: 32)
        #expect(found.rows > 0 && found.wrong == 0, "\(test.rawValue) \(most): \(found)")
      }
    }
  }

  @Test(
    "at most 5 % of requests without a difference have a false different", .deep,
    arguments: [nil] + ComparisonTest.allCases.filter { $0.claim == .difference }.map(Optional.some)
  )
  func nullRequests(test: ComparisonTest?) {
    let count = 1_000
    let most = 0.05 * Double(count) + 3 * (0.05 * 0.95 * Double(count)).squareRoot()
    let isLarge = test?.data == .times || test?.question == .all
    let wrong = (0..<count).count {
      RandomRequest(
        test: test, correction: .holm, levels: 4, sizes: isLarge ? 30...40 : 5...9
      ).rows(33, $0).verdicts.contains(.different)
    }
    print("false different: \(test?.rawValue ?? "usual"): \(wrong) of \(count)")
    #expect(Double(wrong) <= most, "\(test?.rawValue ?? "usual"): \(wrong)")
  }
}
