internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Synchronous updates: four straight passes over flat lists, without branches on the data.
extension SpreadKernel {
  /// Fewer sources than this are not worth a vector pass.
  static let leastForVectors = 6

  mutating func advanceSynchronously() {
    let hitCount = drawAll()
    if grid.isTorus { closeTorus(hitCount) }
    infectHits(hitCount)
    admit(fresh.base, freshCount, sorted: false)
  }

  /// First pass: every source draws; whom it infects is written to `hits`.
  mutating func drawAll() -> Int {
    hits.reserve(8 * sourceCount + 16, keeping: 0)
    if var vectorDraw, sourceCount >= Self.leastForVectors {
      return spread_simd_draw(
        &vectorDraw, cells.base, keys.base, around.base, sourceCount,
        UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride, masks, hits.base)
    }
    if grid.directions == Direction.moore {
      return switch form {
      case .coinsOnly: drawByPool(.coinsOnly, moore: true)
      case .exact: drawByPool(.exact, moore: true)
      case .random: drawByPool(.random, moore: true)
      case .capped: drawByPool(.capped, moore: true)
      case .scan: drawByPool(.scan, moore: true)
      }
    }
    return switch form {
    case .coinsOnly: drawByPool(.coinsOnly, moore: false)
    case .exact: drawByPool(.exact, moore: false)
    case .random: drawByPool(.random, moore: false)
    case .capped: drawByPool(.capped, moore: false)
    case .scan: drawByPool(.scan, moore: false)
    }
  }

  @inline(__always) private func drawByPool(_ form: DrawForm, moore: Bool) -> Int {
    rule.pool == .healthy
      ? draw(form, moore: moore, pool: .healthy) : draw(form, moore: moore, pool: .all)
  }

  @inline(__always) private func draw(
    _ form: DrawForm, moore: Bool, pool: SpreadRule.Pool
  ) -> Int {
    let cells = cells.base
    let keys = keys.base
    let around = around.base
    let masks = masks
    let draw = draw
    let offsets = tables.offsets
    let counts = tables.counts
    let hits = UnsafeMutableRawPointer(hits.base)
    let stride = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    let count = sourceCount
    var hitCount = 0
    var index = 0
    while index < count {
      let cell = cells[index]
      let healthy = UInt64(masks[Int(truncatingIfNeeded: cell)])
      let candidates = pool == .healthy ? healthy : UInt64(around[index])
      let word = mix(keys[index] &+ stride)
      var outcome = draw.outcome(
        form, candidates: candidates, coins: draw.coins(word),
        order: { draw.order(word, moore: moore) })
      if pool == .all { outcome &= healthy }
      hits.storeBytes(
        of: offsets[Int(truncatingIfNeeded: outcome)] &+ SIMD8(repeating: cell),
        toByteOffset: hitCount &<< 2, as: SIMD8<UInt32>.self)
      hitCount &+= Int(truncatingIfNeeded: counts[Int(truncatingIfNeeded: outcome)])
      index &+= 1
    }
    return hitCount
  }

  /// Second and third pass: each hit is infected once, then its neighbors learn of it.
  @inline(__always) mutating func infectHits(_ hitCount: Int) {
    fresh.reserve(hitCount &+ 1, keeping: 0)
    let hits = hits.base
    let fresh = fresh.base
    let health = health
    var count = 0
    var index = 0
    while index < hitCount {
      let cell = hits[index]
      let byte = health[Int(truncatingIfNeeded: cell)]
      health[Int(truncatingIfNeeded: cell)] = byte & ~0b1_0000
      fresh[count] = cell
      count &+= Int(truncatingIfNeeded: byte &>> 4 & 1)
      index &+= 1
    }
    freshCount = count
    index = 0
    if grid.isTorus {
      while index < count {
        removeFromNeighbors(fresh[index])
        index &+= 1
      }
    } else {
      while index < count {
        removeFromInnerNeighbors(fresh[index])
        index &+= 1
      }
    }
  }

  /// Fourth pass: drops the sources whose neighbors are all infected, and adds the new ones
  /// that have a healthy neighbor; `sorted` keeps the sources in person order.
  @inline(__always) mutating func admit(
    _ new: UnsafeMutablePointer<UInt32>, _ newCount: Int, sorted: Bool
  ) {
    if sorted {
      mergeIn(new, newCount)
      return
    }
    keepOpen()
    // Sixteen more, because vector passes write whole vectors.
    cells.reserve(sourceCount &+ newCount &+ 16, keeping: sourceCount)
    keys.reserve(sourceCount &+ newCount &+ 16, keeping: sourceCount)
    let cells = cells.base
    let keys = keys.base
    let masks = masks
    var kept = sourceCount
    var index = 0
    if rule.pool == .all {
      around.reserve(sourceCount &+ newCount &+ 16, keeping: sourceCount)
      let around = around.base
      while index < newCount {
        let cell = new[index]
        cells[kept] = cell
        keys[kept] = key(at: cell)
        around[kept] = UInt32(template.neighbors(at: cell))
        kept &+= masks[Int(truncatingIfNeeded: cell)] != 0 ? 1 : 0
        index &+= 1
      }
    } else {
      while index < newCount {
        let cell = new[index]
        cells[kept] = cell
        keys[kept] = key(at: cell)
        kept &+= masks[Int(truncatingIfNeeded: cell)] != 0 ? 1 : 0
        index &+= 1
      }
    }
    sourceCount = kept
  }

  /// Drops the sources without a healthy neighbor.
  @inline(__always) mutating func keepOpen() {
    let cells = cells.base
    let keys = keys.base
    let around = rule.pool == .all ? around.base : nil
    let count = sourceCount
    if vectorDraw != nil && count >= Self.leastForVectors {
      sourceCount = spread_simd_keep(cells, keys, around, count, masks)
      return
    }
    let masks = masks
    var kept = 0
    var index = 0
    while index < count {
      let cell = cells[index]
      cells[kept] = cell
      keys[kept] = keys[index]
      if let around { around[kept] = around[index] }
      kept &+= masks[Int(truncatingIfNeeded: cell)] != 0 ? 1 : 0
      index &+= 1
    }
    sourceCount = kept
  }
}
