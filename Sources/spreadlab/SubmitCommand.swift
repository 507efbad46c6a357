import ArgumentParser
import Cluster
import Foundation
import PlainText
import RunStore
import StudyFiles
import StudyRuns

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
    name: [.short, .customLong("output")], help: "Results folder, seen by all nodes.",
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
    try checkOptions(study)
    let plan = try makePlan(study, shard: .whole)
    if shards > max(plan.runCount, 1) {
      throw CommandFailure(
        .usage, "error: --shards \(shards): the study has only \(plural(plan.runCount, "run"))")
    }
    let cluster = ClusterFolder(results: absolute(output.path), shards: shards)
    var scripts = try cluster.scripts(of: study, id: cluster.id ?? newID(), command: self)
    if dryRun {
      let missing = missingParts(try cluster.missingRuns(of: plan))
      try Console.write(
        "# \(cluster.path)/array.sh\n\(scripts.array(only: missing))\n"
          + "# \(cluster.path)/merge.sh\n\(scripts.merge)")
      return
    }
    try checkResults(of: plan, in: cluster.results)
    let submission = try ClusterSubmission(cluster)
    scripts.jobName = cluster.jobName(of: study, id: submission.id)
    let missing = missingParts(try cluster.missingRuns(of: plan))
    try submission.prepare(study: study, file: file)
    let open: ClusterFolder.OpenJobs
    do throws(Slurm.Failure) { open = try cluster.openJobs(of: study) } catch {
      throw CommandFailure(.inputOutput, "error: \(error)")
    }
    let toSend = missing.filter { open.parts[$0] == nil }
    var jobs: [String] = []
    if !toSend.isEmpty {
      jobs.append(try submission.send(scripts.array(only: toSend), as: "array.sh", after: []))
      try submission.note(array: jobs[0])
    }
    if !toSend.isEmpty || open.merges.isEmpty {
      // After an earlier merge, too: two at once would meet in one folder.
      jobs.append(
        try submission.send(
          scripts.merge, as: "merge.sh", after: open.arrays + open.merges + jobs))
    }
    try report(sent: toSend, complete: shards - missing.count, jobs: jobs)
  }

  var options: SlurmOptions {
    SlurmOptions(
      coresPerTask: cores, time: time, memory: memory, partition: partition, account: account,
      flags: sbatch)
  }

  private func missingParts(_ left: [(missing: Int, planned: Int)]) -> [Int] {
    left.indices.filter { left[$0].missing > 0 }.map { $0 + 1 }
  }

  private func checkOptions(_ study: Study) throws {
    guard engine == "slurm" else {
      throw CommandFailure(
        .usage,
        "error: --engine \(engine): slurm is the one there is; for other schedulers use "
          + "'spreadlab run --shard I/N' and 'spreadlab merge' (docs/cluster.md)")
    }
    guard (1...100_000).contains(shards), (1...1024).contains(cores) else {
      throw CommandFailure(
        .usage, "error: give --shards in 1...100000 and --cpus-per-task in 1...1024")
    }
    if let time, SlurmScripts.seconds(ofSlurmTime: time) == nil {
      throw CommandFailure(
        .usage, "error: --time \(time): give a time such as 00:55:00 or 2-12:00:00")
    }
    if case .adaptive = study.replicates {
      throw CommandFailure(
        .usage,
        """
        error: a study with a precision target cannot be split: how many replicates a point needs \
        is judged on all of them together. Find the number with a pilot on one machine \
        ('spreadlab check' says how many a precision takes), then submit with \
        --set replicates=NUMBER
        """)
    }
  }

  /// - Throws: `CommandFailure` if the merge would be refused there in the end.
  private func checkResults(of plan: RunPlan, in folder: String) throws {
    do throws(StudyFolderError) { try StudyFolder.expectOurs(folder) } catch {
      throw failure(of: error)
    }
    guard let stored = try StoredStudy.begun(in: folder, known: plan)?.study else { return }
    guard stored.digest == plan.study.digest else {
      throw failure(
        of: .anotherStudy(folder: folder, changed: plan.study.changedKeys(since: stored)))
    }
  }

  private func report(sent: [Int], complete: Int, jobs: [String]) throws {
    if json {
      try Console.write(
        JSONText.object([
          ("parts_sent", .array(sent.map { .int($0) })), ("parts_complete", .int(complete)),
          ("jobs", .array(jobs.map { .string($0) })),
        ]).text)
      return
    }
    Console.error(
      """
      \(plural(sent.count, "part")) submitted, \(complete) of \(shards) were complete\
      \(jobs.isEmpty ? "" : "; jobs \(jobs.joined(separator: ", "))").
      See how far it is: spreadlab status \(shellWord(output.path))
      """)
  }
}

/// `path` from the root, without looking at the file system.
func absolute(_ path: String) -> String {
  URL(fileURLWithPath: path).standardizedFileURL.path
}
