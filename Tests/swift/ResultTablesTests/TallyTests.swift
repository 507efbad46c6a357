import KeyedRandom
import ResultTables
import Testing

@Suite struct TallyTests {
  /// Values of several kinds: whole and not, small and huge, negative, many ties.
  private func values(_ count: Int, kind: Int) -> [Double] {
    var stream = RandomStream(key: UInt64(kind))
    return (0..<count).map { _ in
      switch kind {
      case 0: Double(stream.below(20))
      case 1: Double(stream.below(1_000_000))
      case 2: stream.unit() - 0.5
      case 3: Double(stream.below(100)) / 8 - 5
      case 4: Double(stream.below(3)) * 1e15 - 7
      // The least and the greatest whole numbers there are, and what is beyond them.
      default: [-0x1p63, 0x1p63, -0x1p62, 0x1p62, 0x1p40, -0x1p40, 0, 1][Int(stream.below(8))]
      }
    }
  }

  @Test("holds exactly the values it was given", arguments: 0...5, [5000, 80_000])
  func multiset(kind: Int, count: Int) {
    let list = values(count, kind: kind)
    var tally = Tally()
    for value in list { tally.add(value) }
    let sorted = tally.sorted()
    var expanded: [Double] = []
    sorted.visit { value, times in
      expanded += [Double](repeating: value, count: times)
    }
    #expect(sorted.count == count)
    let ascending = list.sorted()
    #expect(expanded == ascending)
    for rank in [0, 1, count / 3, count - 1] {
      #expect(sorted.value(atRank: rank) == ascending[rank])
    }
    #expect(sorted.smallest == ascending.first && sorted.largest == ascending.last)
  }

  @Test("gives the same moments and quantiles in any order and any parts", arguments: 0...5)
  func order(kind: Int) {
    let list = values(60_001, kind: kind)
    var forward = Tally()
    var parts = (Tally(), Tally())
    for value in list { forward.add(value) }
    for (index, value) in list.reversed().enumerated() {
      if index % 3 == 0 { parts.0.add(value) } else { parts.1.add(value) }
    }
    parts.0.add(parts.1)
    let (a, b) = (forward.sorted(), parts.0.sorted())
    #expect(a.moments().mean == b.moments().mean)
    #expect(a.moments().sd == b.moments().sd)
    for q in [0, 0.05, 0.37, 0.5, 0.95, 1] { #expect(a.quantile(q) == b.quantile(q)) }
  }

  @Test("quantiles are of type 7")
  func quantiles() {
    var tally = Tally()
    for value in [10.0, 1, 4, 2] { tally.add(value) }
    let sorted = tally.sorted()
    #expect(sorted.quantile(0) == 1)
    #expect(sorted.quantile(0.5) == 3)
    #expect(sorted.quantile(0.25) == 1.75)
    #expect(sorted.quantile(1) == 10)
  }

  @Test("equal values have their value as mean and a deviation of exactly 0")
  func constant() {
    var tally = Tally()
    for _ in 0..<7 { tally.add(0.1) }
    #expect(tally.sorted().moments().mean == 0.1)
    #expect(tally.sorted().moments().sd == 0)
  }

  @Test("stays small where few values are distinct")
  func memory() {
    var tally = Tally()
    for index in 0..<200_000 { tally.add(Double(index % 50) + 0.5) }
    #expect(tally.sorted().distinctCount == 50)
    // Whole numbers close to each other, whichever comes first.
    for numbers in [Array(0..<5_000), (0..<5_000).reversed()] {
      var whole = Tally()
      for number in numbers + numbers { whole.add(Double(number)) }
      #expect(whole.sorted().distinctCount == 5_000)
    }
  }
}
