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

  /// All bits of many values as one word.
  private static func digest(_ values: [Double]) -> UInt64 {
    values.reduce(0) { fold($0, $1.bitPattern) }
  }

  private static func units(_ key: UInt64) -> [Double] {
    var stream = RandomStream(key: key)
    return (0..<300).map { _ in stream.unit() }
  }

  /// The values are those of the same steps written down in Python: no bit of a stored study may change.
  @Test(
    "gamma variables keep all their bits",
    arguments: [
      (0.003, 0x9ede_46fe_fb7e_33a1),
      (0.05, 0x80ca_cf37_75bc_a652),
      (0.3, 0x74a8_6e85_82ea_31cd),
      (1, 0x184f_58f5_a372_91a6),
      (1.5, 0xd37c_33c9_600a_627f),
      (3, 0x8ad5_f307_45eb_7775),
      (40, 0x31bc_4fbd_32cb_ba2f),
    ] as [(Double, UInt64)])
  func pinnedGamma(shape: Double, expected: UInt64) {
    var stream = RandomStream(key: 77)
    let gamma = GammaFactor(shape: shape)
    let words = (0..<300).map { _ in stream.next() } + [0, 1 << 11]
    #expect(Self.digest(words.map(gamma.factor)) == expected)
  }

  @Test("logarithms, exponentials and normal quantiles keep all their bits")
  func pinnedFunctions() {
    let normal = Self.units(78).flatMap { u in [1, 1e-9, 1e-12].map { normalQuantile(u * $0) } }
    #expect(Self.digest(normal) == 0xfb39_0bdf_51b0_90f2)
    let logarithms = Self.units(79).flatMap {
      [naturalLogarithm($0 * 1e3), logarithm(oneMinus: $0), logarithm(oneMinus: $0 * 0.02)]
    }
    #expect(Self.digest(logarithms) == 0x6884_4fa2_380c_a747)
    let powers = Self.units(80).map { exponential(1400 * ($0 - 0.5)) }
    #expect(Self.digest(powers) == 0x6443_405a_d530_b0fa)
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
