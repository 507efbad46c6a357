import ArgumentParser
import PlainText
import ResultTables
import StudyFolders
import Tables

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show how two results folders differ.",
    discussion: """
      EXAMPLES
        spreadlab diff results/before results/after
        spreadlab diff results/before results/after --json > difference.json

      Compares the settings, the runs and the bytes of the tables (except timings.csv). Exit code 0 \
      if all are equal, 8 if not.

      Points are matched by the values of the factors. Prints a row for each common point and response: \
      both means and their difference, a minus b, with its standard error. Runs with the same random \
      numbers are compared in pairs.
      """)

  @Argument(help: "First results folder.", completion: .directory, transform: GivenPath.init)
  var a: GivenPath
  @Argument(help: "Second results folder.", completion: .directory, transform: GivenPath.init)
  var b: GivenPath
  @Flag(help: "Print JSON instead of CSV.") var json = false

  func run() throws {
    let found = try FolderDifference(a.path, b.path)
    for note in found.notes { Console.note(note) }
    if json {
      try Console.write(json: found.json)
    } else {
      for line in found.lines { Console.error(line) }
      try Console.write(found.runs.table.csv)
    }
    guard !found.summary.isEmpty else { return }
    throw Failure(
      .foldersDiffer, "\(a) and \(b) differ in \(found.summary.joined(separator: ", "))")
  }
}
