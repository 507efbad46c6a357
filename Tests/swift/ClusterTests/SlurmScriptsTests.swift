import Cluster
import Foundation
import PlainText
import Testing

@Suite struct SlurmScriptsTests {
  private func scripts(
    folder: String = "/data/out/cluster", program: String = "/opt/it's/spreadlab",
    time: String? = nil, flags: [String] = [], overrides: [String] = []
  ) throws -> SlurmScripts {
    try SlurmScripts(
      jobName: "waves-0a1b", program: program, studyFile: "\(folder)/study.json", folder: folder,
      output: "/data/out",
      options: SlurmOptions(
        coresPerTask: 2, time: time, memory: "4G", partition: "short", flags: flags),
      overrides: overrides, submitWords: ["--shards", "20"])
  }

  @Test("the array holds the missing parts as ranges and every option as a line")
  func array() throws {
    let text = try scripts(time: "00:55:00", flags: ["--qos=low"]).array(
      round: 1, parts: 16, only: [9, 1, 2, 3])
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "#!/bin/bash")
    for line in [
      "#SBATCH --array=1-3,9", "#SBATCH --mem=4G", "#SBATCH --partition=short",
      "#SBATCH --qos=low", "#SBATCH --time=00:55:00", "#SBATCH --cpus-per-task=2",
      "#SBATCH --job-name=waves-0a1b", "#SBATCH --output=/data/out/cluster/logs/%A_%a.log",
    ] {
      #expect(lines.contains(line))
    }
    #expect(text.contains("--time-limit 3240s"), "a minute before Slurm's 55 minutes")
    #expect(
      text.contains(
        "'/opt/it'\\''s/spreadlab' run '/data/out/cluster/study.json' --shard \"$part/16\""))
  }

  @Test("a task ends by itself before Slurm's limit, if that leaves it time; without one never")
  func timeLimits() throws {
    func limit(_ time: String?) throws -> Int? {
      try scripts(time: time).array(round: 1, parts: 16, only: [1])
        .firstMatch(of: /--time-limit (\d+)s/).flatMap { Int($0.1) }
    }
    for time in [nil, "0:20", "0"] { #expect(try limit(time) == nil) }
    for seconds in [21, 59, 60, 61, 119, 120, 121, 3_600] {
      let limit = try #require(try limit("0:\(seconds)"))
      #expect(limit < seconds && 2 * limit >= seconds - 1, "\(limit) of \(seconds)")
    }
  }

  @Test(
    "a path of any characters is one word in every line, for Slurm and for the shell",
    arguments: [
      ("a b", "\"/data/a b/logs/%A_%a.log\""), ("it's", "\"/data/it's/logs/%A_%a.log\""),
      ("a\"b", "\"/data/a\\\"b/logs/%A_%a.log\""), ("50%a", "/data/50%%a/logs/%A_%a.log"),
      ("#x", "\"/data/#x/logs/%A_%a.log\""), ("$(id)", "\"/data/$(id)/logs/%A_%a.log\""),
      ("a\tb", "\"/data/a\tb/logs/%A_%a.log\""),
    ])
  func oddPaths(name: String, pattern: String) throws {
    let array = try scripts(folder: "/data/\(name)").array(round: 1, parts: 16, only: [1])
    let lines = array.split(separator: "\n").filter { $0.hasPrefix("#SBATCH --output=") }
    #expect(lines == ["#SBATCH --output=\(pattern)"])
  }

  @Test("the shell runs the program with exactly the words meant, whatever stands in the paths")
  func shellWords() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: place) }
    // Each of these would run a command, end a word or vanish if it were not quoted.
    let odd = "a 'b' \"c\" $(touch PWNED) `touch PWNED` $HOME ;touch PWNED; * #d %A &"
    let folder = place.appending(path: odd).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let program = "\(folder)/spread lab"
    try "#!/bin/sh\nprintf '%s\\0' \"$@\" > \"$0.words\"\n"
      .write(toFile: program, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let change = ["--set", "description=two\n#SBATCH --wrap=x '\"`id`"]
    let scripts = try scripts(folder: folder, program: program, overrides: change)
    func words(of script: String) throws -> [String] {
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/bash")
      shell.arguments = ["-c", script]
      shell.currentDirectoryURL = place
      shell.environment = ["SLURM_ARRAY_TASK_ID": "9", "PATH": "/usr/bin:/bin"]
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
      return try String(contentsOfFile: "\(program).words", encoding: .utf8)
        .split(separator: "\0").map(String.init)
    }
    #expect(
      try words(of: scripts.array(round: 1, parts: 16, only: [9])) == [
        "run", "\(folder)/study.json", "--shard", "9/16", "-o", "\(folder)/parts/1/9", "-j", "2",
        "--quiet",
      ] + change)
    #expect(
      try words(of: scripts.array(round: 3, parts: 16, only: [9])) == [
        "run", "\(folder)/study.json", "--shard", "9/16", "--from", "/data/out", "--round", "3",
        "-o", "\(folder)/parts/3/9", "-j", "2", "--quiet",
      ] + change)
    #expect(
      try words(of: scripts.judge) == [
        "submit", "\(folder)/study.json", "-o", "/data/out", "--judge", "--shards", "20",
        "--cpus-per-task", "2", "--mem", "4G", "--partition", "short",
      ] + change)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == [odd])
  }

  @Test("what cannot be quoted is refused, and so are names that would hide the jobs")
  func refused() {
    for (folder, reason) in [
      ("/data/a\nscancel", "line break"), ("/data/a\\b", "backslash"), ("/data/a\r", "line break"),
    ] {
      let error = #expect(throws: Failure.self) { try scripts(folder: folder) }
      #expect(error?.code == .badOption && "\(error as Any)".contains(reason))
    }
    for flag in ["--job-name=x", "--job-n=x", "--job-name", "--j=x", "-Jx", "-J", "--qos=a\nb"] {
      #expect(throws: Failure.self) { try scripts(flags: [flag]) }
    }
    for flag in [
      "--comment=two words", "--qos=low", "--job-names=x", "--", "-j", "--comment=--job-name",
    ] {
      #expect(throws: Never.self) { try scripts(flags: [flag]) }
    }
  }

  @Test("a flag with blanks stays one word")
  func flags() throws {
    let judge = try scripts(flags: ["--comment=two \"words\""]).judge
    #expect(judge.contains("\n#SBATCH \"--comment=two \\\"words\\\"\"\n"))
  }

  @Test("numbers of parts are written as ranges")
  func ranges() {
    for (numbers, text) in [
      ([], ""), ([4], "4"), ([2, 1], "1-2"), ([1, 3], "1,3"), ([9, 7, 3, 2, 1, 8], "1-3,7-9"),
    ] { #expect(SlurmScripts.ranges(numbers) == text) }
  }

  @Test("a command to copy has quotes only where a shell needs them")
  func copied() {
    #expect(shellWord("results/a-1.b") == "results/a-1.b")
    #expect(shellWord("my results") == "'my results'")
    #expect(shellWord("it's") == "'it'\\''s'")
    #expect(shellWord("") == "''")
  }

  @Test(
    "Slurm's times are read",
    arguments: [
      ("30", 1800), ("30:15", 1815), ("01:00:00", 3600), ("2-12", 216_000),
      ("1-00:30", 88_200), ("0-00:00:09", 9), ("01:02:03", 3723), ("1-02:03:04", 93_784),
      ("0", 0), ("999999", 59_999_940), ("0:999999", 999_999), ("99999-0", 8_639_913_600),
    ])
  func times(text: String, seconds: Int) {
    #expect(SlurmScripts.seconds(ofSlurmTime: text) == seconds)
  }

  @Test(
    "what is no time is refused",
    arguments: [
      "", "x", "1:2:3:4", "-5", "1-", "1-2-3", "9m", "1:", ":5", "1::2", "1-2:", "1000000",
      "0:1000000", "1-1000000", "100000-0", "9223372036854775807-1", "1-1:2:3:4",
    ])
  func noTimes(text: String) { #expect(SlurmScripts.seconds(ofSlurmTime: text) == nil) }
}
