internal import CSpreadSIMD
import SpreadModel

/// Where the people chosen by a source stand, and the small tables of a rule.
struct OutcomeTables {
  /// k, which they are made for; p is not in them.
  let cap: Int
  /// By outcome byte: the offsets of its members in cells, packed to the front, 0 behind them.
  let offsets: RawBuffer<SIMD8<UInt32>>
  /// By outcome byte: its number of members. The portable x86-64 has no instruction for it.
  let counts: RawBuffer<UInt8>
  /// By successes: the first `infectionFactor` of them in neighbor order (`scan`).
  let firstInOrder: RawBuffer<UInt8>
  /// By number of candidates: the least number contacted, and the number of numbers possible.
  let contactsFrom: RawBuffer<UInt32>
  let contactsSpan: RawBuffer<UInt32>

  /// The orders of the neighborhood's directions (`DirectionOrders.fours`); none where they are
  /// not drawn.
  let fours: RawBuffer<UInt64>

  init(_ grid: PaddedGrid, _ draw: DrawPlan, _ plan: Plan, in memory: inout Memory) {
    cap = plan.cap
    offsets = memory.buffer(256)
    firstInOrder = memory.buffer(256)
    counts = memory.buffer(256)
    contactsFrom = memory.buffer(9)
    contactsSpan = memory.buffer(9)
    fours =
      switch plan.orders {
      case .ofEight: memory.buffer(0)
      case .ofFour: memory.buffer(of: DirectionOrders.fours(of: grid.directions))
      }
    let directionOffsets = grid.directionOffsets
    for outcome in 0..<256 {
      var packed = SIMD8<UInt32>(repeating: 0)
      var first: UInt8 = 0
      var members = 0
      for direction in 0..<8 where outcome >> direction & 1 == 1 {
        packed[members] = UInt32(truncatingIfNeeded: directionOffsets[direction])
        if members < cap { first |= 1 << direction }
        members += 1
      }
      offsets[outcome] = packed
      counts[outcome] = UInt8(members)
      firstInOrder[outcome] = first
    }
    for candidates in 0...8 {
      let numbers = draw.numbers(most: min(cap, candidates))
      contactsFrom[candidates] = UInt32(numbers.lowerBound)
      contactsSpan[candidates] = UInt32(numbers.count)
    }
  }
}
