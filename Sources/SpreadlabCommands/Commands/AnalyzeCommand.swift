import ArgumentParser
import PlainText
import ResultTables
import StudyFiles
import StudyFolders

struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Compute every table again from the finished runs, also with a changed analysis.",
    discussion: """
      EXAMPLES
        spreadlab analyze results/quickstart
        spreadlab analyze results/quickstart --study study.json

      Nothing is run again. With --study, the tables are those of the "analysis" of that file. For an \
      unfinished study, they are made from the runs completed so far.
      """)

  @Argument(
    help: "Results folder.", completion: .directory, transform: GivenPath.init)
  var folder: GivenPath
  @Option(
    help: "Study file whose \"analysis\" and description to use.", transform: GivenPath.init)
  var study: GivenPath?
  @OptionGroup var messages: OutputOptions

  func run() throws {
    let analyzed = try AnalyzedFolder(folder.path, as: study?.path)
    let written = analyzed.written
    Console.note(written)
    if messages.json { try Console.write(json: written.json) }
    messages.say(
      "\(plural(written.files.count, "file")) of \(plural(written.runs, "run")) written to "
        + "\(folder)\(analyzed.isComplete ? "" : " (the study is not finished)").")
  }
}
