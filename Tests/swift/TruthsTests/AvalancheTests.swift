import KeyedRandom
import SpreadModel
import Testing

/// A change of any one bit of what a draw is keyed by changes about half the bits of its word.
@Suite struct AvalancheTests {
  private static let samples = 2_000

  /// Everything the word of an action depends on; docs/randomness.md, "Words".
  private struct Key {
    var run: RunKey
    var person: UInt64
    var action: UInt64

    var word: UInt64 {
      mix(run.word &+ person &* 0x9e37_79b9_7f4a_7c15 &+ action &* 0xda94_2042_e4dd_58b5)
    }
  }

  /// The largest distance, in standard errors, of an output bit's chance to flip from 1/2, over
  /// all pairs of one of `bits` input bits and an output bit.
  private func worst(bits: Int, flip: (inout Key, UInt64) -> Void) -> Double {
    var stream = RandomStream(key: 0xa7a1)
    var worst = 0.0
    for bit in 0..<bits {
      var flips = [Int](repeating: 0, count: 64)
      for _ in 0..<Self.samples {
        let run = RunKey(
          seed: stream.next() >> 11, point: stream.next(), replicate: Int(stream.below(1 << 31)))
        let key = Key(run: run, person: stream.below(1 << 30), action: stream.below(1 << 23))
        var other = key
        flip(&other, 1 << UInt64(bit))
        let change = key.word ^ other.word
        for output in 0..<64 { flips[output] += Int(change >> UInt64(output) & 1) }
      }
      let error = (0.25 * Double(Self.samples)).squareRoot()
      for count in flips {
        worst = max(worst, abs(Double(count) - 0.5 * Double(Self.samples)) / error)
      }
    }
    return worst
  }

  // Up to 64 x 64 pairs; a normal exceeds 6.5 in one of 10^10.

  @Test("seed") func seed() {
    #expect(worst(bits: 53) { $0.run.seed ^= $1 } < 6.5)
  }

  @Test("point") func point() {
    #expect(worst(bits: 64) { $0.run.point = ($0.run.point ?? 0) ^ $1 } < 6.5)
  }

  @Test("replicate") func replicate() {
    #expect(worst(bits: 31) { $0.run.replicate ^= Int($1) } < 6.5)
  }

  @Test("person") func person() {
    #expect(worst(bits: 30) { $0.person ^= $1 } < 6.5)
  }

  @Test("number of the action") func action() {
    #expect(worst(bits: 23) { $0.action ^= $1 } < 6.5)
  }
}
