import Foundation
import PlainText
import StudyFiles
import Testing

/// Files of edges that are refused: each with the place that is named.
@Suite struct BadEdgesTests {
  struct BadFile: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let code: ErrorCode
    /// Line and column, from 1.
    let line: Int
    let column: Int
    var members = ""

    init(
      _ name: String, _ text: String, _ code: ErrorCode, _ line: Int, _ column: Int,
      members: String = ""
    ) {
      self.init(name, bytes: Array(text.utf8), code, line, column, members: members)
    }

    init(
      _ name: String, bytes: [UInt8], _ code: ErrorCode, _ line: Int, _ column: Int,
      members: String = ""
    ) {
      (self.name, self.bytes, self.code, self.line, self.column, self.members) = (
        name, bytes, code, line, column, members
      )
    }

    var testDescription: String { name }
  }

  /// In a group of four.
  static let files: [BadFile] = [
    BadFile("empty", "", .empty, 1, 1),
    BadFile("blank lines only", "\n  \n\t\n", .empty, 1, 1),
    BadFile("comments only", "# a\n# b\n", .empty, 1, 1),
    BadFile("a header only", "person_a,person_b\n", .empty, 1, 1),
    BadFile("a byte-order mark only", "\u{feff}", .empty, 1, 1),
    BadFile(
      "the header again", "person_a,person_b\nanna,bert\nperson_a,person_b\nbert,carl\n", .badTable,
      3, 1),
    BadFile("another header again", "from,to\na,b\nfrom,to\n", .badTable, 3, 1),
    BadFile("one column", "0\n1\n", .missing, 1, 1),
    BadFile("one column behind a comment", "# x\nanna\n", .missing, 2, 1),
    BadFile("person_b missing", "person_a,person_c\n0,1\n", .missing, 1, 1),
    BadFile("person_a missing", "id\tperson_b\n0\t1\n", .missing, 1, 1),
    BadFile("person_a twice", "person_a,person_b,person_a\n0,1,2\n", .duplicateKey, 1, 19),
    BadFile("a weight", "person_a,w,person_b\n0,0.5,1\n1,2,2\n", .unknownColumn, 1, 10),
    BadFile("a time under other names", "from,to,when\n0,1,2\n1,2,\n2,3,5\n", .unknownColumn, 1, 9),
    BadFile("row numbers", ",from,to\n1,0,1\n2,1,2\n", .unknownColumn, 1, 1),
    BadFile("weights with a comma", "from;to;w\n0;1;0,5\n1;2;0,25\n", .unknownColumn, 1, 9),
    BadFile("three columns", "0 1 2\n1 2 3\n", .missing, 1, 1),
    BadFile(
      "thousands", "person_a,person_b,w\n0,1,\"1,200\"\n", .badCell, 2, 6,
      members: #""weight": "w""#),
    BadFile(
      "thousands or decimals", "person_a;person_b;w\n0;1;1,200\n", .badCell, 2, 5,
      members: #""weight": "w""#),
    BadFile("attributes", "0 1 {'weight': 7, 'color': 'green'}\n", .missing, 1, 1),
    BadFile("tuples", "(1, 2)\n", .badLabel, 1, 1),
    BadFile("two groups", "% bip unweighted\n1 2\n", .badTable, 1, 1),
    BadFile(
      "a column of another name", "0,1\n", .unknownColumn, 1, 1, members: "\"columns\": [1, 3]"),
    BadFile(
      "no column of that name", "a,b,c\n0,1,2\n", .unknownColumn, 1, 1,
      members: "\"columns\": [\"a\", \"d\"]"),
    BadFile("one column twice", "0,1\n", .conflict, 1, 1, members: "\"columns\": [1, 1]"),
    BadFile(
      "three people", "0,1,2\n", .unequalLengths, 1, 1, members: "\"columns\": [1, 2, 3]"),
    BadFile(
      "directed and undirected", "from,to,type\n0,1,Undirected\n", .conflict, 1, 9,
      members: "\"directed\": true"),
    BadFile(
      "a type that is none", "from,to,type\n0,1,Directed\n1,2,x\n", .unknownValue, 3, 5),
    BadFile("a table of nodes", "Id,Label\ns1,Site1\ns2,Site2\n", .badTable, 1, 1),
    BadFile(
      "directed and undirected by KONECT", "% sym\n0 1\n1 2\n", .conflict, 1, 1,
      members: "\"directed\": true"),
    BadFile("a second column empty", "0,1\n1,\n", .missing, 2, 3),
    BadFile("a first column empty", "0,1\n,1\n", .missing, 2, 1),
    BadFile("a column less", "0,1\n1\n", .unequalLengths, 2, 1),
    BadFile("a column more", "0 1\n1 2 3\n", .unequalLengths, 2, 1),
    BadFile("a self-loop", "0,1\n2,2\n", .badRelation, 2, 3),
    BadFile("a self-loop of a label", "a b\nb b\n", .badRelation, 2, 3),
    BadFile(
      "a self-loop, directed", "0,1\n3,3\n", .badRelation, 2, 3, members: "\"directed\": true"),
    BadFile(
      "a self-loop is not merged", "0,1\n3,3\n", .badRelation, 2, 3,
      members: "\"repeated\": \"merge\""),
    BadFile("an edge again", "0,1\n1,2\n0,1\n", .duplicateValue, 3, 1),
    BadFile("an edge the other way round", "# x\n0,1\n1,0\n", .duplicateValue, 3, 1),
    BadFile("an edge without person 0 again", "0,1\n2,3\n3,2\n", .duplicateValue, 3, 1),
    BadFile(
      "a directed edge again", "0,1\n1,0\n\n0,1\n", .duplicateValue, 4, 1,
      members: "\"directed\": true"),
    BadFile("labels again", "anna\tbert\nbert\tanna\n", .duplicateValue, 2, 1),
    BadFile("a negative number", "0,1\n1,-2\n", .notWhole, 2, 3),
    BadFile("a plus sign", "0,1\n+2,3\n", .notWhole, 2, 1),
    BadFile("a real number", "0,1\n1.0,2\n", .notWhole, 2, 1),
    BadFile("a power of ten", "0,1\n1,1e2\n", .notWhole, 2, 3),
    BadFile("a leading zero", "0,1\n1,02\n", .notWhole, 2, 3),
    BadFile("2^40 as a fifth person", "0,1\n2,3\n3,1099511627776\n", .badRelation, 3, 3),
    BadFile(
      "2^80 as a fifth person", "0 1\n2 3\n3 1208925819614629174706176\n", .badRelation, 3, 3),
    BadFile("numbers, then a label", "0,1\n1,anna\n", .badRelation, 2, 3),
    BadFile("labels, then a number", "anna,bert\nbert,3\n", .badRelation, 2, 6),
    BadFile("words above a label and a number", "name,id\nann,3\n", .badRelation, 2, 5),
    BadFile("one label too many", "person_a,person_b\na,b\nc,d\nd,e\n", .badRelation, 4, 3),
    BadFile("commas, then tabs", "0,1\n1\t2\n", .syntax, 2, 2),
    BadFile("tabs, then commas", "0\t1\n1,2\n", .syntax, 2, 2),
    BadFile("blanks, then commas", "0 1\n1,2\n", .syntax, 2, 2),
    BadFile("blanks, then tabs", "0 1\n1\t2\n", .syntax, 2, 2),
    BadFile("commas, then blanks", "0,1\n1 2\n", .unequalLengths, 2, 1),
    BadFile("a comment behind an edge", "0,1\n# x\n", .unequalLengths, 2, 1),
    BadFile("open quotes", "\"a\",b\n\"c,d\n", .badTable, 2, 1),
    BadFile("text behind quotes", "\"a\"x,b\n", .badTable, 1, 4),
    BadFile("a zero byte", bytes: [0x30, 0x2c, 0x31, 0x0a, 0x31, 0x2c, 0x00], .badTable, 2, 3),
    BadFile("an ELF program", bytes: [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0], .badTable, 1, 1),
    BadFile(
      "half a pair of UTF-16", bytes: [0xff, 0xfe, 0x30, 0, 0x20, 0, 0, 0xd8], .badTable, 1, 3),
    BadFile("bytes that are no UTF-8", bytes: [0x61, 0x20, 0xff, 0x62, 0x0a], .badTable, 1, 3),
    BadFile(
      "no UTF-8 in a column that is not read",
      bytes: Array("from,to,x\n0,1,".utf8) + [0xe9, 0x0a], .badTable, 2, 5),
    BadFile("a control character", "a,b\nb,c\u{7}\n", .badLabel, 2, 3),
    BadFile("a label of 2000 bytes", "a,\(String(repeating: "x", count: 2000))\n", .badLabel, 1, 3),
    BadFile("columns count characters", "é,b\nü,ü\n", .badRelation, 2, 3),
  ]

  @Test("is refused at its place, by file, line and column", arguments: files)
  func refused(file: BadFile) throws {
    let folder = try EdgeFolder()
    try folder.write(Data(file.bytes), to: "net.csv")
    let mistakes = folder.mistakes(folder.text(people: 4, members: file.members))
    let first = try #require(mistakes.first)
    #expect(mistakes.count == 1, "\(mistakes)")
    #expect(first.code == file.code, "\(first)")
    #expect(first.line == file.line && first.column == file.column, "\(first)")
    #expect(first.file.description == "\(folder.path)/net.csv")
    #expect(first.path == "$.contacts.net.file")
    // A name or an id that is wrong is marked whole.
    if [.duplicateKey, .notWhole, .badRelation].contains(file.code) {
      let line = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")[file.line - 1]
      #expect(first.width == line.dropFirst(file.column - 1).prefix { !", \t".contains($0) }.count)
    }
    if file.name.hasSuffix(" missing") { #expect(first.message.contains(file.name.prefix(8))) }
  }

  @Test("a line of a gigabyte is refused without being read")
  func vastLine() throws {
    let folder = try EdgeFolder(["net.csv": "0,1\n1,"])
    // A hole: zero bytes that take no place. The first of them would be another mistake.
    let path = "\(folder.path)/net.csv"
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(repeating: 0x39, count: 17 << 20))
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    let mistakes = folder.mistakes(folder.text())
    #expect(mistakes.map(\.code) == [.badTable])
    #expect(mistakes.map(\.line) == [2])
  }

  @Test("ten mistakes of a file are reported, with their lines")
  func many() throws {
    let loops = (0..<30).map { "\($0 % 4),\($0 % 4)\n" }.joined()
    let folder = try EdgeFolder(["net.csv": "0,1\n" + loops])
    #expect(folder.mistakes(folder.text(people: 4)).map(\.line) == Array(2...11))
    let repeats = String(repeating: "0,1\n", count: 30)
    let other = try EdgeFolder(["net.csv": repeats])
    let found = other.mistakes(other.text(people: 4))
    #expect(found.map(\.line) == Array(2...11))
    #expect(found.allSatisfy { $0.message.contains("line 1") })
    // One empty line more before each edge: on lines 1, 3, 6, 10, ....
    let apart = (0..<9).map { String(repeating: "\n", count: $0) + "0,1\n" }.joined()
    let third = try EdgeFolder(["net.csv": apart])
    #expect(
      third.mistakes(third.text(people: 4)).map(\.line) == (2...9).map { $0 * ($0 + 1) / 2 })
  }

  @Test("a file that is not there is a mistake where the study names it")
  func absent() throws {
    let folder = try EdgeFolder()
    for name in ["none.csv", "", "no/such/folder.csv", "."] {
      let mistakes = folder.mistakes(folder.text(name))
      #expect(mistakes.map(\.code) == [.badFile], "\(name)")
      #expect(mistakes.map(\.path) == ["$.contacts.net.file"])
      #expect(mistakes.first?.file.description == "\(folder.path)/study.json")
      #expect(mistakes.first?.line == 6)
    }
  }
}
