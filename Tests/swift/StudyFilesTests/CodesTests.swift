import Foundation
import PlainText
import TestSupport
import Testing

@Suite("Codes of errors and notes") struct CodesTests {
  @Test("have their rows in docs/commands.md, in order, and there is no other")
  func documented() throws {
    let page = Repository.root.appending(path: "docs/commands.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "## Errors and notes"))
    let rows = text[start.upperBound...].split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("| `") }
    let wanted =
      ErrorCode.allCases.map { "| `\($0.rawValue)` | \($0.exit.rawValue) | \($0.meaning) |" }
      + NoteCode.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" }
    #expect(rows == wanted, "\(wanted.joined(separator: "\n"))")
  }

  @Test("are the names of their cases in snake case; none is one of an error and of a note")
  func distinct() {
    let errors = ErrorCode.allCases.map { ("\($0)", $0.rawValue) }
    let notes = NoteCode.allCases.map { ("\($0)", $0.rawValue) }
    #expect(Set(errors.map(\.1)).isDisjoint(with: notes.map(\.1)))
    for (name, code) in errors + notes {
      #expect(name.map { $0.isUppercase ? "_" + $0.lowercased() : "\($0)" }.joined() == code)
    }
  }
}
