import ArgumentParser
import Cluster
import PlainText
import ResultTables
import StudyFiles
import StudyFolders
import StudyRuns

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Add the parts of a round to the results folder of their study.",
    discussion: """
      EXAMPLES
        spreadlab merge parts -o results/whole
        spreadlab merge parts/1 parts/2 parts/3 -o results/whole
        spreadlab merge --list folders.txt -o results/so-far --partial

      Name the parts one by one, by folders that contain them, or in a list. Each is added \
      whole or not at all, in any order; a new folder gets the study of the first that is named. When \
      no runs are missing, the tables are written as one machine would have written them; else the \
      command says what is missing, or what the next round needs. With --partial there are tables of the finished runs, and they and the report say that \
      the study is not finished.
      """)

  @Argument(
    help: "Results folders of the parts, or folders that contain them.",
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
  @Flag(help: "Write tables of the finished runs, even if some are missing.") var partial = false
  @OptionGroup var messages: OutputOptions

  func validate() throws {
    if folders.isEmpty, list == nil {
      throw ValidationError("Name the parts' folders, or a file that lists them with --list.")
    }
  }

  func run() throws {
    let merged = try MergedParts(
      folders: try partFolders(named: folders.map(\.path), list: list?.path), into: output.path,
      isPartial: partial)
    Console.note(removed: merged.removed)
    if let written = merged.written { Console.note(written) }
    let (added, known) = merged.parts.reduce((0, 0)) { ($0.0 + $1.added, $0.1 + $1.known) }
    if messages.json {
      var members: [(String, JSONText)] = [
        ("runs_added", .int(added)), ("runs_known", .int(known)),
        ("done", .bool(merged.next == nil)),
        ("round", merged.next.map { .int($0.round) } ?? .null),
        ("runs_missing", .int(merged.missing)),
        ("gaps", .array(merged.gaps.map { .string($0) })),
      ]
      if let written = merged.written { members += written.json }
      try Console.write(json: members)
    }
    let repeated = known > 0 ? " (\(plural(known, "run")) were there already)" : ""
    messages.say(
      "\(plural(added, "run")) of \(plural(merged.parts.count, "part")) added to \(output)\(repeated)."
    )
    if let next = merged.next {
      let gaps = merged.gaps
      messages.say(
        """
        Round \(next.round) lacks \(plural(merged.missing, "run"))\
        \(gaps.isEmpty ? "" : ": \(inShort(gaps))").
        Make them with 'spreadlab run STUDY --shard I/N --from \(shellWord(output.path)) -o PART', and merge again.
        """)
    }
  }
}
