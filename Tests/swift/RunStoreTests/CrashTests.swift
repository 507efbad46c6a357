import DurableFiles
import Foundation
import PlainText
import RunStore
import StoreWriter
import TestSupport
import Testing

@Suite(.serialized) struct CrashTests {
  /// Checks that the first `acknowledged` blocks are there and nothing else is wrong.
  private func check(_ store: RunStore, acknowledged: Int) throws {
    var expected: [UInt64: [RunRecord]] = [:]
    for number in 0..<acknowledged {
      let block = SampleRuns.block(number)
      expected[block.point, default: []] += block.runs
    }
    for (point, runs) in expected {
      // More may be there: written, but killed before it could say so.
      let found = try store.runs(of: point)
      #expect(Array(found.prefix(runs.count)) == runs)
    }
  }

  @Test("R1, R3: kill -9 at random moments loses no acknowledged run and needs no clean-up")
  func killed() throws {
    var kept = 0
    for round in 0..<(TestDepth.isDeep ? 200 : 5) {
      let scratch = try Scratch()
      let folder = scratch.file("results")
      var acknowledged = 0
      // A second kill comes during the resumption.
      for _ in 0..<2 {
        let writer = try WriterProcess("write", folder)
        // Every other time while the store is still being made.
        if round % 2 == 0 { writer.waitUntilItWrites() }
        usleep(UInt32.random(in: 0...(round % 2 == 0 ? 150_000 : 15_000)))
        writer.kill()
        let last = try writer.output().split(separator: "\n").last
        acknowledged = max(acknowledged, last.flatMap { Int($0) } ?? 0)
        #expect(RunStore.holder(of: folder) == nil)
      }
      kept += acknowledged
      if RunStore.exists(in: folder), (try? RunStore.open(folder: folder, mode: .readOnly)) != nil {
        try check(try RunStore.open(folder: folder, mode: .readOnly), acknowledged: acknowledged)
      } else {
        #expect(acknowledged == 0)
      }
      let store = try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
      #expect(store.removedAtOpening == [])
      try check(store, acknowledged: acknowledged)
      #expect(try store.verify() == [])
      try store.append([SampleRuns.block(acknowledged)])
      // What it is at, in few words after many.
      for task in ["tables 10 400 comparisons", "tables 9 9"] {
        store.report(task: task)
        #expect(RunStore.holder(of: folder)?.task == task)
      }
      try store.close()
    }
    print("kill -9: \(kept) acknowledged blocks, none lost")
    #expect(kept > 0)
  }

  @Test("a reader takes nothing back that a writer, perhaps on another machine, is writing")
  func unfinishedWrite() throws {
    let scratch = try Scratch()
    let folder = scratch.file("results")
    let store = try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
    try store.append([SampleRuns.block(1)])
    try store.close()
    // A process that ends within a transaction leaves what a writer leaves whose lock is not seen.
    let script = """
      import os, sqlite3, sys
      store = sqlite3.connect(sys.argv[1], isolation_level=None)
      store.execute("PRAGMA journal_mode = TRUNCATE")
      store.execute("PRAGMA cache_size = 1")
      store.execute("BEGIN IMMEDIATE")
      for row in range(50):
          store.execute("INSERT INTO meta VALUES (?, zeroblob(9000))", (f"x{row}",))
      os._exit(0)
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, folder + "/.store/runs.sqlite"]
    try process.run()
    process.waitUntilExit()
    let files = ["runs.sqlite", "runs.sqlite-journal"].map { "results/.store/\($0)" }
    let before = try files.map(scratch.bytes)
    try #require(!before[1].isEmpty)
    let error = #expect(throws: RunStoreError.self) {
      try RunStore.open(folder: folder, mode: .readOnly)
    }
    #expect(error?.code.exit == .folderTaken)
    #expect(try files.map(scratch.bytes) == before)
    let writer = try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
    #expect(try writer.meta("x1") == nil && writer.counts().runs == SampleRuns.block(1).runs.count)
    try writer.close()
  }

  @Test("R9: a second process is refused at once, naming the first; after kill -9 it is not")
  func oneWriter() throws {
    for _ in 0..<(TestDepth.isDeep ? 50 : 3) {
      let scratch = try Scratch()
      let folder = scratch.file("results")
      let writer = try WriterProcess("write", folder)
      writer.waitUntilItWrites()
      let error = #expect(throws: FolderInUse.self) {
        try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
      }
      #expect(error?.holder.pid == writer.pid && error?.holder.host == nodeName)
      #expect(RunStore.holder(of: folder)?.pid == writer.pid)
      // Looking on is allowed meanwhile.
      let reader = try RunStore.open(folder: folder, mode: .readOnly)
      #expect(try reader.counts().runs > 0)
      #expect(try reader.verify() == [])
      writer.kill()
      #expect(RunStore.holder(of: folder) == nil)
      let store = try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
      #expect(throws: FolderInUse.self) {
        try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
      }
      try store.close()
    }
  }

  @Test(
    "R16: peak memory does not grow from 10^5 to 10^6 small runs",
    .enabled(if: !TestDepth.isSanitized))
  func flatMemory() throws {
    let peaks = try ["100000", "1000000"].map { runs in
      let scratch = try Scratch()
      let writer = try WriterProcess("fill", scratch.file("results"), runs)
      let output = try writer.output()
      #expect(output.hasPrefix("\(runs) runs"))
      return try #require(output.split(separator: " ").compactMap { Int($0) }.last)
    }
    print("peak memory for 10^5 and 10^6 runs: \(peaks) KiB")
    #expect(Double(peaks[1]) < 1.1 * Double(peaks[0]))
  }
}
