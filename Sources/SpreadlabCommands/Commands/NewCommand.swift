import ArgumentParser
import PlainText
import StudyFiles

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Print a starter study file.",
    discussion: """
      EXAMPLES
        spreadlab new > study.json
        spreadlab new --random 7 > surprise.json
      """)

  @Option(name: .customLong("random"), help: "Fill it at random, from this seed.")
  var seed: UInt64?

  func run() throws {
    try Console.write(seed.map(StudyStarter.random(seed:)) ?? StudyStarter.text)
  }
}
