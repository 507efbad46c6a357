/// Waiting times of the rare form: geometric numbers of steps to a source's next action.
///
/// Source: docs/randomness.md, "Rare actions".
struct ActionGaps {
  /// `powers[b]` = (1 - chance)^(2^b).
  private let powers: UnsafeMutablePointer<Double>
  static let bits = 32

  init(chance: Double) {
    powers = .allocate(capacity: Self.bits)
    powers[0] = 1 - chance
    for bit in 1..<Self.bits { powers[bit] = powers[bit - 1] * powers[bit - 1] }
  }

  func deallocate() { powers.deallocate() }

  /// Steps to the next action, 1...2^32: one more than the largest number of steps whose
  /// chance to pass without one exceeds the word as a fraction.
  func gap(_ word: UInt64) -> UInt64 {
    let fraction = Double(word &>> 11) * 0x1p-53
    var survival = 1.0
    var steps: UInt64 = 0
    for bit in (0..<Self.bits).reversed() where survival * powers[bit] > fraction {
      survival *= powers[bit]
      steps += 1 << UInt64(bit)
    }
    return steps + 1
  }
}
