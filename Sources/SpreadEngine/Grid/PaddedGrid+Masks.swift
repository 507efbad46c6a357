import SpreadModel

/// Masks: by cell, the directions with a healthy neighbor.
extension PaddedGrid {
  /// Bits to keep of the three bytes above and below a newly infected cell: all but those that
  /// point to it.
  private static let keepAbove: UInt32 = ~(1 << 7 | 1 << 14 | 1 << 21)
  private static let keepBelow: UInt32 = ~(1 << 2 | 1 << 9 | 1 << 16)

  private static let allDirections = Direction.allCases

  /// Clears the cell's person in the masks of its neighbors, but for the west one of a bounded
  /// grid: that bit is the person's own health, cleared before.
  @inline(__always) func removeFromNeighbors(_ cell: UInt32, _ masks: RawBuffer<UInt8>) {
    if isTorus {
      removeFromTorusNeighbors(cell, masks)
    } else {
      removeFromInnerNeighbors(cell, masks)
    }
  }

  @inline(__always) func removeFromInnerNeighbors(_ cell: UInt32, _ masks: RawBuffer<UInt8>) {
    let place = Int(truncatingIfNeeded: cell)
    masks.keep(Self.keepAbove, at: place &- stride &- 1)
    masks[place &+ 1] &= ~(1 << 3)
    masks.keep(Self.keepBelow, at: place &+ stride &- 1)
  }

  /// The same where health stands apart from the masks: the west neighbor's bit is cleared, too.
  @inline(__always) func removeFromAllInnerNeighbors(_ cell: UInt32, _ masks: RawBuffer<UInt8>) {
    masks[Int(truncatingIfNeeded: cell) &- 1] &= ~(1 << 4)
    removeFromInnerNeighbors(cell, masks)
  }

  /// The directions in which the health bytes around a cell are those of healthy people, places of
  /// nobody included.
  @inline(__always) func healthyAround(_ cell: UInt32, _ health: RawBuffer<UInt8>) -> UInt8 {
    if isTorus { return healthyAroundOnTorus(cell, health) }
    let place = Int(truncatingIfNeeded: cell)
    @inline(__always) func three(_ first: Int) -> UInt64 {
      let bits = health.word(at: first) &>> 4 & 0x01_0101
      return (bits | bits &>> 7 | bits &>> 14) & 7
    }
    let row = health.word(at: place &- 1) &>> 4
    let sides = (row & 1) &<< 3 | (row &>> 16 & 1) &<< 4
    return UInt8(
      truncatingIfNeeded: three(place &- stride &- 1) | sides | three(place &+ stride &- 1) &<< 5)
  }

  private func healthyAroundOnTorus(_ cell: UInt32, _ health: RawBuffer<UInt8>) -> UInt8 {
    var mask: UInt8 = 0
    for direction in Self.allDirections where directions & direction.bit != 0 {
      let other = neighbor(of: cell, direction.rawValue)
      if health[other] & PersonBits.healthy != 0 { mask |= direction.bit }
    }
    return mask
  }

  private func removeFromTorusNeighbors(_ cell: UInt32, _ masks: RawBuffer<UInt8>) {
    let row = paddedRow(of: cell) - 1
    let column = Int(cell) - (row + 1) * stride - 1
    if row > 0 && row < rows - 1 && column > 0 && column < columns - 1 {
      masks[Int(cell) - 1] &= ~(1 << 4)
      removeFromInnerNeighbors(cell, masks)
      return
    }
    // With a side of 1 or 2 the way back is not always the opposite direction.
    for direction in Self.allDirections where directions & direction.bit != 0 {
      let other = torusNeighbor(row: row, column: column, direction)
      for back in Self.allDirections where directions & back.bit != 0 {
        if torusNeighbor(row: other.row, column: other.column, back) == (row, column) {
          masks[self.cell(row: other.row, column: other.column)] &= ~back.bit
        }
      }
    }
  }
}
