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
  /// By series and step: how many more are counted than in the step before, of people who are counted once just how
  /// many.
  private var changes: [[Int32]]
  /// The same of steps far ahead.
  private var late: [[Int: Int32]]
  private static let farAhead = 1 << 16

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
    changes = series.map { _ in [] }
    late = series.map { _ in [:] }
  }

  mutating func reset() {
    for place in series.indices {
      changes[place].removeAll(keepingCapacity: true)
      late[place].removeAll()
    }
  }

  /// Somebody was infected in a step.
  ///
  /// - Parameter word: of the infection.
  mutating func add(_ word: UInt64, infectedAt step: Int) {
    for place in series.indices {
      let one = series[place]
      let base = word &+ one.lane
      guard Double(mix(base &+ RandomKeys.seenLane) &>> 11) * 0x1p-53 < one.probability else {
        continue
      }
      let seen =
        step
        + (one.delays.map { $0.length(mix(base &+ RandomKeys.delayLane)) } ?? one.delay)
      change(place, at: seen, by: 1, now: step)
      guard one.isStock else { continue }
      let stay = one.stays.map { $0.length(mix(base &+ RandomKeys.stayLane)) } ?? one.stay
      if let stay { change(place, at: seen + stay, by: -1, now: step) }
    }
  }

  private mutating func change(_ place: Int, at step: Int, by number: Int32, now: Int) {
    guard step <= lastStep else { return }
    guard step - now < Self.farAhead else {
      late[place][step, default: 0] += number
      return
    }
    while changes[place].count <= step { changes[place].append(0) }
    changes[place][step] += number
  }

  /// By series, the numbers of each step up to this one.
  func values(upTo last: Int) -> [[UInt32]] {
    series.indices.map { place in
      var count: Int32 = 0
      return (0...last).map { step in
        let change =
          (step < changes[place].count ? changes[place][step] : 0) + (late[place][step] ?? 0)
        count = series[place].isStock ? count + change : change
        return UInt32(count)
      }
    }
  }
}
