import Foundation
import Glibc
import Testing

/// `submit` beside a queue of our own, in which it takes a moment from the acceptance of a job to
/// the answer: there is a time at which a job is queued and nobody knows its number.
@Suite("Submit") struct SubmitTests {
  /// A folder with commands named as Slurm's, and their queue: a line with number, name and tasks
  /// per job.
  private struct Queue {
    let folder: String
    private var file: String { folder + "/queue" }

    init(in scratch: Scratch) throws {
      folder = scratch.file("slurm")
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      try write(
        "sbatch",
        """
        for script; do :; done
        number=$(( $(cat "$0.last" 2>/dev/null) + 1 )); echo $number > "$0.last"
        echo "$number $(sed -n 's/^#SBATCH --job-name=//p' "$script")" \\
          "$(sed -n 's/^#SBATCH --array=//p' "$script")" >> "${0%/*}/queue"
        sleep "${SBATCH_SECONDS:-0}"
        echo $number
        """)
      try write(
        "squeue",
        """
        for word; do
          case $word in --name=*) name=${word#--name=} ;; --jobs=*) job=${word#--jobs=} ;; esac
        done
        while read -r number its_name tasks; do
          [ "$number" = "$job" ] || [ "$its_name" = "$name" ] || continue
          for range in ${tasks//,/ }; do
            for task in $(seq ${range%-*} ${range#*-}); do
              [ -n "$job" ] && echo "$task PENDING" || echo "$number $task PENDING"
            done
          done
          [ -n "$tasks" ] || echo "$number N/A PENDING"
        done < "${0%/*}/queue"
        """)
      try clear()
    }

    private func write(_ name: String, _ text: String) throws {
      let path = "\(folder)/\(name)"
      try "#!/bin/bash\n\(text)\n".write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// All jobs have ended.
    func clear() throws { try "".write(toFile: file, atomically: false, encoding: .utf8) }

    /// Lines of arrays, and of jobs that are none.
    func jobs() throws -> (arrays: [Substring], judges: [Substring]) {
      let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      return (lines.filter { !$0.contains("-judge") }, lines.filter { $0.contains("-judge") })
    }

    func environment(answerAfter seconds: Double = 0) -> [String: String] {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return ["PATH": "\(folder):\(path)", "SBATCH_SECONDS": "\(seconds)"]
    }
  }

  private func arguments(_ scratch: Scratch) throws -> [String] {
    let study = try scratch.write(Studies.small, to: "study.json")
    return ["submit", study, "-o", scratch.file("results"), "--shards", "3"]
  }

  @Test("killed after a job was accepted and before its number was known, it sends nothing twice")
  func killed() throws {
    let scratch = try Scratch()
    let queue = try Queue(in: scratch)
    let arguments = try arguments(scratch)
    let first = try Command.start(arguments, environment: queue.environment(answerAfter: 1))
    while try queue.jobs().arrays.isEmpty { usleep(10_000) }
    first.send(SIGKILL)
    #expect(try first.finish().exitCode == 137)
    // The command it started is still at work for it.
    let early = try Command.run(arguments, environment: queue.environment())
    #expect(early.exitCode == 5 && early.code == "in_use", "\(early.messages)")
    sleep(2)
    let second = try Command.run(arguments, environment: queue.environment())
    #expect(second.exitCode == 0, "\(second.messages)")
    let jobs = try queue.jobs()
    #expect(jobs.arrays.count == 1 && jobs.judges.count == 1, "\(jobs)")
    // Nothing is left to send, not even the judge.
    #expect(try Command.run(arguments, environment: queue.environment()).exitCode == 0)
    #expect(try queue.jobs().judges.count == 1)
    let status = try Command.run(
      ["status", scratch.file("results"), "--json"], environment: queue.environment())
    #expect(try status.json()["parts_waiting"] as? [Int] == [1, 2, 3])
  }

  @Test("two at once send everything once")
  func twoAtOnce() throws {
    let scratch = try Scratch()
    let queue = try Queue(in: scratch)
    let arguments = try arguments(scratch)
    let environment = queue.environment(answerAfter: 0.3)
    let both = try (0..<2).map { _ in try Command.start(arguments, environment: environment) }
    let codes = try both.map { try $0.finish().exitCode }.sorted()
    #expect(codes[0] == 0 && [0, 5].contains(codes[1]), "\(codes)")
    let jobs = try queue.jobs()
    #expect(jobs.arrays.count == 1 && jobs.judges.count == 1, "\(jobs)")
    // When the jobs are gone and nothing was made, all is sent again.
    try queue.clear()
    #expect(try Command.run(arguments, environment: queue.environment()).exitCode == 0)
    #expect(try queue.jobs().arrays.map { $0.split(separator: " ").last } == ["1-3"])
  }

  @Test("jobs of two folders are distinguished, although the study is the same")
  func twoFolders() throws {
    let scratch = try Scratch()
    let queue = try Queue(in: scratch)
    var arguments = try arguments(scratch)
    #expect(try Command.run(arguments, environment: queue.environment()).exitCode == 0)
    arguments[3] = scratch.file("others")
    #expect(try Command.run(arguments, environment: queue.environment()).exitCode == 0)
    #expect(try queue.jobs().arrays.map { $0.split(separator: " ").last } == ["1-3", "1-3"])
  }

  @Test(
    "a path that no script can hold is a usage error, and nothing is written",
    arguments: ["line\nbreak; touch PWNED", "back\\slash"])
  func paths(name: String) throws {
    let scratch = try Scratch()
    let queue = try Queue(in: scratch)
    let study = try scratch.write(Studies.small, to: "study.json")
    for options in [[], ["--dry-run"]] {
      let outcome = try Command.run(
        ["submit", study, "-o", name, "--shards", "2"] + options,
        environment: queue.environment(), in: scratch.path)
      #expect(outcome.exitCode == 2, "\(outcome.messages)")
      #expect(outcome.output == "" && outcome.code == "bad_option")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
        == ["slurm", "study.json"])
    #expect(try queue.jobs().arrays == [])
  }
}
