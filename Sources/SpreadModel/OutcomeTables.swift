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
      let members = (0..<8).filter { outcome >> $0 & 1 == 1 }
      var packed = SIMD8<UInt32>(repeating: 0)
      for (place, direction) in members.enumerated() {
        packed[place] = UInt32(truncatingIfNeeded: directionOffsets[direction])
      }
      (offsets + outcome).initialize(to: packed)
      counts[outcome] = UInt8(members.count)
      firstInOrder[outcome] = members.prefix(cap).reduce(0) { $0 | 1 << $1 }
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
