import ArgumentParser
import PlainText
import ResultTables
import StudyFiles
import StudyRuns
import WorkStealing

struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Make every table again from the finished runs; also with a changed analysis.",
    discussion: """
      EXAMPLES
        spreadlab analyze results/quickstart
        spreadlab analyze results/quickstart --study study.json    with its "analysis" as it is now

      Nothing is run again. Of a study that is not finished, the runs there are count.
      """)

  @Argument(
    help: "Results folder.", completion: .directory, transform: GivenPath.init)
  var folder: GivenPath
  @Option(
    help: "Study file whose \"analysis\" and description to use.", transform: GivenPath.init)
  var study: GivenPath?
  @OptionGroup var talk: TalkOptions

  func run() throws {
    let stored = try StoredStudy(folder: folder.path)
    var plan = stored.plan
    var studyFile = try stored.studyFile()
    if let path = self.study?.path {
      let edited: Study
      do throws(StudyFileError) {
        studyFile = try Study.bytes(ofFile: path)
        edited = try Study.parse(bytes: studyFile, file: path)
      } catch { throw failure(of: error) }
      guard edited.digest == stored.study.digest else {
        throw CommandFailure(
          .folderTaken,
          "error: \(path) is another study than the one in \(folder): "
            + differences(edited.changedKeys(since: stored.study))
            + "; only \"analysis\" and \"description\" may differ here")
      }
      plan = plan.analyzed(as: edited)
    }
    let clock = SessionClock()
    let judged = try stored.judged(by: plan)
    let results = StudyResults(
      study: plan.study, studyFile: studyFile, points: judged.points, store: stored.store)
    let written = try writeResults(
      results, costs: stored.plan.points.map { _ in PointCost() }, to: folder.path,
      session: clock.session(threads: AllowedCores.count(), made: 0),
      isPartial: !judged.isComplete)
    if talk.json { try Console.write(written.json.text) }
    if !talk.quiet {
      Console.error(
        "\(plural(written.files.count, "file")) of \(plural(written.runs, "run")) written to "
          + "\(folder)\(judged.isComplete ? "" : " (the study is not finished)").")
    }
  }
}
