import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite("Permutation tests of many values")
struct PermutationNormalTests {
  private func sample(_ count: Int, shift: Double, key: UInt64) -> [Double] {
    var stream = RandomStream(key: key)
    return (0..<count).map { _ in Double(stream.below(8)) * stream.unit() + shift }
  }

  @Test(
    "the normal distribution comes close to random arrangements", .slow,
    arguments: [0.0, 0.05, 0.1])
  func close(shift: Double) throws {
    let (x, y) = (sample(2_000, shift: shift, key: 1), sample(3_000, shift: 0, key: 2))
    let random = try #require(PermutationTest(x, y, key: 3))
    let normal = try #require(PermutationTest(normal: ValueSummary(x), ValueSummary(y)))
    #expect(abs(normal.difference - random.difference) < 1e-12)
    // Five standard errors of 20,000 draws; the distribution itself is a hundred times closer.
    let error = (normal.p * (1 - normal.p) / 20_000).squareRoot()
    #expect(abs(normal.p - random.p) < 5 * error + 0.0005)
    let z = Array(y.prefix(2_000))
    let signs = try #require(PermutationTest(paired: x, z, key: 4))
    let pairs = try #require(PermutationTest(normal: PairSummary(x, z)))
    #expect(abs(pairs.difference - signs.difference) < 1e-12)
    let pairError = (pairs.p * (1 - pairs.p) / 20_000).squareRoot()
    #expect(abs(pairs.p - signs.p) < 5 * pairError + 0.0005)
  }

  @Test("events that hardly ever happen have no normal distribution, equal values have p = 1")
  func rare() throws {
    func events(_ count: Int) -> ValueSummary {
      ValueSummary((0..<20_000).map { $0 < count ? 1 : 0 })
    }
    #expect(PermutationTest(normal: events(60), events(40)) == nil)
    #expect(PermutationTest(normal: events(600), events(400)) != nil)
    #expect(PermutationTest(normal: events(0), events(0))?.p == 1)
    // The smaller group has hardly any of them.
    #expect(PermutationTest(normal: events(600), ValueSummary([0, 0, 1])) == nil)
    let some = PairSummary((0..<1_000).map { $0 < 90 ? 1 : 0 }, .init(repeating: 0, count: 1_000))
    #expect(PermutationTest(normal: some) == nil)
  }

  @Test("a comparison takes the normal distribution beyond the values that are listed")
  func comparison() throws {
    var (a, b) = (GroupValues(.list), GroupValues(.list))
    var stream = RandomStream(key: 5)
    for number in 0...RequiredData.mostListed {
      a.add(stream.unit())
      if number < 1_000 { b.add(stream.unit()) }
    }
    let compared = ComparedValues(
      [a, b], pairs: nil, times: [], level: 0.95, key: 1)
    let found = ComparisonTest.permutation.result(of: compared)
    let result = try #require(found)
    let normal = try #require(PermutationTest(normal: a.summary, b.summary)?.result)
    #expect(result == normal)
  }
}
