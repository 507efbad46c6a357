package import DurableFiles
import RunStore
import StudyFiles
package import StudyRuns

/// How far the study of a folder is; also while it runs.
package struct StudyStatus: Sendable {
  package let study: String
  /// The part of the study that the folder is for.
  package let shard: Shard
  package let runsDone: Int
  package let runsPlanned: Int
  package let pointsComplete: Int
  package let points: Int
  /// The process that writes to the folder now; nil if none does.
  package let holder: LockHolder?

  init(_ stored: StoredStudy) throws(FolderError) {
    var done = 0
    var planned = 0
    var complete = 0
    for (point, wanted) in zip(stored.plan.points, stored.plan.replicates) {
      let missing = try translated {
        try stored.store.missingReplicates(of: point.identity, in: wanted)
      }
      let left = missing.reduce(0) { $0 + $1.count }
      done += wanted.count - left
      planned += wanted.count
      if left == 0 { complete += 1 }
    }
    study = stored.study.name
    shard = stored.plan.shard
    (runsDone, runsPlanned) = (done, planned)
    (pointsComplete, points) = (complete, stored.plan.points.count)
    holder = RunStore.holder(of: stored.folder)
  }
}

/// How far a results folder is.
package enum FolderStatus: Sendable {
  case study(StudyStatus)
  /// The study was sent to a cluster.
  case cluster(ClusterStatus)

  /// - Throws: `FolderError` if the folder holds no study's results, or they cannot be read.
  package init(of folder: String) throws(FolderError) {
    if let cluster = ClusterFolder(existing: folder) {
      self = .cluster(try ClusterStatus(cluster))
    } else {
      self = .study(try StudyStatus(try StoredStudy(folder: folder)))
    }
  }
}
