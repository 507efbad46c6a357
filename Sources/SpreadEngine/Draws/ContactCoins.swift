internal import KeyedRandom
import SpreadModel

/// Whether contacts infect: a coin for each of eight places, from one word.
///
/// Source: docs/randomness.md, "Coins".
struct ContactCoins {
  /// Coins are needed: p < 1.
  let flips: Bool
  /// The upper eight of the 40 bits of p, repeated, and the lower 32.
  private let coinByte: UInt64
  private let coinRest: UInt64
  /// 256 - the upper bits, in each 16-bit lane.
  private let coinComplement: UInt64

  /// - Parameter threshold: p in units of 2^-40.
  init(threshold: UInt64) {
    flips = threshold < 1 << 40
    let upper = threshold >> 32
    coinByte = (upper & 255) &* 0x0101_0101_0101_0101
    coinRest = threshold & 0xffff_ffff
    coinComplement = (256 &- upper) &* 0x0001_0001_0001_0001
  }

  /// A probability in units of 2^-40, rounded; only 0 and 1 become 0 and 2^40.
  static func threshold(_ probability: Double) -> UInt64 {
    let one: UInt64 = 1 << 40
    if probability <= 0 { return 0 }
    if probability >= 1 { return one }
    return min(max(UInt64(probability * Double(one) + 0.5), 1), one - 1)
  }

  /// The places, as bits, at which a contact succeeds.
  @inline(__always) func successes(_ word: UInt64) -> UInt64 {
    if !flips { return 255 }
    var bytes = word &* RandomKeys.coinMultiplier
    bytes ^= bytes &>> 32
    let lanes: UInt64 = 0x00ff_00ff_00ff_00ff
    let bit8: UInt64 = 0x0100_0100_0100_0100
    // Bit 8 of each 16-bit sum says "not below the threshold".
    let even = ((bytes & lanes) &+ coinComplement) & bit8
    let odd = (((bytes &>> 8) & lanes) &+ coinComplement) & bit8
    let failures = even &>> 8 | odd
    var successes = ~((failures &* 0x0102_0408_1020_4080) &>> 56) & 255
    let difference = bytes ^ coinByte
    let ties = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    if ties != 0 { successes = breakTies(successes, bytes) }
    return successes
  }

  /// Decides the coins whose byte equals the threshold's by 32 further bits.
  @inline(never) private func breakTies(_ successes: UInt64, _ bytes: UInt64) -> UInt64 {
    var successes = successes
    for direction in 0..<8 as Range<UInt64>
    where (bytes ^ coinByte) &>> (8 &* direction) & 255 == 0 {
      let further = mix(bytes &+ (direction &+ 1) &* RandomKeys.coinLane) &>> 32
      if further < coinRest { successes |= 1 &<< direction }
    }
    return successes
  }

  /// Whether the coin of one place is below a threshold of its own.
  @inline(__always) static func succeeds(_ word: UInt64, place: Int, threshold: UInt64) -> Bool {
    var bytes = word &* RandomKeys.coinMultiplier
    bytes ^= bytes &>> 32
    let place = UInt64(truncatingIfNeeded: place)
    let byte = bytes &>> (8 &* place) & 255
    let upper = threshold &>> 32
    if byte != upper { return byte < upper }
    return mix(bytes &+ (place &+ 1) &* RandomKeys.coinLane) &>> 32 < threshold & 0xffff_ffff
  }

  /// The word of the coins of places 8 * block and the following seven.
  @inline(__always) static func word(_ word: UInt64, block: Int) -> UInt64 {
    block == 0
      ? word : mix(word &+ UInt64(truncatingIfNeeded: block) &* RandomKeys.blockStride)
  }
}
