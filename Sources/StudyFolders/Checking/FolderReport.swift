package import Report
import RunStore

/// The page of a folder, written from its tables.
package struct FolderReport: Sendable {
  package let written: WrittenReport
  /// Of a study that is still spread over a cluster's parts: what was added first.
  package let joined: MergedParts?

  /// - Throws: `WordedError`, also where a run is at work; a report that was there stays until its
  ///   replacement is whole.
  package init(of folder: String, showing options: ReportOptions = ReportOptions())
    throws
  {
    var joined: MergedParts?
    if let cluster = ClusterFolder(existing: folder), try !Self.isJoined(folder) {
      let parts = try partFolders(named: [cluster.currentParts()], list: nil)
      if parts.contains(where: RunStore.exists(in:)) || !RunStore.exists(in: folder) {
        joined = try MergedParts(folders: parts, into: folder, isPartial: true)
      } else {
        _ = try AnalyzedFolder(folder)
      }
    }
    self.joined = joined
    // A folder of tables alone has no store, and nobody at work in it.
    let lock = RunStore.exists(in: folder) ? try lockedFolder(folder) : nil
    defer { withExtendedLifetime(lock) {} }
    try checkReport(of: folder, showing: options)
    try ReportSeal.takeAway(from: folder)
    written = try writeReport(of: folder, showing: options)
    try ReportSeal.put(written.files, in: folder)
  }

  /// Whether all runs of the study were joined before.
  private static func isJoined(_ folder: String) throws -> Bool {
    guard RunStore.exists(in: folder) else { return false }
    return try StoredStudy(folder: folder).results().isComplete
  }
}
