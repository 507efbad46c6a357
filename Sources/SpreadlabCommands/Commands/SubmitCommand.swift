import ArgumentParser
import Cluster
import Foundation
import PlainText
import StudyFiles
import StudyFolders

struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Run a study on a cluster, round after round in parts.",
    discussion: """
      EXAMPLES
        spreadlab submit study.json -o results/big --shards 100 --time 00:55:00
        spreadlab submit study.json -o results/big --shards 100 --dry-run
        spreadlab submit study.json -o results/big --shards 16 --scheduler script

      Slurm runs the parts of a round as an array of tasks, and then a job, the judge, that merges them \
      and submits the next round. The same command submits only the parts that are missing. Where \
      compute nodes may not submit jobs, --driver does so from here. With --scheduler script, a shell \
      script makes the rounds with GNU parallel.
      """)

  @OptionGroup var input: StudyInput

  @Option(
    name: .output,
    help: "Results folder, on a file system that all nodes share.",
    completion: .directory, transform: GivenPath.init)
  var output: GivenPath
  @Option(help: "Maximum number of parts of a round; each is a task of the array.") var shards: Int
  @Option(
    name: .customLong("part-time"),
    help: "Shortest time that a part should take, such as 30m; short rounds get fewer parts.")
  var partTime: String?
  @Option(help: "What runs the parts.") var scheduler = Scheduler.slurm
  @Flag(help: "Stay and submit every round from here, where compute nodes may not submit jobs.")
  var driver = false
  @Flag(help: .hidden) var judge = false
  @Option(name: .customLong("cpus-per-task"), help: "Cores of each task.") var cores = 1
  @Option(help: "Time limit of each task in Slurm's form, such as 00:55:00.") var time: String?
  @Option(name: .customLong("mem"), help: "Memory of each task in Slurm's form, such as 4G.")
  var memory: String?
  @Option(help: "Slurm partition.") var partition: String?
  @Option(help: "Slurm account.") var account: String?
  @Option(
    help: "A further flag for sbatch, such as --sbatch=--qos=low; may be repeated.")
  var sbatch: [String] = []
  @Flag(name: .customLong("dry-run"), help: "Print the scripts; write and submit nothing.")
  var dryRun = false
  @Flag(help: "Print JSON instead of text.") var json = false

  func run() throws {
    let (study, file) = try input.load()
    let seconds = try partTime.map { try SpreadlabCommands.seconds(from: $0, "part_time") }
    let submission = try StudySubmission(
      study, file: file, overrides: input.words, to: output.path, shards: shards,
      partTime: seconds.flatMap { seconds in partTime.map { ($0, seconds) } },
      options: SlurmOptions(
        coresPerTask: cores, time: time, memory: memory, partition: partition, account: account,
        flags: sbatch))
    guard scheduler == .slurm else {
      let loop = try submission.loop(cores: cores, overrides: input.words, isWritten: !dryRun)
      if dryRun || json { return try write([loop]) }
      return try Console.write("bash \(shellWord(loop.path))\n")
    }
    if dryRun { return try write(try submission.dryRun()) }
    var sent = try submission.send(
      as: judge ? .judge : driver ? .driver(isFirst: true) : .submitter)
    try say(sent)
    while driver, sent.round != nil {
      try waitForTasks()
      sent = try submission.send(as: .driver(isFirst: false))
      if !sent.parts.isEmpty || sent.round == nil { try say(sent) }
    }
  }

  private func write(_ scripts: [(path: String, script: String)]) throws {
    let list = scripts.map { path, script in
      JSONText.object([("path", .string(path)), ("script", .string(script))])
    }
    try Console.write(
      json
        ? JSONText.object([("scripts", .array(list))]).text
        : scripts.map { "# \($0.path)\n\($0.script)" }.joined(separator: "\n"))
  }

  private func say(_ sent: StudySubmission.Sent) throws {
    if json {
      try Console.write(
        JSONText.object([
          ("round", sent.round.map { .int($0) } ?? .null),
          ("parts", .int(sent.shards)), ("parts_sent", .array(sent.parts.map { .int($0) })),
          ("parts_complete", .int(sent.complete)),
          ("jobs", .array(sent.jobs.map { .string($0) })),
        ]).text)
      return
    }
    guard let round = sent.round else {
      return Console.error("The study is complete in \(output).")
    }
    let fewer =
      sent.shards < shards
      ? " Round \(round) has \(plural(sent.shards, "part")): that is what it can keep busy." : ""
    Console.error(
      """
      \(plural(sent.parts.count, "part")) submitted, \(readable(Double(sent.complete))) of \(readable(Double(sent.shards))) were complete\
      \(sent.jobs.isEmpty ? "" : "; jobs \(sent.jobs.joined(separator: ", "))").\(fewer)
      See how far it is: spreadlab status \(shellWord(output.path))
      """)
  }

  /// Waits for the tasks that are out.
  private func waitForTasks() throws {
    var pause = 1.0
    while try StudySubmission.hasOpenTasks(in: output.path) {
      Thread.sleep(forTimeInterval: pause)
      pause = min(30, pause * 1.5)
    }
  }
}

/// Who runs the parts of a round.
enum Scheduler: String, CaseIterable, ExpressibleByArgument {
  case slurm, script
}
