import ArgumentParser
import PlainText
import StudyFiles
import StudyFolders

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show how far a study has come, also while it runs.",
    discussion: """
      EXAMPLE
        spreadlab status results/quickstart

      For a study sent to a cluster, it lists the parts that run, wait, stopped or are missing.
      """)

  @Argument(
    help: "Results folder.", completion: .directory, transform: GivenPath.init)
  var folder: GivenPath
  @Flag(help: "Print JSON instead of text.") var json = false

  func run() throws {
    switch try FolderStatus(of: folder.path) {
    case .study(let status): try Console.write(json ? status.json.text : status.text)
    case .cluster(let status): try Console.write(json ? status.json.text : status.text)
    }
  }
}
