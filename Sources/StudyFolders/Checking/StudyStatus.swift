package import DurableFiles
import RunStore
import Statistics
import StudyFiles
package import StudyRuns

/// How far the study of a folder is; also while it runs.
package struct StudyStatus: Sendable {
  package let study: String
  /// The part of the study that the folder is for; nil for all of it.
  package let part: RoundPart?
  package private(set) var runsDone = 0
  /// With a precision target, and of a search: the runs that are known to be needed so far.
  package private(set) var runsPlanned = 0
  /// Points that need no more runs.
  package private(set) var pointsComplete = 0
  package let points: Int
  /// Whether the runs decide how many there will be.
  package let isAdaptive: Bool
  /// Whether no run is missing (of this part).
  package let isComplete: Bool
  /// The alternatives of a selection that may still be the best; nil for other designs.
  package let survivors: [Int]?
  /// What the rounds so far have decided, in words; nil where there is nothing to say.
  package let progress: String?
  /// The process that writes to the folder now; nil if none does.
  package let holder: LockHolder?
  package let tables: TablesState
  /// Where that process is with the tables; nil while it makes runs.
  package var tablePhase: TablePhase? { TablePhase(holder?.task) }

  init(_ stored: FolderStudy) throws {
    for (point, wanted) in zip(stored.plan.points, stored.plan.replicates) {
      let missing = try stored.store.missingReplicates(of: point.identity, in: wanted)
      let left = missing.reduce(0) { $0 + $1.count }
      runsDone += wanted.count - left
      runsPlanned += wanted.count
      if left == 0 { pointsComplete += 1 }
    }
    study = stored.study.name
    part = stored.rounds.part
    points = stored.plan.points.count
    isAdaptive = stored.study.isAdaptive
    isComplete = stored.rounds.isDone
    survivors =
      if case .selection(let selection)? = stored.rounds.findings.first {
        selection.survivors
      } else {
        nil
      }
    progress = stored.rounds.progress
    holder = RunStore.holder(of: stored.folder)
    tables = TablesState(
      of: stored, runs: try stored.judgement().foundInTables, isComplete: isComplete,
      isWorking: holder != nil && isComplete)
  }
}

/// How far a results folder is.
package enum FolderStatus: Sendable {
  case study(StudyStatus)
  /// The study was sent to a cluster.
  case cluster(ClusterStatus)

  /// - Throws: `WordedError` if the folder holds no study's results, or they cannot be read.
  package init(of folder: String) throws {
    if let cluster = ClusterFolder(existing: folder) {
      self = .cluster(try ClusterStatus(cluster))
    } else {
      self = .study(try StudyStatus(try FolderStudy(folder: folder)))
    }
  }
}
