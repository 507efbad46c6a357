internal import Foundation
internal import Synchronization
package import Testing

/// A hash of what fixed seeds give: the same as long as the code gives the same.
///
/// Source: FNV-1a of 64 bits, http://www.isthe.com/chongo/tech/comp/fnv/.
package struct Digest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(_ number: some BinaryInteger) {
    let word = UInt64(truncatingIfNeeded: number)
    for shift in stride(from: 0, to: 64, by: 8) {
      state = (state ^ (word >> UInt64(shift) & 0xff)) &* 0x100_0000_01b3
    }
  }

  /// To nine digits: the mathematical library of another processor may differ in the last ones.
  package mutating func add(_ number: Double) {
    add(String(format: "%.9g", number))
  }

  package mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(text.utf8.count)
  }

  package var text: String { String(state, radix: 16) }
}

/// Compares a digest with that of `Tests/data/digests.json`, which stands for the statistics that the deep
/// tier computes of the same code.
///
/// In the deep tier it is kept in `.build/digests.json` instead; `make test-deep` makes that the file to
/// compare with once all its tests have passed.
package func expectDigest(
  _ digest: Digest, _ name: String, of catalog: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  if TestDepth.isDeep {
    try DigestFile.keep(digest.text, name, of: catalog)
  } else if try DigestFile.golden.get()[catalog]?[name] != digest.text {
    Issue.record(
      """
      \(catalog), \(name): \(digest.text) is not the digest of the results whose statistics were \
      computed. If they are meant to change, run make test-deep
      """, sourceLocation: sourceLocation)
  }
}

/// Digests by catalog and name.
private enum DigestFile {
  typealias Digests = [String: [String: String]]

  static let golden = Result {
    try JSONDecoder().decode(
      Digests.self, from: Data(contentsOf: Repository.data("digests.json")))
  }
  private static let kept = Mutex<Digests>([:])

  static func keep(_ digest: String, _ name: String, of catalog: String) throws {
    try kept.withLock { digests in
      digests[catalog, default: [:]][name] = digest
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try (encoder.encode(digests) + Data("\n".utf8)).write(
        to: Repository.root.appending(path: ".build/digests.json"), options: .atomic)
    }
  }
}
