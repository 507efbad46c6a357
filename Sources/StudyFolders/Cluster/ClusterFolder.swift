import Cluster
import DurableFiles
import PlainText
import RunStore
import StudyFiles
import StudyRuns

/// The folder `cluster` inside a results folder: the study as submitted, scripts, logs, parts.
///
/// Every part has a folder of its own, so no two processes ever share a database file: that is
/// all a network file system is asked for (docs/cluster.md).
struct ClusterFolder: Sendable {
  let results: String
  let shards: Int
  var path: String { results + "/" + StudyFolder.clusterFolder }

  init(results: String, shards: Int) {
    self.results = results
    self.shards = shards
  }

  /// The folder of a results folder that was submitted before; nil if it was not.
  init?(existing results: String) {
    let folder = results + "/" + StudyFolder.clusterFolder
    guard let text = Self.line(of: "\(folder)/shards"), let shards = Int(text),
      (1...100_000).contains(shards)
    else { return nil }
    self.init(results: results, shards: shards)
  }

  /// What tells this folder's jobs from all others in Slurm's queue; nil if it was never submitted.
  var id: String? {
    guard let text = Self.line(of: "\(path)/\(Self.idFile)"), (8...32).contains(text.utf8.count),
      text.allSatisfy(\.isHexDigit)
    else { return nil }
    return text
  }

  static let idFile = "id"

  /// The name of the jobs of a study's parts; scripts that are only shown get an id of the moment.
  func jobName(of study: Study, id: String) -> String { "\(study.name)-\(id)" }

  /// A file of one line; nil if it is not there or not such a file.
  private static func line(of path: String) -> String? {
    guard let bytes = try? ReadableFile.bytes(of: path, .found, upTo: 100) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }

  func part(_ index: Int) -> String { "\(path)/parts/\(index)" }

  var parts: [String] { (1...shards).map(part) }

  /// The study as it was submitted, changes from the command line included.
  func study() throws -> Study {
    try Study.load(path: "\(path)/study.resolved.json", .found)
  }

  /// How many runs each part lacks, and how many it is to make; part 1 first.
  ///
  /// - Throws: `WordedError` if a part belongs to another study, or to another division of it.
  func missingRuns(
    of rounds: StudyRounds
  ) throws -> [(missing: Int, planned: Int)] {
    let open = rounds.open
    return try (1...shards).map { (index) throws -> (missing: Int, planned: Int) in
      guard let shard = Shard("\(index)/\(shards)") else { return (0, 0) }
      guard let stored = try StoredStudy.begun(in: part(index), known: rounds) else {
        let planned = open.dealt(to: shard).runCount
        return (planned, planned)
      }
      guard stored.study.digest == rounds.study.digest else {
        throw Failure(
          .anotherStudy, file: part(index),
          "\(part(index)) belongs to another study; "
            + "\(differences(rounds.study.changedKeys(since: stored.study)))")
      }
      let part = stored.rounds.part?.shard ?? .whole
      guard part == shard else {
        throw Failure(
          .otherParts, file: results,
          "\(results) was submitted in \(part.count) parts; give "
            + "\(setting: "shards", part.count), or another folder")
      }
      return (try stored.missingRuns(), stored.plan.runCount)
    }
  }

  /// The jobs of this folder that still wait or run, as Slurm knows them by their name.
  struct OpenJobs {
    /// Numbers of jobs that make parts.
    var arrays: [String] = []
    /// Numbers of jobs that join them.
    var merges: [String] = []
    /// The parts whose tasks wait (false) or run (true).
    var parts: [Int: Bool] = [:]
  }

  /// Slurm is asked, not a note of what was sent: a program that is killed right after sending
  /// could not have written one.
  func openJobs(of study: Study) throws -> OpenJobs {
    var open = OpenJobs()
    guard let id else { return open }
    let name = jobName(of: study, id: id)
    for task in try Slurm.tasks(named: name) {
      if !open.arrays.contains(task.job) { open.arrays.append(task.job) }
      if let part = task.number { open.parts[part] = task.isRunning || open.parts[part] ?? false }
    }
    open.merges = try Slurm.tasks(named: SlurmScripts.mergeName(of: name)).map(\.job)
    return open
  }
}
