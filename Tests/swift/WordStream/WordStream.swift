import Foundation
import KeyedRandom
import SpreadModel

/// Writes the words that actions draw from to stdout without end, for a battery of tests.
///
/// The argument names what varies fastest, so that neighbors in the stream are neighbors there:
/// `step`, `person`, `replicate`, `point` or `seed`. Source: docs/randomness.md, "Tests of the random words".
@main
enum WordStream {
  private static let blockWords = 1 << 13

  static func main() {
    guard CommandLine.arguments.count == 2, let word = source(CommandLine.arguments[1]) else {
      FileHandle.standardError.write(
        Data("usage: word-stream step|person|replicate|point|seed\n".utf8))
      exit(2)
    }
    var block = [UInt64](repeating: 0, count: blockWords)
    var number: UInt64 = 0
    while true {
      for place in block.indices {
        block[place] = word(number)
        number += 1
      }
      let bytes = block.withUnsafeBytes { Data($0) }
      do { try FileHandle.standardOutput.write(contentsOf: bytes) } catch { return }
    }
  }

  /// The number-th word; numbers beyond a field's range carry over into the next field.
  private static func source(_ field: String) -> ((UInt64) -> UInt64)? {
    func action(_ run: UInt64, _ person: UInt64, _ step: UInt64) -> UInt64 {
      mix(run &+ person &* goldenGamma &+ step &* 0xda94_2042_e4dd_58b5)
    }
    func run(_ seed: UInt64, _ point: UInt64, _ replicate: UInt64) -> UInt64 {
      RunKey(seed: seed, point: point, replicate: Int(replicate)).word
    }
    let fixed = run(1, 1, 0)
    switch field {
    case "step": return { action(fixed, $0 >> 20, $0 & 0xf_ffff) }
    case "person": return { action(fixed, $0 & 0xfff_ffff, 1 + ($0 >> 28)) }
    case "replicate": return { action(run(1, 1, $0), 0, 1) }
    case "point": return { action(run(1, $0, 0), 0, 1) }
    case "seed": return { action(run($0, 1, 0), 0, 1) }
    default: return nil
    }
  }
}
