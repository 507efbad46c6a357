package import DurableFiles
import Foundation

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
  let plots = "\(path)/plots"
  do throws(DurableFileError) { try DurableFolder.create(plots) } catch { throw .file(error) }
  var drawn: [(figure: Figure, svg: String)] = []
  var files: [WrittenFile] = []
  for figure in try figures(of: folder, comparisons: comparisons) {
    let result = try gnuplot.draw(figure, to: plots)
    drawn.append((figure, result.svg))
    files += result.files
  }
  let page = ReportPage(folder: folder, comparisons: comparisons, figures: drawn)
  do throws(DurableFileError) {
    let file = try DurableFile(path: "\(path)/report.html")
    file.text.write(text: page.html)
    files.insert(try file.commit(), at: 0)
  } catch { throw .file(error) }
  return WrittenReport(files: files, figures: drawn.count, isPartial: folder.isPartial)
}

/// In the order of the page: what happened, how it compares, how far to trust it.
private func figures(of folder: ResultsFolder, comparisons: [ComparisonFacts]?)
  throws(ReportError) -> [Figure]
{
  var figures: [Figure?] = [
    try FanChart.figure(folder), Heatmap.figure(folder), try TimeDistribution.figure(folder),
  ]
  if let comparisons {
    figures += ForestPlot.figures(comparisons, confidence: folder.confidence)
  }
  figures += [
    try FitPlot.figure(folder), try SensitivityBars.figure(folder),
    try PrecisionPlot.figure(folder),
  ]
  return figures.compactMap { $0 }
}
