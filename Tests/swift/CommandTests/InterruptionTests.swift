import Foundation
import TestSupport
import Testing

@Suite("Nothing is lost", .serialized) struct InterruptionTests {
  /// What the study gives when nothing happens to it; made once for all tests.
  private static let reference = Result {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.long, to: "study.json")
    let outcome = try Command.run("run", study, "-o", scratch.file("whole"), "-j", "2")
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    return (study: study, folder: scratch.file("whole"), seconds: outcome.seconds)
  }

  @Test("R1 on a shared file system, where the store keeps no write-ahead log")
  func killedOnSharedFiles() throws {
    let scratch = try Scratch()
    let (study, whole, seconds) = try Self.reference.get()
    let shared = ["SPREADLAB_SHARED_FILES": "1"]
    var kills = RandomMoments(within: seconds, wanted: TestDepth.isDeep ? 100 : 1)
    while kills.needsMore {
      let folder = scratch.file("shared")
      let run = try Command.start(["run", study, "-o", folder, "-j", "2"], environment: shared)
      try waitForStore(in: folder, of: run)
      Thread.sleep(forTimeInterval: kills.next())
      run.send(SIGKILL)
      kills.note(wasUnderWay: try run.finish().exitCode == 128 + SIGKILL)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/.store")
      #expect(!files.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") })
      // Reading comes first here: it has to cope with what the crash left half written. What a journal would take back only a
      // writer may (`hotJournal`).
      let journal = try? Data(
        contentsOf: URL(fileURLWithPath: folder + "/.store/runs.sqlite-journal"))
      let status = try Command.run("status", folder)
      #expect(
        status.exitCode == 0 || journal?.isEmpty == false && status.code == "in_use",
        "\(kills): \(status.messages)")
      let resumed = try Command.run("run", study, "-o", folder, environment: shared)
      try #require(resumed.exitCode == 0, "\(kills): \(resumed.messages)")
      #expect(try differences(whole, folder) == [], "\(kills)")
      try FileManager.default.removeItem(atPath: folder)
    }
    print("R1: \(kills.hits) kills -9 without a write-ahead log, each resumed to the same bytes")
    #expect(kills.sufficed, "\(kills)")
  }

  @Test(
    "R1: what a crash left half written in a rollback journal is left by readers, and taken back by run"
  )
  func hotJournal() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let (whole, folder) = (scratch.file("whole"), scratch.file("torn"))
    for place in [whole, folder] {
      try #require(
        Command.run("run", study, "-o", place, environment: ["SPREADLAB_SHARED_FILES": "1"])
          .exitCode == 0)
    }
    // A writer whose memory is too small for its changes ends in the middle of them.
    let ended = try runProgram(
      "python3", "-c",
      """
      import os, sqlite3, sys
      path = sys.argv[1] + "/.store/runs.sqlite"
      before = open(path, "rb").read()
      store = sqlite3.connect(path, isolation_level=None)
      store.execute("PRAGMA cache_size = 1")
      store.execute("BEGIN IMMEDIATE")
      store.execute("UPDATE parts SET bytes = zeroblob(200000)")
      assert open(path, "rb").read() != before and os.path.getsize(path + "-journal") > 512
      os._exit(0)
      """, folder)
    try #require(ended.exitCode == 0, "\(ended.messages)")
    func stored() throws -> [Data] {
      try ["", "-journal"].map {
        try Data(contentsOf: URL(fileURLWithPath: "\(folder)/.store/runs.sqlite\($0)"))
      }
    }
    let torn = try stored()
    for command in ["status", "verify"] {
      let outcome = try Command.run(command, folder)
      #expect(outcome.exitCode == 5 && outcome.code == "in_use", "\(outcome.messages)")
      #expect(try stored() == torn, "\(command)")
    }
    let again = try Command.run("run", study, "-o", folder)
    #expect(again.exitCode == 0, "\(again.messages)")
    #expect(try Command.run("verify", folder).exitCode == 0)
    #expect(try differences(whole, folder) == [])
  }

  @Test(
    "R11: a signal stops within two seconds and the same command goes on",
    arguments: TestDepth.isDeep ? [SIGINT, SIGTERM, SIGHUP] : [SIGTERM])
  func signaled(signal: Int32) throws {
    let scratch = try Scratch()
    let (study, whole, seconds) = try Self.reference.get()
    var stops = RandomMoments(within: seconds, wanted: TestDepth.isDeep ? 34 : 1)
    var slowest = 0.0
    while stops.needsMore {
      let folder = scratch.file("stopped")
      let run = try Command.start(["run", study, "-o", folder, "-j", "2"])
      Thread.sleep(forTimeInterval: stops.next())
      let sent = Date()
      run.send(signal)
      let outcome = try run.finish(since: sent)
      #expect(outcome.exitCode == 128 + signal || outcome.exitCode == 0, "\(outcome.messages)")
      // With 0 it had ended before the signal, and Foundation may take seconds to say so.
      #expect(outcome.exitCode == 0 || outcome.seconds < promised(2))
      stops.note(wasUnderWay: outcome.exitCode != 0)
      if outcome.exitCode != 0 { slowest = max(slowest, outcome.seconds) }
      let resumed = try Command.run("run", study, "-o", folder)
      try #require(resumed.exitCode == 0, "\(resumed.messages)")
      #expect(try differences(whole, folder) == [])
      try FileManager.default.removeItem(atPath: folder)
    }
    print("R11: signal \(signal) \(stops.hits) times, out within \(milliseconds(slowest)) ms")
    #expect(stops.sufficed, "\(stops)")
  }

  @Test(
    "a signal that was blocked at the start stops a run, too; an ignored hangup never does",
    arguments: [
      ("--block-signal", SIGINT), ("--block-signal", SIGTERM), ("--block-signal", SIGHUP),
      ("--ignore-signal=HUP", SIGHUP),
    ])
  func inherited(how: String, signal: Int32) throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.long, to: "study.json")
    let folder = scratch.file("results")
    let run = try Command.start(
      [
        how, Command.program, "run", study, "-o", folder, "-j", "1", "--set", "replicates=1000000",
        "--time-limit", "\(how == "--block-signal" ? 60 : 3)s",
      ], of: "/usr/bin/env")
    try waitForStore(in: folder, of: run)
    run.send(signal)
    #expect(try run.finish().exitCode == (how == "--block-signal" ? 128 + signal : 75))
  }

  @Test("--time-limit stops with exit code 75 and the same command goes on")
  func timeLimit() throws {
    let scratch = try Scratch()
    let (study, whole, _) = try Self.reference.get()
    let folder = scratch.file("limited")
    let first = try Command.run("run", study, "-o", folder, "-j", "1", "--time-limit", "0.2s")
    #expect(first.exitCode == 75, "\(first.messages)")
    var last = first
    for _ in 0..<100 where last.exitCode == 75 {
      last = try Command.run("run", study, "-o", folder, "--time-limit", "3s")
    }
    #expect(last.exitCode == 0)
    #expect(try differences(whole, folder) == [])
  }

  @Test("a time limit and a signal end a command while it makes tables, too; its runs are kept")
  func tables() throws {
    let scratch = try Scratch()
    // A second of runs, minutes of tables.
    let levels = (1...60).map { "\(Double($0) / 61)" }.joined(separator: ", ")
    let study = try scratch.write(
      """
      {
        "spreadlab": 1, "study": "tables", "seed": 5, "model": { "group_size": 25 },
        "factors": { "infection_probability": { "values": [\(levels)] } }, "replicates": 100,
        "analysis": {
          "comparisons": [{ "factor": "infection_probability", "response": "curve" }]
        }
      }
      """, to: "study.json")
    let folder = scratch.file("results")
    let limited = try Command.run("run", study, "-o", folder, "--time-limit", "3s")
    #expect(limited.exitCode == 75 && limited.seconds < 3 + promised(2), "\(limited.messages)")
    let run = try Command.start(["run", study, "-o", folder])
    var status: [String: Any] = [:]
    while run.process.isRunning, status["phase"] as? String != "tables" {
      status = try Command.run("status", folder, "--json").json()
    }
    #expect(status["complete"] as? Bool == true && status["table_points_done"] is Int, "\(status)")
    let start = ContinuousClock.now
    run.send(SIGTERM)
    #expect(try run.finish().exitCode == 143)
    #expect(ContinuousClock.now - start < .seconds(promised(2)))
    let left = try Command.run("status", folder, "--json").json()
    #expect(left["running"] as? Bool == false && left["phase"] is NSNull)
    let stuck = try Command.run("run", study, "-o", folder, "--time-limit", "2s")
    #expect(
      stuck.exitCode == 75 && stuck.messages.contains("comparisons.csv"),
      "which table does not end within the limit: \(stuck.messages)")
  }

  @Test("R9: a second process on the folder is refused at once, naming the first")
  func secondProcess() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.long, to: "study.json")
    let pairs = TestDepth.isDeep ? 50 : 1
    var slowest = 0.0
    for _ in 0..<pairs {
      let folder = scratch.file(UUID().uuidString)
      let first = try Command.start(["run", study, "-o", folder, "-j", "1"])
      try waitForStore(in: folder, of: first)
      let second = try Command.run("run", study, "-o", folder)
      #expect(second.exitCode == 5 && second.code == "in_use", "\(second.messages)")
      #expect(second.messages.contains("\(first.process.processIdentifier)"))
      #expect(second.messages.contains(ProcessInfo.processInfo.hostName))
      #expect(second.seconds < promised(1))
      slowest = max(slowest, second.seconds)
      first.send(SIGKILL)
      _ = try first.finish()
      let third = try Command.run("run", study, "-o", folder, "--time-limit", "0.2s")
      #expect([0, 75].contains(third.exitCode), "\(third.messages)")
    }
    print("R9: \(pairs) pairs, the second refused within \(milliseconds(slowest)) ms")
  }

  /// Waits until there is a store that others can read, or the program has ended.
  private func waitForStore(in folder: String, of run: Command.Running) throws {
    while run.process.isRunning, try Command.run("status", folder).exitCode != 0 {}
  }

  private func milliseconds(_ seconds: Double) -> Int { Int((1000 * seconds).rounded(.up)) }
}
