import KeyedRandom
import ResultTables
import Statistics
import StudyFolders
import Testing

@Suite("Groups of a file") struct FileGroupsTests {
  private struct Row {
    let label: String
    let pair: Int
    let value: Double?
    let code: EventColumn.Code
    var isReached: Bool { code == .one }
    /// Nil of a missing value.
    var time: CensoredTime? { value.map { CensoredTime(time: $0, happened: isReached) } }
  }

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

  private static let wanted = [(a: 1, b: 0), (a: 2, b: 0), (a: 1, b: 2)]

  /// The same comparisons of values that go by one at a time, as those of a study do.
  private func known(_ rows: [Row], _ plan: ComparisonPlan) -> [GroupComparison] {
    let labels = rows.reduce(into: [String]()) {
      if !$0.contains($1.label) { $0.append($1.label) }
    }
    let byGroup = labels.map { label in rows.filter { $0.label == label } }
    let groups = zip(labels, byGroup).map { label, rows in
      rows.reduce(into: GatheredGroup(label: label, plan, mayBeCensored: true)) { group, row in
        row.time.map { group.add($0) }
      }
    }
    if let test = plan.testOfAll { return [GroupComparison(all: groups, plan, test)] }
    return Self.wanted.map { a, b in
      var (pairs, times) = (PairValues(plan), CountedTimePairs())
      for row in byGroup[a] {
        guard let partner = byGroup[b].first(where: { $0.pair == row.pair }),
          let one = row.time, let other = partner.time
        else { continue }
        if one.happened, other.happened { pairs.add(one.time, other.time) }
        times.add(one, other)
      }
      return GroupComparison(
        groups[a], groups[b], pairs: plan.isPaired ? pairs : nil,
        timePairs: plan.pairsTimes(mayBeCensored: true) ? times : nil, plan)
    }
  }

  private func found(_ rows: [Row], _ plan: ComparisonPlan) throws -> [GroupComparison] {
    var groups = FileGroups()
    for (line, row) in rows.enumerated() {
      groups.add(
        row.label, row.value, code: row.code, pair: plan.isPaired ? "\(row.pair)" : nil,
        line: line + 2)
    }
    return try groups.comparisons(Self.wanted, plan, reached: .one)
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

  @Test(
    "every test and effect has the bits that it has of values that go by one at a time",
    arguments: [true, false])
  func sameBits(isWhole: Bool) throws {
    let rows = rows(60, isWhole: isWhole, key: isWhole ? 1 : 2)
    for isPaired in [false, true] {
      for test in [nil] + ComparisonTest.allCases.map(Optional.some)
      where isPaired ? test?.pairing != .never : test?.pairing != .always {
        for effect in ComparisonEffect.allCases {
          // Without the times that were not reached as well.
          for rows in [rows, rows.filter(\.isReached)] {
            let plan = ComparisonPlan(
              test: test, effect: effect, margin: Margin(effect.scale == .ratio ? 1.25 : 0.5),
              level: 0.9, isPaired: isPaired, key: 4)
            expectSame(
              try found(rows, plan), known(rows, plan),
              "\(test?.rawValue ?? "default") \(effect) paired \(isPaired) of \(rows.count)")
          }
        }
      }
    }
  }

  @Test("of pairs named twice in a group the first such row is named")
  func repeated() throws {
    var groups = FileGroups()
    for place in 0..<10 {
      for label in ["a", "b"] {
        groups.add(label, 1, code: nil, pair: "\(place)", line: 2 * place)
      }
    }
    for (line, pair, label) in [(30, 3, "b"), (31, 7, "b"), (32, 3, "a"), (33, 3, "b")] {
      groups.add(label, 1, code: nil, pair: "\(pair)", line: line)
    }
    let plan = ComparisonPlan(
      test: .pairedT, effect: .meanDifference, margin: nil, level: 0.9, isPaired: true, key: 4)
    let error = #expect(throws: FileGroups.RepeatedPair.self) {
      try groups.comparisons([(0, 1)], plan, reached: .one)
    }
    #expect(error?.line == 30 && error?.before == 6 && error?.label == "b")
  }
}
