import ArgumentParser
import Cluster
import PlainText
import StudyFiles
import StudyFolders

struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Run a study on a Slurm cluster: an array of parts, then a merge.",
    discussion: """
      EXAMPLES
        spreadlab submit study.json -o results/big --shards 100 --time 00:55:00
        spreadlab submit study.json -o results/big --shards 100 --dry-run

      The same command sends only the parts that are missing.
      """)

  @OptionGroup var input: StudyInput

  @Option(
    name: .output,
    help: "Results folder, on a file system that all nodes share.",
    completion: .directory, transform: GivenPath.init)
  var output: GivenPath
  @Option(help: "Number of parts, each one task of the array.") var shards: Int
  @Option(help: "The scheduler.") var engine = "slurm"
  @Option(name: .customLong("cpus-per-task"), help: "Cores of each task.") var cores = 1
  @Option(help: "Time limit of each task in Slurm's form, such as 00:55:00.") var time: String?
  @Option(name: .customLong("mem"), help: "Memory of each task in Slurm's form, such as 4G.")
  var memory: String?
  @Option(help: "Partition.") var partition: String?
  @Option(help: "Account.") var account: String?
  @Option(
    help: "A further flag for sbatch, such as --sbatch=--qos=low; may be repeated.")
  var sbatch: [String] = []
  @Flag(name: .customLong("dry-run"), help: "Print the scripts; write and submit nothing.")
  var dryRun = false
  @Flag(help: "Print JSON instead of text.") var json = false

  func run() throws {
    let (study, file) = try input.load()
    guard engine == "slurm" else {
      throw Failure(
        .badOption,
        "\(setting: "engine", engine): the only supported engine is slurm; with another scheduler use "
          + "'spreadlab run --shard I/N' and 'spreadlab merge' (docs/cluster.md)")
    }
    let submission = try StudySubmission(
      study, file: file, overrides: input.words, to: output.path, shards: shards,
      options: SlurmOptions(
        coresPerTask: cores, time: time, memory: memory, partition: partition, account: account,
        flags: sbatch))
    if dryRun {
      let scripts = try submission.dryRun()
      let list = scripts.map { path, script in
        JSONText.object([("path", .string(path)), ("script", .string(script))])
      }
      try Console.write(
        json
          ? JSONText.object([("scripts", .array(list))]).text
          : scripts.map { "# \($0.path)\n\($0.script)" }.joined(separator: "\n"))
      return
    }
    let sent = try submission.send()
    if json {
      try Console.write(
        JSONText.object([
          ("parts_sent", .array(sent.parts.map { .int($0) })),
          ("parts_complete", .int(sent.complete)),
          ("jobs", .array(sent.jobs.map { .string($0) })),
        ]).text)
      return
    }
    Console.error(
      """
      \(plural(sent.parts.count, "part")) submitted, \(sent.complete) of \(sent.shards) were complete\
      \(sent.jobs.isEmpty ? "" : "; jobs \(sent.jobs.joined(separator: ", "))").
      See how far it is: spreadlab status \(shellWord(output.path))
      """)
  }
}
