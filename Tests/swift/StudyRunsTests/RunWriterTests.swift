import Foundation
import RunStore
import SpreadModel
import StudyRuns
import Synchronization
import Testing
import WorkStealing

@Suite struct RunWriterTests {
  /// A block of about 100,000 bytes: numbers that no form but the plain one holds.
  private static func block(_ number: Int, runs: Int = 1_000) -> EncodedBlock {
    EncodedBlock(
      RunBlock(
        point: 1,
        runs: (0..<runs).map { place in
          RunRecord(
            replicate: number * 1_000 + place,
            outcome: .finished(
              .init(
                stopReason: .allInfected, responses: (0..<13).map { Double(place * $0) / 7 })))
        }))
  }

  @Test("where the disk is slow the workers wait for it: what they hold is bounded")
  func slowDisk() throws {
    let block = Self.block(0)
    let held = Atomic(0)
    let most = Atomic(0)
    let kept = Atomic(0)
    let disk = Mutex(())
    let writer = RunWriter(workers: 4) { blocks in
      _ = disk.withLock { _ in usleep(20_000) }
      let bytes = blocks.reduce(0) { $0 + $1.bytes }
      held.subtract(bytes, ordering: .relaxed)
      kept.add(blocks.count, ordering: .relaxed)
    }
    // Some 80 MB, which nobody has to compute.
    _ = WorkPool(workers: 4).run(tasks: 800, cancel: CancelToken()) { _, _ in
      let now = held.add(block.bytes, ordering: .relaxed).newValue
      most.max(now, ordering: .relaxed)
      #expect(writer.add(block))
    }
    try writer.finish()
    #expect(kept.load(ordering: .relaxed) == 800)
    let bound = RunWriter.mostWaiting + 5 * block.bytes
    #expect(most.load(ordering: .relaxed) <= bound, "\(most.load(ordering: .relaxed))")
  }

  @Test("small blocks are written again and again, long before they fill the memory allowed")
  func again() throws {
    let writes = Atomic(0)
    let writer = RunWriter(workers: 1) { _ in writes.add(1, ordering: .relaxed) }
    for number in 0..<5_000 { #expect(writer.add(Self.block(number, runs: 1))) }
    #expect(writes.load(ordering: .relaxed) > 1)
    try writer.finish()
  }

  @Test("a write that fails is reported to everybody and thrown at the end")
  func failing() {
    let writer = RunWriter(workers: 1) { _ in
      throw RunStoreError.internalError("full")
    }
    var added = 0
    while added < 1_000, writer.add(Self.block(added)) { added += 1 }
    #expect(added < 1_000)
    #expect(throws: RunStoreError.internalError("full")) { try writer.finish() }
  }
}
