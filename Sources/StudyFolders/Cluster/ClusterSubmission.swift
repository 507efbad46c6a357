import Cluster
import DurableFiles
import Foundation
import Glibc
import PlainText
import StudyFiles
import StudyRuns

/// The folder `cluster` while one `submit` works on it; no other one does meanwhile.
struct ClusterSubmission {
  private let cluster: ClusterFolder
  private let folder: DurableFolder
  private let lock: FolderLock
  /// Whether the folder was not submitted before.
  private let isNew: Bool
  /// As `ClusterFolder.id`; it is on disk before the first job is sent.
  let id: String

  /// - Throws: `WordedError` if another `submit` is at work here.
  init(_ cluster: ClusterFolder) throws {
    self.cluster = cluster
    let folder = try DurableFolder(cluster.results).folder(FolderOwner.clusterFolder)
    self.folder = folder
    do { lock = try FolderLock(of: folder) } catch let error as FolderInUse {
      throw Failure(
        .inUse, file: cluster.results,
        "\(cluster.results) is being submitted by \(error.holder), or by the sbatch it started; "
          + "wait for it, then see 'spreadlab status'")
    }
    isNew = cluster.id == nil
    id = cluster.id ?? newID()
  }

  /// Makes the folders and keeps the study file as it is, and as it was understood.
  func prepare(study: Study, file: [UInt8]) throws {
    for name in ["parts", "logs"] { _ = try folder.folder(name) }
    _ = try study.writeCopies(to: folder)
    try write(file, to: "study.json")
    try write(study.resolvedJSON, to: "study.resolved.json")
    try write(Array("\(id)\n".utf8), to: ClusterFolder.idFile)
  }

  /// Removes what a first call wrote that asked Slurm for nothing. A job may be in the queue although its
  /// answer was lost: then the folder's id stays, by which the next call finds it.
  func withdraw() {
    guard isNew, cluster.sentRound == nil else { return }
    try? FileManager.default.removeItem(atPath: cluster.path)
    try? FileManager.default.removeItem(atPath: "\(cluster.results)/\(RoundFile.name)")
    rmdir(cluster.results)  // does nothing where there is more in it
  }

  /// Sends a script; returns the job's number.
  ///
  /// - Parameter jobs: jobs that must have ended before.
  func send(
    _ script: String, as name: String, after jobs: [String]
  ) throws -> String {
    let script = try keep(script: script, as: name)
    return try Slurm.submit(script, after: jobs, holding: lock.descriptor)
  }

  /// Writes a script; returns its path.
  func keep(script: String, as name: String) throws -> String {
    try write(Array(script.utf8), to: name)
    return "\(cluster.path)/\(name)"
  }

  /// Keeps in how many parts the loop makes a round.
  func keep(loopParts: Int) throws {
    try write(Array("\(loopParts)\n".utf8), to: ClusterFolder.loopPartsFile)
  }

  /// Notes that parts of a round are about to be sent.
  func note(round: Int) throws { try write(Array("\(round)\n".utf8), to: ClusterFolder.sentFile) }

  /// Adds an array to the list of those sent, for people.
  func note(array: String) throws {
    // Not there at first; a list for people is no reason to send nothing.
    let earlier = (try? ReadableFile.bytes(of: folder.place(of: "jobs"), .found)) ?? []
    try write(earlier + Array("\(array)\n".utf8), to: "jobs")
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let file = try folder.file(name)
    file.text.write(bytes: bytes)
    _ = try file.commit()
  }
}

/// Twelve random hexadecimal digits.
func newID() -> String {
  let digits = String(UInt64.random(in: 0..<1 << 48), radix: 16)
  return String(repeating: "0", count: 12 - digits.count) + digits
}
