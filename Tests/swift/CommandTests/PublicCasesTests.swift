import Foundation
import TestSupport
import Testing

/// Files as other programs write them: a folder each in `Tests/data/public`, whose `case.json` has commands
/// and what must come of them.
@Suite("Public cases") struct PublicCasesTests {
  private struct Case: Decodable {
    /// What is shown.
    let about: String
    /// Where files of this kind come from.
    let source: String
    /// A command of the shell that makes files.
    let prepare: String?
    let commands: [Step]
  }

  private struct Step: Decodable {
    /// Arguments of `spreadlab`, or a command of the shell, where the program is `$SPREADLAB`.
    let run, shell: String?
    /// 0 unless it is given.
    let exit: Int32?
    /// Of the error.
    let code: String?
    /// By place in the JSON that is printed, such as `contacts.0.people`.
    let values: [String: Double]?
    /// Codes of notes that must be there.
    let notes: [String]?
    /// Words of the error or of a note.
    let says: [String]?
  }

  private static let folder = Repository.root.appending(path: "Tests/data/public")
  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []

  @Test("has the right value, or its error", arguments: names)
  func right(name: String) throws {
    let scratch = try Scratch()
    let place = scratch.file("case")
    try FileManager.default.copyItem(atPath: Self.folder.path + "/" + name, toPath: place)
    let wanted = try JSONDecoder().decode(
      Case.self, from: Data(contentsOf: URL(filePath: place + "/case.json")))
    if let prepare = wanted.prepare { #expect(try shell(prepare, in: place).exit == 0) }
    for step in wanted.commands {
      let line = step.shell ?? "\"$SPREADLAB\" " + (step.run ?? "")
      let found = try shell(line, in: place)
      let printed = "\(name): \(line)\n\(found.output)\(found.messages)"
      #expect(found.exit == step.exit ?? 0, "\(printed)")
      let json = try? JSONSerialization.jsonObject(
        with: Data((found.exit == 0 ? found.output : found.messages).utf8))
      if let code = step.code { #expect(value("code", json) as? String == code, "\(printed)") }
      for (place, right) in step.values ?? [:] {
        let number = value(place, json) as? Double
        #expect(number.map { abs($0 - right) < 1e-9 } == true, "\(place), \(printed)")
      }
      let notes = (value("notes", json) as? [[String: Any]] ?? []).compactMap {
        $0["code"] as? String
      }
      for note in step.notes ?? [] { #expect(notes.contains(note), "\(printed)") }
      let words = found.output + found.messages
      for word in step.says ?? [] {
        let escaped = word.replacing("\"", with: "\\\"")
        #expect(words.contains(word) || words.contains(escaped), "\(word), \(printed)")
      }
      // Nothing of a file moves the cursor of a terminal.
      #expect(!words.unicodeScalars.contains { $0.value < 9 || $0.value == 0x1b }, "\(name)")
    }
  }

  private func value(_ place: String, _ json: Any?) -> Any? {
    place.split(separator: ".").reduce(json) { value, name in
      if let index = Int(name) {
        let list = value as? [Any] ?? []
        return list.indices.contains(index) ? list[index] : nil
      }
      return (value as? [String: Any])?[String(name)]
    }
  }

  private func shell(
    _ line: String, in folder: String
  ) throws -> (exit: Int32, output: String, messages: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SPREADLAB": Command.program]) { $1 }
    let (output, messages) = (folder + "/.output", folder + "/.messages")
    for path in [output, messages] { try Data().write(to: URL(filePath: path)) }
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: messages)
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, try String(contentsOfFile: output, encoding: .utf8),
      try String(contentsOfFile: messages, encoding: .utf8)
    )
  }
}
