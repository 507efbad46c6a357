import DurableFiles
import PlainText
package import ResultTables
import RunStore
import StudyFiles
import StudyRuns
import WorkStealing

/// A results folder whose tables were made again from its finished runs.
package struct AnalyzedFolder: Sendable {
  package let written: WrittenResults
  /// Whether the runs there are all of the study.
  package let isComplete: Bool

  /// Nothing is run again. Of a study that is not finished, and of a part, the runs there are count.
  ///
  /// - Parameter file: a study file whose analysis, description and responses to use; nil: as they are.
  /// - Throws: `WordedError`, also if the file is of another study, and where a run is at work.
  package init(_ folder: String, as file: String? = nil) throws {
    let clock = SessionClock()
    let lock = try lockedFolder(folder)
    defer { withExtendedLifetime(lock) {} }
    let stored = try FolderStudy(folder: folder)
    var rounds: StudyRounds?
    var studyFile: [UInt8]?
    var asked: AskedStudy?
    if let file {
      let bytes = try Study.bytes(ofFile: file)
      studyFile = bytes
      let edited = try Study.parse(bytes: bytes, file: file)
      guard edited.digest == stored.study.digest else {
        throw Failure(
          .anotherStudy, file: file,
          "\(file) is not the study in \(folder): "
            + "\(differences(of: edited, from: stored.study))"
            + "; only \"analysis\", \"description\", and \"responses\" that stored curves can "
            + "answer may differ here",
          advice: FolderOwner.isAtHome(try StudyRounds(edited), with: stored.study)
            ? "'spreadlab run \(file) -o \(folder)' makes the runs that are missing there, and the tables."
            : nil)
      }
      rounds = try stored.rounds(analyzedAs: edited)
      asked = AskedStudy(file: bytes, resolved: edited.resolvedJSON)
    }
    let (results, isComplete) = try stored.results(by: rounds, studyFile: studyFile)
    self.isComplete = isComplete
    written = try writeResultFolder(
      results, to: folder,
      origin: clock.session(threads: AllowedCores.count(), made: 0), isPartial: !isComplete,
      progress: TableMeter { lock.report(task: $0) }.note)
    // Until then the study before is asked for: whoever is killed here leaves tables that are not its.
    try asked?.put(in: folder, of: stored.store)
  }
}

/// Keeps other processes from making runs and tables in a results folder.
///
/// - Throws: `WordedError` if there is no store, or a process is at work there.
func lockedFolder(_ folder: String) throws -> FolderLock {
  guard RunStore.exists(in: folder) else { throw noResults(folder) }
  return try RunStore.lock(folder)
}
