internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Sequential updates with healthy candidates: sources act in person order on the live state.
extension GridKernel: SpecializedPass {
  mutating func actSequentially() {
    newlyInfected.reserve(8 &* sources.count &+ 8)
    let plan = plan
    plan.run(&self)
  }

  mutating func run<Form: KnownForm, Orders: KnownOrders>(
    _ form: Form.Type, _ orders: Orders.Type
  ) {
    if !notes.isOpen && readWords() {
      actOnReadings(Form.form)
    } else {
      actOnWords(Form.form, Orders.orders)
    }
  }

  /// Reads the words of all sources at once, where vectors do: only the candidates have to wait.
  private mutating func readWords() -> Bool {
    guard let passes, sources.takesVectors else { return false }
    let count = sources.count
    readings.reserve(count &+ 7)
    withUnsafePointer(to: vectorDraw) {
      passes.pointee.read(
        $0, sources.keys.view.pointer(room: count), count,
        UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride,
        readings.view.pointer(room: count + 7))
    }
    return true
  }

  @inline(__always) private mutating func actOnReadings(_ form: DrawForm) {
    var live = liveState
    let cells = sources.cells.view
    let readings = readings.view
    let masks = masks
    let draw = draw
    let count = sources.count
    var index = 0
    while index < count {
      let cell = cells[index]
      let reading = readings[index]
      let outcome = draw.outcome(
        form, candidates: UInt64(masks[cell]), coins: UInt64(reading.coins),
        order: { SourceDraw.Order(chain: reading.chain, number: UInt64(reading.number)) })
      live.apply(outcome, of: cell)
      index &+= 1
    }
    newlyInfectedCount = live.newlyInfectedCount
  }

  @inline(__always) private mutating func actOnWords(_ form: DrawForm, _ orders: DrawOrders) {
    var live = liveState
    let ends = notes.isOpen ? notes.hitEnds.view : nil
    let stride = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    let cells = sources.cells.view
    let keys = sources.keys.view
    let masks = masks
    let draw = draw
    let count = sources.count
    var index = 0
    while index < count {
      let cell = cells[index]
      let word = mix(keys[index] &+ stride)
      let outcome = draw.outcome(
        form, candidates: UInt64(masks[cell]), coins: draw.coins(word),
        order: { draw.order(word, orders) })
      live.apply(outcome, of: cell)
      if let ends { ends[index] = UInt32(truncatingIfNeeded: live.newlyInfectedCount) }
      index &+= 1
    }
    newlyInfectedCount = live.newlyInfectedCount
  }

  /// The state on which sources act one after the other.
  ///
  /// - Precondition: `newlyInfected` has room for eight people more than sources may infect.
  @inline(__always) var liveState: LiveState {
    LiveState(
      grid: grid, masks: masks, health: health, newlyInfected: newlyInfected.view,
      offsets: tables.offsets,
      counts: tables.counts, clearsAllMasks: clearsAllMasks, newlyInfectedCount: newlyInfectedCount)
  }
}

/// What infections change at once where sources act one after the other; a copy of views, because
/// fields of the kernel would be read again after every write to memory.
struct LiveState {
  let grid: PaddedGrid
  let masks: RawBuffer<UInt8>
  let health: RawBuffer<UInt8>
  let newlyInfected: RawBuffer<UInt32>
  let offsets: RawBuffer<SIMD8<UInt32>>
  let counts: RawBuffer<UInt8>
  /// On a grid with edges whose masks say who is healthy.
  let isPlain: Bool
  private(set) var newlyInfectedCount: Int

  @inline(__always) init(
    grid: PaddedGrid, masks: RawBuffer<UInt8>, health: RawBuffer<UInt8>,
    newlyInfected: RawBuffer<UInt32>,
    offsets: RawBuffer<SIMD8<UInt32>>, counts: RawBuffer<UInt8>, clearsAllMasks: Bool,
    newlyInfectedCount: Int
  ) {
    self.grid = grid
    self.masks = masks
    self.health = health
    self.newlyInfected = newlyInfected
    self.offsets = offsets
    self.counts = counts
    isPlain = !grid.isTorus && !clearsAllMasks
    self.newlyInfectedCount = newlyInfectedCount
  }

  /// Infects the healthy people in these directions of a source at once.
  @inline(__always) mutating func apply(_ outcome: UInt64, of cell: UInt32) {
    newlyInfected.store(offsets[outcome] &+ SIMD8(repeating: cell), at: newlyInfectedCount)
    var place = newlyInfectedCount
    let end = place &+ Int(truncatingIfNeeded: counts[outcome])
    newlyInfectedCount = end
    if isPlain {
      while place < end {
        let target = newlyInfected[place]
        health[target] &= ~PersonBits.healthy
        grid.removeFromInnerNeighbors(target, masks)
        place &+= 1
      }
    } else if grid.isTorus {
      while place < end {
        let target = grid.closed(newlyInfected[place])
        newlyInfected[place] = target
        health[target] &= ~PersonBits.healthy
        grid.removeFromNeighbors(target, masks)
        place &+= 1
      }
    } else {
      while place < end {
        let target = newlyInfected[place]
        health[target] &= ~PersonBits.healthy
        grid.removeFromAllInnerNeighbors(target, masks)
        place &+= 1
      }
    }
  }
}
