import Foundation
import TestSupport
import Testing

/// A study of each kind, and what may not change a byte of its results.
struct SameBytesCase: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var study: String
  /// Beside the study file, by name.
  var files: [String: String] = [:]
  var command = ["run", "study.json"]
  /// Studies that decide by their own runs what comes next are not split into parts.
  var isSplit = true

  static let all = [
    SameBytesCase(testDescription: "a sweep", study: Studies.small),
    SameBytesCase(testDescription: "a course", study: Studies.course),
    SameBytesCase(testDescription: "its own responses", study: Studies.ownResponses),
    SameBytesCase(
      testDescription: "contacts", study: Studies.contacts, files: ["nets/net.csv": Studies.edges]),
    SameBytesCase(testDescription: "precision", study: Studies.adaptive, isSplit: false),
    SameBytesCase(testDescription: "a threshold", study: Studies.threshold, isSplit: false),
    SameBytesCase(
      testDescription: "a calibration",
      study: CalibrateTests.study(model: CalibrateTests.factor20),
      files: ["data.csv": CalibrateTests.eight],
      command: ["calibrate", "study.json", "--to", "data.csv", "--draws", "300"], isSplit: false),
  ]
}

@Suite("A study gives the same bytes", .serialized) struct SameBytesTests {
  /// A folder with the case's files and, in `whole`, its results.
  private struct Made {
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

    func expectSame(_ name: String, at place: SourceLocation = #_sourceLocation) throws {
      #expect(try differences(whole, scratch.file(name)) == [], "\(name)", sourceLocation: place)
    }

    /// What follows has the copies in the results alone.
    func removeSources() throws {
      for name in sources {
        try FileManager.default.removeItem(atPath: scratch.file(name))
      }
    }

    /// Starts, and kills in the middle.
    func kill(_ options: [String], _ moments: inout RandomMoments) throws {
      let run = try Command.start(command + options, in: scratch.path)
      Thread.sleep(forTimeInterval: moments.next())
      run.send(SIGKILL)
      moments.note(wasUnderWay: try run.finish().exitCode == 128 + SIGKILL)
    }
  }

  @Test("for any number of threads", arguments: SameBytesCase.all)
  func threads(of one: SameBytesCase) throws {
    let made = try Made(one)
    for count in TestDepth.isDeep ? ["1", "3", "7", "8", "64"] : ["1", "7"] {
      try made.run(to: "threads\(count)", "-j", count)
      try made.expectSame("threads\(count)")
    }
  }

  @Test("in any locale and time zone", arguments: SameBytesCase.all)
  func locales(of one: SameBytesCase) throws {
    let made = try Made(one)
    for name in ["C", "tr_TR.UTF-8", "ar_EG.UTF-8"] {
      try made.run(
        to: name, environment: ["LC_ALL": name, "LANG": "de_DE.UTF-8", "TZ": "Asia/Kathmandu"])
      try made.expectSame(name)
    }
  }

  @Test("after kill -9, also of what resumes it", arguments: SameBytesCase.all)
  func kills(of one: SameBytesCase) throws {
    let made = try Made(one)
    let rounds = TestDepth.isDeep ? 50 : 3
    var moments = RandomMoments(within: made.seconds)
    var round = 0
    while moments.hits < rounds {
      try #require(moments.misses < 3 * rounds, "\(moments)")
      let folder = "killed\(round)"
      try made.kill(["-o", folder, "-j", "2"], &moments)
      if round % 2 == 1 { try made.kill(["-o", folder], &moments) }
      try made.run(to: folder, "-j", ["1", "2", "7"][round % 3])
      try made.expectSame(folder)
      try FileManager.default.removeItem(atPath: made.scratch.file(folder))
      round += 1
    }
  }

  @Test(
    "from parts merged in any order, some of them killed; or the study cannot be split",
    arguments: SameBytesCase.all)
  func parts(of one: SameBytesCase) throws {
    let made = try Made(one)
    guard one.isSplit else {
      // `calibrate` has no such option; of its folder's study the same holds.
      let study = made.whole + "/study.resolved.json"
      for command in [["run"], ["submit", "--shards", "2"]] {
        let options = command.dropFirst() + (command == ["run"] ? ["--shard", "1/2"] : [])
        let outcome = try Command.run(
          [command[0], study, "-o", made.scratch.file("part")] + options)
        #expect(outcome.exitCode == 2, "\(outcome.messages)")
        #expect(!FileManager.default.fileExists(atPath: made.scratch.file("part")))
      }
      return
    }
    var joined: [(name: String, parts: [String])] = []
    for count in TestDepth.isDeep ? [2, 3, 7, 16] : [2, 7] {
      var moments = RandomMoments(within: made.seconds / Double(count))
      var parts: [String] = []
      for index in 1...count {
        let (part, shard) = ("part\(count)-\(index)", "\(index)/\(count)")
        if index % 3 == 0 { try made.kill(["-o", part, "--shard", shard], &moments) }
        try made.run(to: part, "--shard", shard, "-j", ["1", "2", "7"][index % 3])
        parts.insert(part, at: index % 2 == 0 ? 0 : parts.count)
      }
      joined.append(("merged\(count)", parts))
    }
    try made.removeSources()
    for (name, parts) in joined {
      let merged = try Command.run(["merge"] + parts + ["-o", name], in: made.scratch.path)
      try #require(merged.exitCode == 0, "\(merged.messages)")
      try made.expectSame(name)
    }
  }

  @Test("when its tables are made again from the folder alone", arguments: SameBytesCase.all)
  func analyze(of one: SameBytesCase) throws {
    let made = try Made(one)
    let again = made.scratch.file("again")
    try FileManager.default.copyItem(atPath: made.whole, toPath: again)
    try made.removeSources()
    for name in try FileManager.default.contentsOfDirectory(atPath: again)
    where name.hasSuffix(".csv") || name == "manifest.json" {
      try FileManager.default.removeItem(atPath: again + "/" + name)
    }
    try #require(Command.run("analyze", again).exitCode == 0)
    try made.expectSame("again")
    let verified = try Command.run("verify", again)
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.messages)")
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
