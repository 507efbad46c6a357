import SpreadModel

/// Random orders of the directions, as chains of prefix sets.
///
/// Of eight: one of the 70 halves of the eight directions, by increasing mask, comes first, in one
/// of the 12 even orders of four things (lexicographic); then the other half in one of 12. These
/// 10,080 orders are fewer than 8!, and still the first j candidates of a random order are a
/// uniformly random j-subset of any candidates: even orders carry any two things to any two
/// places. Of four: one of the 12 even orders. Source: docs/randomness.md, "Orders".
///
/// A chain is eight bytes; from the highest down: the first direction, the first two, ..., all.
/// Raw tables, because the kernel reads them once per source and step.
struct DirectionOrders {
  /// By half and its order (70 x 12): the chain's upper four bytes, and below them the place of
  /// the half's first complement in `rest`.
  let halves: RawBuffer<UInt64>
  /// By half and the order of its complement (70 x 12): the chain's lower four bytes.
  let rest: RawBuffer<UInt32>

  /// Made once and kept as long as the process lives.
  nonisolated(unsafe) static let shared = DirectionOrders(&memory)

  nonisolated(unsafe) private static var memory = Memory()

  private init(_ memory: inout Memory) {
    halves = memory.buffer(840)
    rest = memory.buffer(840)
    let halfMasks = (0..<256).filter { $0.nonzeroBitCount == 4 }
    for (half, mask) in halfMasks.enumerated() {
      for (index, order) in Self.evenOrders.enumerated() {
        let place = half * 12 + index
        halves[place] = Self.prefixes(of: mask, in: order) << 32 | UInt64(half * 12)
        let all = UInt64(mask) * 0x0101_0101
        rest[place] = UInt32(Self.prefixes(of: 255 - mask, in: order) | all)
      }
    }
  }

  /// The 12 chains of four directions; the lower four bytes all hold all four.
  ///
  /// - Precondition: the mask has four bits.
  static func fours(of mask: UInt8) -> [UInt64] {
    precondition(mask.nonzeroBitCount == 4, "orders of four are of four directions")
    return evenOrders.map {
      prefixes(of: Int(mask), in: $0) << 32 | UInt64(mask) * 0x0101_0101
    }
  }

  /// The even permutations of 0, 1, 2, 3 in lexicographic order.
  private static let evenOrders: [[Int]] = {
    var orders: [[Int]] = []
    for a in 0..<4 {
      for b in 0..<4 where b != a {
        for c in 0..<4 where c != a && c != b {
          let order = [a, b, c, 6 - a - b - c]
          let inversions = (0..<4).reduce(0) { sum, i in
            sum + order[i...].count { $0 < order[i] }
          }
          if inversions.isMultiple(of: 2) { orders.append(order) }
        }
      }
    }
    return orders
  }()

  /// Four bytes: in the highest the first of the mask's four members, then the first two, ...
  private static func prefixes(of mask: Int, in order: [Int]) -> UInt64 {
    let members = (0..<8).filter { mask >> $0 & 1 == 1 }
    var prefix: UInt64 = 0
    return order.reduce(0) { chain, place in
      prefix |= 1 << UInt64(members[place])
      return chain << 8 | prefix
    }
  }
}

extension Direction {
  /// Its bit in the masks of the kernel. All neighborhoods use these, so they share coins.
  var bit: UInt8 { 1 << UInt8(rawValue) }
}

extension SpreadRule.Neighborhood {
  /// The directions of people of a row as bits.
  func mask(inRow row: Int) -> UInt8 { directions(inRow: row).reduce(0) { $0 | $1.bit } }
}

/// The orders of the directions one by one, for tests that enumerate them.
package enum Orders {
  /// The first `count` of the candidates in Moore order number `number`, 0..<10,080.
  package static func moore(_ number: Int, first count: Int, of candidates: Int) -> Int {
    let orders = DirectionOrders.shared
    let first = orders.halves[number / 12]
    let lower = UInt64(orders.rest[Int(first & 0xffff_ffff) + number % 12])
    let chain = first & 0xffff_ffff_0000_0000 | lower
    return Int(firstMembers(UInt64(count), of: UInt64(candidates), in: chain))
  }

  /// The same for von Neumann order number `number`, 0..<12.
  package static func vonNeumann(_ number: Int, first count: Int, of candidates: Int) -> Int {
    let chain = DirectionOrders.fours(of: SpreadRule.Neighborhood.vonNeumann.mask(inRow: 0))[number]
    return Int(firstMembers(UInt64(count), of: UInt64(candidates), in: chain))
  }
}
