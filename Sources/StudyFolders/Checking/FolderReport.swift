import DurableFiles
import Foundation
import PlainText
package import Report
import ResultTables
import RunStore

/// The page of a folder, written from its tables.
package struct FolderReport: Sendable {
  package let written: WrittenReport
  /// - Parameter output: where to write it; nil: into the folder itself. With another one the folder is only
  ///   read.
  /// - Throws: `WordedError`, also where a run is at work or `output` has files that are not of a report; a report that was there stays until its
  ///   replacement is whole.
  package init(
    of folder: String, to output: String? = nil, showing options: ReportOptions = ReportOptions()
  ) throws {
    if let output, !isSameEntry(folder, output) {
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
    guard !isFolder(folder) || FileManager.default.isWritableFile(atPath: folder) else {
      throw Failure(
        .fileError, file: folder,
        "\(folder) cannot be written to; give another folder for the page (\(setting: "folder"))")
    }
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
}
