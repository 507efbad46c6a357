internal import KeyedRandom
import SpreadModel

/// The first clocks of infections where everybody meets everybody: they come in ascending order, so that only those
/// that ring are looked at.
///
/// Source: docs/randomness.md, "Contact clocks"; Rényi (1953).
struct FirstClocks: ~Copyable {
  private let people: Int
  private let others: Int
  private let memory: Memory
  /// By slot, which a source has one of in each layer: how many of the first clocks have rung, and E of the next one.
  private let ranks: RawBuffer<UInt32>
  private let sums: RawBuffer<Double>
  /// 0, 1, 2, ... between two uses, and what was exchanged with place 0, 1, ...
  private let places: RawBuffer<UInt32>
  private var exchanged = RawList<UInt32>()
  /// Whose clocks rang, and their E.
  private(set) var rung = RawList<UInt32>()
  private(set) var rungHazards = RawList<Double>()

  /// - Parameter layers: in which everybody meets everybody; 0 where they are not used.
  init(people: Int, layers: Int) {
    var memory = Memory()
    let others = layers == 0 ? 0 : people - 1
    self.people = people
    self.others = others
    ranks = memory.buffer(layers * people)
    sums = memory.buffer(layers * people)
    places = memory.buffer(of: (0..<others).map { UInt32(truncatingIfNeeded: $0) })
    self.memory = memory
  }

  /// The words of the first clock of a rank, from 1: of its E, and of its person.
  ///
  /// - Parameter start: the state with which the stream of an infection starts.
  @inline(__always) private static func words(_ start: UInt64, _ rank: Int) -> (UInt64, UInt64) {
    let state = start &+ UInt64(truncatingIfNeeded: 2 &* rank) &* goldenGamma
    return (mix(state &- goldenGamma), mix(state))
  }

  @inline(__always) private func addNext(_ slot: Int, _ start: UInt64) {
    let rank = Int(ranks[slot]) + 1
    let uniform = (Double(Self.words(start, rank).0 &>> 11) + 0.5) * 0x1p-53
    sums[slot] += -naturalLogarithm(uniform) / Double(others + 1 - rank)
  }

  @inline(__always) func slot(_ source: UInt32, layer: Int = 0) -> Int {
    layer &* people &+ Int(source)
  }

  /// E of the source's next one, whose V is exp(-E); nil if there is none.
  func hazard(of slot: Int) -> Double? { ranks[slot] < others ? sums[slot] : nil }

  /// Its rank.
  func rank(of slot: Int) -> Int { Int(ranks[slot]) + 1 }

  /// An infection begins.
  func begin(_ slot: Int, _ key: UInt64) {
    ranks[slot] = 0
    sums[slot] = 0
    if others > 0 { addNext(slot, mix(key)) }
  }

  /// Takes out the first clocks of a source that have rung; `rung` are their people, `rungHazards` their E.
  ///
  /// - Returns: their number.
  mutating func takeRung(
    _ source: UInt32, _ slot: Int, _ key: UInt64, hasRung: (_ hazard: Double) -> Bool
  ) -> Int {
    let start = mix(key)
    var count = 0
    var known = 0
    func exchange() -> UInt32 {
      let (_, word) = Self.words(start, known &+ 1)
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
    while let hazard = hazard(of: slot), hasRung(hazard) {
      while known < Int(ranks[slot]) { _ = exchange() }
      let chosen = exchange()
      rung.reserve(count &+ 1, keeping: count)
      rung.view[count] = chosen < source ? chosen : chosen &+ 1
      rungHazards.reserve(count &+ 1, keeping: count)
      rungHazards.view[count] = hazard
      count &+= 1
      ranks[slot] &+= 1
      if ranks[slot] < others { addNext(slot, start) }
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
