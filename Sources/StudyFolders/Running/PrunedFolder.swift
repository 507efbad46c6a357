import PlainText
import RunStore
import StudyFiles
import StudyRuns

/// A results folder without what the study that was asked for last does not use: runs of points and replicates
/// that it does not have, and what is recorded of runs and not asked for.
package struct PrunedFolder: Sendable {
  /// Runs that are not used.
  package let runs: Int
  /// What they take, and what is recorded of others and not asked for.
  package let bytes: Int
  /// Blocks of such runs that were damaged and are gone already; how many runs they had nobody knows.
  package let damagedBlocks: Int

  /// - Parameter isDryRun: whether it is counted alone, and nothing is written.
  /// - Throws: `WordedError`, also for a study that is not finished: it may use what earlier ones left.
  package init(_ folder: String, isDryRun: Bool) throws {
    guard RunStore.exists(in: folder) else { throw noResults(folder) }
    // First of all, so that nobody adds runs once it is known which are used.
    let writing = isDryRun ? nil : try RunStore.open(folder: folder, mode: .resume)
    let stored = try FolderStudy(folder: folder)
    try stored.expectWhole()
    guard stored.rounds.isDone else {
      // What is damaged besides blocks was put in order, and no run is lost.
      if let first = writing?.removedAtOpening.first(where: { $0.point != nil }) {
        throw Failure(
          .damaged, file: folder,
          "damaged runs were taken out of the store, and nothing else was removed. The first: \(first)",
          advice: "'spreadlab run' makes them again.")
      }
      throw Failure(
        .incomplete, file: folder,
        "the study in \(folder) is not finished, and may still use what is there; finish it with 'spreadlab run', "
          + "or run the study that is to stay")
    }
    var used: [UInt64: Range<Int>] = [:]
    for (point, replicates) in zip(stored.plan.points, stored.plan.replicates) {
      used[point.identity] = replicates
    }
    let store = writing ?? stored.store
    let unused = try store.prune(keeping: used, isDryRun: isDryRun)
    (runs, bytes) = (unused.runs, unused.bytes)
    damagedBlocks = writing?.removedAtOpening.count { $0.point != nil } ?? 0
    try store.close()
  }
}
