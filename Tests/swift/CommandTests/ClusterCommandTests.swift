import Foundation
import TestSupport
import Testing

/// A Slurm that only notes what it is asked: `sbatch` hands out numbers, `squeue` says what the file
/// `queue` holds of an array and `queue-judge` of its judge, `scontrol` leaves a note.
private struct FakeSlurm {
  let files: Scratch
  var results: String { files.file("out") }
  var cluster: String { results + "/cluster" }

  init() throws {
    files = try Scratch()
    let place = files.path
    try tool(
      "sbatch",
      """
      echo "$@" >> '\(place)/sbatch'
      echo "$((100 + $(wc -l < '\(place)/sbatch')));thiscluster"
      """)
    try tool("scontrol", "echo \"$@\" >> '\(place)/scontrol'")
    try tool(
      "squeue",
      """
      for word; do case $word in --name=*-judge) of=-judge ;; esac; done
      cat "\(place)/queue$of" 2>/dev/null || true
      """)
  }

  func tool(_ name: String, _ body: String) throws {
    let folder = files.url("bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent(name).path
    try "#!/bin/bash\n\(body)\n".write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  private var environment: [String: String] {
    let usual = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH": files.file("bin") + ":" + usual]
  }

  func spreadlab(_ arguments: String...) throws -> Command.Outcome {
    try spreadlab(arguments)
  }

  func spreadlab(_ arguments: [String]) throws -> Command.Outcome {
    try Command.run(arguments, environment: environment)
  }

  /// Exit code of a script as Slurm would start it.
  func script(_ name: String, task: Int? = nil) throws -> Int32 {
    let ids = task.map { ["SLURM_ARRAY_TASK_ID": "\($0)", "SLURM_ARRAY_JOB_ID": "101"] }
    return try runProgram(
      "bash", name, environment: environment.merging(ids ?? [:]) { $1 }
    ).exitCode
  }

  /// The lines of a note; none if nobody left it.
  func lines(_ name: String) -> [String] {
    let text = (try? String(contentsOf: files.url(name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  func text(ofScript name: String) throws -> String {
    try String(contentsOfFile: "\(cluster)/\(name)", encoding: .utf8)
  }
}

@Suite("Studies on a cluster") struct ClusterCommandTests {
  private static let study = """
    { "spreadlab": 1, "study": "parts", "seed": 3, "model": { "group_size": 60 },
      "factors": { "infection_probability": { "values": [0.3, 0.9] } }, "replicates": 60 }
    """

  private func submitted(
    shards: Int = 3, _ more: [String] = []
  ) throws -> (slurm: FakeSlurm, study: String, outcome: Command.Outcome) {
    let slurm = try FakeSlurm()
    let study = try slurm.files.write(Self.study, to: "it's a study.json")
    let outcome = try Command.run(
      ["submit", study, "-o", slurm.results, "--shards", "\(shards)", "--json"] + more,
      environment: ["PATH": slurm.files.file("bin") + ":/usr/bin:/bin"])
    return (slurm, study, outcome)
  }

  @Test("the scripts make the tables of one machine, with what the command line changed")
  func wholeStudy() throws {
    let (slurm, study, outcome) = try submitted(
      shards: 3, ["--seed", "8", "--set", "replicates=70", "--mem", "100M", "--partition", "short"])
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    #expect(
      slurm.lines("sbatch") == [
        "--parsable \(slurm.cluster)/array.sh",
        "--parsable --dependency=afterany:101 \(slurm.cluster)/judge.sh",
      ], "the judge waits for the array, however that ends")
    for script in ["array.sh", "judge.sh"] {
      let lines = try slurm.text(ofScript: script).split(separator: "\n")
      #expect(lines.contains("#SBATCH --mem=100M") && lines.contains("#SBATCH --partition=short"))
    }
    for task in 1...3 {
      #expect(try slurm.script("\(slurm.cluster)/array.sh", task: task) == 0)
    }
    #expect(try slurm.script("\(slurm.cluster)/judge.sh") == 0)
    let whole = slurm.files.file("whole")
    try Command.run(
      "run", study, "-o", whole, "--seed", "8", "--set", "replicates=70", "--quiet")
    #expect(try differences(slurm.results, whole) == [])
  }

  @Test(
    "a part that stopped in time goes back to the queue, every other end is passed on",
    arguments: [(75, 0, ["requeue 101_2"]), (0, 0, []), (3, 3, []), (7, 7, [])])
  func ends(code: Int, passedOn: Int32, notes: [String]) throws {
    let (slurm, _, _) = try submitted()
    let stub = try slurm.files.write("#!/bin/sh\nexit \(code)\n", to: "stub")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stub)
    let array = try slurm.text(ofScript: "array.sh")
    let program = URL(fileURLWithPath: Command.program).resolvingSymlinksInPath().path
    #expect(array.contains(program))
    let script = try slurm.files.write(
      array.replacingOccurrences(of: program, with: stub), to: "array.sh")
    #expect(try slurm.script(script, task: 2) == passedOn)
    #expect(slurm.lines("scontrol").filter { $0.hasPrefix("requeue") } == notes)
  }

  @Test("status and submit know which parts wait and run, and send only the others, once")
  func openParts() throws {
    let (slurm, study, _) = try submitted(shards: 5)
    _ = try slurm.files.write("101 2 RUNNING\n101 3 PENDING\n", to: "queue")
    let status = try slurm.spreadlab("status", slurm.results, "--json").json()
    #expect(status["parts_running"] as? [Int] == [2] && status["parts_waiting"] as? [Int] == [3])
    #expect(
      status["parts_missing"] as? [Int] == [1, 4, 5] && status["parts_complete"] as? Int == 0)
    let text = try slurm.spreadlab("status", slurm.results).output
    #expect(
      text.matches(of: /part(s?) ([-,\d]+) (is|are) \D+(\d+)/)
        .map { "\($0.1)\($0.2) \($0.3) \($0.4)" } == ["s1,4-5 are 72", "2 is 24", "3 is 24"],
      "\(text)")
    let sent = try slurm.spreadlab("submit", study, "-o", slurm.results, "--shards", "5")
    #expect(sent.exitCode == 0 && sent.output == "" && sent.messages.contains("103"))
    #expect(
      try slurm.text(ofScript: "array.sh").split(separator: "\n")
        .contains("#SBATCH --array=1,4-5"))
    #expect(
      slurm.lines("sbatch").last
        == "--parsable --dependency=afterany:101:103 \(slurm.cluster)/judge.sh",
      "the judge waits for the parts of both jobs")
    _ = try slurm.files.write(
      [(101, 2), (101, 3), (103, 1), (103, 4), (103, 5)].map { "\($0) \($1) PENDING\n" }.joined(),
      to: "queue")
    _ = try slurm.files.write("104 N/A PENDING\n", to: "queue-judge")
    #expect(
      try slurm.spreadlab("submit", study, "-o", slurm.results, "--shards", "5").exitCode == 0)
    #expect(slurm.lines("sbatch").count == 4, "nothing is left to send")
  }

  @Test("parts that stopped are sent again once no job of theirs is left; finished ones are not")
  func goneJobs() throws {
    let (slurm, study, _) = try submitted()
    #expect(try slurm.script("\(slurm.cluster)/array.sh", task: 2) == 0)
    let status = try slurm.spreadlab("status", slurm.results, "--json").json()
    #expect(status["parts_missing"] as? [Int] == [1, 3] && status["parts_complete"] as? Int == 1)
    #expect(status["runs_done"] as? Int == 40 && status["runs_planned"] as? Int == 120)
    #expect(
      try slurm.spreadlab("submit", study, "-o", slurm.results, "--shards", "3").exitCode == 0)
    #expect(
      try slurm.text(ofScript: "array.sh").split(separator: "\n").contains("#SBATCH --array=1,3"))
  }

  @Test("another study is refused, beside parts that were sent and as one of them")
  func anotherStudy() throws {
    let (slurm, study, _) = try submitted()
    let kept = try slurm.text(ofScript: "study.resolved.json")
    let other = try slurm.spreadlab(
      "submit", study, "-o", slurm.results, "--shards", "3", "--seed", "8")
    #expect(other.exitCode == 5 && other.code == "another_study", "\(other.messages)")
    // The parts that were sent have yet to read it.
    #expect(try slurm.text(ofScript: "study.resolved.json") == kept)
    #expect(try slurm.spreadlab("status", slurm.results).exitCode == 0)
    let part = ["--seed", "8", "--shard", "1/3", "-o", slurm.cluster + "/parts/1/1"]
    try #require(Command.run(["run", study] + part).exitCode == 0)
    let status = try slurm.spreadlab("status", slurm.results)
    #expect(status.exitCode == 5 && status.code == "another_study", "\(status.messages)")
  }

  @Test(
    "a round has no more parts than Slurm takes",
    arguments: [
      ("MaxArraySize            = 4", "", 3), ("MaxJobCount             = 3", "", 2),
      ("MaxArraySize = 1001", "\n5\n\n", 4), ("MaxArraySize = 1001", "", 6),
    ])
  func limits(configuration: String, own: String, parts: Int) throws {
    let slurm = try FakeSlurm()
    try slurm.tool("scontrol", "echo 'Configuration data'; echo '\(configuration)'")
    try slurm.tool("sacctmgr", "printf '\(own)'")
    let study = try slurm.files.write(Self.study, to: "study.json")
    let sent = try slurm.spreadlab("submit", study, "-o", slurm.results, "--shards", "9", "--json")
    #expect(try sent.json()["parts"] as? Int == parts)
    #expect(try sent.json()["parts_sent"] as? [Int] == Array(1...parts))
  }

  @Test("what Slurm refuses is said with its words, and leaves status without the queue alone")
  func refusedBySlurm() throws {
    for (tool, body, said) in [
      ("sbatch", "echo 'invalid account' >&2; exit 1", "invalid account"),
      ("squeue", "echo 'no controller' >&2; exit 1", "no controller"),
      ("squeue", "exit 127", "login node"),
    ] {
      let slurm = try FakeSlurm()
      let study = try slurm.files.write(Self.study, to: "study.json")
      try slurm.tool(tool, body)
      let sent = try slurm.spreadlab("submit", study, "-o", slurm.results, "--shards", "3")
      #expect(sent.exitCode == 6 && sent.code == "slurm_failed", "\(sent.messages)")
      #expect(sent.messages.contains("\(tool): ") && sent.messages.contains(said))
    }
    let (slurm, _, _) = try submitted()
    try slurm.tool("squeue", "echo 'no controller' >&2; exit 1")
    let status = try slurm.spreadlab("status", slurm.results)
    #expect(status.exitCode == 0 && status.output.contains("no controller"), "\(status.output)")
  }

  @Test(
    "once Slurm was given a job, what belongs to it stays, whatever its answer",
    arguments: [1, 2, 3])
  func refusedJob(number: Int) throws {
    let slurm = try FakeSlurm()
    let place = slurm.files.path
    try slurm.tool(
      "sbatch",
      """
      echo "$@" >> '\(place)/sbatch'
      [ $(wc -l < '\(place)/sbatch') -ne \(number) ] || exit 1
      echo "$((100 + $(wc -l < '\(place)/sbatch')))"
      """)
    let study = try slurm.files.write(Self.study, to: "study.json")
    let arguments = ["submit", study, "-o", slurm.results, "--shards", "3"]
    // The third job is that of a second call.
    if number == 3 { #expect(try slurm.spreadlab(arguments).exitCode == 0) }
    let refused = try slurm.spreadlab(arguments)
    #expect(refused.exitCode != 0 && refused.errors.count == 1, "\(refused.messages)")
    // It may have been accepted all the same: the id stays by which the next call finds it.
    #expect(FileManager.default.fileExists(atPath: slurm.cluster + "/id"))
    #expect(slurm.lines("out/cluster/jobs") == (number > 1 ? ["101"] : []))
    #expect(try slurm.spreadlab(arguments).exitCode == 0)
  }

  @Test("a job that was accepted although sbatch failed is not sent again")
  func lostAnswer() throws {
    let slurm = try FakeSlurm()
    let place = slurm.files.path
    try slurm.tool(
      "sbatch",
      """
      echo "$@" >> '\(place)/sbatch'
      [ $(wc -l < '\(place)/sbatch') -ne 1 ] || { printf '101 %s PENDING\\n' 1 2 3 > '\(place)/queue'; exit 1; }
      echo 102
      """)
    let study = try slurm.files.write(Self.study, to: "study.json")
    let arguments = ["submit", study, "-o", slurm.results, "--shards", "3"]
    #expect(try slurm.spreadlab(arguments).exitCode == 6)
    let id = try slurm.text(ofScript: "id")
    #expect(try slurm.spreadlab(arguments).exitCode == 0)
    // The judge alone.
    #expect(try slurm.text(ofScript: "id") == id && slurm.lines("sbatch").count == 2)
    #expect(slurm.lines("sbatch").last?.hasSuffix("judge.sh") == true)
  }

  @Test("a loop without a scheduler has a status of its parts, and is only shown on request")
  func loop() throws {
    let slurm = try FakeSlurm()
    let study = try slurm.files.write(Self.study, to: "study.json")
    let arguments = [
      "submit", study, "-o", slurm.results, "--shards", "3", "--scheduler", "script",
    ]
    let shown = try slurm.spreadlab(arguments + ["--dry-run"])
    #expect(shown.exitCode == 0 && shown.output.contains("#!/bin/bash"))
    #expect(!FileManager.default.fileExists(atPath: slurm.results))
    #expect(try slurm.spreadlab(arguments).exitCode == 0)
    try #require(
      Command.run(
        "run", study, "--shard", "1/3", "-o", slurm.cluster + "/parts/1/1", "--quiet"
      ).exitCode == 0)
    let status = try slurm.spreadlab("status", slurm.results, "--json").json()
    #expect(status["runs_done"] as? Int == 40 && status["runs_planned"] as? Int == 120)
    #expect(status["parts_missing"] as? [Int] == [2, 3] && status["parts_complete"] as? Int == 1)
    #expect(slurm.lines("sbatch") == [])
    #expect(try runProgram("bash", slurm.cluster + "/rounds.sh", environment: [:]).exitCode == 0)
    let whole = slurm.files.file("whole")
    try Command.run("run", study, "-o", whole, "--quiet")
    #expect(try differences(slurm.results, whole) == [])
  }

  @Test("parts are as few as their time asks for, and the judge asks for the same")
  func partTime() throws {
    for (words, parts) in [([], 3), (["--part-time", "1h"], 1)] {
      let (slurm, _, outcome) = try submitted(words)
      #expect(try outcome.json()["parts_sent"] as? [Int] == Array(1...parts))
      let judge = try slurm.text(ofScript: "judge.sh").replacing("'", with: "")
      #expect(judge.contains("--part-time 1h") == !words.isEmpty, "\(judge)")
    }
  }

  @Test("status has one line for all parts that ended for the same reason")
  func reasons() throws {
    let (slurm, _, _) = try submitted(shards: 6)
    let logs = slurm.cluster + "/logs"
    #expect(try !slurm.spreadlab("status", slurm.results).output.contains(logs))
    // What runs has not ended, whatever it wrote last.
    _ = try slurm.files.write("101 6 RUNNING\n", to: "queue")
    for (log, line) in [
      ("100_4", "an older reason"), ("101_1", "error[disk_full]: no space"),
      ("101_2", "error[disk_full]: no space"), ("101_4", "CANCELLED"), ("101_5", "\n"),
      ("101_6", "at work"),
    ] { _ = try slurm.files.write("Started\n\(line)\n\n", to: "out/cluster/logs/\(log).log") }
    let status = try slurm.spreadlab("status", slurm.results, "--json").json()
    let reasons = try #require(status["reasons"] as? [[String: Any]])
    #expect(reasons.map { $0["parts"] as? [Int] } == [[1, 2], [4], [5]])
    #expect(
      reasons.map { $0["reason"] as? String }
        == ["error[disk_full]: no space", "CANCELLED", "Started"])
    let text = try slurm.spreadlab("status", slurm.results).output
    #expect(text.contains("parts 1-2 are missing") && text.contains("part 3 is missing"))
    #expect(text.contains(logs))
  }

  /// Two rounds at least: means that are to become precise.
  private static let adaptive = """
    { "spreadlab": 1, "study": "rounds", "seed": 3, "model": { "group_size": 60 },
      "factors": { "infection_probability": { "values": [0.3, 0.9] } },
      "replicates": { "min": 30, "batch": 30, "max": 90,
        "until": [{ "response": "steps", "half_width": 0.3 }] } }
    """

  /// `sbatch` runs the tasks at once, apart from those that the file `broken` names; it notes what there is of
  /// tables before.
  private func runningSlurm() throws -> FakeSlurm {
    let slurm = try FakeSlurm()
    try slurm.tool(
      "sbatch",
      """
      echo "$@" >> '\(slurm.files.path)/sbatch'
      number=$((100 + $(wc -l < '\(slurm.files.path)/sbatch')))
      [ ! -e '\(slurm.results)/runs.csv' ] || echo early >> '\(slurm.files.path)/early'
      for script; do :; done
      for range in $(sed -n 's/^#SBATCH --array=//p' "$script" | tr , ' '); do
        for task in $(seq ${range%-*} ${range#*-}); do
          grep -qx $task '\(slurm.files.path)/broken' 2>/dev/null ||
            SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_JOB_ID=$number bash "$script" >/dev/null 2>&1
        done
      done
      echo "$number;thiscluster"
      """)
    return slurm
  }

  @Test("a driver sends round after round, and leaves the tables of one machine and no parts")
  func driver() throws {
    let slurm = try runningSlurm()
    let study = try slurm.files.write(Self.adaptive, to: "study.json")
    let outcome = try slurm.spreadlab(
      "submit", study, "-o", slurm.results, "--shards", "3", "--driver", "--json")
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    let sent = try outcome.output.split(separator: "}\n").map { text in
      try #require(
        JSONSerialization.jsonObject(with: Data("\(text)}".utf8)) as? [String: Any])
    }
    let rounds = sent.count - 1
    #expect(rounds > 1 && sent.dropLast().map { $0["round"] as? Int } == Array(1...rounds))
    for round in sent.dropLast() {
      #expect(round["parts_complete"] as? Int == 0 && round["parts"] as? Int == 3)
      #expect(round["parts_sent"] as? [Int] == [1, 2, 3])
    }
    let last = try #require(sent.last)
    #expect(last["round"] is NSNull && last["parts_sent"] as? [Int] == [])
    #expect(last["parts"] as? Int == 0 && last["parts_complete"] as? Int == 0)
    // No judge is sent, and every array is on the list.
    let arrays = (1...rounds).map { "\(100 + $0)" }
    #expect(sent.dropLast().map { $0["jobs"] as? [String] } == arrays.map { [$0] })
    #expect(try slurm.text(ofScript: "jobs") == arrays.map { "\($0)\n" }.joined())
    #expect(slurm.lines("early") == [], "there are tables at the end alone")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(slurm.cluster)/parts") == [])
    let whole = slurm.files.file("whole")
    try Command.run("run", study, "-o", whole, "--quiet")
    #expect(try differences(slurm.results, whole) == [])
  }

  @Test("a driver ends where tasks left runs undone; the same command sends these alone")
  func driverStopped() throws {
    let slurm = try runningSlurm()
    let study = try slurm.files.write(Self.adaptive, to: "study.json")
    _ = try slurm.files.write("2\n", to: "broken")
    let arguments = ["submit", study, "-o", slurm.results, "--shards", "3", "--driver", "--json"]
    let stopped = try slurm.spreadlab(arguments)
    #expect(
      try stopped.exitCode == 4 && stopped.error().code == "incomplete", "\(stopped.messages)")
    let parts = try FileManager.default.contentsOfDirectory(atPath: "\(slurm.cluster)/parts/1")
    #expect(parts.sorted() == ["1", "3"])
    try FileManager.default.removeItem(at: slurm.files.url("broken"))
    let again = try slurm.spreadlab(arguments)
    #expect(again.exitCode == 0, "\(again.messages)")
    let first = try #require(again.output.split(separator: "}\n").first)
    let sent = try JSONSerialization.jsonObject(with: Data("\(first)}".utf8)) as? [String: Any]
    #expect(sent?["parts_sent"] as? [Int] == [2] && sent?["parts_complete"] as? Int == 2)
  }

  /// Another number of runs than in the first round, and enough for two parts.
  @Test("in the second round status counts its runs alone, and a report is of what is merged")
  func secondRound() throws {
    let slurm = try FakeSlurm()
    let text = Self.adaptive.replacing("\"batch\": 30", with: "\"batch\": 47")
      .replacing("\"max\": 90", with: "\"max\": 140")
    try #require(text != Self.adaptive)
    let study = try slurm.files.write(text, to: "study.json")
    try #require(
      slurm.spreadlab("submit", study, "-o", slurm.results, "--shards", "3").exitCode == 0)
    for task in 1...3 {
      try #require(slurm.script("\(slurm.cluster)/array.sh", task: task) == 0)
    }
    try #require(slurm.script("\(slurm.cluster)/judge.sh") == 0)
    func counts() throws -> (done: Int, planned: Int) {
      let status = try slurm.spreadlab("status", slurm.results, "--json").json()
      #expect(status["round"] as? Int == 2)
      return (
        try #require(status["runs_done"] as? Int), try #require(status["runs_planned"] as? Int)
      )
    }
    let before = try counts()
    #expect(before.done == 0 && before.planned > 0)
    try #require(slurm.script("\(slurm.cluster)/array.sh", task: 1) == 0)
    let after = try counts()
    #expect(0 < after.done && after.done < after.planned && after.planned == before.planned)
    try #require(
      slurm.spreadlab(
        "merge", slurm.cluster + "/parts/2", "-o", slurm.results, "--partial"
      ).exitCode == 0)
    let report = try slurm.spreadlab("report", slurm.results, "--json")
    #expect(try report.json()["complete"] as? Bool == false, "\(report.messages)")
    let runs = try String(contentsOfFile: slurm.results + "/runs.csv", encoding: .utf8)
    // Those of the first round, too.
    #expect(runs.split(separator: "\n").count > 1 + after.done)
  }

  @Test("a folder with files that are not results is refused, and nothing is sent or written")
  func foreignFiles() throws {
    let slurm = try FakeSlurm()
    let study = try slurm.files.write(Self.study, to: "study.json")
    try FileManager.default.createDirectory(
      atPath: slurm.results, withIntermediateDirectories: false)
    _ = try slurm.files.write("mine", to: "out/diary.txt")
    let outcome = try slurm.spreadlab("submit", study, "-o", slurm.results, "--shards", "3")
    #expect(outcome.exitCode == 5 && outcome.code == "foreign_files", "\(outcome.messages)")
    #expect(slurm.lines("sbatch") == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: slurm.results) == ["diary.txt"])
  }

  @Test(
    "what Slurm would read as another option or another line is refused, before anything is sent",
    arguments: [
      ["--time", "9m"], ["--partition", "a\nb"], ["--sbatch=--job=other"], ["--sbatch=-Jother"],
    ])
  func refusals(options: [String]) throws {
    let (slurm, _, outcome) = try submitted(shards: 2, options)
    #expect(outcome.exitCode == 2)
    #expect(slurm.lines("sbatch") == [])
  }
}
