import ArgumentParser
import ResultTables
import StudyFiles

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the parts of a study into the folder one machine would have written.",
    discussion: """
      EXAMPLES
        spreadlab merge shards/1 shards/2 shards/3 -o results/whole
        spreadlab merge shards/* -o results/so-far --partial

      The order of the parts does not matter. What is missing is named; with --partial the runs \
      that are there are joined, and the tables and the report say that the study is not finished.
      """)

  @Argument(help: "Results folders of the parts.", completion: .directory) var folders: [String]
  @Option(name: [.short, .customLong("output")], help: "Results folder to write.")
  var output: String
  @Flag(help: "Join what is there, also if runs are missing.") var partial = false
  @OptionGroup var talk: TalkOptions

  func run() throws {
    let parts = try StudyParts(folders: folders)
    let gaps = parts.gaps
    guard gaps.isEmpty || partial else {
      throw CommandFailure(
        .verificationFailed,
        """
        error: the study is not complete: \(gaps.joined(separator: "; ")). Run what is missing \
        (the same command goes on where it stopped) and merge again; --partial joins what is there
        """)
    }
    let (written, isComplete) = try parts.join(into: output)
    if talk.json { try Console.write(written.json.text) }
    if !talk.quiet {
      Console.error(
        "\(plural(written.runs, "run")) of \(plural(folders.count, "part")) joined in \(output)"
          + (isComplete ? "." : " (the study is not finished: \(gaps.joined(separator: "; "))).")
      )
    }
  }
}
