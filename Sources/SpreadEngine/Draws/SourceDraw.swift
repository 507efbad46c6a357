internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// The draw of one source: candidates and a random word in, the infected out.
///
/// Source: docs/randomness.md, "Outcomes".
struct SourceDraw {
  let orders: DirectionOrders
  let tables: OutcomeTables
  let cap: UInt64
  /// Coins are needed: p < 1.
  let flips: Bool
  /// The upper eight of the 40 bits of p, repeated, and the lower 32.
  private let coinByte: UInt64
  private let coinRest: UInt64
  /// 256 - the upper bits, in each 16-bit lane.
  private let coinComplement: UInt64

  init(_ plan: Plan, _ tables: OutcomeTables) {
    orders = .shared
    self.tables = tables
    cap = UInt64(plan.cap)
    let chances = plan.chances
    flips = chances.coinThreshold < 1 << 40
    let upper = chances.coinThreshold >> 32
    coinByte = (upper & 255) &* 0x0101_0101_0101_0101
    coinRest = chances.coinThreshold & 0xffff_ffff
    coinComplement = (256 &- upper) &* 0x0001_0001_0001_0001
  }

  /// The directions in which a contact succeeds.
  @inline(__always) func coins(_ word: UInt64) -> UInt64 {
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
      let further = coinFurtherBits(bytes, direction)
      if further < coinRest { successes |= 1 &<< direction }
    }
    return successes
  }

  /// The order of the directions a word stands for.
  struct Order {
    var chain: UInt64
    /// The upper half of what is left of the word.
    var number: UInt64
  }

  @inline(__always) func order(_ word: UInt64, _ kind: DrawOrders) -> Order {
    switch kind {
    case .ofEight:
      let half = word.multipliedFullWidth(by: 840)
      let first = orders.halves[half.high]
      let rest = half.low.multipliedFullWidth(by: 12)
      let lower = UInt64(orders.rest[first & 0xffff_ffff &+ rest.high])
      return Order(chain: first & 0xffff_ffff_0000_0000 | lower, number: rest.low &>> 32)
    case .ofFour:
      let digit = word.multipliedFullWidth(by: 12)
      return Order(
        chain: tables.fours[digit.high], number: digit.low &>> 32)
    }
  }

  /// Who of the candidates would be infected.
  ///
  /// - Parameters:
  ///   - coins: the directions in which a contact succeeds.
  ///   - order: asked for where the form needs it.
  @inline(__always) func outcome(
    _ form: DrawForm, candidates: UInt64, coins: UInt64, order: () -> Order
  ) -> UInt64 {
    let successes = candidates & coins
    switch form {
    case .everybody:
      return successes
    case .fixedNumber:
      // Nobody has to choose among no more candidates than the cap.
      if UInt64(tables.counts[candidates]) <= cap { return successes }
      return firstMembers(cap, of: candidates, in: order().chain) & coins
    case .randomNumber:
      let order = order()
      let number = Int(truncatingIfNeeded: tables.counts[candidates])
      let span = UInt64(tables.contactsSpan[number])
      let count = UInt64(tables.contactsFrom[number]) &+ (order.number &* span) &>> 32
      let contacts = count == 0 ? 0 : firstMembers(count, of: candidates, in: order.chain)
      return contacts & coins
    case .randomSuccesses:
      // Hardly ever more than the cap where p is small.
      if UInt64(tables.counts[successes]) <= cap { return successes }
      return firstMembers(cap, of: successes, in: order().chain)
    case .firstSuccesses:
      return UInt64(tables.firstInOrder[successes])
    }
  }
}

/// The 32 bits behind a coin's first eight.
@inline(__always)
func coinFurtherBits(_ bytes: UInt64, _ direction: UInt64) -> UInt64 {
  mix(bytes &+ (direction &+ 1) &* RandomKeys.coinLane) &>> 32
}

/// The first `count` of `set` in the order of the chain.
///
/// - Precondition: `count >= 1`.
@inline(__always) func firstMembers(_ count: UInt64, of set: UInt64, in chain: UInt64) -> UInt64 {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let prefixes = chain & (set &* ones)
  var counts = prefixes &- ((prefixes &>> 1) & 0x5555_5555_5555_5555)
  counts = (counts & 0x3333_3333_3333_3333) &+ ((counts &>> 2) & 0x3333_3333_3333_3333)
  counts = (counts &+ (counts &>> 4)) & 0x0f0f_0f0f_0f0f_0f0f
  // Bit 7 of a byte: its prefix has no more than `count` of the set. The lowest is the longest.
  let fitting = ((128 &+ count) &* ones &- counts) & 0x8080_8080_8080_8080
  return prefixes &>> UInt64(truncatingIfNeeded: fitting.trailingZeroBitCount &- 7) & 255
}
