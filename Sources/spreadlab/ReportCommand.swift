import ArgumentParser
import DurableFiles
import Report
import StudyFiles

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write one page and its pictures from the tables.",
    discussion: """
      EXAMPLE
        spreadlab report results/quickstart

      Writes report.html, one file without anything from the network, and plots/ with every \
      picture as SVG and PNG and the gnuplot script that made it.
      """)

  @Argument(help: "Results folder.", completion: .directory) var folder: String
  @OptionGroup var talk: TalkOptions

  func run() throws {
    let written: WrittenReport
    do throws(ReportError) { written = try writeReport(of: folder) } catch {
      throw CommandFailure(.inputOutput, "error: \(error)")
    }
    if talk.json {
      try Console.write(
        JSONText.object([
          ("figures", .int(written.figures)), ("partial", .bool(written.isPartial)),
          ("files", .array(written.files.map { .string($0.path) })),
        ]).text)
    }
    if !talk.quiet {
      Console.error(
        "\(plural(written.figures, "figure")) in \(folder)/report.html"
          + (written.isPartial ? " (the study is not finished)" : ""))
    }
  }
}
