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
