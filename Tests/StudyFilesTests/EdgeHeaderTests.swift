import Foundation
import KeyedRandom
import PlainText
import SpreadModel
import StudyFiles
import TestSupport
import Testing

/// First lines of files of edges: headers of other programs, or two people.
@Suite struct EdgeHeaderTests {
  private func study(
    _ text: String, people: Int = 4, members: String = ""
  ) throws -> Study {
    let folder = try EdgeFolder(["net.csv": text])
    return try folder.parse(folder.text(people: people, members: members))
  }

  private func neighbors(_ study: Study) throws -> [[Int]] {
    let point = try #require(try study.points().first)
    guard case .edges(let table) = point.scenario.contacts else { return [] }
    return (0..<table.people).map { table.neighbors(of: $0).map { Int($0) } }
  }

  private static func labels(_ study: Study) -> [String] {
    guard let labels = study.labels else { return [] }
    return (0..<labels.count).map { labels[$0] }
  }

  @Test(
    "a header of another program is no pair of people, and is named in a note",
    arguments: [
      "source,target", "Source,Target", "FROM,TO", "node1,node2", "Node1,Node2", "u,v", "i,j",
      "\"source\",\"target\"",
    ])
  func usual(header: String) throws {
    let numbers = try study("\(header)\n0,1\n1,2\n")
    #expect(numbers.labels == nil)
    #expect(try neighbors(numbers) == [[1], [0, 2], [1], []])
    let names = try study("# of a program\r\n\(header)\r\nann,bo\r\nbo,cy\r\n")
    #expect(Self.labels(names) == ["ann", "bo", "cy"])
    #expect(try neighbors(names) == [[1], [0, 2], [1], []])
    #expect(names.notes.map(\.code) == [.edgeHeader])
    #expect(names.notes.map(\.path) == ["$.contacts.net.file"])
    let message = try #require(names.notes.first?.message)
    #expect(message.contains("line 2 of net.csv") && message.contains(header))
    #expect(message.contains("person_a,person_b"))
  }

  @Test("its names say which columns the people are in, and who infects whom")
  func columns() throws {
    let study = try study(
      "day\tTarget\tSource\n9\t1\t0\n9\t2\t1\n", members: "\"directed\": true")
    #expect(try neighbors(study) == [[1], [2], [], []])
  }

  @Test("words above numbers are a header, whatever they are", arguments: [4, 2])
  func words(people: Int) throws {
    // Of two people the ids are labels that are numbers.
    let found = try study(
      "anna,bert\n0,7\n".replacing("7", with: people == 4 ? "1" : "7"), people: people)
    #expect(Self.labels(found) == (people == 4 ? [] : ["0", "7"]))
    #expect(try neighbors(found).prefix(2) == [[1], [0]])
    #expect(found.notes.map(\.code) == [.edgeHeader])
  }

  @Test(
    "words above words are people, and so is what person_a,person_b stands above",
    arguments: [
      ("ann,bo\nbo,cy\n", ["ann", "bo", "cy"]), ("ann,bo\n", ["ann", "bo"]),
      ("id,name\nname,bo\n", ["id", "name", "bo"]),
      ("person_a,person_b\nsource,target\nann,source\n", ["source", "target", "ann"]),
      ("source,ann\ntarget,ann\n", ["source", "ann", "target"]),
    ])
  func people(text: String, labels: [String]) throws {
    let found = try study(text)
    #expect(Self.labels(found) == labels)
    #expect(found.notes.isEmpty)
  }

  @Test(
    "what cannot be read either way is refused",
    arguments: [
      ("source,target\n", ErrorCode.empty, 1),
      ("Source,Target,Weight\n0,1,2\n", .conflict, 1),
      ("from,to,From\n0,1,2\n", .duplicateKey, 1),
      ("ann,bo\n0,1\ncy,2\n", .badRelation, 3), ("ann,bo\n0,cy\n", .badRelation, 2),
      ("source,target\n0,1\nann,bo\n", .badRelation, 3),
      ("source,target\n0,1,2\n", .unequalLengths, 2),
    ])
  func refused(text: String, code: ErrorCode, line: Int) throws {
    let folder = try EdgeFolder(["net.csv": text])
    let mistakes = folder.mistakes(folder.text(people: 4))
    #expect(mistakes.map(\.code) == [code])
    #expect(mistakes.map(\.line) == [line])
  }

  @Test("a header makes an identity of its own, so that runs of older programs are refused")
  func identity() throws {
    let folder = try EdgeFolder(["net.csv": "source,target\nann,bo\n"])
    let study = try folder.parse(folder.text())
    // Of the program before, for which this file named four people.
    let before = "3ace765e66003aef9daac24accdc6ad71bd2e54335f0009b21844e3117c4dc90"
    #expect(study.digest != before)
    #expect(study.edgeHeaders(unknownTo: study.digest) == [])
    #expect(study.edgeHeaders(unknownTo: before) == ["$.contacts.net.header"])
    let point = try #require(try study.points().first)
    guard case .edges(let table) = point.scenario.contacts else {
      Issue.record("no edges")
      return
    }
    #expect(table.source.contains(" header"))
  }

  // MARK: At random

  private struct Generator {
    var stream: RandomStream

    mutating func below(_ count: Int) -> Int { Int(stream.below(UInt64(count))) }
    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
  }

  @Test(
    "three thousand random files say what was written: labels, headers, marks, line ends", .slow)
  func random() throws {
    let folder = try EdgeFolder()
    for seed in 0..<3_000 {
      var random = Generator(stream: RandomStream(key: 38, UInt64(seed)))
      let people = 2 + random.below(9)
      let names: [String] = random.pick([
        (0..<people).map { "\($0)" },  // numbers of people
        (0..<people).map { "\($0 + 1)" },  // numbers from 1
        (0..<people).map { "p\($0)" }, (0..<people).map { "Ann \u{e9}\($0)" },
      ])
      let isDirected = random.below(2) == 1
      // Without repeats and loops; isolated people where some are left out.
      var edges: [(Int, Int)] = []
      for a in 0..<people {
        for b in 0..<people where a != b && (isDirected || a < b) && random.below(3) == 0 {
          edges.append(isDirected || random.below(2) == 0 ? (a, b) : (b, a))
        }
      }
      let header = random.pick([
        nil, "person_a,person_b", "source,target", "Source,Target", "from,to", "From,To",
        "node1,node2", "u,v", "U,V", "i,j",
      ])
      let blanks = names[0].contains(" ")
      let separator = random.pick(blanks ? [",", "\t", ", "] : [",", "\t", " ", "  ", ", "])
      let end = random.pick(["\n", "\r\n"])
      let extra = random.below(3) == 0
      func line(_ cells: [String]) -> String { cells.joined(separator: separator) }
      var lines: [String] = random.below(3) == 0 ? ["# a net", ""] : []
      if let header {
        lines.append(line(header.split(separator: ",").map(String.init) + (extra ? ["day"] : [])))
      }
      for (a, b) in edges {
        lines.append(line([names[a], names[b]] + (extra ? ["7"] : [])))
        if random.below(9) == 0 { lines.append("#" + names[a]) }
      }
      var text = lines.joined(separator: end)
      if random.below(4) > 0 { text += end }
      if random.below(4) == 0 { text = "\u{feff}" + text }
      try folder.write(text)
      let study = folder.text(
        people: people, members: "\"directed\": \(isDirected)")
      guard !edges.isEmpty else {
        #expect(folder.mistakes(study).map(\.code) == [.empty], "\(seed): \(text)")
        continue
      }
      let found = try folder.parse(study)
      // Numbers from 1 are numbers of people unless the last person is named.
      let byName = found.labels.map(Self.number) ?? { Int($0) }
      var expected = [Set<Int>](repeating: [], count: people)
      for (a, b) in edges {
        let a = try #require(byName(names[a]))
        let b = try #require(byName(names[b]))
        expected[a].insert(b)
        if !isDirected { expected[b].insert(a) }
      }
      #expect(try neighbors(found) == expected.map { $0.sorted() }, "\(seed): \(text)")
      let named = Set(edges.flatMap { [names[$0.0], names[$0.1]] })
      #expect(found.labels == nil || Set(Self.labels(found)) == named, "\(seed): \(text)")
      #expect(
        found.notes.map(\.code)
          == (header == nil || header == "person_a,person_b" ? [] : [.edgeHeader]),
        "\(seed): \(text)")
    }
  }

  private static func number(_ labels: PeopleLabels) -> (String) -> Int? {
    { labels.person(named: $0) }
  }
}

extension EdgeFolder {
  fileprivate func write(_ text: String) throws { try write(Data(text.utf8), to: "net.csv") }
}
