import PlainText
import Testing

@Suite("Codes of errors and notes") struct CodesTests {
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
