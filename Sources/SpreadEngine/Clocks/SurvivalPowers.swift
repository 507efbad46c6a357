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

  /// The same for at most so many steps.
  @inline(__always) func set(_ probability: Double, within steps: Int) {
    powers[0] = 1 - probability
    var bit = 1
    while bit < Self.bits, 1 &<< (bit &- 1) <= steps {
      powers[bit] = powers[bit &- 1] * powers[bit &- 1]
      bit &+= 1
    }
  }

  /// In which step, from 1, a clock of this number rings after a product; the largest number if not within so many.
  func step(_ value: Double, after start: Double = 1, within steps: Int = .max) -> Int {
    var top = 0
    while start * powers[top] >= value {
      if top == Self.bits - 1 || 1 << top >= steps { return .max }
      top += 1
    }
    var (left, passed) = (start, 0)
    for bit in (0..<top).reversed() where left * powers[bit] >= value {
      left *= powers[bit]
      passed += 1 << bit
    }
    return passed < steps ? passed + 1 : .max
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
    let first = min(Self.bits, Int.bitWidth &- steps.leadingZeroBitCount)
    for bit in (0..<first).reversed() where steps >> bit & 1 == 1 { product *= powers[bit] }
    return product
  }
}
