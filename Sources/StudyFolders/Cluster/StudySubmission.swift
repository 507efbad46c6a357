package import Cluster
import Foundation
import PlainText
package import StudyFiles
import StudyRuns

/// A study that is to run on a Slurm cluster: an array of parts, then a merge.
package struct StudySubmission: Sendable {
  private let study: Study
  private let rounds: StudyRounds
  private let file: [UInt8]
  private let cluster: ClusterFolder
  private let scripts: SlurmScripts

  /// - Parameters:
  ///   - file: the study file as it is.
  ///   - overrides: changes to it, as words of a command line.
  ///   - results: the results folder, seen by all nodes.
  /// - Throws: `WordedError` for what cannot be split or brought into a script.
  package init(
    _ study: Study, file: [UInt8], overrides: [String], to results: String, shards: Int,
    options: SlurmOptions
  ) throws {
    guard (1...100_000).contains(shards), (1...1024).contains(options.coresPerTask) else {
      throw Failure(
        .badOption,
        "give \(setting: "shards") in 1...100000 and \(setting: "cpus_per_task") in 1...1024")
    }
    if let time = options.time, SlurmScripts.seconds(ofSlurmTime: time) == nil {
      throw Failure(
        .badOption, "\(setting: "time", time): give a time such as 00:55:00 or 2-12:00:00")
    }
    self.study = study
    self.file = file
    rounds = try StudyRounds(study)
    let runs = rounds.open.runCount
    if shards > max(runs, 1) {
      throw Failure(
        .badOption,
        "\(setting: "shards", shards): the study has only \(plural(runs, "run"))")
    }
    cluster = ClusterFolder(results: absolute(results), shards: shards)
    scripts = try SlurmScripts(
      jobName: cluster.jobName(of: study, id: cluster.id ?? newID()), program: programPath(),
      studyFile: "\(cluster.path)/study.json", folder: cluster.path, output: cluster.results,
      shards: shards, options: options, overrides: overrides)
  }

  /// The scripts that `send` would write, by their paths; nothing is written.
  package func dryRun() throws -> [(path: String, script: String)] {
    let missing = missingParts(try cluster.missingRuns(of: rounds))
    return [
      ("\(cluster.path)/array.sh", scripts.array(only: missing)),
      ("\(cluster.path)/merge.sh", scripts.merge),
    ]
  }

  package struct Sent: Sendable {
    /// Numbers of the parts that were sent.
    package let parts: [Int]
    /// How many were complete before, and how many there are.
    package let complete: Int
    package let shards: Int
    /// Slurm's numbers of the jobs sent.
    package let jobs: [String]
  }

  /// Sends the parts that are missing and do not wait or run, and the merge after them.
  ///
  /// - Throws: `WordedError`, also while another submission is at work in the folder.
  package func send() throws -> Sent {
    try expectOwnResults()
    let submission = try ClusterSubmission(cluster)
    var scripts = scripts
    scripts.jobName = cluster.jobName(of: study, id: submission.id)
    let missing = missingParts(try cluster.missingRuns(of: rounds))
    try submission.prepare(study: study, file: file)
    let open = try cluster.openJobs(of: study)
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
    return Sent(
      parts: toSend, complete: cluster.shards - missing.count, shards: cluster.shards, jobs: jobs)
  }

  private func missingParts(_ left: [(missing: Int, planned: Int)]) -> [Int] {
    left.indices.filter { left[$0].missing > 0 }.map { $0 + 1 }
  }

  /// - Throws: `WordedError` if the merge would be refused there in the end.
  private func expectOwnResults() throws {
    try StudyFolder.expectOurs(cluster.results)
    guard let stored = try StoredStudy.begun(in: cluster.results, known: rounds)?.study else {
      return
    }
    guard stored.digest == study.digest else {
      throw StudyFolder.anotherStudy(
        cluster.results, changed: study.changedKeys(since: stored))
    }
  }
}

/// Where this program is, for scripts that call it on other nodes.
private func programPath() -> String {
  (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    ?? absolute(CommandLine.arguments[0])
}

/// `path` from the root, without looking at the file system.
private func absolute(_ path: String) -> String {
  URL(fileURLWithPath: path).standardizedFileURL.path
}
