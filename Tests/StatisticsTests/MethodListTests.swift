import Foundation
import Statistics
import Testing

@Suite("The list of tests and effects in docs/statistics.md") struct MethodListTests {
  private func rows(_ methods: [some ComparisonMethod]) -> [String] {
    methods.map {
      "| `\($0.rawValue)` | \($0.words.meaning) | \($0.words.assumption) | \($0.words.source) |"
    }
  }

  @Test("has one row for each, with its words, in their order")
  func list() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/statistics.md"), encoding: .utf8)
    for rows in [rows(ComparisonTest.all), rows(ComparisonEffect.all)] {
      #expect(
        text.contains(rows.joined(separator: "\n") + "\n"), "\n\(rows.joined(separator: "\n"))")
    }
  }

  @Test("of a group and itself an effect is the value that stands for no difference")
  func noDifference() {
    let values = [0.0, 1, 1, 0, 1]
    let group = GroupValues([.counts, .pairs, .list], values)
    let times = values.map { CensoredTime(time: 2 + $0, happened: $0 == 1) }
    let sample = times.enumerated().map { ReplicateValue(replicate: $0.offset, value: $0.element) }
    let both = [CountedTimes(times), CountedTimes(times)]
    let compared = ComparedValues(
      [group, group], pairs: nil, times: both, samples: [sample, sample], isPaired: true,
      level: 0.95, family: 1, key: 1)
    for effect in ComparisonEffect.all {
      #expect(effect.estimate(of: compared)?.value == effect.noDifference, "\(effect.rawValue)")
    }
  }

  @Test("with pairs all that has a form for them gives another answer than without")
  func pairs() {
    let needs: RequiredData = [.counts, .pairs, .list]
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
        timePairs: isPaired ? timePairs : nil, level: 0.9, family: 1, key: 1)
    }
    let (paired, independent) = (compared(true), compared(false))
    // The ratio of risks is of events alone.
    for effect in ComparisonEffect.all where effect.question == .pairs && effect != .riskRatio {
      let interval = effect.estimate(of: paired)?.interval
      #expect(
        interval != nil && interval != effect.estimate(of: independent)?.interval,
        "\(effect.rawValue)")
    }
    let ratio = CoxFit(timePairs.a, timePairs.b).estimate
    #expect(ratio != nil && ComparisonEffect.hazardRatio.estimate(of: independent)?.value == ratio)
    let tests = ComparisonTest.all.filter {
      $0.pairing == .wherePossible && $0.claim == .difference
    }
    let results = tests.map { ($0.result(of: paired), $0.result(of: independent)) }
    #expect(results.count { $0.0 != nil } > 2)
    for (test, result) in zip(tests, results) where result.0 != nil {
      #expect(result.0 != result.1, "\(test.rawValue)")
    }
  }

  @Test("each name is there once, and what is named is there")
  func names() {
    let tests = ComparisonTest.all.map(\.rawValue)
    #expect(Set(tests).count == tests.count)
    #expect(ComparisonTest.all.compactMap(\.pairedForm).allSatisfy(tests.contains))
    #expect(ComparisonEffect.all.flatMap(\.agreesWith).allSatisfy(tests.contains))
    #expect(Set(ComparisonEffect.all.map(\.rawValue)).count == ComparisonEffect.all.count)
    #expect(Set(Adjustment.all.map(\.name)).count == Adjustment.all.count)
    // What a method asks for is kept, and nothing else.
    let needs: [RequiredData] = [.counts, .pairs, .list, .times, .replicates]
    #expect(needs.map(\.rawValue).reduce(0, +) == RequiredData(needs).rawValue)
  }
}
