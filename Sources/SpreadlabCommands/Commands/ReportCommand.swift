import ArgumentParser
import DurableFiles
import PlainText
import Report
import ResultTables
import StudyFiles
import StudyFolders
import Synchronization

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write one page of pictures, words and numbers from the tables of a folder.",
    discussion: """
      EXAMPLES
        spreadlab report results/quickstart
        spreadlab report results/quickstart --json
        spreadlab report results/quickstart --responses final_share,peak_new
        spreadlab report /archive/quickstart -o report

      Writes report.html, which needs no network, and plots/ with every picture as SVG and PDF, its \
      data and the gnuplot script that made it. Without gnuplot the pictures are left out.
      """)

  @Argument(
    help: "Results folder.", completion: .directory, transform: GivenPath.init)
  var folder: GivenPath
  @Option(
    name: .output,
    help: "Folder to write to (default: the results folder, which is only read otherwise).",
    completion: .directory, transform: GivenPath.init)
  var output: GivenPath?
  @Option(
    help: ArgumentHelp(
      "Responses to describe and draw, separated by commas (default: the main responses of the "
        + "study).", valueName: "a,b"))
  var responses: String?
  @Option(
    help: ArgumentHelp(
      "Most panels in a picture, from \(ReportOptions.panelRange.lowerBound) to "
        + "\(ReportOptions.panelRange.upperBound) (default: 4 to 12, by the kind of picture).",
      valueName: "number"))
  var panels: Int?
  @Flag(help: "Draw every picture as PNG, too, for slides.") var png = false
  @Flag(name: .shortAndLong, help: "Print nothing but errors.") var quiet = false
  @Flag(help: "Print the outcome as JSON to standard output.") var json = false

  func validate() { Console.isQuiet.store(quiet, ordering: .relaxed) }

  func run() throws {
    let report = try FolderReport(
      of: folder.path, to: output?.path,
      showing: ReportOptions(
        responses: responses.map {
          $0.filter { !$0.isWhitespace }.split(separator: ",", omittingEmptySubsequences: false)
            .map(String.init)
        }, panels: panels, png: png))
    let written = report.written
    if let reason = written.withoutPictures { Console.note(Note(.withoutPictures, reason)) }
    if json {
      try Console.write(
        json: [
          ("report", .string(written.files[0].path)), ("figures", .int(written.figures)),
          ("pictures", .bool(written.withoutPictures == nil)),
          ("complete", .bool(!written.isPartial)),
          ("files", .array(written.files.map { .string($0.path) })),
        ])
    }
    guard !quiet, !json else { return }
    let (page, partial) = (
      written.files[0].path, written.isPartial ? " of an unfinished study" : ""
    )
    Console.error(
      written.withoutPictures == nil
        ? "\(plural(written.figures, "picture"))\(partial) in \(page); the same as files in \(output ?? folder)/plots"
        : "Numbers and sentences\(partial) in \(page); data and scripts of the pictures in \(output ?? folder)/plots"
    )
  }
}
