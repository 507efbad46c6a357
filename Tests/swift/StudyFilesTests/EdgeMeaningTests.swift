import PlainText
import StudyFiles
import Testing

/// Cells and lines of files of edges that may mean something else than they say.
@Suite struct EdgeMeaningTests {
  private func study(_ text: String, people: Int = 10, members: String = "") throws -> Study {
    let folder = try EdgeFolder(["net.csv": text])
    return try folder.parse(folder.text(people: people, members: members))
  }

  private func mistakes(_ text: String, people: Int = 10, members: String = "") throws
    -> [Diagnostic]
  {
    let folder = try EdgeFolder(["net.csv": text])
    return folder.mistakes(folder.text(people: people, members: members))
  }

  @Test("in a table NA and the like are nobody", arguments: ["NA", "NaN", "nan", "null", "NULL"])
  func missing(word: String) throws {
    let rows = "p0,p1\np1,p2\n\(word),p4\np4,p5\n\(word),p1\n"
    for header in ["infector,infectee", "case,contact"] {
      let found = try mistakes("\(header)\n\(rows)")
      #expect(found.map(\.code) == [.missing] && found.map(\.line) == [4], "\(found)")
      #expect(found.first?.message.contains(word) == true)
    }
    #expect(
      try mistakes("a,b,c\np,x,q\np,y,\(word)\n", members: "\"columns\": [\"a\", \"c\"]")
        .map(\.code) == [.missing])
    // In quotes, where the study's own header declares people, and without a header it is a label.
    for text in [
      "infector,infectee\n\(rows.replacing(word, with: "\"\(word)\""))",
      "person_a,person_b\n\(rows)", "p0,p1\n" + rows.dropFirst(6),
    ] {
      let found = try study(text)
      #expect(found.peopleLabels == ["p0", "p1", "p2", word, "p4", "p5"], "\(text)")
      #expect(found.notes.contains { $0.code == .missingValueName })
    }
  }

  @Test("labels that look alike get a note")
  func alike() throws {
    for (one, other) in [
      ("ann", "ann\u{a0}"), ("ann", "\"ann \""), ("ann", "a\u{200b}nn"), ("ann", "an\u{feff}n"),
      ("an na", "an  na"), ("\u{e9}", "e\u{301}"),
    ] {
      let found = try study("from,to\n\(one),bo\n\(other),cy\n")
      #expect(found.labels?.count == 4)
      #expect(found.notes.contains { $0.code == .similarGroups }, "\(one), \(other)")
    }
    for text in ["ann,bo\nanna,cy\nbo,cy\n", "\u{e9},e\ne,\u{e8}\n\u{e8},a b\n"] {
      #expect(try !study(text).notes.contains { $0.code == .similarGroups }, "\(text)")
    }
  }

  @Test("a type is that of every edge, in whatever order the rows stand")
  func types() throws {
    let rows = ["0,1,", "1,2,Directed", "2,3,Directed"]
    for order in [[0, 1, 2], [1, 0, 2], [1, 2, 0]] {
      for odd in ["", "Mutual", "NA"] {
        let lines = order.map { rows[$0] + ($0 == 0 ? odd : "") }
        let found = try mistakes("from,to,Type\n" + lines.joined(separator: "\n"))
        #expect(found.map(\.code) == [.unknownValue], "\(lines)")
        #expect(found.map(\.line) == [2 + (order.firstIndex(of: 0) ?? 0)], "\(lines)")
      }
    }
    // Other types say nothing of directions.
    let other = try study("from,to,Type\n0,1,friend\n1,2,\n")
    #expect(try other.neighbors()[1] == [0, 2])
    #expect(other.notes.contains { $0.code == .ignoredColumns })
  }

  @Test("of head and tail the one that stands first infects, and the note says so")
  func headAndTail() throws {
    for (header, people) in [
      ("head,tail", "head"), ("tail,head", "tail"), (".tail,.head", ".tail"), ("Tail,Head", "Tail"),
    ] {
      let found = try study("\(header)\n0,1\n1,2\n", members: "\"directed\": true")
      #expect(try found.neighbors().prefix(3) == [[1], [2], []], "\(header)")
      let note = try #require(found.notes.first { $0.code == .edgeHeader })
      #expect(note.message.contains("those of \(people) may infect"), "\(note.message)")
    }
  }

  @Test(
    "numbers above the edges that are no edge are refused",
    arguments: [
      "4 3\n0 1\n1 2\n2 3\n", "4 3\n1 2\n2 3\n3 4\n", "9 4\n0 1\n1 2\n2 3\n3 0\n",
      "0,1\n5,6\n6,7\n7,5\n", "# pandas\n0,1\n50,60\n60,70\n70,50\n",
    ])
  func numbersAbove(text: String) throws {
    let found = try mistakes(text)
    #expect(found.map(\.code) == [.syntax], "\(found)")
    #expect(found.map(\.line) == [text.hasPrefix("#") ? 2 : 1])
    let header = text.contains(",") ? "person_a,person_b\n" : "person_a person_b\n"
    let declared = header + text.drop { $0 == "#" || $0.isLetter || $0 == " " }
    #expect(try !mistakes(declared).contains { $0.code == .syntax })
  }

  @Test(
    "numbers that an edge may have are an edge",
    arguments: [
      "4 2\n0 1\n1 2\n2 3\n", "2 3\n0 1\n1 2\n0 3\n", "0,1\n2,3\n4,5\n6,7\n",
      "0,1\n5,6\n6,7\n7,0\n", "2,1\n1,0\n", "\"4\",\"3\"\n\"0\",\"1\"\n\"1\",\"2\"\n\"2\",\"3\"\n",
    ])
  func numbersOfEdges(text: String) throws {
    let lines = text.split(separator: "\n").count
    #expect(try study(text).contacts.first?.edges?.edgeCount == lines)
  }

  @Test("braces in ids are no attributes")
  func braces() throws {
    for text in ["\"x{1}\",\"y\"\n\"y\",z\n", "x{1},y\ny,z\n", "x{1} y\ny z\n"] {
      #expect(try study(text).peopleLabels == ["x{1}", "y", "z"], "\(text)")
    }
  }

  @Test("ten labels that nobody has get a suggestion, and all are named")
  func suggestions() throws {
    let folder = try EdgeFolder(["net.csv": (0..<99).map { "anna\($0),bert\n" }.joined()])
    let wrong = (0..<20).map { "\"anna_\($0)\"" }.joined(separator: ", ")
    let found = folder.mistakes(
      folder.text(people: 100, model: "\"immune_people\": [\(wrong)]"))
    #expect(found.allSatisfy { $0.code == .unknownValue })
    #expect(found.count == 20 && found.count { $0.suggestion != nil } == 10)
  }
}
