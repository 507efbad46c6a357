import ArgumentParser
import PlainText
import ResultTables
import StudyFiles

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of study files, or what is in tables and messages.",
    discussion: """
      EXAMPLE
        spreadlab schema > spreadlab-study.schema.json

      Editors check and complete a study that names this file as its "$schema".
      """)

  @Flag(help: "Print all parameters, responses and columns of tables, as JSON.") var tables = false
  @Flag(help: "Print the codes of all errors and notes, as JSON.") var codes = false

  func validate() throws {
    if tables, codes { throw ValidationError("give --tables or --codes") }
  }

  func run() throws {
    if tables { return try Console.write(json: tableCatalog) }
    guard codes else { return try Console.write(StudySchema.text) }
    let errors = ErrorCode.allCases.map { code in
      JSONText.object([
        ("code", .string(code.rawValue)), ("exit", .int(Int(code.exit.rawValue))),
        ("meaning", .string(code.meaning)),
      ])
    }
    let notes = NoteCode.allCases.map { code in
      JSONText.object([("code", .string(code.rawValue)), ("meaning", .string(code.meaning))])
    }
    // Without the notes there were: its own member has that name.
    try Console.write(JSONText.object([("errors", .array(errors)), ("notes", .array(notes))]).text)
  }
}
