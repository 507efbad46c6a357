import Foundation
import PlainText
import Testing

@Suite("Codes of errors and notes") struct CodesTests {
  @Test("have their rows in docs/commands.md, in order, and there is no other")
  func documented() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/commands.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "## Errors and notes"))
    let rows = text[start.upperBound...].split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("| `") }
    let wanted =
      ErrorCode.allCases.map { "| `\($0.rawValue)` | \($0.exit.rawValue) | \($0.meaning) |" }
      + NoteCode.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" }
    #expect(rows == wanted, "\(wanted.joined(separator: "\n"))")
  }

  @Test("are in snake case, and no code is one of an error and of a note")
  func distinct() {
    let errors = ErrorCode.allCases.map(\.rawValue)
    let notes = NoteCode.allCases.map(\.rawValue)
    #expect(Set(errors).isDisjoint(with: notes))
    for code in errors + notes {
      #expect(code.allSatisfy { $0 == "_" || ("a"..."z").contains($0) }, "\(code)")
    }
  }
}
