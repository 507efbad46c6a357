internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// How long something lasts that is drawn, by inversion: from the words of infections.
///
/// Source: docs/randomness.md, "The course".
struct LengthDistribution {
  private static let bits = 32
  /// Fewer steps are looked up: `guide` says where to start, `survivals` where to end.
  private static let tableSize = 1024
  /// So many bits of a word: few of its values leave open how many steps there are.
  private static let guideBits = UInt64(SPREAD_GUIDE_BITS)

  private static let isOpen: UInt16 = 0x8000

  /// What lengths beyond the table ask for their chances. An object, so that draws copy no closure.
  private final class Tail {
    let reaching: @Sendable (Int) -> Double
    init(_ reaching: @escaping @Sendable (Int) -> Double) { self.reaching = reaching }
  }

  /// Everybody lasts so many steps, and those drawn besides.
  private let least: Int
  /// Nil where each step passes with the same chance. `Memory` keeps it.
  private let tail: Unmanaged<Tail>?
  /// Of that chance: `powers[b]` is its power 2^b.
  private let powers: RawBuffer<Double>
  /// `survivals[t]`: chance of t steps or more besides the least number.
  private let survivals: RawBuffer<Double>
  /// By the upper bits of a word: a number of steps all its fractions reach; `isOpen` is added where
  /// some of them reach more.
  private let guide: RawBuffer<UInt16>

  /// Of what ends with the same chance (above 0 and below 1) after each step, one at least.
  init(chance: Double, in memory: inout Memory) {
    self.init(.equal(passing: 1 - chance), least: 1, in: &memory)
  }

  /// - Parameter least: steps that it lasts at least, 0 or 1.
  /// - Returns: nil of a length that is the same for everybody.
  init?(_ length: Length, least: Int, in memory: inout Memory) {
    guard case .drawn(let kind, let numbers) = length else { return nil }
    self.init(kind.chances(numbers, least), least: least, in: &memory)
  }

  private init(_ chances: LengthChances, least: Int, in memory: inout Memory) {
    self.least = least
    let passing: Double
    switch chances {
    case .equal(let chance): (passing, tail) = (chance, nil)
    case .each(_, let reaching): (passing, tail) = (0, memory.keep(Tail(reaching)))
    }
    powers = memory.buffer(Self.bits)
    survivals = memory.buffer(Self.tableSize)
    let guideSize = 1 << Int(Self.guideBits)
    guide = memory.buffer(guideSize)
    powers[0] = passing
    for bit in 1..<Self.bits { powers[bit] = powers[bit - 1] * powers[bit - 1] }
    var isOver = false
    for steps in 0..<Self.tableSize {
      survivals[steps] = isOver ? 0 : survival(steps)
      isOver = survivals[steps] <= 0
    }
    var steps = 0
    for place in (0..<guideSize).reversed() {
      let largest = Double(place + 1) / Double(guideSize)
      while steps + 1 < Self.tableSize && survivals[steps + 1] > largest { steps += 1 }
      let isSure =
        steps + 1 < Self.tableSize
        && survivals[steps + 1] <= Double(place) / Double(guideSize)
      guide[place] = UInt16(steps) | (isSure ? 0 : Self.isOpen)
    }
  }

  /// The chance of so many steps or more besides the least number.
  private func survival(_ steps: Int) -> Double {
    if steps == 0 { return 1 }
    if let tail { return tail._withUnsafeGuaranteedRef { $0.reaching(steps) } }
    return (0..<Self.bits).reversed().reduce(1) { (product: Double, bit: Int) in
      steps >> bit & 1 == 1 ? product * powers[bit] : product
    }
  }

  /// Whether the vector passes can draw it: they take what is longer than the table by powers.
  var isKnownToVectors: Bool { tail == nil || survivals[Self.tableSize - 1] <= 0 }

  /// Tells the vector passes of it.
  ///
  /// - Parameter lane: added to the words of infections.
  func describe(to lengths: inout spread_lengths, lane: UInt64) {
    lengths = spread_lengths(
      lane: lane, least: UInt64(least), guide: UnsafePointer(guide.pointer(room: guide.count)),
      survivals: UnsafePointer(survivals.pointer(room: survivals.count)),
      table_size: survivals.count, powers: UnsafePointer(powers.pointer(room: powers.count)))
  }

  /// How long it lasts, at most 2^32 steps: the largest number whose chance to be reached exceeds the word as a fraction.
  @inline(__always) func length(_ word: UInt64) -> Int {
    let guided = guide[word &>> (64 &- Self.guideBits)]
    var steps = Int(guided & ~Self.isOpen)
    if guided == UInt16(truncatingIfNeeded: steps) { return steps &+ least }
    let fraction = Double(word &>> 11) * 0x1p-53
    if fraction >= survivals[Self.tableSize - 1] {
      while survivals[steps &+ 1] > fraction { steps &+= 1 }
      return steps &+ least
    }
    return search(fraction) &+ least
  }

  /// How long it lasts by these words, once a lane is added and they are mixed; room for seven lengths more.
  func draw(
    _ words: RawBuffer<UInt64>, _ count: Int, lane: UInt64, to lengths: RawBuffer<UInt32>,
    by passes: VectorPasses?
  ) {
    if let passes, isKnownToVectors {
      var known = spread_lengths()
      describe(to: &known, lane: lane)
      return passes.pointee.draw_lengths(
        &known, words.pointer(room: count), count, lengths.pointer(room: count &+ 7))
    }
    for index in 0..<count {
      lengths[index] = UInt32(clamping: length(mix(words[index] &+ lane)))
    }
  }

  @inline(never) private func search(_ fraction: Double) -> Int {
    var steps = 0
    for bit in (0..<Self.bits).reversed() where survival(steps | 1 << bit) > fraction {
      steps |= 1 << bit
    }
    return steps
  }
}
