internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Sources whose contacts have clocks: their keys are the upper bytes of the words of these, direction by direction.
extension GridKernel {
  mutating func startClocks(from first: Int) {
    guard plan.strategy == .clocks, first < sources.count else { return }
    let count = sources.count &- first
    sources.around.view.fill(UInt32(truncatingIfNeeded: step), from: first, count: count)
    let keys = sources.keys.view
    if clocks.ringsAtOnce { return keys.fill(.max, from: first, count: count) }
    let cells = sources.cells.view
    let past = past
    if let passes {
      let grid = vectorClocks
      withUnsafePointer(to: grid) {
        passes.pointee.start_grid_clocks(
          $0, cells.pointer(from: first, room: count), keys.pointer(from: first, room: count),
          count, past)
      }
      return
    }
    for index in first..<sources.count {
      let cell = cells[index]
      let key = mix(keys[index] &+ past &+ RandomKeys.clockLane)
      var bytes: UInt64 = 0
      for direction in 0..<8 where template.neighbors(at: cell) &>> UInt8(direction) & 1 == 1 {
        bytes |= (clockWord(key, cell, direction) &>> 56) &<< UInt64(8 &* direction)
      }
      keys[index] = bytes
    }
  }

  private var vectorClocks: spread_grid_clocks {
    spread_grid_clocks(
      people: course.peopleForVectors, clock_lane: RandomKeys.clockLane, rows: UInt64(grid.rows),
      columns: UInt64(grid.columns), is_torus: grid.isTorus ? 1 : 0,
      least: clocks.least.view.pointer(room: 1), bytes: clocks.bytes.view.pointer(room: 1))
  }

  /// The word of the first clock of a source and its neighbor in a direction.
  private func clockWord(_ key: UInt64, _ cell: UInt32, _ direction: Int) -> UInt64 {
    let neighbor = grid.neighbor(of: course.copies.place(of: cell), direction)
    return ContactClocks.word(key, UInt32(truncatingIfNeeded: grid.person(at: neighbor)))
  }

  /// The healthy neighbors of sources whose clocks have rung are written to `hits`. Returns their number.
  mutating func drawByClocks() -> Int {
    let count = sources.count
    let oldest = count > 0 ? Int(sources.around.view[0]) : step &- 1
    clocks.advance(to: step, oldest: oldest)
    hits.reserve(8 &* count &+ 16)
    guard count > 0 else { return 0 }
    if let passes, sources.takesVectors, !notes.isOpen {
      let grid = vectorClocks
      return withUnsafePointer(to: vectorDraw) { draw in
        withUnsafePointer(to: grid) {
          passes.pointee.draw_grid_clocks(
            draw, $0, sources.cells.view.pointer(room: count),
            sources.keys.view.pointer(room: count), sources.around.view.pointer(room: count),
            count, UInt32(truncatingIfNeeded: step), masks.pointer(room: masks.count),
            hits.view.pointer(room: 8 * count + 16))
        }
      }
    }
    var hitCount = 0
    for index in 0..<count {
      let cell = sources.cells.view[index]
      let rung = rung(index) & UInt64(masks[cell])
      hits.view.store(
        tables.offsets[rung] &+ SIMD8(repeating: cell), at: hitCount)
      hitCount &+= Int(truncatingIfNeeded: tables.counts[rung])
      if notes.isOpen { notes.hitEnds.view[index] = UInt32(truncatingIfNeeded: hitCount) }
    }
    return hitCount
  }

  /// The directions of a source whose clocks have rung, of those with a healthy neighbor.
  private mutating func rung(_ index: Int) -> UInt64 {
    let cell = sources.cells.view[index]
    let age = step &- Int(sources.around.view[index])
    let threshold = clocks.bytes.view[age] & 255
    let bytes = sources.keys.view[index]
    var rung: UInt64 = 0
    for direction in 0..<8 where masks[cell] &>> UInt8(direction) & 1 == 1 {
      let byte = bytes &>> UInt64(8 &* direction) & 255
      if byte < threshold { continue }
      if byte == threshold {
        let key = mix(
          personWords.word(of: cell, infection: 1) &+ RandomKeys.clockLane)
        if clockWord(key, cell, direction) &>> 11 < clocks.least.view[age] { continue }
      }
      rung |= 1 &<< UInt64(direction)
    }
    return rung
  }
}
