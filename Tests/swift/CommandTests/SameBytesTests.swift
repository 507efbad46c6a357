import Foundation
import Synchronization
import TestSupport
import Testing

/// A study of each kind, and what may not change a byte of its results.
struct SameBytesCase: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var study: String
  /// Beside the study file, by name.
  var files: [String: String] = [:]
  var command = ["run", "study.json"]
  /// How to make the study file that parts are made of; nil: the same.
  var plan: [String]?
  /// Whether its first runs say which it makes next.
  var hasRounds = false
  /// Whether the quick tier makes it in parts and its tables again, too: one of each kind of plan.
  var isParted = false

  static let all = [
    SameBytesCase(testDescription: "a sweep", study: Studies.small, isParted: true),
    SameBytesCase(testDescription: "a course", study: Studies.course),
    SameBytesCase(testDescription: "its own responses", study: Studies.ownResponses),
    SameBytesCase(
      testDescription: "contacts", study: Studies.contacts, files: ["nets/net.csv": Studies.edges]),
    SameBytesCase(
      testDescription: "final values from passes", study: Studies.finalValues),
    SameBytesCase(
      testDescription: "precision", study: Studies.adaptive, hasRounds: true, isParted: true),
    SameBytesCase(testDescription: "a threshold", study: Studies.threshold, hasRounds: true),
    SameBytesCase(testDescription: "a selection", study: Studies.selection, hasRounds: true),
    SameBytesCase(
      testDescription: "a calibration",
      study: CalibrateTests.study(model: CalibrateTests.factor20),
      files: ["data.csv": CalibrateTests.eight],
      command: ["calibrate", "study.json", "--to", "data.csv", "--draws", "300"],
      plan: [
        "calibrate", "study.json", "--to", "data.csv", "--draws", "300", "--write", "plan.json",
      ], hasRounds: true, isParted: true),
  ]
}

@Suite("A study gives the same bytes", .serialized) struct SameBytesTests {
  /// A folder with the case's files and, in `whole`, its results.
  private struct Made: Sendable {
    let scratch: Scratch
    let command: [String]
    let sources: [String]
    var whole: String { scratch.file("whole") }
    let seconds: Double

    init(_ one: SameBytesCase) throws {
      scratch = try Scratch()
      command = one.command
      sources = ["study.json"] + one.files.keys
      _ = try scratch.write(one.study, to: "study.json")
      for (name, text) in one.files {
        let folder = scratch.url(name).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try scratch.write(text, to: name)
      }
      let outcome = try Command.run(
        command + ["-o", "whole", "-j", "2"], in: scratch.path)
      try #require(outcome.exitCode == 0, "\(outcome.messages)")
      seconds = outcome.seconds
    }

    /// Runs into a folder, which shall be the same in the end.
    func run(
      to name: String, _ options: String..., environment: [String: String] = [:]
    ) throws {
      let outcome = try Command.run(
        command + ["-o", name] + options, environment: environment, in: scratch.path)
      try #require(outcome.exitCode == 0, "\(name): \(outcome.messages)")
    }

    func expectSame(
      _ name: String, apartFrom files: Set<String> = [],
      at place: SourceLocation = #_sourceLocation
    ) throws {
      let different = try differences(whole, scratch.file(name)).filter { !files.contains($0) }
      #expect(different == [], "\(name)", sourceLocation: place)
    }

    /// `body` has the copies in the results alone.
    func withoutSources(_ body: () throws -> Void) throws {
      let files = FileManager.default
      for name in sources {
        try files.moveItem(atPath: scratch.file(name), toPath: scratch.file(name) + ".away")
      }
      defer {
        for name in sources {
          try? files.moveItem(atPath: scratch.file(name) + ".away", toPath: scratch.file(name))
        }
      }
      try body()
    }

    /// Starts, and kills in the middle.
    ///
    /// - Parameter command: nil where the options are the whole command.
    func kill(
      _ options: [String], of command: [String]?, _ moments: inout RandomMoments
    ) throws {
      let run = try Command.start((command ?? []) + options, in: scratch.path)
      Thread.sleep(forTimeInterval: moments.next())
      run.send(SIGKILL)
      moments.note(wasUnderWay: try run.finish().exitCode == 128 + SIGKILL)
    }
  }

  private static let made = Mutex<[String: Made]>([:])

  /// Made once for all tests.
  private func made(_ one: SameBytesCase) throws -> Made {
    try Self.made.withLock { made in
      if let known = made[one.testDescription] { return known }
      let new = try Made(one)
      made[one.testDescription] = new
      return new
    }
  }

  @Test("for any number of threads, in any locale and time zone", arguments: SameBytesCase.all)
  func threads(of one: SameBytesCase) throws {
    let made = try made(one)
    let counts = TestDepth.isDeep ? [7, 1, 3, 8, 64] : [7]
    for (place, count) in counts.enumerated() {
      let locale = ["tr_TR.UTF-8", "ar_EG.UTF-8"][place % 2]
      try made.run(
        to: "threads\(count)", "-j", "\(count)",
        environment: ["LC_ALL": locale, "LANG": "de_DE.UTF-8", "TZ": "Asia/Kathmandu"])
      try made.expectSame("threads\(count)")
    }
  }

  @Test("after kill -9, also of what resumes it", arguments: SameBytesCase.all)
  func kills(of one: SameBytesCase) throws {
    let made = try made(one)
    var moments = RandomMoments(within: made.seconds, wanted: TestDepth.isDeep ? 50 : 1)
    var round = 0
    while moments.needsMore {
      let folder = "killed\(round)"
      try made.kill(["-o", folder, "-j", "2"], of: made.command, &moments)
      if round % 2 == 1 { try made.kill(["-o", folder], of: made.command, &moments) }
      try made.run(to: folder, "-j", ["1", "2", "7"][round % 3])
      try made.expectSame(folder)
      try FileManager.default.removeItem(atPath: made.scratch.file(folder))
      round += 1
    }
    #expect(moments.sufficed, "\(moments)")
  }

  @Test(
    "from parts of every round, merged in any order, some of them killed",
    arguments: SameBytesCase.all.filter { TestDepth.isDeep || $0.isParted })
  func parts(of one: SameBytesCase) throws {
    let made = try made(one)
    var study = "study.json"
    if let plan = one.plan {
      try #require(Command.run(plan, in: made.scratch.path).exitCode == 0)
      study = "plan.json"
    }
    // How many parts the rounds have, in turn.
    for counts in TestDepth.isDeep ? [[7, 2, 3], [16, 3, 7]] : [[3, 2]] {
      let output = "merged\(counts[0])"
      var moments = RandomMoments(
        within: made.seconds / Double(counts[0]), wanted: counts[0] / 3)
      var round = 0
      while true {
        round += 1
        let count = counts[(round - 1) % counts.count]
        var parts: [String] = []
        for index in 1...count {
          let part = "part\(counts[0])-\(round)-\(index)"
          let words =
            ["run", study, "-o", part, "--shard", "\(index)/\(count)", "--round", "\(round)"]
            + (round == 1 ? [] : ["--from", output])
          if round == 1, index % 3 == 0 { try made.kill(words, of: nil, &moments) }
          let outcome = try Command.run(
            words + ["-j", ["1", "2", "7"][index % 3]], in: made.scratch.path)
          try #require(outcome.exitCode == 0, "\(words): \(outcome.messages)")
          parts.insert(part, at: index % 2 == 0 ? 0 : parts.count)
        }
        let merged = try Command.run(
          ["merge"] + parts + ["-o", output, "--json"], in: made.scratch.path)
        try #require(merged.exitCode == 0, "\(merged.messages)")
        if try merged.json()["done"] as? Bool == true { break }
        try #require(round < 100)
      }
      #expect(one.hasRounds ? round > 2 : round == 1, "\(round) rounds")
      // A plan has the data in it, so it is another file than the study was.
      try made.expectSame(
        output, apartFrom: one.plan == nil ? [] : ["study.json", "manifest.json"])
    }
  }

  @Test(
    "when its tables are made again from the folder alone",
    arguments: SameBytesCase.all.filter { TestDepth.isDeep || $0.isParted })
  func analyze(of one: SameBytesCase) throws {
    let made = try made(one)
    let again = made.scratch.file("again")
    try FileManager.default.copyItem(atPath: made.whole, toPath: again)
    for name in try FileManager.default.contentsOfDirectory(atPath: again)
    where name.hasSuffix(".csv") || name == "manifest.json" {
      try FileManager.default.removeItem(atPath: again + "/" + name)
    }
    try made.withoutSources {
      try #require(Command.run("analyze", again).exitCode == 0)
      try made.expectSame("again")
      let verified = try Command.run("verify", again)
      #expect(verified.exitCode == 0, "\(verified.output)\(verified.messages)")
    }
  }

  /// Of 4,096 replicates each, and the last one of a single run.
  @Test("where the rows of a point are made in parts")
  func rowsInParts() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.inParts, to: "study.json")
    for (folder, count) in [("one", "1"), ("many", "2")] {
      let outcome = try Command.runThrowing(
        "run", study, "-o", scratch.file(folder), "-j", count, "--set",
        "model.rule=throwing_1000")
      try #require(outcome.exitCode == 3, "\(outcome.messages)")
    }
    #expect(try differences(scratch.file("one"), scratch.file("many")) == [])
    let runs = try Rows(file: scratch.file("many/runs.csv")).rows
    let places = (0..<2).flatMap { point in (0..<8_193).map { "\(point)/\($0)" } }
    #expect(runs.map { "\($0["point"] ?? "")/\($0["replicate"] ?? "")" } == places)
    #expect((2...60).contains(runs.count { $0["status"] == "failed" }))
  }
}
