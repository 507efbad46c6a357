internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Synchronous updates: all sources draw, then whom they hit is infected.
extension ListKernel {
  /// Every source draws; whom it infects is written to `hits`. Returns their number.
  private mutating func drawAll() -> Int {
    let count =
      if let own {
        drawOneByOne(own)
      } else if plan.meeting == .layers {
        drawLayers()
      } else if let passes, contactsAll {
        draw(0..<sources.count, by: passes)
      } else {
        drawOneByOne()
      }
    if notes.isOpen { noteHits() }
    return count
  }

  /// All sources draw, and infect.
  mutating func actTogether() {
    guard let passes, contactsAll && !notes.isOpen else { return infectHits(drawAll()) }
    // Draws that do not look at the state: some sources at a time, for the sake of memory and its caches.
    for first in stride(from: 0, to: sources.count, by: Self.sourcesAtATime) {
      infectHits(draw(first..<min(first + Self.sourcesAtATime, sources.count), by: passes))
    }
  }

  private static let sourcesAtATime = 2048

  private mutating func drawOneByOne() -> Int {
    let stride = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    var count = 0
    for index in 0..<sources.count {
      count &+= hit(
        by: sources.cells.view[index], mix(sources.keys.view[index] &+ stride), at: count)
      if notes.isOpen { notes.hitEnds.view[index] = UInt32(truncatingIfNeeded: count) }
    }
    return count
  }

  /// Whether every source contacts all its neighbors, or all the healthy ones.
  private var contactsAll: Bool {
    starts != nil && listDraw.isFixed && listDraw.cap >= mostNeighbors
  }

  /// The same for those who contact all: people who are not healthy are hit, too.
  private mutating func draw(_ range: Range<Int>, by passes: VectorPasses) -> Int {
    guard let starts, let neighbors else { return 0 }
    let count = range.count
    let cells = sources.cells.view
    var room = 8
    for index in range {
      let person = Int(truncatingIfNeeded: cells[index])
      room &+= Int(truncatingIfNeeded: starts[person &+ 1] &- starts[person])
    }
    hits.reserve(room)
    var lists = spread_lists(
      starts: starts, neighbors: neighbors, coin_threshold: plan.coinThreshold,
      block_stride: RandomKeys.blockStride)
    return passes.pointee.draw_lists(
      &lists, cells.pointer(from: range.lowerBound, room: count),
      sources.keys.view.pointer(from: range.lowerBound, room: count), count,
      UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride, hits.view.pointer(room: room),
      notes.isOpen ? notes.hitEnds.view.pointer(room: count) : nil)
  }

  /// Each hit is infected once.
  mutating func infectHits(_ hitCount: Int) {
    let first = newlyInfectedCount
    newlyInfected.reserve(first &+ hitCount &+ 1, keeping: first)
    let hits = hits.view
    let newlyInfected = newlyInfected.view
    let health = health
    var count = first
    for index in 0..<hitCount {
      let person = hits[index]
      let bits = health[person]
      health[person] = bits & ~PersonBits.healthy
      newlyInfected[count] = person
      count &+= Int(truncatingIfNeeded: bits &>> 4 & 1)
    }
    newlyInfectedCount = count
    if healthyPeople != nil {
      for index in first..<count { healthyPeople?.remove(newlyInfected[index]) }
    }
  }
}
