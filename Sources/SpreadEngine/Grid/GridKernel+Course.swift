import SpreadModel

/// What the course of infections means for masks; `RunKernel` says when.
extension GridKernel {
  /// By cell: not 0 where an acting person is a source.
  var openBytes: RawBuffer<UInt8> { course.keepsBlockedSources ? health : masks }

  mutating func becomeHealthy(_ cells: RawBuffer<UInt32>, _ range: Range<Int>) {
    for index in range { becomeHealthy(cells[index]) }
  }

  /// Tells the people around a cell that its person is healthy; those acting who had no healthy
  /// neighbor become sources again.
  @inline(__always) private mutating func becomeHealthy(_ cell: UInt32) {
    health[cell] |= PersonBits.healthy
    if grid.isTorus || !course.keepsBlockedSources && grid.hasClosedNeighbor(cell, masks) {
      reopenNeighbors(cell)
    } else {
      grid.addToInnerNeighbors(cell, place: course.copies.place(of: cell), masks)
    }
  }

  @inline(never) private mutating func reopenNeighbors(_ cell: UInt32) {
    var directions = template.neighbors(at: cell)
    while directions != 0 {
      let direction = directions.trailingZeroBitCount
      directions &= directions &- 1
      let neighbor = grid.neighbor(of: cell, direction)
      let before = masks[neighbor]
      masks[neighbor] = before | grid.way(from: neighbor, to: cell, opposite: direction, template)
      if before == 0 && !course.keepsBlockedSources
        && health[neighbor] & PersonBits.acting != 0
      {
        course.open(neighbor)
      }
    }
  }

  mutating func stopBeingHealthy(_ cell: UInt32) {
    health[cell] &= ~PersonBits.healthy
    removeFromNeighbors(cell)
  }

  /// Whether some infected person has a healthy neighbor, or may have after its latent steps.
  var canSpread: Bool {
    sources.count > 0
      || course.latent > 0 && course.latentPeople.contains { [masks] in masks[$0] != 0 }
  }
}
