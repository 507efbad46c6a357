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
    for round in 0..<(isDeep ? 200 : 12) {
      let folder = scratch.file("killed\(round)")
      // The first kills come while the folder is being made, the others while runs are stored.
      let longest = round % 3 == 0 ? 0.03 : 0.9
      let run = try Command.start(["run", study, "-o", folder, "-j", "2"])
      Thread.sleep(forTimeInterval: .random(in: 0...longest, using: &random))
      run.send(SIGKILL)
      _ = try run.finish()
      let resumed = try Command.run("run", study, "-o", folder)
      try #require(resumed.exitCode == 0, "round \(round): \(resumed.messages)")
      #expect(try differences(whole, folder) == [], "round \(round)")
      try FileManager.default.removeItem(atPath: folder)
    }
  }

  @Test("R1 on a shared file system, where the store keeps no write-ahead log")
  func killedOnSharedFiles() throws {
    let scratch = try Scratch()
    let (study, whole) = try reference(scratch)
    let shared = ["SPREADLAB_SHARED_FILES": "1"]
    var random = SystemRandomNumberGenerator()
    for round in 0..<(isDeep ? 100 : 5) {
      let folder = scratch.file("shared\(round)")
      let run = try Command.start(["run", study, "-o", folder, "-j", "2"], environment: shared)
      Thread.sleep(forTimeInterval: .random(in: 0.1...0.9, using: &random))
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
  }

  @Test(
    "R11: a signal stops within two seconds and the same command goes on",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func signaled(signal: Int32) throws {
    let scratch = try Scratch()
    let (study, whole) = try reference(scratch)
    for round in 0..<(isDeep ? 33 : 3) {
      let folder = scratch.file("stopped\(round)")
      let run = try Command.start(["run", study, "-o", folder, "-j", "2"])
      Thread.sleep(forTimeInterval: 0.1 + 0.15 * Double(round % 4))
      let sent = Date()
      run.send(signal)
      let outcome = try run.finish(since: sent)
      #expect(outcome.exitCode == 128 + signal || outcome.exitCode == 0, "\(outcome.messages)")
      #expect(outcome.seconds < promised(2))
      let resumed = try Command.run("run", study, "-o", folder)
      try #require(resumed.exitCode == 0, "\(resumed.messages)")
      #expect(try differences(whole, folder) == [])
      try FileManager.default.removeItem(atPath: folder)
    }
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
    for _ in 0..<(isDeep ? 50 : 5) {
      let folder = scratch.file(UUID().uuidString)
      let first = try Command.start(["run", study, "-o", folder])
      Thread.sleep(forTimeInterval: 0.15)
      let second = try Command.run("run", study, "-o", folder)
      #expect(second.exitCode == 5, "\(second.messages)")
      #expect(second.messages.contains("\(first.process.processIdentifier)"))
      #expect(second.seconds < promised(1))
      first.send(SIGKILL)
      _ = try first.finish()
      let third = try Command.run("run", study, "-o", folder, "--time-limit", "0.2s")
      #expect([0, 75].contains(third.exitCode), "\(third.messages)")
    }
  }

  @Test("R10: an edited study is refused with the changed keys, an extended one goes on")
  func edited() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let before = try comparable(folder)
    let edits = [
      ("\"seed\": 7", "\"seed\": 8", "$.seed"),
      ("\"maps\": 1", "\"maps\": 2", "$.record"),
      ("[10, 100, 900]", "[10, 100]", "$.factors"),
      ("\"replicates\": 200", "\"replicates\": 100", "$.replicates"),
      ("[\"exact\", \"virus_app\"]", "[\"exact\", \"capped\"]", "$.factors"),
    ]
    for (old, new, key) in edits {
      try #require(Studies.small.contains(old))
      let edited = try scratch.write(
        Studies.small.replacingOccurrences(of: old, with: new), to: "edited.json")
      let outcome = try Command.run("run", edited, "-o", folder)
      #expect(outcome.exitCode == 5, "\(old): \(outcome.messages)")
      #expect(outcome.messages.contains(key), "\(outcome.messages)")
      #expect(try comparable(folder) == before)
    }
    let reformatted = try scratch.write(
      Studies.small.replacingOccurrences(of: "\n", with: "\n\n "), to: "spaces.json")
    #expect(try Command.run("run", reformatted, "-o", folder).exitCode == 0)
    let more = try scratch.write(
      Studies.small.replacingOccurrences(of: "[10, 100, 900]", with: "[10, 64, 100, 900]")
        .replacingOccurrences(of: "\"replicates\": 200", with: "\"replicates\": 250"),
      to: "more.json")
    let extended = try Command.run("run", more, "-o", folder)
    #expect(extended.exitCode == 0, "\(extended.messages)")
    try #require(Command.run("run", more, "-o", scratch.file("fresh")).exitCode == 0)
    #expect(try differences(folder, scratch.file("fresh")) == [])
  }
}
