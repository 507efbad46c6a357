import DurableFiles
import Foundation
import TestSupport
import Testing

@Suite struct SpoolFileTests {
  private func append(_ bytes: [UInt8], to spool: SpoolFile) -> Int {
    bytes.withUnsafeBytes { spool.append($0) }
  }

  private func read(_ count: Int, from offset: Int, of spool: SpoolFile) -> [UInt8] {
    var bytes = [UInt8](repeating: 9, count: count)
    bytes.withUnsafeMutableBytes { spool.read(into: $0, from: offset) }
    return bytes
  }

  @Test("what was appended is read back from its place, in any order; nothing has a name")
  func readsBack() throws {
    let scratch = try Scratch()
    let spool = SpoolFile(in: scratch.path)
    let pieces = (0..<50).map { number in  // of no byte, of one, 4, 9, ...
      (0..<(number * number % 400)).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0) }
    }
    let offsets = pieces.map { append($0, to: spool) }
    #expect(offsets == pieces.indices.map { pieces[..<$0].reduce(0) { $0 + $1.count } })
    #expect(spool.count == pieces.reduce(0) { $0 + $1.count })
    for place in pieces.indices.reversed() {
      #expect(read(pieces[place].count, from: offsets[place], of: spool) == pieces[place])
    }
    try spool.check()
    #expect(try scratch.names == [])
  }

  @Test("the first failure is reported, and zeros are read instead of what is not there")
  func failure() throws {
    let scratch = try Scratch()
    let missing = SpoolFile(in: scratch.file("none"))
    try missing.check()
    #expect(append([1, 2, 3], to: missing) == 0)
    let error = #expect(throws: DurableFileError.self) { try missing.check() }
    #expect(error?.operation == "create" && error?.number == ENOENT)
    #expect(read(3, from: 0, of: missing) == [0, 0, 0])

    let spool = SpoolFile(in: scratch.path)
    _ = append([1, 2, 3], to: spool)
    #expect(read(5, from: 1, of: spool) == [2, 3, 0, 0, 0])
    let short = #expect(throws: DurableFileError.self) { try spool.check() }
    #expect(short?.operation == "read" && short?.number == EIO)

    // The system refuses to read from there.
    let refused = SpoolFile(in: scratch.path)
    _ = append([1, 2, 3], to: refused)
    #expect(read(3, from: -1, of: refused) == [0, 0, 0])
    #expect(throws: DurableFileError.self) { try refused.check() }
  }
}
