import DurableFiles
import PlainText
package import Report
import ResultTables
import RunStore

/// The page of a folder, written from its tables.
package struct FolderReport: Sendable {
  package let written: WrittenReport
  /// Of a study that is still spread over a cluster's parts: what was added first.
  package let joined: MergedParts?

  /// - Parameter output: where to write it; nil: into the folder itself, after the parts of a cluster that
  ///   are finished were joined. With another one the folder is only read, as it is.
  /// - Throws: `WordedError`, also where a run is at work or `output` has files that are not of a report; a report that was there stays until its
  ///   replacement is whole.
  package init(
    of folder: String, to output: String? = nil, showing options: ReportOptions = ReportOptions()
  ) throws {
    if let output, !isSameEntry(folder, output) {
      joined = nil
      try expectOutput(
        [ReportSeal.page, ReportSeal.plots], to: output, areOurs: ReportSeal.exists(in: output))
      let before = try? ReadableFile.bytes(of: "\(folder)/\(manifestName)", .found)
      written = try writeReport(
        of: folder, to: output, replacing: ReportSeal.pictures(in: output), showing: options
      ) {
        guard before == (try? ReadableFile.bytes(of: "\(folder)/\(manifestName)", .found)) else {
          throw Failure(
            .inUse, file: folder,
            "the tables of \(folder) were written while they were read; give the same command again"
          )
        }
      }
      try ReportSeal.put(written.files, in: output)
      return
    }
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
    written = try writeReport(
      of: folder, replacing: ReportSeal.pictures(in: folder), showing: options
    ) {
      try ReportSeal.takeAway(from: folder)
    }
    try ReportSeal.put(written.files, in: folder)
  }

  /// Whether all runs of the study were joined before.
  private static func isJoined(_ folder: String) throws -> Bool {
    guard RunStore.exists(in: folder) else { return false }
    return try StoredStudy(folder: folder).results().isComplete
  }
}
