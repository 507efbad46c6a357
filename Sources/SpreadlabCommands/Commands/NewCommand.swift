import ArgumentParser
import PlainText
import StudyFiles

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Print a starter study file.",
    discussion: """
      EXAMPLES
        spreadlab new > study.json
      """)

  func run() throws {
    try Console.write(StudyStarter.text)
  }
}
