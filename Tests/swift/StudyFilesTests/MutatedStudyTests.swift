import Foundation
import KeyedRandom
import PlainText
import StudyFiles
import TestSupport
import Testing

@Suite struct MutatedStudyTests {
  /// Bytes that mean something in JSON come in more often than by chance.
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "0", "-", "e", "E+", ".", "1e400", "1e-400", "true",
    "null", "\\ud800", "\\u0000", "\u{FEFF}", "\n", "9223372036854775808", "\"factors\"",
    "\"from\"", "-0", "18446744073709551616", "[[[[[[[[", "\"replicates\": 1",
  ].map { Array($0.utf8) }

  /// A debug build under a sanitizer takes a hundred times as long.
  private static let count =
    ProcessInfo.processInfo.environment["SPREADLAB_SANITIZED"] == nil
    ? TestDepth.choose(quick: 1_500, deep: 20_000) : 1_000

  @Test("mutated study files are each read or refused with a place, and none crashes", .slow)
  func mutated() throws {
    let original = Array(Texts.contract.utf8)
    var stream = RandomStream(key: 20_261_121)
    var accepted = 0
    for number in 0..<Self.count {
      var bytes = original
      for _ in 0...Int(stream.next() % 4) {
        let place = Int(stream.next() % UInt64(bytes.count))
        switch stream.next() % 5 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: stream.next())
        case 1: bytes.remove(at: place)
        case 2:
          let piece = Self.pieces[Int(stream.next() % UInt64(Self.pieces.count))]
          bytes.insert(contentsOf: piece, at: place)
        case 3:
          let end = min(bytes.count, place + Int(stream.next() % 40))
          bytes.insert(contentsOf: bytes[place..<end], at: end)
        default:
          bytes.removeSubrange(place..<min(bytes.count, place + Int(stream.next() % 20)))
        }
        if bytes.isEmpty { bytes = original }
      }
      do throws(StudyFileError) {
        let study = try Study.parse(bytes: bytes, file: "mutant.json")
        if study.pointCount <= 1000 { _ = try study.points() }
        accepted += 1
      } catch {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        let places = error.diagnostics.allSatisfy {
          $0.file.description == "mutant.json" && 1...lines ~= $0.line
            && 1...bytes.count + 1 ~= $0.column
            && !$0.message.isEmpty && $0.path.hasPrefix("$")
        }
        #expect(!error.diagnostics.isEmpty && places, "mutant \(number): \(error)")
      }
    }
    // Digits and words of the description may change without harm.
    #expect(
      accepted > Self.count / 200 && accepted < Self.count * 19 / 20, "\(accepted) accepted")
  }
}
