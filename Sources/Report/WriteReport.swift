package import DurableFiles
import Foundation
import PlainText
import Tables

/// What a report consists of, for messages and for `--json`.
package struct WrittenReport: Sendable {
  /// `report.html` first, then the files in `plots/`.
  package var files: [WrittenFile]
  package var figures: Int
  /// Why the pictures are left out and `plots/` has their data and scripts alone; nil where they are
  /// drawn.
  package var withoutPictures: String?
  /// Whether the tables are those of an unfinished study.
  package var isPartial: Bool
}

/// Writes `report.html` and `plots/` of a results folder from its tables alone.
///
/// Tables that are not there (curves, fits, comparisons, sensitivity) are left out, and so are the
/// pictures where there is no gnuplot: the page says so. The same tables give the same bytes on the
/// same machine, but for the time at which each PDF says it was made.
///
/// - Parameters:
///   - output: the folder to write to; nil: the results folder itself, of which nothing is written otherwise.
///   - former: the names of the files in `plots/` of the report that is replaced.
///   - options: what is shown, where that is a matter of choice.
///   - programs: folders in which gnuplot is looked for, separated by `:`; nil for those of PATH.
///   - swapping: called when all files are written, before they change places with those that are there.
/// - Throws: `WordedError`; a report that was there stays until its replacement is whole.
package func writeReport(
  of path: String, to output: String? = nil, replacing former: Set<String> = [],
  showing options: ReportOptions = ReportOptions(),
  programs: String? = nil, swapping: () throws -> Void = {}
) throws -> WrittenReport {
  let searched = programs ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
  let gnuplot = Gnuplot(searching: searched)
  var folder = try ReportedFolder(path: path, options: options)
  if output != nil {
    folder.pathFromPage = URL(fileURLWithPath: path, isDirectory: true).absoluteString
  }
  let place = try DurableFolder(output ?? path)
  let plots = try place.folder("plots")
  try WorkFolder.removeLeftovers(Gnuplot.workFolder, in: plots)
  let work = try WorkFolder(Gnuplot.workFolder, in: plots)
  let forms = PictureForm.allCases.filter { $0 != .png || options.png }
  let answer = try Answer.of(folder)
  var parts: [PagePart] = []
  var files: [WrittenFile] = []
  let swaps = (pictures: FileSwap(plots), page: FileSwap(place))
  for section in Section.all {
    if let table = section.table, folder.tables[table.description] == nil { continue }
    let figures = try section.kinds.flatMap { try $0.draw(folder) }
    let drawn = try figures.map { figure -> DrawnFigure in
      let pictures = try gnuplot?.draw(figure, as: forms, in: work) ?? []
      let drawn = zip(forms, pictures).map { ($0.rawValue, $1) }
      let sources = figure.sources(drawing: forms).map { ($0.ending, Data($0.text.utf8)) }
      files += try write(sources + drawn, of: figure, to: plots, swaps.pictures)
      return (figure, pictures.first.map { String(decoding: $0, as: UTF8.self) })
    }
    let part = PagePart(section: section, body: try section.body(folder, figures), figures: drawn)
    if !part.isEmpty { parts.append(part) }
  }
  let pictures = files
  let file = try place.file("report.html")
  file.text.write(
    text: ReportPage(folder: folder, answer: answer, parts: parts, forms: forms).html.code)
  files.insert(try file.commit(with: swaps.page), at: 0)
  try swapping()
  for name in former.subtracting(pictures.map(\.name)).sorted() { try plots.remove(name) }
  try swaps.pictures.make()
  try swaps.page.make()
  return WrittenReport(
    files: files, figures: parts.reduce(0) { $0 + $1.figures.count },
    withoutPictures: gnuplot == nil ? ReportPage.withoutPictures : nil,
    isPartial: folder.isPartial)
}

/// Writes the data, the script and the pictures of a figure, each file whole or not at all.
private func write(
  _ contents: [(String, Data)], of figure: Figure, to folder: DurableFolder, _ swap: FileSwap
) throws -> [WrittenFile] {
  try contents.map { ending, bytes in
    let file = try folder.file("\(figure.name.text).\(ending)")
    file.text.write(bytes: Array(bytes))
    return try file.commit(with: swap)
  }
}
