import DurableFiles
import Foundation
import PlainText
import SpreadModel
import StudyFiles
import Testing

/// Files of edges that are read: what they say, and to what they belong.
@Suite struct EdgeFileTests {
  private func neighbors(
    _ text: String, people: Int = 4, members: String = ""
  ) throws -> [[Int]] {
    let folder = try EdgeFolder(["net.csv": text])
    return try folder.parse(folder.text(people: people, members: members)).neighbors()
  }

  @Test(
    "says who is a neighbor of whom in any of its forms",
    arguments: [
      "0,1\n1,2\n", "0 1\n1 2", "0\t1\r\n1\t2\r\n", "person_a,person_b\n0,1\n1,2\n",
      "person_b\tperson_a\n1\t0\n2\t1\n", "# a net\n# and\n0   1 \n\n  1 2\n",
      "0;1\n1;2\n", "sep=;\r\n0;1\r\n1;2\r\n;\r\n", "0,1\r1,2\r", "Person A;Person B\n0;1\n1;2",
      "\u{feff}person_a,person_b\n0,1\n1,2\n",
      "day,person_a,note,person_b\n1,0,x,1\n1,1,\"y,\nz\",2\n", "0 1 {}\n1 2 {}\n",
      "% sym unweighted\n% 2 3 3\n0 1\n1 2\n", " 0 , 1\n 1 , 2\n",
    ])
  func forms(text: String) throws {
    #expect(try neighbors(text) == [[1], [0, 2], [1], []])
  }

  @Test("goes one way where it is directed, and counts repeated edges once where they are merged")
  func members() throws {
    #expect(try neighbors("0,1\n1,2\n", members: "\"directed\": true") == [[1], [2], [], []])
    #expect(
      try neighbors("person_b,person_a\n0,1\n1,2\n", members: "\"directed\": true")
        == [[], [0], [1], []])
    #expect(
      try neighbors("0,1\n1,0\n", members: "\"directed\": true") == [[1], [0], [], []])
    #expect(
      try neighbors("0,1\n1,0\n2,1\n0,1\n", members: "\"repeated\": \"merge\"")
        == [[1], [0, 2], [1], []])
    #expect(
      try neighbors("0,1\n0,1\n1,0\n", members: "\"repeated\": \"merge\", \"directed\": true")
        == [[1], [0], [], []])
  }

  @Test("says by UTF-16, gzip and line ends the same, and has an identity of its own for each")
  func encodings() throws {
    let folder = try EdgeFolder()
    let text = "person_a,person_b\n\u{e9}va,\u{1f600}\n\u{1f600},cy\n"
    var files = [Data(text.utf8), Data([0xef, 0xbb, 0xbf] + text.utf8)]
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      files.append(try #require(text.data(using: encoding)))
    }
    var digests: Set<String> = []
    for data in files {
      try folder.write(data, to: "net.csv")
      let study = try folder.parse(folder.text(people: 3))
      #expect(study.peopleLabels == ["\u{e9}va", "\u{1f600}", "cy"])
      #expect(try study.neighbors() == [[1], [0, 2], [1]])
      digests.insert(study.digest)
    }
    #expect(digests.count == files.count)
  }

  @Test("declared columns, labels and columns to ignore are obeyed")
  func declared() throws {
    #expect(
      try neighbors("9 0 1\n8 1 2\n", members: "\"columns\": [2, 3]") == [[1], [0, 2], [1], []])
    let headed = "day,to_whom,who\n9,1,0\n8,2,1\n"
    for columns in ["\"who\", \"to_whom\"", "3, 2", "3, \"to_whom\""] {
      let found = try neighbors(
        headed, members: "\"columns\": [\(columns)], \"directed\": true")
      #expect(found == [[1], [2], [], []], "\(columns)")
    }
    for ignored in ["\"day\"", "3"] {
      #expect(
        try neighbors(
          "from,to,day\n0,1,9\n1,2,8\n", members: "\"ignore\": [\(ignored)]")
          == [[1], [0, 2], [1], []])
    }
    let folder = try EdgeFolder(["net.csv": "0,007\n007,1e5\n"])
    let study = try folder.parse(folder.text(people: 3, members: "\"ids\": \"labels\""))
    #expect(study.peopleLabels == ["0", "007", "1e5"])
    let quoted = try EdgeFolder(["net.csv": "\"1\",\"0\"\n\"0\",\"2\"\n"])
    let labels = try quoted.parse(quoted.text(people: 3))
    #expect(labels.peopleLabels == ["1", "0", "2"])
    #expect(labels.notes.map(\.code) == [.quotedNumbers])
    // Whoever gives a number is told of the quotes, not of a group that is too small.
    let given = quoted.mistakes(
      quoted.text(people: 3).replacing(
        "\"group_size\": 3", with: "\"group_size\": 3, \"immune_people\": [1]"))
    #expect(given.map(\.code) == [.wrongType])
    #expect(given.first?.message.contains("quotes, or") == true)
  }

  @Test(
    "what the study says of a file is in the resolved one; what is ignored is no part of the digest"
  )
  func declaredIdentity() throws {
    let folder = try EdgeFolder(["net.csv": "from,to,day\n0,1,9\n1,2,8\n"])
    func read(_ members: String) throws -> Study {
      let study = try folder.parse(folder.text(members: members))
      #expect(try folder.parse(String(decoding: study.resolvedJSON, as: UTF8.self)) == study)
      return study
    }
    let ignored = try read("\"ignore\": [\"day\"]")
    #expect(try read("\"ignore\": [3, 1]").digest == ignored.digest)
    let declared = try read("\"columns\": [1, 2]")
    let turned = try read("\"columns\": [2, 1]")
    let labels = try read("\"ignore\": [3], \"ids\": \"labels\"")
    #expect(Set([ignored, declared, turned, labels].map(\.digest)).count == 4)
    #expect(try ignored.points()[0].identity != turned.points()[0].identity)
  }

  @Test("Gephi's Type and KONECT's first line say which contacts go one way")
  func directions() throws {
    let way = [[1], [2], [], []]
    #expect(try neighbors("Source,Target,Type\n0,1,Directed\n1,2,directed\n") == way)
    #expect(try neighbors("% asym unweighted\n0 1\n1 2\n") == way)
    let mixed = "Source,Target,Type\n0,1,Directed\n1,2,Undirected\n"
    #expect(try neighbors(mixed) == [[1], [2], [1], []])
    #expect(try neighbors(mixed, members: "\"directed\": true") == [[1], [2], [1], []])
    let folder = try EdgeFolder(["net.csv": mixed])
    let study = try folder.parse(folder.text(people: 3))
    #expect(study.notes.map(\.code) == [.edgeHeader, .edgeDirections])
    #expect(String(decoding: study.resolvedJSON, as: UTF8.self).contains("\"directed\": true"))
    #expect(try folder.parse(String(decoding: study.resolvedJSON, as: UTF8.self)) == study)
  }

  @Test("has labels where an id is no number of a person, numbered by first appearance")
  func labels() throws {
    let folder = try EdgeFolder(["net.csv": "zoe,al\nal,\"b,c\"\n"])
    let study = try folder.parse(folder.text(people: 5))
    #expect(try study.neighbors() == [[1], [0, 2], [1], [], []])
    #expect(study.peopleLabels == ["zoe", "al", "b,c"])
    let labels = try #require(study.labels)
    #expect(labels.person(named: "b,c") == 2 && labels.person(named: "b") == nil)
    // Numbered from 1, four of four people: 4 is not below group_size.
    let one = try EdgeFolder(["net.csv": "1 2\n4 3\n"])
    let counted = try one.parse(one.text(people: 4))
    #expect(try counted.neighbors() == [[1], [0], [3], [2]])
    #expect(counted.labels?.person(named: "4") == 2)
    #expect(try one.parse(one.text(people: 5)).labels == nil)
  }

  @Test("labels of other bytes are other people, also where they are the same characters")
  func bytesOfLabels() throws {
    let folder = try EdgeFolder(["net.csv": "from,to\n\u{e9},e\u{301}\n"])
    let study = try folder.parse(folder.text(people: 2))
    #expect(try study.neighbors() == [[1], [0]])
    #expect(study.labels?.person(named: "e\u{301}") == 1)
    // Two quotes are one only within quotes.
    let quotes = try EdgeFolder(["net.csv": "x,d\"\"e\n\"d\"\"e\",x\n"])
    let three = try quotes.parse(quotes.text(people: 3))
    #expect(three.peopleLabels == ["x", "d\"\"e", "d\"e"])
    #expect(try three.neighbors() == [[1, 2], [0], [0]])
  }

  @Test("labels are the same people in all files of a study")
  func twoFiles() throws {
    let folder = try EdgeFolder(["net.csv": "from,to\na,b\n", "other.csv": "from,to\nc,b\n"])
    var text = folder.text(people: 3).replacing(
      "\"contacts\": {",
      with: "\"contacts\": { \"far\": { \"kind\": \"edges\", \"file\": \"other.csv\" },",
      maxReplacements: 1)
    let study = try folder.parse(text)
    #expect(study.peopleLabels == ["c", "b", "a"])
    #expect(try study.neighbors() == [[], [2], [1]])
    // Numbers that another file makes labels are other people, and make other runs.
    let numbers = try EdgeFolder(["net.csv": "2,1\n1,0\n", "other.csv": "7,9\n"])
    let alone = try numbers.parse(numbers.text(people: 5))
    text = numbers.text(people: 5).replacing(
      "\"contacts\": {",
      with: "\"contacts\": { \"far\": { \"kind\": \"edges\", \"file\": \"other.csv\" },",
      maxReplacements: 1)
    let beside = try numbers.parse(text)
    #expect(try alone.neighbors() == [[1], [0, 2], [1], [], []])
    #expect(try beside.neighbors() == [[], [], [3], [2, 4], [3]])
    #expect(try alone.points().map(\.identity) != beside.points().map(\.identity))
    try numbers.write(Data("7,0\n".utf8), to: "other.csv")
    let others = try numbers.parse(text)
    #expect(try others.neighbors() == [[], [3], [3], [1, 2], []])
    #expect(try others.points().map(\.identity) != beside.points().map(\.identity))
    // As many, in another order.
    try numbers.write(Data("0,7\n".utf8), to: "other.csv")
    let turned = try numbers.parse(text)
    #expect(try turned.neighbors() == [[3], [], [3], [0, 2], []])
    #expect(try turned.points().map(\.identity) != others.points().map(\.identity))
  }

  @Test("lists of people take labels, and only labels where some are numbers")
  func people() throws {
    let folder = try EdgeFolder(["net.csv": "ann,bo\nbo,cy\n", "one.csv": "1,2\n2,9\n"])
    let lists =
      #""introductions": [{ "step": 0, "people": ["cy"] }], "immune_people": ["ann", 7]"#
    let study = try folder.parse(folder.text(model: lists))
    let scenario = try #require(try study.points().first).scenario
    #expect(scenario.introductions == [Introduction(step: 0, place: .people([2]))])
    #expect(scenario.immunePeople == [0, 7])
    let resolved = String(decoding: study.resolvedJSON, as: UTF8.self)
    #expect(resolved.contains("\"cy\"") && resolved.contains("\"ann\""))
    #expect(try folder.parse(resolved) == study)
    func codes(_ list: String, _ file: String) -> [ErrorCode] {
      folder.mistakes(
        folder.text(file, people: 9, model: "\"immune_people\": [\(list)]")
      ).map(\.code)
    }
    #expect(codes("\"cyy\"", "net.csv") == [.unknownValue])
    // Each of those whom nobody knows is named.
    #expect(
      codes("\"xx\", \"cy\", \"yy\", \"zz\"", "net.csv") == [
        .unknownValue, .unknownValue, .unknownValue,
      ])
    #expect(codes("\"cy\", 2", "net.csv") == [.duplicateValue])
    #expect(codes("\"9\"", "one.csv") == [])
    #expect(codes("9", "one.csv") == [.wrongType])
    #expect(codes("\"ann\"", "nothing.csv").contains(.badFile))
    #expect(
      Texts.mistakes(
        Texts.study(model: #""group_size": 9, "immune_people": ["ann"]"#)
      ).map(\.code) == [.unknownValue])
  }

  @Test("its digest and what it is taken for make the identity, neither its name nor its place")
  func identity() throws {
    let folder = try EdgeFolder([
      "net.csv": "0,1\n1,2\n", "same.csv": "0,1\n1,2\n", "other.csv": "1,2\n0,1\n",
    ])
    func read(_ file: String, _ members: String = "") throws -> (String, UInt64) {
      let study = try folder.parse(folder.text(file, members: members))
      return (study.digest, try #require(try study.points().first).identity)
    }
    let before = try read("net.csv")
    #expect(try read("same.csv") == before)
    #expect(try read("\(folder.path)/net.csv") == before)
    for (file, members) in [
      ("other.csv", ""), ("net.csv", "\"directed\": true"), ("net.csv", "\"repeated\": \"merge\""),
    ] {
      let after = try read(file, members)
      #expect(after.0 != before.0 && after.1 != before.1, "\(file) \(members)")
    }
  }

  @Test("the resolved study holds the digest, and refuses another file")
  func resolved() throws {
    let folder = try EdgeFolder(["net.csv": "0,1\n1,2\n"])
    let study = try folder.parse(folder.text())
    #expect(try folder.parse(String(decoding: study.resolvedJSON, as: UTF8.self)) == study)
    // printf '0,1\n1,2\n' | sha256sum
    #expect(
      study.contacts.first?.edges?.digest
        == "5a05c3373a50fb19c9d96733cddc770849657fc92c1765e73f49551b5ad0ae9f")
    try folder.write(Data("0,1\n1,3\n".utf8), to: "net.csv")
    let mistakes = folder.mistakes(String(decoding: study.resolvedJSON, as: UTF8.self))
    #expect(mistakes.map(\.code) == [.badFile])
    #expect(mistakes.map(\.path) == ["$.contacts.net.sha256"])
  }

  @Test("a copy beside the study goes before the file, and is all that stored runs have")
  func copies() throws {
    let folder = try EdgeFolder(["net.csv": "0,1\n"])
    let study = try folder.parse(folder.text())
    #expect(study.copyNames == ["contacts.net.copy"])
    let results = try EdgeFolder()
    let resolved = String(decoding: study.resolvedJSON, as: UTF8.self)
    #expect(results.mistakes(resolved).map(\.code) == [.badFile])
    try results.write(Data("0,1\n".utf8), to: "contacts.net.copy")
    #expect(try results.parse(resolved) == study)
    #expect(try results.parse(resolved, isStored: true) == study)
    #expect(throws: StudyFileError.self) { try folder.parse(resolved, isStored: true) }
  }

  @Test("a copy of what was read is written, and none of a file that was changed since")
  func changedSince() throws {
    let folder = try EdgeFolder(["net.csv": "0,1\n"])
    let study = try folder.parse(folder.text())
    let (results, later) = (try EdgeFolder(), try EdgeFolder())
    try study.writeCopies(to: try DurableFolder(results.path))
    let copy = URL(fileURLWithPath: "\(results.path)/contacts.net.copy")
    #expect(try Data(contentsOf: copy) == Data("0,1\n".utf8))
    try folder.write(Data("0,2\n".utf8), to: "net.csv")
    let error = #expect(throws: DurableFileError.self) {
      try study.writeCopies(to: try DurableFolder(later.path))
    }
    #expect(error?.place == "\(folder.path)/net.csv" && error?.number == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: later.path) == [])
    // What is there and whole is not written again: the file it was read from is another one now.
    let again = try DurableFolder(results.path)
    try study.addCopies(to: again, store: again, FileSwap(again))
    #expect(try Data(contentsOf: copy) == Data("0,1\n".utf8))
  }

  @Test("is found beside a study on a memory disk, which is a folder of /dev")
  func memoryDisk() throws {
    let path = "/dev/shm/edges-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("0,1\n".utf8).write(to: URL(fileURLWithPath: path + "/net.csv"))
    let study = try Study.parse(bytes: Array(EdgeFolder().text().utf8), file: path + "/study.json")
    #expect(try study.neighbors()[0] == [1])
  }

  @Test("a hundred thousand edges are read as they stand")
  func many() throws {
    let text = (0..<100_000).map { "\($0) \($0 + 1)\n" }.joined()
    let folder = try EdgeFolder(["net.csv": text])
    let lists = try folder.parse(folder.text(people: 100_001)).neighbors()
    #expect(lists[0] == [1] && lists[50_000] == [49_999, 50_001] && lists[100_000] == [99_999])
    #expect(lists.map(\.count).reduce(0, +) == 200_000)
    let labeled = (0..<50_000).map { "p\($0) p\($0 + 1)\n" }.joined()
    let other = try EdgeFolder(["net.csv": labeled])
    let study = try other.parse(other.text(people: 50_001))
    #expect(study.labels?.count == 50_001 && study.labels?.person(named: "p49999") == 49_999)
    #expect(try study.neighbors()[25_000] == [24_999, 25_001])
  }

  @Test("lines are whole where one ends the memory and the next begins it")
  func longFile() throws {
    // Some nine megabytes, of which four are held at a time.
    let people = 700_000
    let text = (1..<people).map { "\($0 - 1),\($0)\n" }.joined()
    let folder = try EdgeFolder(["net.csv": text])
    let study = try folder.parse(folder.text(people: people))
    guard case .edges(let list)? = study.contacts.first?.value else {
      Issue.record("no edges")
      return
    }
    #expect(text.utf8.count > 2 * 4 << 20 && list.edgeCount == people - 1)
  }

  @Test("a file beside a study of the working folder is reported as it was given")
  func besideStudy() throws {
    let found = Texts.mistakes(
      Texts.study(
        #""contacts": { "net": { "kind": "edges", "file": "no-such-file.csv" } }"#,
        model: #""group_size": 9, "contacts": "net""#))
    #expect(found.map(\.code) == [.badFile])
    #expect(found.first.map { "\($0.file) \($0.message)".contains("./") } == false)
  }
}
