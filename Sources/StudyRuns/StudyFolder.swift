package import DurableFiles
import Glibc
package import RunStore
import StudyFiles

/// Why a results folder cannot be used.
package enum StudyFolderError: Error, Sendable {
  /// The folder holds files but no store of ours; they stay untouched.
  case foreignFiles(folder: String, example: String)
  /// The folder belongs to another study; the JSON paths that differ are named.
  case anotherStudy(folder: String, changed: [String])
  case store(RunStoreError)
  /// A file that the study reads could not be kept beside its runs.
  case file(DurableFileError)
}

/// The results folder of a study: its store, opened for the study that belongs there.
package enum StudyFolder {
  /// Opens the folder for writing: a new one, or one of the same study, or of a study that this
  /// one only adds to (more replicates, more points). Files of edges are kept there.
  ///
  /// - Throws: `StudyFolderError`; nothing is changed in a folder that is refused.
  package static func open(
    _ plan: RunPlan, at folder: String
  ) throws(StudyFolderError) -> RunStore {
    let store = try openStore(plan, at: folder)
    guard !plan.study.copyNames.isEmpty else { return store }
    do throws(DurableFileError) {
      try plan.study.writeCopies(to: try DurableFolder(folder), onlyMissing: true)
      return store
    } catch { throw .file(error) }
  }

  private static func openStore(
    _ plan: RunPlan, at folder: String
  ) throws(StudyFolderError) -> RunStore {
    try expectOurs(folder)
    let study = plan.study
    let identity = StoreIdentity(
      digest: study.digest, shard: plan.shard.description, study: study.resolvedJSON,
      responses: study.storedResponses)
    do throws(RunStoreError) {
      return try RunStore.open(folder: folder, study: identity, mode: .resume)
    } catch {
      guard case .belongsToAnother(let found) = error else { throw .store(error) }
      guard let older = readStudy(found, folder: folder) else {
        throw .anotherStudy(folder: folder, changed: [])
      }
      let headers = older.edgeHeaders(unknownTo: found.digest)
      guard headers.isEmpty else { throw .anotherStudy(folder: folder, changed: headers) }
      guard found.shard == identity.shard, plan.onlyAdds(to: older) else {
        throw .anotherStudy(folder: folder, changed: study.changedKeys(since: older))
      }
      do throws(RunStoreError) {
        return try RunStore.open(folder: folder, study: identity, mode: .extend)
      } catch { throw .store(error) }
    }
  }

  /// - Throws: `StudyFolderError.foreignFiles` if the folder holds files but no store of ours.
  package static func expectOurs(_ folder: String) throws(StudyFolderError) {
    if !RunStore.exists(in: folder), let example = firstEntry(of: folder) {
      throw .foreignFiles(folder: folder, example: example)
    }
  }

  /// The study a store belongs to; nil if this program cannot read it.
  private static func readStudy(_ identity: StoreIdentity, folder: String) -> Study? {
    do throws(StudyFileError) {
      return try Study.parse(bytes: identity.study, file: "\(folder)/.store", isStored: true)
    } catch { return nil }
  }

  /// Where `spreadlab submit` keeps scripts and parts, inside a results folder.
  package static let clusterFolder = "cluster"

  /// What systems and version control leave in folders that hold nothing.
  private static let leftBySystems: Set = [
    ".", "..", ".gitkeep", ".gitignore", ".DS_Store", "Thumbs.db", "desktop.ini", "lost+found",
  ]

  /// The first file of a folder that is neither ours nor left there by a system; nil if there is none.
  private static func firstEntry(of folder: String) -> String? {
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !leftBySystems.contains(name) && name != clusterFolder { return name }
    }
    return nil
  }
}

extension RunPlan {
  /// Whether all runs of the older study are runs of this one too, with the same results.
  func onlyAdds(to older: Study) -> Bool {
    // Calibrations of other data begin with the same draws, and go on with others.
    if study.calibration != nil || older.calibration != nil { return study.continues(older) }
    guard older.seed == study.seed, older.randomNumbers == study.randomNumbers,
      older.record == study.record, older.storedOwnResponses == study.storedOwnResponses,
      older.replicates.most <= study.replicates.most,
      case .fixed = older.replicates, case .fixed = study.replicates,
      older.search == nil, study.search == nil,
      let oldPoints = older.validPoints
    else { return false }
    return Set(oldPoints.map(\.identity)).isSubset(of: points.map(\.identity))
  }
}

extension Study {
  /// The points; nil if they are not valid.
  fileprivate var validPoints: [Point]? {
    do throws(StudyFileError) { return try points() } catch { return nil }
  }
}
