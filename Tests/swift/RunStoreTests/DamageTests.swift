import Foundation
import PlainText
import RunStore
import StoreWriter
import TestSupport
import Testing

@Suite struct DamageTests {
  private let blocks = (0..<40).map { SampleRuns.block($0) }
  private let file = "results/.store/runs.sqlite"

  private func open(_ scratch: Scratch) throws -> RunStore {
    try RunStore.open(folder: scratch.file("results"), study: SampleRuns.study, mode: .resume)
  }

  /// A store with all blocks, closed; the bytes of its database.
  private func finished(_ scratch: Scratch) throws -> [UInt8] {
    let store = try open(scratch)
    try store.append(blocks)
    try store.close()
    return try scratch.bytes(file)
  }

  /// Whether a reader or `verify` notices; runs that are read must be right.
  private func isSeen(_ scratch: Scratch) throws -> Bool {
    do {
      let store = try RunStore.open(folder: scratch.file("results"), mode: .readOnly)
      let faults = try store.verify()
      for point in Set(blocks.map(\.point)) {
        do {
          let found = try store.runs(of: point)
          let expected = blocks.filter { $0.point == point }.flatMap(\.runs)
          let all = Dictionary(expected.map { ($0.replicate, $0) }) { a, _ in a }
          for run in found { #expect(all[run.replicate] == run) }
        } catch is any WordedError { #expect(!faults.isEmpty) }
      }
      return !faults.isEmpty
    } catch is any WordedError {
      return true
    }
  }

  /// Opens, runs again what is missing and compares with what was there at first.
  private func recompute(_ scratch: Scratch) throws -> Int {
    let store = try open(scratch)
    var missing = 0
    for block in blocks {
      for range in try store.missingReplicates(of: block.point, in: block.replicates) {
        let first = block.replicates.lowerBound
        let runs = Array(block.runs[range.lowerBound - first..<range.upperBound - first])
        missing += runs.count
        try store.append([RunBlock(point: block.point, runs: runs)])
      }
    }
    #expect(missing == 0 || !store.removedAtOpening.isEmpty)
    for point in Set(blocks.map(\.point)) {
      let expected = blocks.filter { $0.point == point }.flatMap(\.runs)
      #expect(try store.runs(of: point) == expected)
    }
    #expect(try store.verify() == [])
    try store.close()
    #expect(try !isSeen(scratch))
    return missing
  }

  /// Where the first column of a row or an index entry stands, which is the block's point.
  private func rowStarts(_ file: [UInt8]) -> [Int] {
    let points = Set(blocks.map { withUnsafeBytes(of: $0.point.bigEndian) { Array($0) } })
    return (100..<file.count - 8).filter { points.contains(Array(file[$0..<$0 + 8])) }
  }

  @Test("R21: one changed byte anywhere in a finished store is seen, and its runs are made again")
  func flippedBytes() throws {
    let scratch = try Scratch()
    let sound = try finished(scratch)
    let seal = try scratch.bytes("results/.store/seal")
    let whole = blocks.reduce(0) { $0 + $1.runs.count }
    var numbers = Numbers(21)
    var again = 0
    // The file's header and first page first, then anywhere.
    let places =
      Array(0..<100)
      + (0..<(TestDepth.isDeep ? 2000 : TestDepth.isSanitized ? 5 : 40)).map { _ in
        numbers.below(sound.count)
      }
    for place in places
    where place < 100 ? (TestDepth.isDeep || place % (TestDepth.isSanitized ? 20 : 4) == 0) : true {
      var changed = sound
      changed[place] ^= UInt8(1 << numbers.below(8))
      try scratch.write(changed, to: file)
      try scratch.write(seal, to: "results/.store/seal")
      #expect(try isSeen(scratch), "byte \(place)")
      again += try recompute(scratch)
    }
    print("flipped bytes: \(again) of \(whole * places.count) runs made again")
    #expect(again > 0)
  }

  @Test("R21: without a seal, after a crash, no wrong run is ever read")
  func flippedBytesWithoutSeal() throws {
    let scratch = try Scratch()
    let sound = try finished(scratch)
    let types = rowStarts(sound)
    #expect(types.count >= blocks.count)
    var numbers = Numbers(22)
    let rounds = TestDepth.isDeep ? 1000 : TestDepth.isSanitized ? 6 : 25
    var (seen, again) = (0, 0)
    for _ in 0..<rounds {
      var changed = sound
      for _ in 0...numbers.below(3) {
        changed[100 + numbers.below(sound.count - 100)] = UInt8(truncatingIfNeeded: numbers.word())
      }
      // The types of a row's columns stand before its first: text in place of a number, say.
      changed[types[numbers.below(types.count)] - 1 - numbers.below(8)] = UInt8(numbers.below(20))
      try scratch.write(changed, to: file)
      try FileManager.default.removeItem(atPath: scratch.file("results/.store/seal"))
      if try isSeen(scratch) { seen += 1 }
      again += try recompute(scratch)
    }
    // Some of the bytes are in pages that hold nothing; most are in a block or a row.
    #expect(seen > rounds / 2 && again > 0, "\(seen) of \(rounds) seen, \(again) runs made again")
  }

  @Test("R21: an index that names other rows gives no run of theirs, and none twice")
  func indexOfOtherRows() throws {
    let scratch = try Scratch()
    let sound = try finished(scratch)
    try FileManager.default.removeItem(atPath: scratch.file("results/.store/seal"))
    var refused = 0
    // After the point stand the first replicate, their number and the row, in a byte or two each.
    for start in rowStarts(sound).suffix(8) {
      for place in start + 8..<start + 13 {
        var changed = sound
        changed[place] ^= 3
        try scratch.write(changed, to: file)
        let store = try RunStore.open(folder: scratch.file("results"), mode: .readOnly)
        for point in Set(blocks.map(\.point)) {
          var known = Dictionary(
            blocks.filter { $0.point == point }.flatMap(\.runs).map { ($0.replicate, $0) }
          ) { one, _ in one }
          do {
            try store.forEachRun(
              point: point, replicates: 0..<Int.max, [.curves, .maps, .transmissions, .groupCurves]
            ) { run in
              let expected = known.removeValue(forKey: run.replicate)
              guard expected == run else { throw WrongRun(point: point, replicate: run.replicate) }
            }
            // What a damaged index leaves out, the check before all runs are read finds.
            if !known.isEmpty { #expect(throws: RunStoreError.self) { try store.expectSound() } }
          } catch RunStoreError.damaged { refused += 1 }
        }
      }
    }
    #expect(refused > 0)
  }

  @Test("R21: a store whose column has another name is seen, and its runs are made again")
  func otherColumn() throws {
    let scratch = try Scratch()
    let sound = try finished(scratch)
    for name in ["bytes BLOB", "kind TEXT", "checksum INT", "value BLOB", "text BLOB"] {
      let place = try #require(Data(sound).firstRange(of: Data(name.utf8)))
      var changed = sound
      changed[place.lowerBound] ^= 1
      try scratch.write(changed, to: file)
      #expect(try isSeen(scratch), "\(name)")
      #expect(try recompute(scratch) > 0, "\(name)")
    }
  }

  private struct WrongRun: Error {
    let point: UInt64
    let replicate: Int
  }

  @Test("R21: a store of more rows than are copied at a time is rebuilt whole")
  func rebuiltWhole() throws {
    let scratch = try Scratch()
    let store = try open(scratch)
    let many = 2500
    try store.append(
      (0..<many).map { number in
        RunBlock(
          point: UInt64(number),
          runs: [RunRecord(replicate: 0, outcome: .failed(reason: "\(number)"))])
      })
    try store.close()
    // The number of free pages in the file's header: wrong, though every row is sound.
    var changed = try scratch.bytes(file)
    changed[39] = 9
    try scratch.write(changed, to: file)
    let again = try open(scratch)
    #expect(!again.removedAtOpening.isEmpty)
    #expect(try again.counts().runs == many)
    for number in [0, 1, 999, 1000, 1001, 2000, many - 1] {
      #expect(try again.finishedReplicates(point: UInt64(number)) == [0..<1])
    }
  }

  @Test("R21: a store is rebuilt in the memory of some blocks, not of all")
  func rebuiltInParts() throws {
    let scratch = try Scratch()
    let store = try open(scratch)
    let (count, size) = (40, 1 << 19)
    for point in 0..<count {
      let reason = String(repeating: "x", count: size)
      try store.append([
        RunBlock(
          point: UInt64(point), runs: [RunRecord(replicate: 0, outcome: .failed(reason: reason))])
      ])
    }
    try store.close()
    var changed = try scratch.bytes(file)
    changed[39] = 9
    try scratch.write(changed, to: file)
    changed = []
    try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    let before = try peakMemory()
    let again = try open(scratch)
    #expect(!again.removedAtOpening.isEmpty)
    #expect(try again.counts().runs == count)
    #expect(try peakMemory() - before < count * size * 3 / 4)
  }

  /// The most memory that this process has had, in bytes. Source: proc(5), /proc/[pid]/status.
  private func peakMemory() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }

  @Test("R21: damaged runs are not taken over into another store")
  func damagedCopy() throws {
    let scratch = try Scratch()
    let sound = try finished(scratch)
    try FileManager.default.removeItem(atPath: scratch.file("results/.store/seal"))
    var refused = 0
    for place in stride(from: 20_000, to: sound.count, by: 997) {
      var changed = sound
      changed[place] ^= 4
      try scratch.write(changed, to: file)
      let source = try RunStore.open(folder: scratch.file("results"), mode: .readOnly)
      for point in Set(blocks.map(\.point)) {
        guard (try? source.runs(of: point)) == nil else { continue }
        let target = try RunStore.open(
          folder: scratch.file("copy"), study: SampleRuns.study, mode: .resume)
        #expect(throws: RunStoreError.self) { try target.copy([point], from: source) }
        #expect(try target.finishedReplicates(point: point) == [])
        try target.close()
        refused += 1
      }
      if refused > 4 { break }
    }
    #expect(refused > 0)
  }

  @Test("R21: a shortened, emptied or overwritten file is seen, and its runs are made again")
  func shortened() throws {
    let scratch = try Scratch()
    let sound = try finished(scratch)
    var numbers = Numbers(23)
    let whole = blocks.reduce(0) { $0 + $1.runs.count }
    for size in [0, 1, 99, 100, 4096, 5000, 40_960, sound.count - 4096, sound.count - 1] {
      try scratch.write(Array(sound.prefix(size)), to: file)
      #expect(try isSeen(scratch), "\(size) bytes")
      #expect(try recompute(scratch) > 0 || size == sound.count - 1)
    }
    // What was set aside is not replaced by nothing.
    try scratch.write([UInt8](repeating: 1, count: 5000), to: file)
    _ = try recompute(scratch)
    for isThere in [true, false] {
      if isThere {
        try scratch.write([], to: file)
      } else {
        try FileManager.default.removeItem(atPath: scratch.file(file))
      }
      #expect(try recompute(scratch) == whole)
      #expect(try scratch.bytes("results/.store/unreadable.sqlite").count == 5000)
    }
    for _ in 0..<5 {
      let garbage = (0..<numbers.below(20_000)).map { _ in UInt8(truncatingIfNeeded: numbers.word())
      }
      try scratch.write(garbage, to: file)
      #expect(try isSeen(scratch))
      #expect(try recompute(scratch) == whole)
    }
  }
}
