import ArgumentParser
import PlainText
import StudyFiles
import StudyFolders

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check every stored block and file, and repeat a random sample of runs.",
    discussion: """
      EXAMPLES
        spreadlab verify results/quickstart
        spreadlab verify results/quickstart --sample 1000

      Exit code 4 if anything is damaged; 'spreadlab run' computes damaged blocks again. For a \
      part, or a study that is not finished, it checks the finished runs and says so. Files that \
      spreadlab did not write are listed, not checked.
      """)

  @Argument(
    help: "Results folder.", completion: .directory, transform: GivenPath.init)
  var folder: GivenPath
  @Option(help: "Runs to repeat and compare.") var sample = 100
  @Flag(help: "Print JSON instead of text.") var json = false

  func validate() throws {
    // They are repeated one after the other; nobody waits for more.
    guard (0...1_000_000).contains(sample) else {
      throw ValidationError("--sample \(sample): give a number from 0 to 1000000.")
    }
  }

  func run() throws {
    let check = try FolderVerification(of: folder.path, sample: sample)
    if json {
      for note in check.notes { Console.note(note) }
      try Console.write(json: check.json)
    }
    guard check.faults.isEmpty else {
      throw Failure(
        .damaged, file: folder.path,
        "\(folder) is damaged:\n  \(check.faults.joined(separator: "\n  "))"
          + "\n'spreadlab run' computes damaged runs again, 'spreadlab analyze' writes the tables again"
      )
    }
    if !json { try Console.write(check.text(folder.path)) }
  }
}
