internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Synchronous updates: straight passes over flat lists, without branches on the data.
extension GridKernel {
  /// First pass: every source draws; whom it infects is written to `hits`. Returns their number.
  mutating func drawAll() -> Int {
    let count = sources.count
    let room = 8 * count + 16
    hits.reserve(room)
    let stride = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    if let passes, sources.takesVectors, !notes.isOpen {
      sources.cells.view.assertIndices(count, of: masks)
      return withUnsafePointer(to: vectorDraw) {
        passes.pointee.draw(
          $0, sources.cells.view.pointer(room: count),
          sources.keys.view.pointer(room: count),
          sources.neighborsIfKept, count, stride, masks.pointer(room: masks.count),
          hits.view.pointer(room: room))
      }
    }
    var pass = DrawPass(
      cells: sources.cells.view, keys: sources.keys.view,
      around: pool == .all ? sources.around.view : nil, count: count, masks: masks,
      draw: draw, stride: stride, hits: hits.view,
      ends: notes.isOpen ? notes.hitEnds.view : nil)
    return plan.run(&pass)
  }

  /// Hits beyond an edge of a torus are those of people on the other side.
  @inline(__always) mutating func closeHits(_ hitCount: Int) {
    guard grid.isTorus else { return }
    let hits = hits.view
    for index in 0..<hitCount { hits[index] = grid.closed(hits[index]) }
  }

  /// Second and third pass: each hit is infected once, then its neighbors learn of it.
  @inline(__always) mutating func infectHits(_ hitCount: Int) {
    newlyInfected.reserve(hitCount &+ 1)
    let hits = hits.view
    let newlyInfected = newlyInfected.view
    let health = health
    let grid = grid
    let masks = masks
    var count = 0
    var index = 0
    while index < hitCount {
      let cell = hits[index]
      let byte = health[cell]
      health[cell] = byte & ~PersonBits.healthy
      newlyInfected[count] = cell
      count &+= Int(truncatingIfNeeded: byte &>> 4 & 1)
      index &+= 1
    }
    newlyInfectedCount = count
    index = 0
    if grid.isTorus {
      while index < count {
        grid.removeFromNeighbors(newlyInfected[index], masks)
        index &+= 1
      }
    } else if clearsAllMasks {
      while index < count {
        grid.removeFromAllInnerNeighbors(newlyInfected[index], masks)
        index &+= 1
      }
    } else {
      while index < count {
        grid.removeFromInnerNeighbors(newlyInfected[index], masks)
        index &+= 1
      }
    }
  }
}

/// The draws of all sources by the portable means; `spread_passes.draw` does the same.
private struct DrawPass: SpecializedPass {
  let cells: RawBuffer<UInt32>
  let keys: RawBuffer<UInt64>
  /// With pool `all`.
  let around: RawBuffer<UInt32>?
  let count: Int
  let masks: RawBuffer<UInt8>
  let draw: SourceDraw
  let stride: UInt64
  let hits: RawBuffer<UInt32>
  /// `TransmissionRecorder.hitEnds` in steps that are noted.
  let ends: RawBuffer<UInt32>?

  func run<Form: KnownForm, Orders: KnownOrders>(
    _ form: Form.Type, _ orders: Orders.Type
  ) -> Int {
    if let around {
      run(Form.form, Orders.orders) { _, index in UInt64(around[index]) }
    } else {
      run(Form.form, Orders.orders) { healthy, _ in healthy }
    }
  }

  @inline(__always) private func run(
    _ form: DrawForm, _ orders: DrawOrders, candidates: (_ healthy: UInt64, _ index: Int) -> UInt64
  ) -> Int {
    let offsets = draw.tables.offsets
    let counts = draw.tables.counts
    var hitCount = 0
    var index = 0
    while index < count {
      let cell = cells[index]
      let healthy = UInt64(masks[cell])
      let word = mix(keys[index] &+ stride)
      let outcome =
        draw.outcome(
          form, candidates: candidates(healthy, index), coins: draw.coins(word),
          order: { draw.order(word, orders) }) & healthy
      hits.store(offsets[outcome] &+ SIMD8(repeating: cell), at: hitCount)
      hitCount &+= Int(truncatingIfNeeded: counts[outcome])
      if let ends { ends[index] = UInt32(truncatingIfNeeded: hitCount) }
      index &+= 1
    }
    return hitCount
  }
}
