internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// The rare form: sources act at random steps only, with chances scaled up to match.
extension SpreadKernel {
  /// Who is due draws; whom they infect is written to `hits`. Returns their number.
  mutating func drawRarely() -> Int {
    notes.isOpen ? drawRarely(noting: true) : drawRarely(noting: false)
  }

  /// Made twice: a call of `noteHits` that is never taken would cost the other loop its registers.
  @inline(__always) private mutating func drawRarely(noting: Bool) -> Int {
    let dueCount = wheel.take(at: step)
    hits.reserve(8 * dueCount + 8, keeping: 0)
    let hits = hits.view
    var hitCount = 0
    for index in 0..<dueCount {
      let action = wheel.due.view[index]
      let outcome = outcome(of: action)
      if noting { noteHits(outcome, of: action.cell) }
      hits.store(tables.offsets[outcome] &+ SIMD8(repeating: action.cell), at: hitCount)
      hitCount += Int(tables.counts[outcome])
    }
    return hitCount
  }

  /// Who is due acts in person order on the live state.
  mutating func actRarely() {
    notes.isOpen ? actRarely(noting: true) : actRarely(noting: false)
  }

  @inline(__always) private mutating func actRarely(noting: Bool) {
    let dueCount = wheel.take(at: step)
    wheel.sortDue(dueCount)
    fresh.reserve(8 * dueCount + 8, keeping: 0)
    var live = liveState
    for index in 0..<dueCount {
      let action = wheel.due.view[index]
      let outcome = outcome(of: action)
      if noting { noteHits(outcome, of: action.cell) }
      live.apply(outcome, of: action.cell)
    }
    freshCount = live.freshCount
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

  /// Plans the first actions of the cells of `fresh` from `first` on.
  mutating func scheduleFresh(from first: Int) {
    let people = newPeople
    let next = UInt64(truncatingIfNeeded: step + 1) &* RandomKeys.actionStride
    for index in first..<freshCount {
      let cell = fresh.view[index]
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
