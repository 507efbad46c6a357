internal import CSpreadSIMD
import SpreadModel

/// The draw of one source: candidates and a random word in, the infected out.
///
/// Source: docs/randomness.md, "Outcomes".
struct SourceDraw {
  let orders: DirectionOrders
  let tables: OutcomeTables
  let cap: UInt64
  private let contactCoins: ContactCoins

  init(_ plan: Plan, _ tables: OutcomeTables) {
    orders = .shared
    self.tables = tables
    cap = UInt64(plan.cap)
    contactCoins = ContactCoins(threshold: plan.coinThreshold)
  }

  /// The directions in which a contact succeeds.
  @inline(__always) func coins(_ word: UInt64) -> UInt64 {
    contactCoins.successes(word)
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
