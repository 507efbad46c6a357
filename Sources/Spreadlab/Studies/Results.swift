import Report
import StudyFolders

/// A study's results folder: its tables as typed rows, and what can be done with it.
public struct Results: Hashable, Sendable {
  /// Its path, as it was given.
  public let folder: String

  init(at folder: String) { self.folder = folder }

  /// The results that are in a folder, whoever made them: this program, `spreadlab`, or the Python module.
  ///
  /// - Throws: ``SpreadlabError`` if there are none, or they cannot be read.
  public init(in folder: String) throws(SpreadlabError) {
    do {
      _ = try FolderStudy(folder: folder)
    } catch { throw SpreadlabError(error) }
    self.folder = folder
  }

  /// The rows of `runs.csv`, in its order: one for each run.
  ///
  /// - Throws: ``SpreadlabError`` if the table cannot be read.
  public func runs() throws(SpreadlabError) -> [RunRow] {
    try rows(of: "runs.csv", RunRow.init)
  }

  /// The rows of `summary.csv`, in its order: one for each point and response.
  ///
  /// - Throws: ``SpreadlabError`` if the table cannot be read.
  public func summary() throws(SpreadlabError) -> [SummaryRow] {
    try rows(of: "summary.csv", SummaryRow.init)
  }

  /// The rows of `selection.csv`, in its order: one for each alternative of a study with the design `select`.
  ///
  /// - Throws: ``SpreadlabError`` if there is no such table, or it cannot be read.
  public func selection() throws(SpreadlabError) -> [SelectionRow] {
    try rows(of: "selection.csv", SelectionRow.init)
  }

  /// Any table of the folder as texts (docs/file-formats.md).
  ///
  /// - Parameter name: such as `"comparisons.csv"`.
  /// - Throws: ``SpreadlabError`` if the table is not there or cannot be read.
  public func table(_ name: String) throws(SpreadlabError) -> [TableRow] {
    try rows(of: name) { row, _ in row }
  }

  /// Looks at every stored run and file, and repeats some runs: what `spreadlab verify` does.
  ///
  /// - Parameter sample: runs to repeat and compare.
  /// - Returns: what is wrong; empty if nothing is.
  /// - Throws: ``SpreadlabError`` if there is nothing to look at, or the runs were made by a rule in Swift that
  ///   this program does not have.
  public func faults(sample: Int = 100) throws(SpreadlabError) -> [String] {
    do {
      return try FolderVerification(of: folder, sample: sample).faults
    } catch { throw SpreadlabError(error) }
  }

  /// Writes `report.html` with its pictures into the folder: what `spreadlab report` does.
  ///
  /// - Parameters:
  ///   - responses: those that are reported and drawn, in this order; nil for the one the study is about.
  ///   - panels: the most in one picture, 1 to 48; nil for as many as its kind usually has.
  /// - Throws: ``SpreadlabError``, also for a response that the tables do not have; a report that was there stays
  ///   until its replacement is whole.
  public func writeReport(responses: [String]? = nil, panels: Int? = nil) throws(SpreadlabError) {
    do {
      _ = try FolderReport(
        of: folder, showing: ReportOptions(responses: responses, panels: panels))
    } catch { throw SpreadlabError(error) }
  }
}
