import SpreadModel

/// Chances that clocks do not ring within some steps of one p: products of powers.
///
/// Source: docs/randomness.md, "Contact clocks".
struct SurvivalPowers {
  private static let bits = 32

  /// By bit b: (1 - p)^(2^b).
  private let powers: RawBuffer<Double>

  init(in memory: inout Memory) { powers = memory.buffer(Self.bits) }

  var pointer: UnsafePointer<Double> { UnsafePointer(powers.pointer(room: Self.bits)) }

  func set(_ probability: Double) { set(probability, within: .max) }

  /// The same for `survival` of at most so many steps.
  @inline(__always) func set(_ probability: Double, within steps: Int) {
    powers[0] = 1 - probability
    var bit = 1
    while bit < Self.bits, 1 &<< (bit &- 1) <= steps {
      powers[bit] = powers[bit &- 1] * powers[bit &- 1]
      bit &+= 1
    }
  }

  /// In which step, from 1, a clock of this number rings whose product was 1.
  @inline(never) func step(_ value: Double) -> Int {
    var product = 1.0
    var steps = 0
    for bit in (0..<Self.bits).reversed() where product * powers[bit] >= value {
      product *= powers[bit]
      steps += 1 << bit
    }
    return steps + 1
  }

  /// The largest V of a clock that has not rung within so many steps, from 1, after a product.
  ///
  /// Rounding may make more steps likelier to pass than fewer: what counts is the search bit by bit.
  func survival(_ steps: Int, after start: Double = 1) -> Double {
    var product = start
    var largest = 0.0
    // Of higher bits no power is larger.
    let first = min(Self.bits, Int.bitWidth &- steps.leadingZeroBitCount &+ 1)
    for bit in (0..<first).reversed() {
      let next = product * powers[bit]
      if steps >> bit & 1 == 1 { product = next } else { largest = max(largest, next) }
    }
    return max(product, largest)
  }

  /// What a product becomes within so many steps.
  func product(_ steps: Int, after start: Double) -> Double {
    var product = start
    for bit in (0..<Self.bits).reversed() where steps >> bit & 1 == 1 { product *= powers[bit] }
    return product
  }
}
