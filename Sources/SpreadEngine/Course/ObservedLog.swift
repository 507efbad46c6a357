internal import KeyedRandom
import SpreadModel

/// What is seen of the infections of a run, step by step.
///
/// Source: docs/randomness.md, "What is seen".
struct ObservedLog: ~Copyable {
  private struct Series {
    /// Added to the word of an infection.
    let lane: UInt64
    let probability: Double
    let delay: Int
    let delays: LengthDistribution?
    let isStock: Bool
    /// Nil for no end, and where they are drawn.
    let stay: Int?
    let stays: LengthDistribution?
  }

  private let series: [Series]
  private let memory: Memory
  private let lastStep: Int
  /// By step and series: how many more are counted than in the step before, of people who are counted once just how
  /// many.
  private var changes = RawList<Int32>()
  private var changeCount = 0
  /// The same of steps far ahead, by the place that they would have.
  private var late: [Int: Int32] = [:]
  private static let farAhead = 1 << 16
  /// The words of those of a step whom a series sees.
  private var seen = RawList<UInt64>()

  var isEmpty: Bool { series.isEmpty }

  init(_ scenario: Scenario) {
    var memory = Memory()
    var series: [Series] = []
    for one in scenario.observed {
      series.append(
        Series(
          lane: RandomKeys.lane(ofSeries: one.name), probability: one.probability,
          delay: one.delay.steps ?? 0,
          delays: LengthDistribution(one.delay, least: 0, in: &memory), isStock: one.stay != nil,
          stay: one.stay?.steps,
          stays: one.stay.flatMap { LengthDistribution($0, least: 0, in: &memory) }))
    }
    self.series = series
    self.memory = memory
    lastStep = scenario.maxSteps
  }

  mutating func reset() {
    changeCount = 0
    late.removeAll()
  }

  /// People were infected in a step.
  mutating func add(
    _ cells: RawBuffer<UInt32>, _ count: Int, _ words: PersonWords, infectedAt step: Int
  ) {
    seen.reserve(count &+ 1)
    let seen = seen.view
    for (place, one) in series.enumerated() {
      var seenCount = 0
      // Whom a series sees comes as a surprise: no branch asks.
      for index in 0..<count {
        let cell = cells[index]
        let base = words.word(of: cell, infection: words.number(of: cell)) &+ one.lane
        let fraction = Double(mix(base &+ RandomKeys.seenLane) &>> 11) * 0x1p-53
        seen[seenCount] = base
        seenCount &+= fraction < one.probability ? 1 : 0
      }
      for index in 0..<seenCount {
        let base = seen[index]
        let begin =
          step
          + (one.delays.map { $0.length(mix(base &+ RandomKeys.delayLane)) } ?? one.delay)
        change(place, at: begin, by: 1, now: step)
        guard one.isStock else { continue }
        let stay = one.stays.map { $0.length(mix(base &+ RandomKeys.stayLane)) } ?? one.stay
        if let stay { change(place, at: begin + stay, by: -1, now: step) }
      }
    }
  }

  @inline(__always) private mutating func change(
    _ place: Int, at step: Int, by number: Int32, now: Int
  ) {
    guard step <= lastStep else { return }
    let index = step &* series.count &+ place
    guard step &- now < Self.farAhead else {
      late[index, default: 0] += number
      return
    }
    if index >= changeCount { makeRoom(index &+ 1) }
    changes.view[index] &+= number
  }

  @inline(never) private mutating func makeRoom(_ count: Int) {
    changes.reserve(count, keeping: changeCount)
    changes.view.fill(0, from: changeCount, count: count &- changeCount)
    changeCount = count
  }

  /// By series, the numbers of each step up to this one.
  func values(upTo last: Int) -> [[UInt32]] {
    series.indices.map { place in
      var count: Int32 = 0
      return (0...last).map { step in
        let index = step * series.count + place
        let change = (index < changeCount ? changes.view[index] : 0) + (late[index] ?? 0)
        count = series[place].isStock ? count + change : change
        return UInt32(count)
      }
    }
  }
}
