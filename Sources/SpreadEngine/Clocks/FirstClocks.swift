internal import KeyedRandom
import SpreadModel

/// The first clocks of infections where everybody meets everybody: they come in ascending order, so that only those
/// that ring are looked at.
///
/// Source: docs/randomness.md, "Contact clocks"; Rényi (1953).
struct FirstClocks: ~Copyable {
  private let others: Int
  private let memory: Memory
  /// By source: how many of the first clocks have rung, and E of the next one.
  private let ranks: RawBuffer<UInt32>
  private let sums: RawBuffer<Double>
  /// 0, 1, 2, ... between two uses, and what was exchanged with place 0, 1, ...
  private let places: RawBuffer<UInt32>
  private var exchanged = RawList<UInt32>()
  /// Whose clocks rang.
  private(set) var rung = RawList<UInt32>()

  /// - Parameter people: 0 where they are not used.
  init(people: Int) {
    var memory = Memory()
    let others = max(0, people - 1)
    self.others = others
    ranks = memory.buffer(people)
    sums = memory.buffer(people)
    places = memory.buffer(of: (0..<others).map { UInt32(truncatingIfNeeded: $0) })
    self.memory = memory
  }

  /// The words of the first clock of a rank, from 1: of its E, and of its person.
  @inline(__always) private static func words(_ key: UInt64, _ rank: Int) -> (UInt64, UInt64) {
    let state = mix(key) &+ UInt64(truncatingIfNeeded: 2 &* rank) &* goldenGamma
    return (mix(state &- goldenGamma), mix(state))
  }

  private func addNext(_ source: UInt32, _ key: UInt64) {
    let rank = Int(ranks[source]) + 1
    let uniform = (Double(Self.words(key, rank).0 &>> 11) + 0.5) * 0x1p-53
    sums[source] += -naturalLogarithm(uniform) / Double(others + 1 - rank)
  }

  /// E of the source's next one, whose V is exp(-E); nil if there is none.
  func hazard(of source: UInt32) -> Double? { ranks[source] < others ? sums[source] : nil }

  /// An infection begins.
  func begin(_ source: UInt32, _ key: UInt64) {
    ranks[source] = 0
    sums[source] = 0
    if others > 0 { addNext(source, key) }
  }

  /// Takes out the first clocks of a source that have rung by a step; `rung` are their people.
  ///
  /// - Returns: their number.
  mutating func takeRung(
    _ clock: WaitingClock, _ key: UInt64, by clocks: inout ContactClocks, at step: Int
  ) -> Int {
    let source = clock.source
    var count = 0
    var known = 0
    func exchange() -> UInt32 {
      let (_, word) = Self.words(key, known &+ 1)
      let left = UInt64(truncatingIfNeeded: others &- known)
      let other = known &+ Int(word.multipliedFullWidth(by: left).high)
      let chosen = places[other]
      places[other] = places[known]
      places[known] = chosen
      exchanged.reserve(known &+ 1, keeping: known)
      exchanged.view[known] = UInt32(truncatingIfNeeded: other)
      known &+= 1
      return chosen
    }
    while let hazard = hazard(of: source), clocks.hasRung(clock, hazard: hazard, at: step) {
      while known < Int(ranks[source]) { _ = exchange() }
      let chosen = exchange()
      rung.reserve(count &+ 1, keeping: count)
      rung.view[count] = chosen < source ? chosen : chosen &+ 1
      count &+= 1
      ranks[source] &+= 1
      if ranks[source] < others { addNext(source, key) }
    }
    while known > 0 {
      known &-= 1
      let other = exchanged.view[known]
      let chosen = places[known]
      places[known] = places[other]
      places[other] = chosen
    }
    return count
  }
}
