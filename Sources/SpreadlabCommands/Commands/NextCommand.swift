import ArgumentParser
import DurableFiles
import PlainText
import StudyFiles
import StudyFolders

struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Show which runs a study needs next; nothing is written.",
    discussion: """
      EXAMPLES
        spreadlab next study.json --shards 8
        spreadlab next study.json -o results/other
        spreadlab next results/study --json

      A study is a sequence of rounds: a fixed design has one, a precision target, a threshold search, a \
      selection or a calibration decides after each round whether it needs another.
      """)

  @Argument(
    help: "Study file, or results folder.", completion: .file(), transform: GivenPath.init)
  var study: GivenPath
  @Option(
    name: .output, help: "Of a study: the folder whose runs count (default: results/NAME).",
    completion: .directory, transform: GivenPath.init)
  var output: GivenPath?
  @Option(help: "Number of parts that the round is split into.") var shards: Int?
  @Flag(help: "Print JSON instead of text.") var json = false

  func run() throws {
    if let shards, !(1...1_000_000).contains(shards) {
      throw Failure(.badOption, "\(setting: "shards", shards): give a number in 1...1000000")
    }
    var fit: FolderFit?
    let next: NextRound
    if isFolder(study.path) {
      guard output == nil else {
        throw Failure(
          .unfitOption, "\(setting: "folder") is for a study; \(study) is a folder itself")
      }
      next = try NextRound(folder: study.path)
    } else {
      let study = try Study.load(path: study.path)
      let folder = try FolderFit(study, in: output?.path ?? "results/\(study.name)")
      (fit, next) = (folder, try NextRound(study, fitting: folder))
    }
    let parts = shards ?? 1
    let seconds = next.cpuSeconds / Double(parts)
    if json {
      try Console.write(json: [
        ("study", .string(next.study.name)), ("done", .bool(next.round == nil)),
        ("round", next.round.map { .int($0) } ?? .null), ("runs", .int(next.runs)),
        ("runs_missing", .int(next.missing)), ("parts", .int(parts)),
        ("most_parts", .int(next.mostParts)), ("seconds_per_part", .real(seconds)),
        ("memory_bytes_per_part", .real(next.memoryBytes)), ("folder", fit?.json ?? .null),
      ])
      return
    }
    guard let round = next.round else {
      try Console.write("\(next.study.name): no more runs are needed\n\(fit?.text ?? "")")
      return
    }
    let few =
      parts > next.mostParts
      ? "the round can keep \(plural(next.mostParts, "part")) busy; give no more\n" : ""
    try Console.write(
      """
      \(next.study.name): round \(round) has \(plural(next.runs, "run")), \
      \(readable(Double(next.missing))) of them missing
      \(plural(parts, "part")): \(about(seconds)) on one core and \(size(next.memoryBytes)) of memory each
      \(few)\(fit?.text ?? "")
      """)
  }
}
