import KeyedRandom
import Testing

@Suite struct RandomStreamTests {
  @Test(
    "a stream is SplitMix64: the first words are its known answers",
    arguments: [
      (0, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]),
      (42, [0xbdd7_3226_2feb_6e95, 0x28ef_e333_b266_f103, 0x4752_6757_130f_9f52]),
    ] as [(UInt64, [UInt64])])
  func knownAnswers(seed: UInt64, expected: [UInt64]) {
    var stream = RandomStream(key: seed)
    #expect(expected.map { _ in stream.next() } == expected)
  }

  @Test("streams of different words or of words in another order differ")
  func wordsMatter() {
    var starts: Set<UInt64> = []
    for first in 0..<20 as Range<UInt64> {
      for second in 0..<20 as Range<UInt64> {
        var stream = RandomStream(key: 1, first, second)
        starts.insert(stream.next())
      }
    }
    #expect(starts.count == 400)
  }

  @Test("bounded integers, fractions and choices keep their first values")
  func pinned() {
    var stream = RandomStream(key: 1, 2, 3)
    #expect((0..<5).map { _ in stream.below(10) } == [8, 6, 3, 4, 6])
    #expect((0..<2).map { _ in stream.unit() } == [0.4912469683305912, 0.8573150177724602])
    #expect(stream.choice(of: 5, from: 100) == [53, 25, 68, 1, 75])
  }

  /// Of 2^64 words each number would get one or two if none were refused: those that are
  /// multiples of 3 every second one.
  @Test("bounded integers are uniform where the bound does not divide 2^64, even for huge bounds")
  func uniformForHugeBounds() {
    var stream = RandomStream(key: 6)
    let draws = 30_000
    var counts = [0, 0, 0]
    for _ in 0..<draws { counts[Int(stream.below(3 << 62) % 3)] += 1 }
    let error = (Double(draws) * 2 / 9).squareRoot()
    for count in counts { #expect(abs(Double(count) - Double(draws) / 3) < 5 * error) }
  }

  @Test("a choice has no member twice and may hold everybody")
  func choice() {
    var stream = RandomStream(key: 6)
    #expect(stream.choice(of: 50, from: 50).sorted() == Array(0..<50))
    #expect(stream.choice(of: 0, from: 0).isEmpty)
    for _ in 0..<100 { #expect(Set(stream.choice(of: 10, from: 12)).count == 10) }
  }
}
