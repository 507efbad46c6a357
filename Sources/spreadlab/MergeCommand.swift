import ArgumentParser
import PlainText
import ResultTables
import StudyFiles

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the parts of a study into the folder one machine would have written.",
    discussion: """
      EXAMPLES
        spreadlab merge shards -o results/whole
        spreadlab merge shards/1 shards/2 shards/3 -o results/whole
        spreadlab merge --list folders.txt -o results/so-far --partial

      Parts are named one by one, as folders that hold them, or in a list. Their order does not \
      matter. What is missing is named; with --partial the runs that are there are joined, and the \
      tables and the report say that the study is not finished.
      """)

  @Argument(
    help: "Results folders of the parts, or folders that hold such folders.",
    completion: .directory, transform: GivenPath.init)
  var folders: [GivenPath] = []
  @Option(
    help: "File with more of them, one a line.", completion: .file(), transform: GivenPath.init)
  var list: GivenPath?
  @Option(
    name: [.short, .customLong("output")], help: "Results folder to write.",
    completion: .directory, transform: GivenPath.init)
  var output: GivenPath
  @Flag(help: "Join what is there, also if runs are missing.") var partial = false
  @OptionGroup var talk: TalkOptions

  func validate() throws {
    if folders.isEmpty, list == nil {
      throw ValidationError("Name the parts' folders, or a file that lists them with --list.")
    }
  }

  func run() throws {
    let parts = try StudyParts(folders: try partFolders(named: folders, list: list))
    let gaps = parts.gaps
    guard gaps.isEmpty || partial else {
      throw CommandFailure(
        .verificationFailed,
        """
        error: the study is not complete: \(inShort(gaps)). Run what is missing \
        (the same command goes on where it stopped) and merge again; --partial joins what is there
        """)
    }
    let (written, isComplete) = try parts.join(into: output.path)
    if talk.json { try Console.write(written.json.text) }
    if !talk.quiet {
      Console.error(
        "\(plural(written.runs, "run")) of \(plural(parts.parts.count, "part")) joined in \(output)"
          + (isComplete ? "." : " (the study is not finished: \(inShort(gaps))).")
      )
    }
  }
}

/// The first few of many, and how many more there are.
private func inShort(_ gaps: [String]) -> String {
  let most = 8
  return gaps.prefix(most).joined(separator: "; ")
    + (gaps.count > most ? "; and \(gaps.count - most) more" : "")
}
