import SpreadModel

extension SpreadKernel {
  /// Bits to keep of the three bytes above and below a newly infected cell: all but those that
  /// point to it.
  private static let keepAbove: UInt32 = ~(1 << 7 | 1 << 14 | 1 << 21)
  private static let keepBelow: UInt32 = ~(1 << 2 | 1 << 9 | 1 << 16)

  /// Clears the cell's person in the masks of its neighbors, but for the west one of a bounded
  /// grid: that bit is the person's own health, cleared before.
  @inline(__always) mutating func removeFromNeighbors(_ cell: UInt32) {
    if grid.isTorus {
      removeFromTorusNeighbors(cell)
    } else {
      removeFromInnerNeighbors(cell)
    }
  }

  @inline(__always) func removeFromInnerNeighbors(_ cell: UInt32) {
    let bytes = UnsafeMutableRawPointer(masks)
    let place = Int(truncatingIfNeeded: cell)
    let above = place &- grid.stride &- 1
    let below = place &+ grid.stride &- 1
    bytes.storeBytes(
      of: bytes.loadUnaligned(fromByteOffset: above, as: UInt32.self) & Self.keepAbove,
      toByteOffset: above, as: UInt32.self)
    masks[place &+ 1] &= ~(1 << 3)
    bytes.storeBytes(
      of: bytes.loadUnaligned(fromByteOffset: below, as: UInt32.self) & Self.keepBelow,
      toByteOffset: below, as: UInt32.self)
  }

  private mutating func removeFromTorusNeighbors(_ cell: UInt32) {
    let row = grid.paddedRow(of: cell) - 1
    let column = Int(cell) - (row + 1) * grid.stride - 1
    if row > 0 && row < grid.rows - 1 && column > 0 && column < grid.columns - 1 {
      masks[Int(cell) - 1] &= ~(1 << 4)
      removeFromInnerNeighbors(cell)
      return
    }
    // With a side of 1 or 2 the way back is not always the opposite direction.
    for direction in 0..<8 where grid.directions >> direction & 1 == 1 {
      let other = grid.torusNeighbor(row: row, column: column, direction)
      for back in 0..<8 where grid.directions >> back & 1 == 1 {
        if grid.torusNeighbor(row: other.row, column: other.column, back) == (row, column) {
          masks[grid.cell(row: other.row, column: other.column)] &= ~(1 << back)
        }
      }
    }
  }

  /// Moves the hits that lie in the border of a torus to where it closes.
  func closeTorus(_ count: Int) {
    for index in 0..<count {
      let cell = hits.base[index]
      let row = grid.paddedRow(of: cell)
      let column = Int(cell) - row * grid.stride
      if row >= 1 && row <= grid.rows && column >= 1 && column <= grid.columns { continue }
      let closedRow = (row - 1 + grid.rows) % grid.rows
      let closedColumn = (column - 1 + grid.columns) % grid.columns
      hits.base[index] = UInt32(
        truncatingIfNeeded: grid.cell(row: closedRow, column: closedColumn))
    }
  }
}
