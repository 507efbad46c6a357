import ArgumentParser
import PlainText
import ResultTables
import StudyFiles
import StudyFolders

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract:
      "Join the parts of a study into the results folder that one machine would have written.",
    discussion: """
      EXAMPLES
        spreadlab merge shards -o results/whole
        spreadlab merge shards/1 shards/2 shards/3 -o results/whole
        spreadlab merge --list folders.txt -o results/so-far --partial

      Parts are named one by one, as folders that hold them, or in a list. Their order does not \
      matter. Missing parts and runs are listed; with --partial the finished runs are joined, and \
      the tables and the report say that the study is not finished.
      """)

  @Argument(
    help: "Results folders of the parts, or folders that hold such folders.",
    completion: .directory, transform: GivenPath.init)
  var folders: [GivenPath] = []
  @Option(
    help: "File that lists more such folders, one per line.", completion: .file(),
    transform: GivenPath.init)
  var list: GivenPath?
  @Option(
    name: .output, help: "Results folder to write.",
    completion: .directory, transform: GivenPath.init)
  var output: GivenPath
  @Flag(help: "Join the finished runs, even if some are missing.") var partial = false
  @OptionGroup var talk: TalkOptions

  func validate() throws {
    if folders.isEmpty, list == nil {
      throw ValidationError("Name the parts' folders, or a file that lists them with --list.")
    }
  }

  func run() throws {
    let parts = try StudyParts(
      folders: try partFolders(named: folders.map(\.path), list: list?.path))
    let gaps = parts.gaps
    guard gaps.isEmpty || partial else {
      throw Failure(
        .incomplete,
        "the study is not complete: \(inShort(gaps)). Run what is missing (the same command "
          + "continues where it stopped) and merge again, or join the finished runs with "
          + "\(setting: "partial")")
    }
    let joined = try parts.join(into: output.path)
    Console.note(removed: joined.removed)
    Console.note(joined.written)
    if talk.json { try Console.write(json: joined.written.json) }
    talk.say(
      "\(plural(joined.written.runs, "run")) of \(plural(parts.parts.count, "part")) joined in "
        + "\(output)"
        + (joined.isComplete ? "." : " (the study is not finished: \(inShort(gaps))).")
    )
  }
}
