import Foundation
import Testing

@Suite("Nothing is lost", .serialized) struct InterruptionTests {
  /// What the study gives when nothing happens to it.
  private func reference(_ scratch: Scratch) throws -> (study: String, folder: String) {
    let study = try scratch.write(Studies.long, to: "study.json")
    let outcome = try Command.run("run", study, "-o", scratch.file("whole"))
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    return (study, scratch.file("whole"))
  }

  @Test("R1: kill -9 at random moments, then the same command, gives the same bytes")
  func killed() throws {
    let scratch = try Scratch()
    let (study, whole) = try reference(scratch)
    var random = SystemRandomNumberGenerator()
    var (kills, again) = (0, 0)
    for round in 0..<(isDeep ? 200 : 28) {
      let folder = scratch.file("killed\(round)")
      // The first kills come while the folder is being made, the others while runs are stored.
      let longest = round % 3 == 0 ? 0.03 : 0.9
      let run = try Command.start(["run", study, "-o", folder, "-j", "2"])
      Thread.sleep(forTimeInterval: .random(in: 0...longest, using: &random))
      run.send(SIGKILL)
      if try run.finish().exitCode == 128 + SIGKILL { kills += 1 }
      if round % 4 == 0 {
        // And what resumes it is killed as well.
        let second = try Command.start(["run", study, "-o", folder, "-j", "2"])
        Thread.sleep(forTimeInterval: .random(in: 0...0.5, using: &random))
        second.send(SIGKILL)
        if try second.finish().exitCode == 128 + SIGKILL { again += 1 }
      }
      let resumed = try Command.run("run", study, "-o", folder)
      try #require(resumed.exitCode == 0, "round \(round): \(resumed.messages)")
      #expect(try differences(whole, folder) == [], "round \(round)")
      try FileManager.default.removeItem(atPath: folder)
    }
    print("R1: \(kills) kills -9 and \(again) while resuming, each resumed to the same bytes")
  }

  @Test("R1 on a shared file system, where the store keeps no write-ahead log")
  func killedOnSharedFiles() throws {
    let scratch = try Scratch()
    let (study, whole) = try reference(scratch)
    let shared = ["SPREADLAB_SHARED_FILES": "1"]
    let rounds = isDeep ? 100 : 12
    var random = SystemRandomNumberGenerator()
    for round in 0..<rounds {
      let folder = scratch.file("shared\(round)")
      let run = try Command.start(["run", study, "-o", folder, "-j", "2"], environment: shared)
      try waitForStore(in: folder, of: run)
      Thread.sleep(forTimeInterval: .random(in: 0...0.8, using: &random))
      run.send(SIGKILL)
      _ = try run.finish()
      let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/.store")
      #expect(!files.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") })
      // Reading comes first here: it has to cope with what the crash left half written.
      let status = try Command.run("status", folder)
      #expect(status.exitCode == 0, "round \(round): \(status.messages)")
      let resumed = try Command.run("run", study, "-o", folder, environment: shared)
      try #require(resumed.exitCode == 0, "round \(round): \(resumed.messages)")
      #expect(try differences(whole, folder) == [], "round \(round)")
      try FileManager.default.removeItem(atPath: folder)
    }
    print("R1: \(rounds) kills -9 without a write-ahead log, each resumed to the same bytes")
  }

  @Test(
    "R11: a signal stops within two seconds and the same command goes on",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func signaled(signal: Int32) throws {
    let scratch = try Scratch()
    let (study, whole) = try reference(scratch)
    var (stopped, slowest) = (0, 0.0)
    for round in 0..<(isDeep ? 34 : 7) {
      let folder = scratch.file("stopped\(round)")
      let run = try Command.start(["run", study, "-o", folder, "-j", "2"])
      Thread.sleep(forTimeInterval: 0.1 + 0.15 * Double(round % 4))
      let sent = Date()
      run.send(signal)
      let outcome = try run.finish(since: sent)
      #expect(outcome.exitCode == 128 + signal || outcome.exitCode == 0, "\(outcome.messages)")
      // With 0 it had ended before the signal, and Foundation may take seconds to say so.
      #expect(outcome.exitCode == 0 || outcome.seconds < promised(2))
      if outcome.exitCode != 0 { (stopped, slowest) = (stopped + 1, max(slowest, outcome.seconds)) }
      let resumed = try Command.run("run", study, "-o", folder)
      try #require(resumed.exitCode == 0, "\(resumed.messages)")
      #expect(try differences(whole, folder) == [])
      try FileManager.default.removeItem(atPath: folder)
    }
    print("R11: signal \(signal) \(stopped) times, out within \(milliseconds(slowest)) ms")
  }

  @Test("--time-limit stops with exit code 75 and the same command goes on")
  func timeLimit() throws {
    let scratch = try Scratch()
    let (study, whole) = try reference(scratch)
    let folder = scratch.file("limited")
    let first = try Command.run("run", study, "-o", folder, "-j", "1", "--time-limit", "0.2s")
    #expect(first.exitCode == 75, "\(first.messages)")
    var last = first
    for _ in 0..<100 where last.exitCode == 75 {
      last = try Command.run("run", study, "-o", folder, "--time-limit", "0.5s")
    }
    #expect(last.exitCode == 0)
    #expect(try differences(whole, folder) == [])
  }

  @Test("R9: a second process on the folder is refused at once, naming the first")
  func secondProcess() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.long, to: "study.json")
    let pairs = isDeep ? 50 : 10
    var slowest = 0.0
    for _ in 0..<pairs {
      let folder = scratch.file(UUID().uuidString)
      let first = try Command.start(["run", study, "-o", folder, "-j", "1"])
      try waitForStore(in: folder, of: first)
      let second = try Command.run("run", study, "-o", folder)
      #expect(second.exitCode == 5, "\(second.messages)")
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
