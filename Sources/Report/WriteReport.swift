package import DurableFiles
import Foundation
import PlainText

/// What a report consists of, for messages and for `--json`.
package struct WrittenReport: Sendable {
  /// `report.html` first, then the files in `plots/`.
  package var files: [WrittenFile]
  package var figures: Int
  /// Whether the tables are those of an unfinished study.
  package var isPartial: Bool
}

/// Writes `report.html` and `plots/` of a results folder from its tables alone.
///
/// Tables that are not there (curves, fits, comparisons, sensitivity) are left out. The same
/// tables give the same bytes on the same machine.
///
/// - Parameter programs: folders in which gnuplot is looked for, separated by `:`; nil for those
///   of PATH.
/// - Throws: `ReportError`; a report that was there stays until its replacement is whole.
package func writeReport(
  of path: String, programs: String? = nil
) throws(ReportError) -> WrittenReport {
  let searched = programs ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
  let gnuplot = try Gnuplot(searching: searched)
  let folder = try ResultsFolder(path: path)
  let comparisons = try ComparisonFacts.read(folder)
  let place: DurableFolder
  let plots: DurableFolder
  do throws(DurableFileError) {
    place = try DurableFolder(path)
    plots = try place.folder("plots")
    try Gnuplot.removeLeftovers(in: plots)
  } catch { throw .file(error) }
  var drawn: [(figure: Figure, svg: String)] = []
  var files: [WrittenFile] = []
  let forest = ForestPlots(comparisons ?? [], confidence: folder.confidence)
  for kind in FigureKind.all {
    for figure in try kind.draw(folder, forest) {
      let result = try gnuplot.draw(figure, to: plots)
      drawn.append((figure, result.svg))
      files += result.files
    }
  }
  let page = ReportPage(
    folder: folder, comparisons: comparisons ?? [], pictured: forest.rowCount, figures: drawn)
  do throws(DurableFileError) {
    try removeOthers(than: files, in: plots)
    let file = try place.file("report.html")
    file.text.write(text: page.html)
    files.insert(try file.commit(), at: 0)
  } catch { throw .file(error) }
  return WrittenReport(files: files, figures: drawn.count, isPartial: folder.isPartial)
}

/// Removes pictures of tables that are no longer there; other files in `plots/` stay.
private func removeOthers(than files: [WrittenFile], in plots: DurableFolder)
  throws(DurableFileError)
{
  let kept = Set(files.map(\.name))
  for name in try plots.entries() where !kept.contains(name) {
    if FigureKind.all.contains(where: { $0.owns(name) }) { try plots.remove(name) }
  }
}
