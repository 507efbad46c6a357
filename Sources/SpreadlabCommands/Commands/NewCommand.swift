import ArgumentParser
import PlainText
import StudyFiles

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Print a starter study file.",
    discussion: """
      Each answers a question as it is, within seconds:
      \(StudyStarter.allCases.map { "  \($0.rawValue): \($0.question)" }.joined(separator: "\n"))

      EXAMPLES
        spreadlab new > study.json
        spreadlab new network > study.json
      """)

  @Argument(help: "What it is about.") var kind = StudyStarter.epidemic

  func run() throws {
    try Console.write(kind.text)
  }
}

extension StudyStarter: ExpressibleByArgument {}
