import KeyedRandom
import Statistics
import Testing

/// Statistics of ranks need no more than how often each value came: they are compared with the same
/// ones of lists, computed by their definitions.
@Suite("Counted values")
struct CountedValuesTests {
  /// Values with many ties, and values with few.
  private func values(_ count: Int, of different: UInt64, _ stream: inout RandomStream) -> [Double]
  {
    (0..<count).map { _ in (Double(stream.below(different)) - 7) / 4 }
  }

  /// The mean rank of each value of a list, and the sum of t^3 - t over ties.
  private func ranks(_ values: [Double]) -> (ranks: [Double], tieSum: Double) {
    let sizes = values.map { value in values.count { $0 == value } }
    let ranks = zip(values, sizes).map { value, size in
      Double(values.count { $0 < value }) + Double(size + 1) / 2
    }
    return (ranks, sizes.reduce(0) { $0 + Double($1 * $1 - 1) })
  }

  private let shapes: [(n1: Int, n2: Int, different: UInt64)] = [
    (1, 1, 3), (4, 3, 2), (9, 14, 5), (40, 23, 12), (60, 61, 1_000_000),
  ]

  @Test("of a group, the values that take memory are the different ones")
  func keptValues() {
    let values = [3.0, 1, 3, 3, 2]
    #expect(GroupValues(.counts, values).keptCount == 3)
    var added = GroupValues(.counts)
    for value in values { added.add(value) }
    #expect(added.keptCount == 3 && added.summary.count == 5)
    #expect(added.counts.rows == CountedValues(values).rows && added.counts.count == 5)
    #expect(GroupValues([.list, .times], values).keptCount == 0)
    for (needs, count) in [(.counts, 4), (.list, 0)] as [(RequiredData, Int)] {
      var pairs = PairValues(needs)
      for value in values + [5] { pairs.add(value, value.rounded(.down) == 3 ? 3 : 4) }
      #expect(pairs.keptCount == count)
    }
  }

  @Test("pairs of times are listed by their first time, then by the second")
  func rows() {
    var times = CountedTimePairs()
    for place in 0..<60 {
      let (x, y) = (Double(place * 7 % 5), Double(place * 2 % 3))
      times.add(
        CensoredTime(time: x, happened: place % 4 > 1),
        CensoredTime(time: y, happened: place % 2 > 0))
    }
    // Of one pair of times, those of which more were reached come later, the first side's most.
    func order(_ row: CountedTimePairs.Row) -> [Double] {
      [row.a.time, row.b.time, row.a.happened ? 1 : 0, row.b.happened ? 1 : 0]
    }
    let orders = times.rows.map(order)
    #expect(zip(orders, orders.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    #expect(times.rows.count == 60 && times.count == 60)
  }

  @Test("U, D and W of counts are those of lists, with ties and without")
  func rankStatistics() throws {
    var stream = RandomStream(key: 31)
    for shape in shapes {
      let x = values(shape.n1, of: shape.different, &stream)
      let y = values(shape.n2, of: shape.different, &stream)
      let all = ranks(x + y)
      let test = try #require(MannWhitney(x, y))
      let wins = x.reduce(0.0) { sum, a in
        sum + y.reduce(0.0) { $0 + (a > $1 ? 1 : a == $1 ? 0.5 : 0) }
      }
      #expect(test.u == wins)
      let pooled = Ranks([CountedValues(x), CountedValues(y)])
      #expect(pooled.tieSum == all.tieSum)
      #expect(pooled.sums[0] == all.ranks.prefix(x.count).reduce(0, +))
      #expect(pooled.sums[1] == all.ranks.dropFirst(x.count).reduce(0, +))
      let distances = (x + y).map { limit in
        abs(
          Double(x.count { $0 <= limit }) / Double(x.count)
            - Double(y.count { $0 <= limit }) / Double(y.count))
      }
      let d = try #require(KolmogorovSmirnov(x, y)).d
      #expect(abs(d - (distances.max() ?? 0)) < 1e-12)
      let differences = zip(x, y).map { $0 - $1 }
      let kept = differences.filter { $0 != 0 }
      let positive = zip(kept, ranks(kept.map(abs)).ranks).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }
      #expect(WilcoxonSignedRank(differences: differences)?.w == positive)
    }
  }

  @Test("decimals have the ranks of the whole numbers that they are tenths of")
  func decimals() throws {
    var stream = RandomStream(key: 32)
    for count in [5, 12, 40, 150] {
      let (x, y) = (0..<count).reduce(into: ([Double](), [Double]())) { lists, _ in
        lists.0.append(Double(stream.below(12)))
        lists.1.append(Double(stream.below(12)))
      }
      var (whole, tenths) = (PairValues(.counts), PairValues(.counts))
      for (a, b) in zip(x, y) {
        whole.add(a, b)
        tenths.add(a / 10, b / 10)
      }
      #expect(
        WilcoxonSignedRank(differences: tenths.differences)
          == WilcoxonSignedRank(differences: whole.differences))
      let shifts = [
        (
          HodgesLehmann(differences: whole.differences),
          HodgesLehmann(differences: tenths.differences)
        ),
        (
          HodgesLehmann(CountedValues(x), CountedValues(y)),
          HodgesLehmann(CountedValues(x.map { $0 / 10 }), CountedValues(y.map { $0 / 10 }))
        ),
      ]
      for (one, other) in shifts {
        for value in -4...4 {
          let value = Double(value)
          #expect(try #require(one?.p(against: value)) == #require(other?.p(against: value / 10)))
        }
      }
    }
  }

  @Test("a small difference of small values is none of rounding beside large values")
  func sizes() {
    var pairs = PairValues(.counts)
    for (a, b) in [(1e-10, 2.5e-10), (1e6, 1e6 + 0.5), (3e-10, 1e-10)] { pairs.add(a, b) }
    #expect(WilcoxonSignedRank(differences: pairs.differences)?.count == 3)
    #expect(pairs.differences.rows.count == 3)
  }

  @Test("a thousand times the same values are as many equal ones, and their order is nothing")
  func weights() throws {
    var (x, y) = (CountedValues(), CountedValues())
    var lists: (x: [Double], y: [Double]) = ([], [])
    for value in [3.0, 1, 2, 2] {
      x.add(value, times: 1_000)
      y.add(value * value / 2, times: 500)
      lists.x += repeatElement(value, count: 500)
      lists.y += repeatElement(value * value / 2, count: 500)
    }
    let (a, b) = (CountedValues(lists.x + lists.x.reversed()), CountedValues(lists.y.reversed()))
    #expect(x.count == 4_000 && x.distinctCount == 3 && x.rows == a.rows && y.rows == b.rows)
    #expect(MannWhitney(x, y) == MannWhitney(a, b))
    let shifts = [HodgesLehmann(x, y), HodgesLehmann(a, b)]
    #expect(shifts[0]?.estimate == shifts[1]?.estimate)
    #expect(shifts[0]?.interval(level: 0.9) == shifts[1]?.interval(level: 0.9))
  }

  @Test("ten million values of a few kinds are judged at once")
  func many() throws {
    var (x, y) = (CountedValues(), CountedValues())
    for value in 0..<50 {
      x.add(Double(value), times: 100_000 + value)
      y.add(Double(value), times: 100_000)
    }
    // U / (n1 n2) = P(x > y) + P(x = y) / 2, by hand from the shares of the values.
    let n1 = 5_000_000.0 + 1_225
    var wins = 0.0
    for value in 0..<50 {
      let (share, below) = ((100_000 + Double(value)) / n1, Double(value) + 0.5)
      wins += share * below / 50
    }
    let test = try #require(MannWhitney(x, y))
    #expect(abs(test.u / n1 / 5_000_000 - wins) < 1e-12)
    #expect(HodgesLehmann(x, y)?.estimate == 0)
  }
}
