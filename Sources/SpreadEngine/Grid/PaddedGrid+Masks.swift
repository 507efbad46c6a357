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

  /// Sets the cell's person in the masks of its neighbors, as `removeFromAllInnerNeighbors` clears it.
  ///
  /// - Parameter place: the cell's in its copy of the grid.
  @inline(__always) func addToInnerNeighbors(
    _ cell: UInt32, place cellOfCopy: UInt32, _ masks: RawBuffer<UInt8>
  ) {
    let place = Int(truncatingIfNeeded: cell)
    masks[place &- 1] |= 1 &<< 4
    masks[place &+ 1] |= 1 &<< 3
    // The rows above and below are of the other kind; padded rows count from 1.
    let directions =
      UInt32(rowsAreAlike ? directions : self.directions(inRow: paddedRow(of: cellOfCopy)))
      &* 0x01_0101
    masks.add(~Self.keepAbove & directions, at: place &- stride &- 1)
    masks.add(~Self.keepBelow & directions, at: place &+ stride &- 1)
  }

  /// Whether somebody around the cell has no healthy neighbor, or nobody stands there.
  @inline(__always) func hasClosedNeighbor(_ cell: UInt32, _ masks: RawBuffer<UInt8>) -> Bool {
    let place = Int(truncatingIfNeeded: cell)
    let above = masks.word(at: place &- stride &- 1) & 0xff_ffff
    let below = masks.word(at: place &+ stride &- 1) & 0xff_ffff
    let sides = UInt64(masks[place &- 1]) | UInt64(masks[place &+ 1]) &<< 8
    // Seven bytes in use: a zero among these has a high bit after the subtraction (Mycroft).
    let rows = above | below &<< 24 | 0xff &<< 48 | 0xff &<< 56
    let both = sides | ~0xffff
    let low: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    return ((rows &- low) & ~rows | (both &- low) & ~both) & high != 0
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
    let directions = directions(inRow: row)
    for direction in Self.allDirections where directions & direction.bit != 0 {
      let other = torusNeighbor(row: row, column: column, direction)
      let ways = self.directions(inRow: other.row)
      for back in Self.allDirections where ways & back.bit != 0 {
        if torusNeighbor(row: other.row, column: other.column, back) == (row, column) {
          masks[self.cell(row: other.row, column: other.column)] &= ~back.bit
        }
      }
    }
  }
}
