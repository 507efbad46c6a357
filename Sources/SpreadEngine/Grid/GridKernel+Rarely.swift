internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// The next action of a source of the rare form. Small, because most sources wait with one, and what
/// waits decides what the cache holds.
struct Action: WaitingItem {
  /// Key of the draw.
  var key: UInt64
  var cell: UInt32
  /// The last step in which the source acts; `noEnd` comes after every step a run may have.
  var last: UInt32

  static let noEnd = UInt32.max
  /// Few wait for the same step: larger blocks would spread them over the cache.
  @inline(__always) static var blockSize: Int { 1 }
}

/// The rare form: sources act at random steps only, with chances scaled up to match.
extension GridKernel {
  /// Who is due draws, and infects.
  mutating func drawRarely() {
    let dueCount = takeActions()
    let due = wheel.due.view
    hits.reserve(8 * dueCount + 8)
    let hits = hits.view
    let ends = notes.hitEnds.view
    var hitCount = 0
    for index in 0..<dueCount {
      let action = due[index]
      let outcome = outcome(of: action)
      hits.store(tables.offsets[outcome] &+ SIMD8(repeating: action.cell), at: hitCount)
      hitCount += Int(tables.counts[outcome])
      ends[index] = UInt32(truncatingIfNeeded: hitCount)
    }
    closeHits(hitCount)
    if notes.isOpen { noteHits(dueCount) { due[$0].cell } }
    infectHits(hitCount)
  }

  /// Who is due acts in person order on the live state.
  mutating func actRarely() {
    let dueCount = takeActions()
    let due = wheel.due.view
    var inOrder = UnsafeMutableBufferPointer(start: due.pointer(room: dueCount), count: dueCount)
    inOrder.sort { $0.cell < $1.cell }
    newlyInfected.reserve(8 * dueCount + 8)
    let ends = notes.hitEnds.view
    var live = liveState
    for index in 0..<dueCount {
      let action = due[index]
      live.apply(outcome(of: action), of: action.cell)
      ends[index] = UInt32(truncatingIfNeeded: live.newlyInfectedCount)
    }
    newlyInfectedCount = live.newlyInfectedCount
    if notes.isOpen { noteInfections(dueCount) { due[$0].cell } }
  }

  /// The number of those who are due.
  private mutating func takeActions() -> Int {
    let count = wheel.take(at: step)
    notes.hitEnds.reserve(count)
    return count
  }

  /// Whom an action infects; plans the source's next one, unless all around it are infected.
  @inline(__always) private mutating func outcome(of action: Action) -> UInt64 {
    let healthy = UInt64(masks[action.cell])
    if healthy == 0 && !course.peopleReturn { return 0 }
    let candidates =
      switch pool {
      case .healthy: healthy
      case .all: UInt64(template.neighbors(at: action.cell))
      }
    let outcome = rareOutcome(candidates, mix(action.key)) & healthy
    schedule(action.cell, key: action.key &+ RandomKeys.actionStride, last: action.last)
    return outcome
  }

  /// Plans the first action of somebody who acts from the next step on, in a run that tracks people.
  ///
  /// - Parameter last: the last step in which they act; nil for no end.
  mutating func scheduleFirst(_ cell: UInt32, last: Int?) {
    let first = infectionWord(of: cell) &+ RandomKeys.actionStride
    schedule(cell, key: first, last: last.map { UInt32(clamping: $0) } ?? Action.noEnd)
  }

  /// Plans the first actions of the cells of `newlyInfected` from `first` on.
  mutating func scheduleNewlyInfected(from first: Int) {
    let people = newPeople
    let next = UInt64(truncatingIfNeeded: step + 1) &* RandomKeys.actionStride
    for index in first..<newlyInfectedCount {
      let cell = newlyInfected.view[index]
      if masks[cell] != 0 { schedule(cell, key: people.key(of: cell) &+ next, last: Action.noEnd) }
    }
  }

  /// Plans the action with this key, unless it comes after the person's last step.
  @inline(__always) private mutating func schedule(_ cell: UInt32, key: UInt64, last: UInt32) {
    let next = step &+ Int(truncatingIfNeeded: gaps.gap(mix(key &+ RandomKeys.gapLane)))
    if next <= Int(last) { wheel.add(Action(key: key, cell: cell, last: last), until: next) }
  }

  /// Who of the candidates is infected by an action of the rare form.
  @inline(__always) private func rareOutcome(_ candidates: UInt64, _ word: UInt64) -> UInt64 {
    let order = draw.order(word, plan.orders)
    let thresholds = 8 * Int(tables.counts[candidates])
    var size = 0
    while size < 8 && order.number < rareSizes[thresholds &+ size] { size &+= 1 }
    if size == 0 { return 0 }
    let successes = firstMembers(UInt64(size), of: candidates, in: order.chain)
    return switch plan.form {
    case .firstSuccesses: UInt64(tables.firstInOrder[successes])
    case .everybody, .fixedNumber, .randomNumber, .randomSuccesses: successes
    }
  }
}
