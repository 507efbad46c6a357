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
    guard let text = try? String(contentsOfFile: "\(results)/cluster/shards", encoding: .utf8),
      let shards = Int(text.filter { !$0.isWhitespace }), shards > 0
    else { return nil }
    self.init(results: results, shards: shards)
  }

  func part(_ index: Int) -> String { "\(path)/parts/\(index)" }

  /// Parts that lack runs, 1...shards.
  ///
  /// - Throws: `CommandFailure` if a part belongs to another study.
  func missingParts(of study: Study) throws -> [Int] {
    try (1...shards).filter { index in
      guard RunStore.exists(in: part(index)) else { return true }
      let stored = try StoredStudy(folder: part(index))
      guard stored.study.digest == study.digest else {
        throw CommandFailure(
          .folderTaken,
          "error: \(part(index)) belongs to another study; "
            + differences(study.changedKeys(since: stored.study)))
      }
      guard stored.plan.shard == Shard("\(index)/\(shards)") else {
        throw CommandFailure(
          .folderTaken,
          "error: \(results) was submitted in \(stored.plan.shard.count) parts; give "
            + "--shards \(stored.plan.shard.count), or another folder")
      }
      return try stored.missingRuns() > 0
    }
  }

  /// Parts whose tasks still wait or run.
  func waitingParts() throws -> Set<Int> {
    guard let job = try? String(contentsOfFile: "\(path)/job", encoding: .utf8) else { return [] }
    do throws(Slurm.Failure) {
      return try Slurm.waitingTasks(of: job.filter { !$0.isWhitespace })
    } catch {
      throw CommandFailure(.inputOutput, "error: \(error)")
    }
  }

  func scripts(study: String, command: SubmitCommand) -> SlurmScripts {
    SlurmScripts(
      study: study, program: programPath(), studyFile: "\(path)/study.json", folder: path,
      output: results, shards: shards, coresPerTask: command.cores, time: command.time,
      memory: command.memory, partition: command.partition, account: command.account,
      flags: command.sbatch, overrides: [])
  }

  /// Makes the folders and keeps the study with the command line's changes in it.
  func prepare(study: Study) throws {
    do {
      for folder in ["parts", "logs"] {
        try FileManager.default.createDirectory(
          atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
      }
    } catch {
      throw CommandFailure(.inputOutput, "error: \(path): \(error.localizedDescription)")
    }
    try write(study.resolvedJSON, to: "study.json")
    try write(Array("\(shards)\n".utf8), to: "shards")
  }

  func write(_ scripts: SlurmScripts, only parts: [Int]) throws {
    if !parts.isEmpty { try write(Array(scripts.array(only: parts).utf8), to: "array.sh") }
    try write(Array(scripts.merge.utf8), to: "merge.sh")
  }

  func remember(job: String) throws { try write(Array("\(job)\n".utf8), to: "job") }

  private func write(_ bytes: [UInt8], to name: String) throws {
    do throws(DurableFileError) {
      let file = try DurableFile(path: "\(path)/\(name)", gzip: false)
      file.write(bytes: bytes)
      _ = try file.commit()
    } catch { throw failure(of: error) }
  }
}

/// Where this program is, for scripts that call it on other nodes.
private func programPath() -> String {
  (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    ?? absolute(CommandLine.arguments[0])
}
