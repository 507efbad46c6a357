import SpreadModel

/// Where the people chosen by a source stand, and the small tables of a rule.
struct OutcomeTables {
  /// By outcome byte: the offsets of its members in cells, packed to the front, 0 behind them.
  let offsets: UnsafeMutablePointer<SIMD8<UInt32>>
  /// By outcome byte: its number of members. The portable x86-64 has no instruction for it.
  let counts: UnsafeMutablePointer<UInt8>
  /// By successes: the first `infectionFactor` of them in neighbor order (`scan`).
  let firstInOrder: UnsafeMutablePointer<UInt8>
  /// By number of candidates: the least number contacted, and the number of numbers possible.
  let contactsFrom: UnsafeMutablePointer<UInt64>
  let contactsSpan: UnsafeMutablePointer<UInt64>

  init(_ grid: PaddedGrid, _ draw: SpreadRule.Draw, cap: Int) {
    offsets = .allocate(capacity: 256)
    firstInOrder = .allocate(capacity: 256)
    counts = .allocate(capacity: 256)
    contactsFrom = .allocate(capacity: 9)
    contactsSpan = .allocate(capacity: 9)
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
      (offsets + outcome).initialize(to: packed)
      counts[outcome] = UInt8(members)
      firstInOrder[outcome] = first
    }
    for candidates in 0...8 {
      let most = min(cap, candidates)
      let least = draw == .uniform ? 0 : min(1, most)
      contactsFrom[candidates] = UInt64(least)
      contactsSpan[candidates] = UInt64(most - least + 1)
    }
  }

  func deallocate() {
    offsets.deallocate()
    counts.deallocate()
    firstInOrder.deallocate()
    contactsFrom.deallocate()
    contactsSpan.deallocate()
  }
}
