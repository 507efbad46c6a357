package import Cluster
import Foundation
import PlainText
import RunStore
import Statistics
package import StudyFiles
import StudyRuns

/// A study that runs on a Slurm cluster: round after round an array of parts, and a judge behind it that
/// merges them and sends the next array.
package struct StudySubmission: Sendable {
  private let study: Study
  private let rounds: StudyRounds
  private let file: [UInt8]
  private let cluster: ClusterFolder
  private let scripts: SlurmScripts
  private let shards: Int
  /// Seconds that a part should take at least; nil: parts may be as short as they are.
  private let partSeconds: Double?

  /// - Parameters:
  ///   - file: the study file as it is.
  ///   - overrides: changes to it, as words of a command line.
  ///   - results: the results folder, seen by all nodes.
  ///   - shards: parts of a round at most.
  ///   - partTime: how long a part should take at least, as words and in seconds; nil: no matter.
  /// - Throws: `WordedError` for what cannot be brought into a script.
  package init(
    _ study: Study, file: [UInt8], overrides: [String], to results: String, shards: Int,
    partTime: (words: String, seconds: Double)? = nil, options: SlurmOptions
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
    self.shards = shards
    partSeconds = partTime?.seconds
    rounds = try StudyRounds(study)
    cluster = ClusterFolder(results: absolute(results))
    scripts = try SlurmScripts(
      jobName: cluster.jobName(of: study, id: cluster.id ?? newID()), program: programPath(),
      studyFile: "\(cluster.path)/study.json", folder: cluster.path, output: cluster.results,
      options: options, overrides: overrides,
      submitWords: ["--shards", "\(shards)"] + (partTime.map { ["--part-time", $0.words] } ?? []))
  }

  /// The scripts that `send` would write, by their paths; nothing is written.
  package func dryRun() throws -> [(path: String, script: String)] {
    guard let round = try cluster.round(of: rounds).map(withParts) else { return [] }
    let missing = missingParts(try cluster.missingRuns(of: round, rounds))
    return [
      (
        "\(cluster.path)/array.sh",
        scripts.array(round: round.round, parts: round.parts ?? 1, only: missing)
      ), ("\(cluster.path)/judge.sh", scripts.judge),
    ]
  }

  /// A script that makes all rounds without a scheduler, by its path.
  ///
  /// - Parameter isWritten: whether it and the study are written, nothing else; false: nothing is.
  package func loop(
    cores: Int, overrides: [String], isWritten: Bool
  ) throws -> (path: String, script: String) {
    try expectOwnResults(takesOver: isWritten)
    let script = ShellLoop(
      program: programPath(), studyFile: "\(cluster.path)/study.json", folder: cluster.path,
      output: cluster.results, parts: shards, cores: cores, overrides: overrides
    ).text
    guard isWritten else { return ("\(cluster.path)/\(ClusterFolder.loopFile)", script) }
    let submission = try ClusterSubmission(cluster)
    try submission.prepare(study: study, file: file)
    try submission.keep(loopParts: shards)
    return (try submission.keep(script: script, as: ClusterFolder.loopFile), script)
  }

  package struct Sent: Sendable {
    /// The round, from 1; nil when the study is done.
    package let round: Int?
    /// Numbers of the parts that were sent.
    package let parts: [Int]
    /// How many were complete before, and how many there are.
    package let complete: Int
    package let shards: Int
    /// Slurm's numbers of the jobs sent.
    package let jobs: [String]
  }

  /// Who is at work.
  package enum Role: Sendable {
    /// A person: parts that are missing are sent, and the judge behind them.
    case submitter
    /// The job behind an array: it merges the array's round, and sends what comes next.
    case judge
    /// As the judge, on a login node, from which alone jobs can be sent: no judge is sent. What tasks left
    /// undone before the first call is sent again.
    case driver(isFirst: Bool)

    fileprivate var hasJudge: Bool { if case .driver = self { false } else { true } }
    fileprivate var merges: Bool { if case .submitter = self { false } else { true } }
    fileprivate var sendsAgain: Bool {
      switch self {
      case .submitter, .driver(isFirst: true): true
      case .judge, .driver(isFirst: false): false
      }
    }
  }

  /// Sends the parts of the current round that are missing and do not wait or run, and the judge after them.
  ///
  /// Slurm is asked before anything is sent or written, so nothing is sent twice, wherever an earlier call was
  /// stopped.
  /// - Throws: `WordedError`, also while another submission is at work in the folder, and where tasks of the
  ///   round have ended without their runs, which only a person sends again.
  package func send(as role: Role = .submitter) throws -> Sent {
    try expectOwnResults(takesOver: true)
    let submission = try ClusterSubmission(cluster)
    do {
      let limit = try Slurm.mostTasks(besides: scripts.jobName)
      try submission.prepare(study: study, file: file)
      return try send(as: role, submission, limit: limit)
    } catch {
      submission.withdraw()
      throw error
    }
  }

  private func send(
    as role: Role, _ submission: ClusterSubmission, limit: Int?
  ) throws -> Sent {
    var scripts = scripts
    scripts.jobName = cluster.jobName(of: study, id: submission.id)
    var open = try cluster.openJobs(of: study)
    // Nobody merges, so what a merge left half written may be taken back.
    if open.parts.isEmpty, open.judges.isEmpty {
      try RunStore.takeBackUnfinishedWrite(cluster.results)
    }
    // The judge that is at work is no reason to send none.
    let own = ProcessInfo.processInfo.environment["SLURM_JOB_ID"]
    open.judges.removeAll { $0 == own }
    if role.merges, open.parts.isEmpty { try merge() }
    guard var round = try cluster.round(of: rounds) else {
      return Sent(round: nil, parts: [], complete: 0, shards: 0, jobs: [])
    }
    if round.parts == nil {
      round = withParts(round, limit: limit)
      try round.keep(in: cluster.results, of: study)
    }
    let count = round.parts ?? 1
    let missing = missingParts(try cluster.missingRuns(of: round, rounds))
    let toSend = missing.filter { open.parts[$0] == nil }
    if !role.sendsAgain, cluster.sentRound == round.round, !toSend.isEmpty, open.parts.isEmpty {
      throw Failure(
        .incomplete, file: cluster.results,
        "round \(round.round) of the study is not complete: parts "
          + "\(inShort(toSend.map(String.init))) of \(count) lack runs; their logs in "
          + "\(cluster.path)/logs say why. The same submit command sends them again")
    }
    var jobs: [String] = []
    if !toSend.isEmpty {
      let array = scripts.array(round: round.round, parts: count, only: toSend)
      try submission.note(round: round.round)
      jobs.append(try submission.send(array, as: "array.sh", after: []))
      try submission.note(array: jobs[0])
    }
    if role.hasJudge, !toSend.isEmpty || open.judges.isEmpty {
      // After an earlier judge, too: two at once would meet in one folder.
      jobs.append(
        try submission.send(
          scripts.judge, as: "judge.sh", after: open.arrays + open.judges + jobs))
    }
    return Sent(
      round: round.round, parts: toSend, complete: count - missing.count, shards: count, jobs: jobs)
  }

  /// Merges the parts of the current round; deletes those of rounds that are complete.
  private func merge() throws {
    guard let round = try cluster.round(of: rounds) else {
      return try cluster.deleteParts(before: nil, rounds)
    }
    let folders = try partFolders(named: [cluster.parts(round.round)], list: nil)
    guard folders.contains(where: { $0 != cluster.parts(round.round) }) else { return }
    let merged = try MergedParts(folders: folders, into: cluster.results, isPartial: false)
    try cluster.deleteParts(before: merged.next?.round, rounds)
  }

  /// The round with the number of its parts: as many as were asked for, as have their time, as the round can
  /// keep busy, and as the site takes.
  private func withParts(_ round: RoundFile) -> RoundFile { withParts(round, limit: nil) }

  private func withParts(_ round: RoundFile, limit: Int?) -> RoundFile {
    guard round.parts == nil else { return round }
    let plan = round.plan ?? rounds.open
    var parts = min(shards, NextRound.mostParts(runs: plan.runCount), limit ?? .max)
    if let partSeconds, parts > 1 {
      parts = min(parts, max(1, Int(saturating: RoundEstimate(plan).cpuSeconds / partSeconds)))
    }
    return RoundFile(round: round.round, plan: plan, parts: parts)
  }

  /// Whether tasks of a submitted study wait or run.
  package static func hasOpenTasks(in results: String) throws -> Bool {
    let cluster = ClusterFolder(results: absolute(results))
    return try !cluster.openJobs(of: cluster.study()).arrays.isEmpty
  }

  private func missingParts(_ left: [(missing: Int, planned: Int)]) -> [Int] {
    left.indices.filter { left[$0].missing > 0 }.map { $0 + 1 }
  }

  /// - Parameter takesOver: whether a folder in which the study goes on with runs of another one becomes its, as
  ///   a merge never changes whose folder it is.
  /// - Throws: `WordedError` if the merge would be refused there in the end, or parts of another study are
  ///   on their way: they read the study that lies there.
  private func expectOwnResults(takesOver: Bool) throws {
    try FolderOwner.expectOurs(cluster.results)
    // A store with an unfinished write is looked at before parts are sent or merged.
    guard let stored = try FolderStudy.begun(part: cluster.results, known: rounds) else {
      _ = try RoundFile.kept(in: cluster.results, of: study)
      try FolderOwner.expectOwnTables(rounds, in: cluster.results)
      return
    }
    let found = stored.store.identity
    guard found.digest != study.digest else { return }
    if let refusal = FolderOwner.refusal(of: rounds, in: cluster.results, found) { throw refusal }
    if takesOver { try openFolder(rounds, at: cluster.results, studyFile: file).close() }
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
