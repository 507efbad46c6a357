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
    let place = Int(truncatingIfNeeded: cell)
    masks.keep(Self.keepAbove, at: place &- grid.stride &- 1)
    masks[place &+ 1] &= ~(1 << 3)
    masks.keep(Self.keepBelow, at: place &+ grid.stride &- 1)
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
    let directions = Direction.allCases.filter { grid.directions & $0.bit != 0 }
    for direction in directions {
      let other = grid.torusNeighbor(row: row, column: column, direction)
      for back in directions
      where grid.torusNeighbor(row: other.row, column: other.column, back) == (row, column) {
        masks[grid.cell(row: other.row, column: other.column)] &= ~back.bit
      }
    }
  }

  /// Moves the hits that lie in the border of a torus to where it closes.
  func closeTorus(_ count: Int) {
    let hits = hits.view
    for index in 0..<count { hits[index] = grid.closed(hits[index]) }
  }
}
