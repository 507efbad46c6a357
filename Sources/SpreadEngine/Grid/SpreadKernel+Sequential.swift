internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Sequential updates with healthy candidates: sources act in person order on the live state.
extension SpreadKernel {
  mutating func advanceSequentially() {
    if grid.directions == Direction.moore {
      switch form {
      case .coinsOnly: drawSequentially(.coinsOnly, moore: true)
      case .exact: drawSequentially(.exact, moore: true)
      case .random: drawSequentially(.random, moore: true)
      case .capped: drawSequentially(.capped, moore: true)
      case .scan: drawSequentially(.scan, moore: true)
      }
    } else {
      switch form {
      case .coinsOnly: drawSequentially(.coinsOnly, moore: false)
      case .exact: drawSequentially(.exact, moore: false)
      case .random: drawSequentially(.random, moore: false)
      case .capped: drawSequentially(.capped, moore: false)
      case .scan: drawSequentially(.scan, moore: false)
      }
    }
    admit(fresh.base, freshCount, sorted: true)
  }

  @inline(__always) private mutating func drawSequentially(_ form: DrawForm, moore: Bool) {
    fresh.reserve(8 &* sourceCount &+ 8, keeping: 0)
    if var vectorDraw, sourceCount >= Self.leastForVectors {
      // The words of all sources are read at once; only the candidates have to wait.
      readings.reserve(sourceCount &+ 7, keeping: 0)
      spread_simd_read(
        &vectorDraw, keys.base, sourceCount,
        UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride, readings.base)
      actSequentially(form, moore: moore, areRead: true)
    } else {
      actSequentially(form, moore: moore, areRead: false)
    }
  }

  @inline(__always) private mutating func actSequentially(
    _ form: DrawForm, moore: Bool, areRead: Bool
  ) {
    let stride = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    let cells = cells.base
    let keys = keys.base
    let readings = readings.base
    let masks = masks
    let draw = draw
    let count = sourceCount
    var index = 0
    while index < count {
      let cell = cells[index]
      let candidates = UInt64(masks[Int(truncatingIfNeeded: cell)])
      let outcome: UInt64
      if areRead {
        let reading = readings[index]
        outcome = draw.outcome(
          form, candidates: candidates, coins: UInt64(reading.coins),
          order: { SourceDraw.Order(chain: reading.chain, number: UInt64(reading.number)) })
      } else {
        let word = mix(keys[index] &+ stride)
        outcome = draw.outcome(
          form, candidates: candidates, coins: draw.coins(word),
          order: { draw.order(word, moore: moore) })
      }
      apply(outcome, of: cell)
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
    if grid.isTorus {
      for place in 0..<count {
        let target = closed(fresh[place])
        fresh[place] = target
        health[Int(target)] &= ~0b1_0000
        removeFromNeighbors(target)
      }
    } else {
      var place = 0
      while place < count {
        let target = fresh[place]
        health[Int(truncatingIfNeeded: target)] &= ~0b1_0000
        removeFromInnerNeighbors(target)
        place &+= 1
      }
    }
  }

  private mutating func closed(_ cell: UInt32) -> UInt32 {
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
    keepOpen()
    // Sixteen more, because vector passes write whole vectors.
    cells.reserve(sourceCount &+ newCount &+ 16, keeping: sourceCount)
    keys.reserve(sourceCount &+ newCount &+ 16, keeping: sourceCount)
    hits.reserve(newCount &+ 1, keeping: 0)
    let cells = cells.base
    let keys = keys.base
    let masks = masks
    let added = hits.base
    var old = sourceCount
    var addedCount = 0
    for index in 0..<newCount {
      added[addedCount] = new[index]
      addedCount &+= Int(truncatingIfNeeded: min(1, masks[Int(truncatingIfNeeded: new[index])]))
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
