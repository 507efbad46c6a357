internal import KeyedRandom
import SpreadModel

/// The rare form: sources act at random steps only, with chances scaled up to match.
extension SpreadKernel {
  mutating func advanceRarely() {
    let now = UInt64(truncatingIfNeeded: step)
    let dueCount = wheel.takeDue(at: now)
    let isSequential = rule.update == .sequential && rule.pool == .healthy
    if isSequential {
      var due = UnsafeMutableBufferPointer(start: wheel.due.base, count: dueCount)
      due.sort { $0.cell < $1.cell }
    }
    hits.reserve(8 * dueCount + 8, keeping: 0)
    fresh.reserve(8 * dueCount + 8, keeping: 0)
    var hitCount = 0
    for index in 0..<dueCount {
      let action = wheel.due.base[index]
      let healthy = UInt64(masks[Int(truncatingIfNeeded: action.cell)])
      if healthy == 0 { continue }
      let candidates =
        rule.pool == .healthy ? healthy : UInt64(template.neighbors(at: action.cell))
      let outcome = rareOutcome(candidates, mix(action.key)) & healthy
      if isSequential {
        apply(outcome, of: action.cell)
      } else {
        let targets =
          tables.offsets[Int(truncatingIfNeeded: outcome)] &+ SIMD8(repeating: action.cell)
        UnsafeMutableRawPointer(hits.base).storeBytes(
          of: targets, toByteOffset: hitCount << 2, as: SIMD8<UInt32>.self)
        hitCount += Int(tables.counts[Int(truncatingIfNeeded: outcome)])
      }
      schedule(action.cell, key: action.key &+ RandomKeys.actionStride)
    }
    if !isSequential {
      if grid.isTorus { closeTorus(hitCount) }
      infectHits(hitCount)
    }
    scheduleFresh(from: 0)
  }

  /// Plans the first actions of the cells of `fresh` from `first` on.
  mutating func scheduleFresh(from first: Int) {
    var index = first
    while index < freshCount {
      let cell = fresh.base[index]
      if masks[Int(truncatingIfNeeded: cell)] != 0 {
        let person = UInt64(truncatingIfNeeded: grid.person(at: cell))
        schedule(
          cell,
          key: runWord &+ person &* RandomKeys.personStride &+ RandomKeys.actionStride)
      }
      index &+= 1
    }
  }

  /// Plans the action with this key.
  private mutating func schedule(_ cell: UInt32, key: UInt64) {
    let gap = gaps.gap(mix(key &+ RandomKeys.gapLane))
    wheel.add(cell, key: key, at: UInt64(truncatingIfNeeded: step) &+ gap)
  }

  /// Who of the candidates is infected by an action of the rare form.
  @inline(__always) private func rareOutcome(_ candidates: UInt64, _ word: UInt64) -> UInt64 {
    let order = draw.order(word, moore: grid.directions == Direction.moore)
    let thresholds = rareSizes + 8 * Int(tables.counts[Int(truncatingIfNeeded: candidates)])
    var size = 0
    while size < 8 && order.number < thresholds[size] { size &+= 1 }
    if size == 0 { return 0 }
    let successes = firstMembers(UInt64(size), of: candidates, in: order.chain)
    return rule.draw == .scan ? UInt64(tables.firstInOrder[Int(successes)]) : successes
  }
}
