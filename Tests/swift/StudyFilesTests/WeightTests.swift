import PlainText
import SpreadModel
import StudyFiles
import Testing

/// Weights in files of edges, and files of places.
@Suite struct WeightTests {
  private func table(_ text: String, _ members: String, people: Int = 4) throws -> NeighborTable {
    let folder = try EdgeFolder(["net.csv": text])
    let study = try folder.parse(folder.text(people: people, members: members))
    guard case .edges(let table) = try study.points()[0].scenario.contacts else {
      throw StudyFileError(diagnostics: [])
    }
    return table
  }

  private func weights(_ text: String, _ members: String) throws -> [[Float]] {
    let table = try table(text, members)
    return (0..<table.people).map { table.weights(of: $0).map(Array.init) ?? [] }
  }

  @Test(
    "a declared column has them, by name or number, with a header or without",
    arguments: [
      ("person_a,person_b,w\n0,1,0.5\n2,1,2\n", #""weight": "w""#),
      ("person_a,person_b,w\n0,1,0.5\n2,1,2\n", #""weight": 3"#),
      ("w,person_b,person_a\n0.5,0,1\n2,2,1\n", #""weight": "w""#),
      ("0 1 0.5\n2 1 2\n", #""weight": 3"#),
      ("0.5;0;1\n2;2;1\n", #""weight": 1"#),
      ("a,b,w,c\n0,1,0.5,7\n2,1,2,8\n", #""columns": ["a", "b"], "weight": "w""#),
      ("0,1,\"0,5\"\n2,1,2\n", #""weight": 3"#),
    ])
  func columns(text: String, members: String) throws {
    #expect(try weights(text, members) == [[0.5], [0.5, 2], [2], []])
  }

  @Test("merged edges have the sum of theirs, each way where they are directed")
  func merged() throws {
    let text = "0,1,0.5\n1,0,0.75\n2,1,2\n0,1,1\n"
    let members = #""weight": 3, "repeated": "merge""#
    #expect(try weights(text, members) == [[2.25], [2.25, 2], [2], []])
    #expect(
      try weights(text, members + #", "directed": true"#) == [[1.5], [0.75], [2], []])
  }

  @Test("an edge of labels has its weight in the first line, too, unless that line is a header")
  func firstLine() throws {
    let members = #""weight": 3"#
    #expect(try weights("anna bert 2\nbert cy 3\n", members) == [[2], [2, 3], [3], []])
    #expect(
      try weights("who whom much\nanna bert 2\nbert cy 3\n", members) == [[2], [2, 3], [3], []])
  }

  @Test("durations belong to the identity, as the column does, and vary by their path")
  func exposure() throws {
    let text = "person_a,person_b,w,v\n0,1,0.5,0.5\n2,1,2,2\n"
    func identity(_ weight: String) throws -> UInt64 {
      let folder = try EdgeFolder(["net.csv": text])
      return try folder.parse(
        folder.text(people: 4, members: #""ignore": ["w", "v"], "weight": \#(weight)"#)
      ).points()[0].identity
    }
    let all = try [
      #""w""#, #""v""#, #"{ "column": "w", "exposure": 1 }"#, #"{ "column": "w", "exposure": 2 }"#,
    ].map(identity)
    #expect(Set(all).count == 4)
    #expect(try identity("3") == all[0])
    let folder = try EdgeFolder(["net.csv": text])
    let study = try folder.parse(
      folder.text(
        people: 4, members: #""ignore": ["v"], "weight": { "column": "w", "exposure": 1 }"#,
        body: #""factors": { "contacts.net.weight.exposure": { "values": [1, 4] } }"#))
    let exposures = try study.points().map { point -> Double? in
      guard case .edges(let table) = point.scenario.contacts else { return nil }
      return table.exposure
    }
    #expect(exposures == [1, 4])
  }

  @Test(
    "what is no weight is an error at its place",
    arguments: [
      ("0,1,x\n", 3, ErrorCode.badCell), ("0,1,-1\n", 3, .badCell), ("0,1,nan\n", 3, .missing),
      ("0,1,\n", 3, .missing), ("0,1,1e10\n", 3, .badCell), ("0,1,inf\n", 3, .badCell),
      ("0,1\n", 3, .unknownColumn), ("0,1,2\n", 4, .unknownColumn),
    ] as [(String, Int, ErrorCode)])
  func mistakes(text: String, column: Int, code: ErrorCode) throws {
    let folder = try EdgeFolder(["net.csv": "person_a,person_b,w\n2,3,1\n" + text])
    let plain = try EdgeFolder(["net.csv": "2,3,1\n" + text])
    for folder in [folder, plain] where column == 3 {
      let found = folder.mistakes(folder.text(members: #""weight": \#(column)"#))
      #expect(
        found.map(\.code) == [text.split(separator: ",").count < 2 ? .unequalLengths : code]
          || text == "0,1\n")
    }
    if column == 4 {
      #expect(folder.mistakes(folder.text(members: #""weight": 4"#)).map(\.code) == [code])
    }
  }

  private func places(_ text: String, people: Int = 5) throws -> [[Int]] {
    let folder = try EdgeFolder(["places.csv": text])
    let study = try folder.parse(Self.studyOfPlaces(people))
    guard case .places(let places, _) = try study.points()[0].scenario.contacts,
      case .listed(let table) = places.sizes
    else { return [] }
    let neighbors = table.neighborTable
    return (0..<people).map { neighbors.neighbors(of: $0).map(Int.init) }
  }

  private static func studyOfPlaces(_ people: Int) -> String {
    Texts.study(
      #""contacts": { "net": { "kind": "places", "file": "places.csv" } }"#,
      model: "\"group_size\": \(people), \"contacts\": \"net\"")
  }

  @Test("those who share a place of a file are neighbors, once")
  func placesOfFiles() throws {
    let rows = "person,place\n0,a\n1,a\n2,a\n1,b\n2,b\n3,b\n"
    #expect(try places(rows) == [[1, 2], [0, 2, 3], [0, 1, 3], [1, 2], []])
    #expect(try places("place;person\nx;anna\nx;bert\n") == [[1], [0], [], [], []])
  }

  @Test("a person twice in a place is an error, as is what names no place")
  func wrongPlaces() throws {
    func codes(_ text: String) throws -> [ErrorCode] {
      let folder = try EdgeFolder(["places.csv": text])
      return folder.mistakes(Self.studyOfPlaces(5)).map(\.code)
    }
    #expect(try codes("person,place\n0,a\n0,a\n") == [.duplicateValue])
    #expect(try codes("person,place\n0,\n") == [.missing])
    #expect(try codes("person,home\n0,a\n") == [.unknownColumn])
    #expect(try codes("") == [.empty])
  }
}
