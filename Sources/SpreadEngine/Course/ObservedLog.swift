internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// What is seen of the infections of a run, step by step.
///
/// Source: docs/randomness.md, "What is seen".
struct ObservedLog: ~Copyable {
  private struct Series {
    /// Added to the word of an infection.
    let lane: UInt64
    /// In units of 2^-53, rounded up.
    let chance: UInt64
    let delay: Int
    let delays: LengthDistribution?
    let isStock: Bool
    /// Nil for no end, and where they are drawn.
    let stay: Int?
    let stays: LengthDistribution?
  }

  private let series: [Series]
  private let memory: Memory
  /// By series: how many more are counted than in the step before, of people who are counted once just how many.
  private var changes: ScheduledChanges
  /// The words of those of a step whom a series sees, and how much later and for how long.
  private var seen = RawList<UInt64>()
  private var delays = RawList<UInt32>()
  private var stays = RawList<UInt32>()

  var isEmpty: Bool { series.isEmpty }

  init(_ observed: [ObservedSeries], lastStep: Int) {
    var memory = Memory()
    var series: [Series] = []
    for one in observed {
      series.append(
        Series(
          lane: RandomKeys.lane(ofSeries: one.name),
          chance: UInt64((one.probability * 0x1p53).rounded(.up)),
          delay: one.delay.steps ?? 0,
          delays: LengthDistribution(one.delay, least: 0, in: &memory), isStock: one.stay != nil,
          stay: one.stay?.steps,
          stays: one.stay.flatMap { LengthDistribution($0, least: 0, in: &memory) }))
    }
    self.series = series
    self.memory = memory
    changes = ScheduledChanges(lastStep: lastStep)
  }

  mutating func reset() { changes.reset(columns: series.count) }

  /// People were infected in a step.
  ///
  /// - Parameter keys: of sources.
  mutating func add(
    _ keys: RawBuffer<UInt64>, _ count: Int, infectedAt step: Int, by passes: VectorPasses?
  ) {
    // Vectors are written whole.
    let room = count &+ 7
    seen.reserve(room)
    delays.reserve(room)
    stays.reserve(room)
    let (seen, delays, stays) = (seen.view, delays.view, stays.view)
    let past = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    for (place, one) in series.enumerated() {
      let seenCount = Self.choose(
        keys, count, addend: past &+ one.lane, one.chance, to: seen, by: passes)
      if let drawn = one.delays {
        drawn.draw(seen, seenCount, lane: RandomKeys.delayLane, to: delays, by: passes)
      } else {
        delays.fill(UInt32(clamping: one.delay), count: seenCount)
      }
      changes.add(1, to: seenCount, now: step) { (step &+ Int(delays[$0]), place) }
      guard one.isStock, one.stay != nil || one.stays != nil else { continue }
      if let drawn = one.stays {
        drawn.draw(seen, seenCount, lane: RandomKeys.stayLane, to: stays, by: passes)
      } else {
        stays.fill(UInt32(clamping: one.stay ?? 0), count: seenCount)
      }
      changes.add(-1, to: seenCount, now: step) {
        (step &+ Int(delays[$0]) &+ Int(stays[$0]), place)
      }
    }
  }

  /// Writes the words of those whom a series sees: their keys with `addend`. Returns their number.
  private static func choose(
    _ keys: RawBuffer<UInt64>, _ count: Int, addend: UInt64, _ chance: UInt64,
    to seen: RawBuffer<UInt64>, by passes: VectorPasses?
  ) -> Int {
    if let passes {
      return passes.pointee.choose(
        keys.pointer(room: count), count, addend, RandomKeys.seenLane, chance,
        seen.pointer(room: count &+ 7))
    }
    var seenCount = 0
    // Whom a series sees comes as a surprise: no branch asks.
    for index in 0..<count {
      let word = keys[index] &+ addend
      seen[seenCount] = word
      seenCount &+= mix(word &+ RandomKeys.seenLane) &>> 11 < chance ? 1 : 0
    }
    return seenCount
  }

  /// By series, the numbers of each step up to this one.
  func values(upTo last: Int) -> [[UInt32]] {
    series.indices.map { place in
      var count: Int32 = 0
      return (0...last).map { step in
        let change = changes.change(place, at: step)
        count = series[place].isStock ? count + change : change
        return UInt32(count)
      }
    }
  }
}
