import SpreadModel

/// The lengths of infections that end with the same chance after each step.
///
/// Source: docs/randomness.md, "The course".
struct GeometricDistribution {
  private static let bits = 32
  /// Waits of fewer steps are looked up: `guide` says where to start, `survivals` where to end.
  static let tableSize = 1024

  private static let isOpen: UInt16 = 0x8000

  /// `powers[b]` = (1 - chance)^(2^b).
  let powers: RawBuffer<Double>
  /// `survivals[t]`: chance that t steps pass without an end, multiplied as in `search`.
  let survivals: RawBuffer<Double>
  /// By the upper ten bits of a word: a number of steps all its fractions reach; `isOpen` is added where
  /// some of them reach more.
  let guide: RawBuffer<UInt16>

  init(chance: Double, in memory: inout Memory) {
    powers = memory.buffer(Self.bits)
    survivals = memory.buffer(Self.tableSize)
    // Vector passes read two bytes more.
    guide = memory.buffer(Self.tableSize + 1)
    powers[0] = 1 - chance
    for bit in 1..<Self.bits { powers[bit] = powers[bit - 1] * powers[bit - 1] }
    guard chance < 1 else { return }
    for steps in 0..<Self.tableSize {
      survivals[steps] = (0..<Self.bits).reversed().reduce(1) { (product: Double, bit: Int) in
        steps >> bit & 1 == 1 ? product * powers[bit] : product
      }
    }
    var steps = 0
    for place in (0..<Self.tableSize).reversed() {
      let largest = Double(place + 1) / Double(Self.tableSize)
      while steps + 1 < Self.tableSize && survivals[steps + 1] > largest { steps += 1 }
      let isSure =
        steps + 1 < Self.tableSize
        && survivals[steps + 1] <= Double(place) / Double(Self.tableSize)
      guide[place] = UInt16(steps) | (isSure ? 0 : Self.isOpen)
    }
  }

  /// Steps to the end, 1...2^32: one more than the largest number of steps whose
  /// chance to pass without one exceeds the word as a fraction.
  @inline(__always) func gap(_ word: UInt64) -> UInt64 {
    let guided = guide[word &>> 54]
    var steps = Int(guided & ~Self.isOpen)
    if guided == UInt16(truncatingIfNeeded: steps) { return UInt64(guided) &+ 1 }
    let fraction = Double(word &>> 11) * 0x1p-53
    if fraction >= survivals[Self.tableSize - 1] {
      while survivals[steps &+ 1] > fraction { steps &+= 1 }
      return UInt64(truncatingIfNeeded: steps &+ 1)
    }
    return search(fraction)
  }

  @inline(never) private func search(_ fraction: Double) -> UInt64 {
    var survival = 1.0
    var steps: UInt64 = 0
    for bit in (0..<Self.bits).reversed() where survival * powers[bit] > fraction {
      survival *= powers[bit]
      steps += 1 << UInt64(bit)
    }
    return steps + 1
  }
}
