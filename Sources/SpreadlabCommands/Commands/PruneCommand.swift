import ArgumentParser
import Cluster
import PlainText
import StudyFolders

struct PruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove the stored runs that the last study of a folder does not use.",
    discussion: """
      EXAMPLES
        spreadlab prune results/quickstart
        spreadlab prune results/quickstart --yes

      A study that shrinks, or records less, leaves runs and curves in the store, which a larger one \
      uses again. Without --yes the command only says how much that is.
      """)

  @Argument(
    help: "Results folder.", completion: .directory, transform: GivenPath.init)
  var folder: GivenPath
  @Flag(help: "Remove it.") var yes = false
  @OptionGroup var messages: OutputOptions

  func run() throws {
    let unused = try PrunedFolder(folder.path, isDryRun: !yes)
    if messages.json {
      try Console.write(
        json: [
          ("runs", .int(unused.runs)), ("bytes", .int(unused.bytes)), ("removed", .bool(yes)),
        ])
    }
    if unused.damagedBlocks > 0 {
      messages.say(
        "Removed from \(folder): \(plural(unused.damagedBlocks, "damaged block")) of runs that its study does not use."
      )
    }
    let amount = "\(plural(unused.runs, "run")), \(size(Double(unused.bytes)))"
    messages.say(
      unused.bytes == 0
        ? "\(folder) holds nothing that its study does not use."
        : yes
          ? "Removed from \(folder): \(amount)."
          : "Not used by the study of \(folder): \(amount). 'spreadlab prune \(shellWord(folder.path)) --yes' removes them."
    )
  }
}
