import DurableFiles
import Foundation
import KeyedRandom
import ResultTables
import Statistics
import Testing

@Suite("Groups whose rows come one by one") struct StreamedGroupsTests {
  private struct Row {
    let label: String
    let pair: Int
    let value: Double?
    let code: EventColumn.Code
  }

  private static let folder = FileManager.default.temporaryDirectory.path

  /// Rows of three groups in no order, some values missing, some pairs in one group only.
  private func rows(_ count: Int, isWhole: Bool, key: UInt64) -> [Row] {
    var stream = RandomStream(key: key)
    var rows = (0..<3 * count).compactMap { place -> Row? in
      guard stream.below(20) > 0 else { return nil }
      let value =
        isWhole ? Double(stream.below(12)) : stream.unit() * 100 + Double(place % 3)
      return Row(
        label: ["a", "b", "c"][place % 3], pair: place / 3,
        value: stream.below(30) > 0 ? value : nil, code: stream.below(5) > 0 ? .one : .zero)
    }
    for place in rows.indices.dropFirst().reversed() {
      rows.swapAt(place, Int(stream.below(UInt64(place + 1))))
    }
    return rows
  }

  /// A short name, or one whose first bytes all pairs share.
  private func name(_ pair: Int) -> String {
    pair.isMultiple(of: 2) ? "\(pair)" : "a pair with a long name, \(pair)"
  }

  /// The same comparison of groups that are all in memory.
  private func known(
    _ rows: [Row], _ plan: ComparisonPlan, hasEvents: Bool, ignoringCensoring: Bool
  ) -> [GroupComparison] {
    let labels = rows.reduce(into: [String]()) {
      if !$0.contains($1.label) { $0.append($1.label) }
    }
    let groups = labels.map { label in
      ComparedGroup(
        label: label,
        items: rows.filter { $0.label == label }.map { row in
          let isReached = !hasEvents || row.code == .one
          return ComparedGroup.Item(
            key: row.pair, value: isReached ? row.value : nil,
            censoredAt: isReached || ignoringCensoring ? nil : row.value)
        })
    }
    if plan.test?.design == .allLevels { return [GroupComparison(all: groups, plan)] }
    let isCensored = groups.contains { $0.items.contains { $0.censoredAt != nil } }
    let joint =
      plan.test?.judgesTogether == true && !isCensored
      ? JointMeans(
        groups.map { ValueSummary($0.items.compactMap(\.value)) },
        reference: plan.test == .dunnett ? Self.wanted[0].b : nil, level: plan.level) : nil
    return Self.wanted.map {
      GroupComparison(groups[$0.a], groups[$0.b], joint: joint?.comparison($0.a, $0.b), plan)
    }
  }

  private static let wanted = [(a: 1, b: 0), (a: 2, b: 0), (a: 1, b: 2)]

  private func streamed(
    _ rows: [Row], _ plan: ComparisonPlan, ignoringCensoring: Bool, in folder: String = folder
  ) throws -> [GroupComparison] {
    var groups = StreamedGroups(plan, hasEvents: true, temporaryFolder: folder)
    for (line, row) in rows.enumerated() {
      groups.add(
        row.label, row.value, code: row.code, pair: plan.isPaired ? name(row.pair) : nil,
        line: line + 2)
    }
    return try groups.comparisons(
      Self.wanted, family: plan.family, reached: .one, ignoringCensoring: ignoringCensoring
    ).rows
  }

  private func expectSame(_ found: [GroupComparison], _ known: [GroupComparison], _ plan: String) {
    #expect(found.count == known.count)
    for (one, other) in zip(found, known) {
      #expect((one.levelA, one.levelB) == (other.levelA, other.levelB), "\(plan)")
      #expect((one.countA, one.countB) == (other.countA, other.countB), "\(plan)")
      #expect(one.test == other.test && one.result == other.result, "\(plan)")
      #expect(one.estimate == other.estimate && one.interval == other.interval, "\(plan)")
      #expect(one.equivalence == other.equivalence, "\(plan)")
      #expect(one.censoredCount == other.censoredCount && one.isPaired == other.isPaired)
    }
  }

  private func plan(
    _ test: ComparisonTest?, _ effect: EffectEstimate, isPaired: Bool
  ) -> ComparisonPlan {
    ComparisonPlan(
      test: test, effect: effect, margin: 0.5, level: 0.9, isPaired: isPaired, family: 3, key: 4)
  }

  @Test(
    "every test and effect has the bits that it has of groups in memory", arguments: [true, false])
  func sameBits(isWhole: Bool) throws {
    let rows = rows(60, isWhole: isWhole, key: isWhole ? 1 : 2)
    for isPaired in [false, true] {
      for test in [nil] + ComparisonTest.allCases.map(Optional.some)
      where isPaired ? test?.pairing != .never : test?.pairing != .always {
        for effect in EffectEstimate.allCases {
          for ignoring in [true, false] {
            let plan = plan(test, effect, isPaired: isPaired)
            expectSame(
              try streamed(rows, plan, ignoringCensoring: ignoring),
              known(rows, plan, hasEvents: true, ignoringCensoring: ignoring),
              "\(test?.rawValue ?? "default") \(effect) paired \(isPaired) ignoring \(ignoring)")
          }
        }
      }
    }
  }

  @Test("also where values and pairs are more than memory is to hold")
  func large() throws {
    let rows = rows(30_000, isWhole: false, key: 3)
    for (test, effect, isPaired) in [
      (ComparisonTest.mannWhitney, EffectEstimate.hodgesLehmann, false),
      (.logRank, .cliffsDelta, false),
      (.wilcoxon, .hodgesLehmann, true),
    ] {
      let plan = plan(test, effect, isPaired: isPaired)
      let ignoring = test != .logRank
      expectSame(
        try streamed(rows, plan, ignoringCensoring: ignoring),
        known(rows, plan, hasEvents: true, ignoringCensoring: ignoring), test.rawValue)
    }
  }

  @Test("of pairs named twice in a group the first such row is named, however many there are")
  func repeated() throws {
    for count in [10, 40_000] {
      let plan = plan(.pairedT, .meanDifference, isPaired: true)
      var groups = StreamedGroups(plan, hasEvents: false, temporaryFolder: Self.folder)
      for place in 0..<count {
        for label in ["a", "b"] {
          groups.add(label, 1, code: .one, pair: name(place), line: 2 * place)
        }
      }
      for (place, label) in [(7, "b"), (3, "a"), (7, "b"), (3, "b")] {
        groups.add(label, 1, code: .one, pair: name(place), line: 2 * count + 9 - place)
      }
      let error = #expect(throws: StreamedGroups.RepeatedPair.self) {
        try groups.comparisons([(0, 1)], family: 1, reached: .one, ignoringCensoring: false)
      }
      #expect(error?.line == 2 * count + 2 && error?.before == 14 && error?.label == "b")
    }
  }

  @Test("a temporary file that cannot be written is said, in whatever form it is needed")
  func noRoom() throws {
    let rows = rows(30_000, isWhole: false, key: 4)
    // Values, rows that name pairs, and differences alone: too few rows for the files before.
    for (test, isPaired, count) in [
      (ComparisonTest.mannWhitney, false, rows.count), (.pairedT, true, rows.count),
      (.wilcoxon, true, 60_000),
    ] {
      #expect(throws: DurableFileError.self, "\(test)") {
        try streamed(
          Array(rows.prefix(count)), plan(test, .meanDifference, isPaired: isPaired),
          ignoringCensoring: true, in: "/nowhere")
      }
    }
    // Pairs in the order of their groups: more of them than rows.
    let labels = ["a", "b", "c", "d"]
    var groups = StreamedGroups(
      plan(.pairedT, .meanDifference, isPaired: true), hasEvents: false, temporaryFolder: "/nowhere"
    )
    for pair in 0..<12_000 {
      for (place, label) in labels.enumerated() {
        groups.add(label, 1, code: .one, pair: name(pair), line: 4 * pair + place)
      }
    }
    let every = labels.indices.flatMap { a in (0..<a).map { (a: a, b: $0) } }
    #expect(throws: DurableFileError.self) {
      try groups.comparisons(every, family: 6, reached: .one, ignoringCensoring: true)
    }
    let means = plan(.welch, .hedgesG, isPaired: false)
    #expect(throws: Never.self) {
      _ = try streamed(rows, means, ignoringCensoring: true, in: "/nowhere")
    }
  }
}
