import ArgumentParser
import PlainText
import StudyFiles

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of study files, for editors.",
    discussion: """
      EXAMPLE
        spreadlab schema > spreadlab-study.schema.json

      Editors check and complete a study that names this file as its "$schema".
      """)

  func run() throws { try Console.write(StudySchema.text) }
}
