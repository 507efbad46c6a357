package import Report
import RunStore

/// The page of a folder, written from its tables.
package struct FolderReport: Sendable {
  package let written: WrittenReport
  /// Of a study that is still spread over a cluster's parts: the runs that were joined first.
  package let joined: StudyParts.Joined?

  /// - Throws: `FolderError`; a report that was there stays until its replacement is whole.
  package init(of folder: String) throws(FolderError) {
    var joined: StudyParts.Joined?
    if let cluster = ClusterFolder(existing: folder), try !Self.isJoined(folder) {
      joined = try StudyParts(folders: cluster.parts).join(into: folder)
    }
    self.joined = joined
    written = try translated { try writeReport(of: folder) }
  }

  /// Whether all runs of the study were joined before.
  private static func isJoined(_ folder: String) throws(FolderError) -> Bool {
    guard RunStore.exists(in: folder) else { return false }
    return try StoredStudy(folder: folder).results().isComplete
  }
}
