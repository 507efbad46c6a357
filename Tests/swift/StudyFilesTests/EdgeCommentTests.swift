import PlainText
import StudyFiles
import Testing

/// Lines that begin with `#`: comments, or edges of labels that do.
@Suite struct EdgeCommentTests {
  private func study(_ text: String, people: Int = 10) throws -> Study {
    let folder = try EdgeFolder(["net.csv": text])
    return try folder.parse(folder.text(people: people))
  }

  private func codes(_ text: String, people: Int = 100_000) throws -> [ErrorCode] {
    let folder = try EdgeFolder(["net.csv": text])
    return folder.mistakes(folder.text(people: people)).map(\.code)
  }

  @Test(
    "below a header, and where a label begins with #, lines that do are edges",
    arguments: [
      (
        "source\ttarget\n#maskup\t#covid\n#stayhome\t#covid\n@who\t#covid\n",
        ["#maskup", "#covid", "#stayhome", "@who"]
      ),
      ("person_a,person_b\n#a,#b\n#c,#b\nann,bob\n", ["#a", "#b", "#c", "ann", "bob"]),
      ("person_a,person_b\n# a,b\n#!x\nann,bob\n", ["ann", "bob"]),
      ("#1,#2\n#2,#4\nann,bob\n#3,#4\n", ["#1", "#2", "#4", "ann", "bob", "#3"]),
    ])
  func edges(text: String, labels: [String]) throws {
    let found = try study(text)
    #expect(found.peopleLabels == labels)
    #expect(!found.notes.contains { $0.code == .rowsLeftOut })
  }

  @Test("below a header they have its columns, or are refused")
  func noComment() throws {
    #expect(try codes("from,to\n#made by a program\n0,1\n") == [.unequalLengths])
  }

  @Test("any number of them are edges, or too many to know")
  func many() throws {
    func lines(_ count: Int) -> String {
      (0..<count).map { "#h\($0),x\($0)\n" }.joined() + "a,b\n#q,r\n"
    }
    let found = try study(lines(1_500), people: 3_004)
    #expect(found.contacts.first?.edges?.edgeCount == 1_502)
    #expect(found.labels?.person(named: "#h1499") == 2_998)
    #expect(try codes(lines(20_000)) == [.syntax])
    #expect(
      try study("person_a,person_b\n" + lines(20_000), people: 40_004).labels?.count == 40_004)
  }

  @Test("those that are left out although they have the columns of the file are counted")
  func leftOut() throws {
    let text = "# of a program\n" + (0..<20).map { "#h\($0),x\n" }.joined() + "a,b\nc,b\n"
    let found = try study(text)
    #expect(found.contacts.first?.edges?.edgeCount == 2)
    let note = try #require(found.notes.first { $0.code == .rowsLeftOut })
    #expect(note.message.contains("20 lines") && note.message.contains("line 2"))
  }
}
