internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Sources whose contacts have clocks: their keys are the upper bytes of the words of these, direction by direction.
extension GridKernel {
  mutating func startClocks(from first: Int) {
    guard plan.strategy == .clocks, first < sources.count else { return }
    let count = sources.count &- first
    let cells = sources.cells.view
    let keys = sources.keys.view
    let begins = sources.around.view
    if course.keepsStepBeforeOnset {
      for index in first..<sources.count { begins[index] = course.stepBeforeOnset[cells[index]] }
    } else {
      begins.fill(UInt32(truncatingIfNeeded: step), from: first, count: count)
    }
    if clocks.ringsAtOnce { return keys.fill(.max, from: first, count: count) }
    if let passes {
      let grid = vectorClocks
      withUnsafePointer(to: grid) {
        passes.pointee.start_grid_clocks(
          $0, cells.pointer(from: first, room: count), begins.pointer(from: first, room: count),
          keys.pointer(from: first, room: count), count)
      }
      return
    }
    for index in first..<sources.count {
      let cell = cells[index]
      let key = mix(
        keys[index] &+ UInt64(begins[index]) &* RandomKeys.actionStride &+ RandomKeys.clockLane)
      var bytes: UInt64 = 0
      for direction in 0..<8 where template.neighbors(at: cell) &>> UInt8(direction) & 1 == 1 {
        bytes |= (clockWord(key, cell, direction) &>> 56) &<< UInt64(8 &* direction)
      }
      keys[index] = bytes
    }
  }

  private var vectorClocks: spread_grid_clocks {
    spread_grid_clocks(
      people: course.peopleForVectors, clock_lane: RandomKeys.clockLane,
      action_stride: RandomKeys.actionStride,
      infections: course.peopleReturn
        ? UnsafePointer(course.infectionsOf.pointer(room: 1)) : nil,
      times: clocks.times?.forVectors ?? spread_ring_times(), rows: UInt64(grid.rows),
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

  /// Whether the first clock of a source and a neighbor has rung within so many steps; where people return, whether one
  /// of their clocks rings in the last of these.
  private mutating func ringsExactly(_ cell: UInt32, _ direction: Int, _ age: Int) -> Bool {
    let key = mix(infectionWord(of: cell) &+ RandomKeys.clockLane)
    var word = clockWord(key, cell, direction)
    guard let times = clocks.times else { return word &>> 11 >= clocks.least.view[age] }
    let neighbor = grid.person(at: grid.neighbor(of: course.copies.place(of: cell), direction))
    var steps = 0
    var number: UInt32 = 1
    while steps < age {
      let more = times.step(ContactClocks.value(word))
      guard more <= age &- steps else { return false }
      steps &+= more
      number &+= 1
      word = ContactClocks.word(key, UInt32(truncatingIfNeeded: neighbor), number: number)
    }
    return steps == age
  }

  /// The directions of a source whose clocks have rung, of those with a healthy neighbor.
  private mutating func rung(_ index: Int) -> UInt64 {
    let cell = sources.cells.view[index]
    let age = step &- Int(sources.around.view[index])
    let thresholds = clocks.bytes.view[age]
    let bytes = sources.keys.view[index]
    let reached = Self.atLeast(bytes, thresholds) & UInt64(masks[cell])
    // Of equal bytes, and where clocks ring again, whole words are looked at.
    var open = clocks.times == nil ? reached & Self.atLeast(thresholds, bytes) : reached
    var rung = reached & ~open
    while open != 0 {
      let direction = open.trailingZeroBitCount
      open &= open &- 1
      if ringsExactly(cell, direction, age) { rung |= 1 &<< UInt64(direction) }
    }
    return rung
  }

  /// As bits, which bytes of a word are at least those of another.
  private static func atLeast(_ word: UInt64, _ other: UInt64) -> UInt64 {
    let upper: UInt64 = 0x8080_8080_8080_8080
    let lower = (word | upper) &- (other & ~upper)
    let reached = (word & ~other | ~(word ^ other) & lower) & upper
    return ((reached &>> 7) &* 0x0102_0408_1020_4080) &>> 56
  }
}
