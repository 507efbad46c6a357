import Cluster
import DurableFiles
import Foundation
import RunStore
import StudyFiles
import StudyRuns

/// The folder `cluster` inside a results folder: the study as submitted, scripts, logs, parts.
///
/// Every part has a folder of its own, so no two processes ever share a database file: that is
/// all a network file system is asked for (docs/cluster.md).
struct ClusterFolder {
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
    guard let text = try? String(contentsOfFile: "\(folder)/shards", encoding: .utf8),
      let shards = Int(text.filter { !$0.isWhitespace }), (1...100_000).contains(shards)
    else { return nil }
    self.init(results: results, shards: shards)
  }

  func part(_ index: Int) -> String { "\(path)/parts/\(index)" }

  var parts: [String] { (1...shards).map(part) }

  /// The study as it was submitted, changes from the command line included.
  func study() throws -> Study {
    let file = "\(path)/study.resolved.json"
    do throws(StudyFileError) {
      return try Study.parse(bytes: try Study.bytes(ofFile: file), file: file)
    } catch { throw failure(of: error) }
  }

  /// How many runs each part lacks, and how many it is to make; part 1 first.
  ///
  /// - Throws: `CommandFailure` if a part belongs to another study, or to another division of it.
  func missingRuns(of plan: RunPlan) throws -> [(missing: Int, planned: Int)] {
    try (1...shards).map { index in
      guard let shard = Shard("\(index)/\(shards)") else { return (0, 0) }
      guard RunStore.exists(in: part(index)) else {
        let planned = plan.part(shard).runCount
        return (planned, planned)
      }
      let stored = try StoredStudy(folder: part(index), known: plan)
      guard stored.study.digest == plan.study.digest else {
        throw CommandFailure(
          .folderTaken,
          "error: \(part(index)) belongs to another study; "
            + differences(plan.study.changedKeys(since: stored.study)))
      }
      guard stored.plan.shard == shard else {
        throw CommandFailure(
          .folderTaken,
          "error: \(results) was submitted in \(stored.plan.shard.count) parts; give "
            + "--shards \(stored.plan.shard.count), or another folder")
      }
      return (try stored.missingRuns(), stored.plan.runCount)
    }
  }

  /// The jobs that are not done: their numbers, and the parts whose tasks wait (false) or run
  /// (true).
  func openJobs() throws(Slurm.Failure) -> (jobs: [String], parts: [Int: Bool]) {
    var open: (jobs: [String], parts: [Int: Bool]) = ([], [:])
    for job in jobs {
      let tasks = try Slurm.openTasks(of: job)
      if !tasks.isEmpty { open.jobs.append(job) }
      open.parts.merge(tasks) { $0 || $1 }
    }
    return open
  }

  /// The arrays submitted so far, the newest last.
  private var jobs: [String] {
    let text = (try? String(contentsOfFile: "\(path)/jobs", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  func remember(job: String) throws {
    try write(Array((jobs + [job]).map { $0 + "\n" }.joined().utf8), to: "jobs")
  }

  func scripts(study: String, command: SubmitCommand) -> SlurmScripts {
    SlurmScripts(
      study: study, program: programPath(), studyFile: "\(path)/study.json", folder: path,
      output: results, shards: shards, coresPerTask: command.cores, time: command.time,
      memory: command.memory, partition: command.partition, account: command.account,
      flags: command.sbatch, overrides: command.input.words)
  }

  /// Makes the folders and keeps the study file as it is, and as it was understood.
  func prepare(study: Study, file: [UInt8]) throws {
    do throws(DurableFileError) {
      for folder in ["parts", "logs"] { try DurableFolder.create("\(path)/\(folder)") }
    } catch { throw failure(of: error) }
    try write(file, to: "study.json")
    try write(study.resolvedJSON, to: "study.resolved.json")
    try write(Array("\(shards)\n".utf8), to: "shards")
  }

  func write(_ scripts: SlurmScripts, only parts: [Int]) throws {
    if !parts.isEmpty { try write(Array(scripts.array(only: parts).utf8), to: "array.sh") }
    try write(Array(scripts.merge.utf8), to: "merge.sh")
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    do throws(DurableFileError) {
      let file = try DurableFile(path: "\(path)/\(name)", gzip: false)
      file.text.write(bytes: bytes)
      _ = try file.commit()
    } catch { throw failure(of: error) }
  }
}

/// Where this program is, for scripts that call it on other nodes.
private func programPath() -> String {
  (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    ?? absolute(CommandLine.arguments[0])
}
