internal import KeyedRandom
import SpreadModel

/// Who infected whom; `TransmissionRecorder` says when that is asked.
extension SpreadKernel {
  /// Notes whom sources hit in this step, before infections are applied: those introduced at step 0,
  /// and of the others who hits the same people; all of them where every infection is recorded.
  mutating func noteHits() {
    if notes.isRecording {
      for index in 0..<sources.count {
        noteHits(outcome(ofSource: index), of: sources.cells.view[index])
      }
      return
    }
    for index in 0..<sources.count {
      let cell = sources.cells.view[index]
      if health[cell] & PersonBits.introduced != 0 { noteHits(outcome(ofSource: index), of: cell) }
    }
    let contested = notes.count
    guard contested > 0 else { return }
    for index in 0..<contested { health[notes.contacts.view[index].target] |= PersonBits.contested }
    for index in 0..<sources.count {
      let cell = sources.cells.view[index]
      if health[cell] & PersonBits.introduced != 0 { continue }
      guard grid.isTorus || grid.hasInnerNeighbor(cell, health, PersonBits.contested) else {
        continue
      }
      var outcome = outcome(ofSource: index)
      while outcome != 0 {
        let target = grid.neighbor(of: cell, outcome.trailingZeroBitCount)
        if health[target] & PersonBits.contested != 0 { notes.add(target, by: cell) }
        outcome &= outcome &- 1
      }
    }
    for index in 0..<contested {
      health[notes.contacts.view[index].target] &= ~PersonBits.contested
    }
  }

  /// Whom a source of the list infects in this step, if nobody is before it.
  private mutating func outcome(ofSource index: Int) -> UInt64 {
    let cell = sources.cells.view[index]
    let healthy = UInt64(masks[cell])
    let candidates = pool == .all ? UInt64(template.neighbors(at: cell)) : healthy
    let stride = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    let word = mix(sources.keys.view[index] &+ stride)
    return draw.outcome(
      plan.form, candidates: candidates, coins: draw.coins(word),
      order: { draw.order(word, plan.orders) }) & healthy
  }

  mutating func noteHits(_ outcome: UInt64, of source: UInt32) {
    var outcome = outcome
    while outcome != 0 {
      notes.add(grid.neighbor(of: source, outcome.trailingZeroBitCount), by: source)
      outcome &= outcome &- 1
    }
  }
}
