import Foundation
import Statistics
import TestSupport
import Testing

@Suite("The list of tests and effects in docs/statistics.md") struct MethodListTests {
  private func rows(_ methods: [some ComparisonMethod]) -> [String] {
    methods.map {
      "| `\($0.rawValue)` | \($0.words.meaning) | \($0.words.assumption) | \($0.words.source) |"
    }
  }

  @Test("has one row for each, with its words, in their order")
  func list() throws {
    let text = try String(
      contentsOf: Repository.root.appending(path: "docs/statistics.md"), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    for rows in [rows(ComparisonTest.all), rows(ComparisonEffect.all)] {
      let absent = rows.filter { !lines.contains($0) }
      #expect(absent == [])
      let order = lines.filter(Set(rows).contains).map { String($0.prefix(30)) }
      #expect(absent != [] || order == rows.map { String($0.prefix(30)) })
    }
  }

  @Test("of a group and itself an effect is the value that stands for no difference")
  func noDifference() {
    let values = [0.0, 1, 1, 0, 1]
    let group = GroupValues([.counts, .list], values)
    let times = values.map { CensoredTime(time: 2 + $0, happened: $0 == 1) }
    let both = [CountedTimes(times), CountedTimes(times)]
    let compared = ComparedValues(
      [group, group], pairs: nil, times: both, isPaired: true, level: 0.95, key: 1)
    for effect in ComparisonEffect.all where !effect.needsPairs {
      #expect(effect.inference(of: compared)?.estimate == effect.noDifference, "\(effect.rawValue)")
    }
    var pairs = PairValues([.counts])
    for value in values { pairs.add(value, value) }
    let same = ComparedValues([group, group], pairs: pairs, times: [], level: 0.95, key: 1)
    #expect(ComparisonEffect.smallerShare.inference(of: same)?.estimate == 0.5)
  }

  @Test("with pairs all that has a form for them gives another answer than without")
  func pairs() {
    let needs: RequiredData = [.counts, .list]
    var (pairs, timePairs) = (PairValues(needs), CountedTimePairs())
    let x = (0..<12).map { Double(3 + $0 * 7 % 12) }
    let y = x.enumerated().map { $1 + Double($0 * 5 % 4) }
    for (one, other) in zip(x, y) {
      pairs.add(one, other)
      timePairs.add(
        CensoredTime(time: one, happened: one < 13), CensoredTime(time: other, happened: true))
    }
    let groups = [GroupValues(needs, x), GroupValues(needs, y)]
    func compared(_ isPaired: Bool) -> ComparedValues {
      ComparedValues(
        groups, pairs: isPaired ? pairs : nil, times: [timePairs.a, timePairs.b],
        timePairs: isPaired ? timePairs : nil, level: 0.9, key: 1)
    }
    let (paired, independent) = (compared(true), compared(false))
    for effect in ComparisonEffect.all {
      let found = effect.inference(of: paired)?.interval(level: 0.9)
      #expect(
        found.map { IntervalMethod.ofComparisons.contains($0.method) } ?? (effect == .riskRatio))
    }
    // The ratio of risks is of events alone.
    for effect in ComparisonEffect.all where effect != .riskRatio && !effect.needsPairs {
      let interval = effect.inference(of: paired)?.interval(level: 0.9)
      #expect(
        interval != nil && interval != effect.inference(of: independent)?.interval(level: 0.9),
        "\(effect.rawValue)")
    }
    let (a, b, both) = (ValueSummary(x), ValueSummary(y), PairSummary(x, y))
    for (effect, of, apart) in [
      (.meanDifference, MeanDifference(both)?.estimate, MeanDifference(welch: a, b)?.estimate),
      (.ratioOfMeans, RatioOfMeans(both)?.estimate, RatioOfMeans(a, b)?.estimate),
      (
        .hodgesLehmann, HodgesLehmann(paired: x, y)?.estimate,
        HodgesLehmann(x, y)?.estimate
      ),
    ] as [(ComparisonEffect, Double?, Double?)] {
      #expect(of != nil && effect.inference(of: paired)?.estimate == of, "\(effect.rawValue)")
      #expect(apart != nil && effect.inference(of: independent)?.estimate == apart)
    }
    #expect(ComparisonTest.wilcoxon.result(of: paired) == WilcoxonSignedRank(x, y)?.result)
    #expect(ComparisonTest.mannWhitney.result(of: independent) == MannWhitney(x, y)?.result)
    #expect(pairs.summary == both)
    let tests = ComparisonTest.all.filter {
      $0.pairing == .wherePossible && $0.claim == .difference
    }
    let results = tests.map { ($0.result(of: paired), $0.result(of: independent)) }
    #expect(results.count { $0.0 != nil } > 1)
    for (test, result) in zip(tests, results) where result.0 != nil {
      #expect(result.0 != result.1, "\(test.rawValue)")
    }
  }

  @Test("of times an effect says up to when it looks")
  func limits() {
    func times(_ list: [Double], until end: Double) -> CountedTimes {
      CountedTimes(list.map { CensoredTime(time: min($0, end), happened: $0 <= end) })
    }
    func compared(_ times: [CountedTimes]) -> ComparedValues {
      ComparedValues([], pairs: nil, times: times, level: 0.95, key: 1)
    }
    let (a, b) = (
      times([1, 2, 3, 5, 60, 70], until: 30), times([11, 12, 14, 15, 16, 50], until: 40)
    )
    let mean = ComparisonEffect.restrictedMeanDifference
    #expect(mean.inference(of: compared([a, b]))?.limit == 30)
    #expect(ComparisonEffect.meanDifference.inference(of: compared([a, b]))?.limit == nil)
    for none in [[], [a], [a, b, b], [a, CountedTimes()]] {
      #expect(mean.inference(of: compared(none)) == nil)
    }
  }

  @Test("a margin on one side is one of non-inferiority")
  func problems() {
    for test in ComparisonTest.all {
      #expect((test.problem(isOneSided: true) == nil) == (test.claim != .equivalence))
      #expect((test.problem(isOneSided: false) == nil) == (test.claim != .nonInferiority))
    }
    let claims: [ComparisonTest] = ComparisonTest.all.filter { $0.claim != .difference }
    #expect(claims == [.tost, .nonInferiority])
  }

  @Test("each name is there once, and what is named is there")
  func names() {
    let tests = ComparisonTest.all.map(\.rawValue)
    #expect(Set(tests).count == tests.count)
    #expect(ComparisonTest.all.compactMap(\.pairedForm).allSatisfy(tests.contains))
    #expect(ComparisonEffect.all.flatMap(\.agreesWith).allSatisfy(tests.contains))
    #expect(Set(ComparisonEffect.all.map(\.rawValue)).count == ComparisonEffect.all.count)
    #expect(
      Adjustment.all.map(\.name).sorted() == [
        "benjamini_hochberg_request", "benjamini_hochberg_study", "holm_request", "holm_study",
        "max_t_request", "none",
      ])
    #expect(ComparisonTest.allCases.allSatisfy { ComparisonTest(rawValue: $0.rawValue) == $0 })
    #expect(ComparisonEffect.all.allSatisfy { ComparisonEffect(rawValue: $0.rawValue) == $0 })
    #expect(ComparisonTest(rawValue: "") == nil && ComparisonEffect(rawValue: "") == nil)
    // As docs/statistics.md has them.
    #expect(ComparisonTest.all.filter(\.isPooled) == [.welch, .pairedT, .riskScore])
    #expect(ComparisonEffect.all.filter(\.isPooled) == [.meanDifference])
    // What a method asks for is kept, and nothing else.
    let needs: [RequiredData] = [.counts, .list, .times]
    #expect(needs.map(\.rawValue).reduce(0, +) == RequiredData(needs).rawValue)
  }
}
