import ArgumentParser
import ResultTables
import RunStore
import StudyFiles
import StudyRuns

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the parts of a study into the folder one machine would have written.",
    discussion: """
      EXAMPLE
        spreadlab merge shards/1 shards/2 shards/3 -o results/whole

      The order of the parts does not matter.
      """)

  @Argument(help: "Results folders of the parts.", completion: .directory) var folders: [String]
  @Option(name: [.short, .customLong("output")], help: "Results folder to write.")
  var output: String
  @OptionGroup var talk: TalkOptions

  func run() throws {
    let parts = try folders.map { try StoredStudy(folder: $0) }
    let study = parts[0].study
    for part in parts where part.study.digest != study.digest {
      throw CommandFailure(
        .folderTaken,
        "error: \(part.folder) belongs to another study than \(parts[0].folder): "
          + differences(part.study.changedKeys(since: study)))
    }
    try checkComplete(parts)
    let plan = try makePlan(study, shard: .whole)
    let clock = SessionClock()
    // The part with the lowest number speaks for all, whatever their order.
    let studyFile = try (parts.min { $0.plan.shard.index < $1.plan.shard.index } ?? parts[0])
      .studyFile()
    let whole = try openFolder(plan, at: output, studyFile: studyFile)
    do throws(RunStoreError) {
      for part in parts {
        for point in plan.points {
          try whole.copy(point: point.identity, from: part.store)
        }
      }
    } catch { throw failure(of: error) }
    let results = StudyResults(
      study: study, studyFile: studyFile,
      points: plan.points.map {
        .init(point: $0, replicates: study.replicates.most, converged: nil)
      }, store: whole)
    let written = try writeResults(
      results, costs: plan.points.map { _ in PointCost() }, to: output,
      session: clock.session(threads: 1, made: 0))
    do throws(RunStoreError) { try whole.close() } catch { throw failure(of: error) }
    if talk.json { try Console.write(written.json.text) }
    if !talk.quiet {
      Console.error(
        "\(plural(written.runs, "run")) of \(plural(folders.count, "part")) joined in \(output).")
    }
  }

  /// - Throws: `CommandFailure` naming every part that is missing or not finished.
  private func checkComplete(_ parts: [StoredStudy]) throws {
    var gaps: [String] = []
    for part in parts {
      let left = try part.missingRuns()
      if left > 0 { gaps.append("\(part.folder) lacks \(plural(left, "run"))") }
    }
    let shards = Set(parts.map(\.plan.shard))
    for count in Set(shards.map(\.count)) {
      for index in 1...count where Shard("\(index)/\(count)").map({ !shards.contains($0) }) ?? false
      {
        gaps.append("part \(index)/\(count) is not among the folders")
      }
    }
    guard gaps.isEmpty else {
      throw CommandFailure(
        .verificationFailed,
        """
        error: the study is not complete: \(gaps.joined(separator: "; ")). Run what is missing \
        (the same command goes on where it stopped) and merge again
        """)
    }
  }
}
