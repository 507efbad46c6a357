internal import KeyedRandom

/// Sequential updates with healthy candidates: sources act in person order on the live state.
extension SpreadKernel {
  mutating func advanceInOrder() {
    if grid.directions == Direction.moore {
      switch form {
      case .coinsOnly: drawInOrder(.coinsOnly, moore: true)
      case .exact: drawInOrder(.exact, moore: true)
      case .random: drawInOrder(.random, moore: true)
      case .capped: drawInOrder(.capped, moore: true)
      case .scan: drawInOrder(.scan, moore: true)
      }
    } else {
      switch form {
      case .coinsOnly: drawInOrder(.coinsOnly, moore: false)
      case .exact: drawInOrder(.exact, moore: false)
      case .random: drawInOrder(.random, moore: false)
      case .capped: drawInOrder(.capped, moore: false)
      case .scan: drawInOrder(.scan, moore: false)
      }
    }
    admit(fresh.base, freshCount, sorted: true)
  }

  @inline(__always) private mutating func drawInOrder(_ form: DrawForm, moore: Bool) {
    let stride = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    fresh.reserve(8 &* sourceCount &+ 8, keeping: 0)
    let cells = cells.base
    let keys = keys.base
    let masks = masks
    let draw = draw
    let count = sourceCount
    var index = 0
    while index < count {
      let cell = cells[index]
      let candidates = UInt64(masks[Int(truncatingIfNeeded: cell)])
      let word = mix(keys[index] &+ stride)
      apply(
        draw.outcome(form, moore: moore, candidates: candidates, word: word), of: cell)
      index &+= 1
    }
  }

  /// Infects the healthy people in these directions of a source at once.
  @inline(__always) mutating func apply(_ outcome: UInt64, of cell: UInt32) {
    let fresh = fresh.base + freshCount
    UnsafeMutableRawPointer(fresh).storeBytes(
      of: tables.offsets[Int(truncatingIfNeeded: outcome)] &+ SIMD8(repeating: cell),
      as: SIMD8<UInt32>.self)
    let count = Int(truncatingIfNeeded: tables.counts[Int(truncatingIfNeeded: outcome)])
    freshCount &+= count
    var place = 0
    while place < count {
      if grid.isTorus { fresh[place] = closed(fresh[place]) }
      let target = fresh[place]
      health[Int(truncatingIfNeeded: target)] &= ~0b1_0000
      removeFromNeighbors(target)
      place &+= 1
    }
  }

  private func closed(_ cell: UInt32) -> UInt32 {
    let row = grid.paddedRow(of: cell)
    let column = Int(cell) - row * grid.stride
    return UInt32(
      truncatingIfNeeded: grid.cell(
        row: (row - 1 + grid.rows) % grid.rows,
        column: (column - 1 + grid.columns) % grid.columns))
  }

  /// Merges new sources with the old ones, which stay in person order, and drops those of both
  /// without a healthy neighbor. Works from the back, so that it needs no second list.
  mutating func mergeIn(_ new: UnsafeMutablePointer<UInt32>, _ newCount: Int) {
    cells.reserve(sourceCount &+ newCount &+ 1, keeping: sourceCount)
    keys.reserve(sourceCount &+ newCount &+ 1, keeping: sourceCount)
    hits.reserve(newCount &+ 1, keeping: 0)
    let cells = cells.base
    let keys = keys.base
    let added = hits.base
    var old = 0
    for index in 0..<sourceCount {
      cells[old] = cells[index]
      keys[old] = keys[index]
      old &+= masks[Int(truncatingIfNeeded: cells[index])] != 0 ? 1 : 0
    }
    var addedCount = 0
    for index in 0..<newCount {
      added[addedCount] = new[index]
      addedCount &+= masks[Int(truncatingIfNeeded: new[index])] != 0 ? 1 : 0
    }
    sorter.sort(added, addedCount)
    sourceCount = old &+ addedCount
    var place = sourceCount
    while addedCount > 0 {
      place &-= 1
      let cell = added[addedCount &- 1]
      if old > 0 && cells[old &- 1] > cell {
        old &-= 1
        cells[place] = cells[old]
        keys[place] = keys[old]
      } else {
        addedCount &-= 1
        cells[place] = cell
        keys[place] = key(at: cell)
      }
    }
  }
}
