import KeyedRandom
import Statistics
import Synchronization
import Testing

/// Values that are handed out in blocks, as those of a file are.
private final class Blocks: StoredValues {
  private let all: [CountedValues.Row]
  let longest = Mutex(0)
  init(_ values: CountedValues) { all = values.rows }
  var count: Int { all.reduce(0) { $0 + $1.count } }
  var distinctCount: Int { all.count }
  func rows(_ places: Range<Int>) -> [CountedValues.Row] {
    longest.withLock { $0 = max($0, places.count) }
    return Array(all[places])
  }
}

@Suite("Ordered values") struct OrderedValuesTests {
  private func values(_ count: Int, key: UInt64, of different: UInt64) -> [Double] {
    var stream = RandomStream(key: key)
    return (0..<count).map { _ in Double(stream.below(different)) / 8 - Double(different) / 20 }
  }

  @Test("what is read in blocks gives every test and effect the bits of what is in memory")
  func sameResults() throws {
    for (count, different) in [(0, 9), (1, 9), (30, 1 << 40), (9_000, 200), (9_000, 1 << 40)] {
      let (x, y) = (
        CountedValues(values(count, key: 1, of: UInt64(different))),
        CountedValues(values(count + 3, key: 2, of: UInt64(different)))
      )
      let (blocksX, blocksY) = (Blocks(x), Blocks(y))
      let (storedX, storedY) = (CountedValues(blocksX), CountedValues(blocksY))
      #expect(storedX.count == x.count && storedX.distinctCount == x.distinctCount)
      #expect(MannWhitney(storedX, storedY) == MannWhitney(x, y))
      #expect(KolmogorovSmirnov(storedX, storedY) == KolmogorovSmirnov(x, y))
      #expect(KruskalWallis.test([storedX, storedY]) == KruskalWallis.test([x, y]))
      #expect(CliffsDelta(storedX, storedY) == CliffsDelta(x, y))
      #expect(
        HodgesLehmann(storedX, storedY, level: 0.9) == HodgesLehmann(x, y, level: 0.9))
      #expect(
        HodgesLehmann(differences: storedX, level: 0.9)
          == HodgesLehmann(differences: x, level: 0.9))
      #expect(WilcoxonSignedRank(differences: storedX) == WilcoxonSignedRank(differences: x))
      let (times, stored) = (
        [CountedTimes(reached: x, unreached: y), CountedTimes(reached: y, unreached: x)],
        [
          CountedTimes(reached: storedX, unreached: storedY),
          CountedTimes(reached: storedY, unreached: storedX),
        ]
      )
      #expect(LogRank(stored) == LogRank(times))
      #expect(stored[0].rows == times[0].rows)
      // A block at a time, however many values there are.
      #expect(blocksX.longest.withLock { $0 } == min(4096, x.distinctCount))
    }
  }
}
