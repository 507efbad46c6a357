import Foundation
import KeyedRandom
import StudyFiles
import TestSupport
import Testing

/// Files of edges drawn at random, as tools write them and as people spoil them.
@Suite("Random files of edges") struct RandomEdgeFileTests {
  @Test("each is read, or refused, as by a second reader that takes the page at its word", .slow)
  func agree() throws {
    let folder = try EdgeFolder()
    var (read, labelled, headed, isolated, refused) = (0, 0, 0, 0, 0)
    let count = TestDepth.choose(quick: 1_000, deep: 10_000)
    for number in 0..<count {
      var file = RandomEdgeFile(number)
      let text = file.text()
      try folder.write(Data(text.utf8), to: "net.csv")
      let expected = PlainEdges.read(
        text, people: file.people, directed: file.directed, merge: file.merge)
      let members =
        "\"directed\": \(file.directed), \"repeated\": \"\(file.merge ? "merge" : "error")\""
      let found = try outcome(folder, folder.text(people: file.people, members: members))
      #expect(found == expected, "\(number), \(file.people) people:\n\(text.debugDescription)")
      guard case .lists(let lists, let labels) = found else {
        refused += 1
        continue
      }
      read += 1
      headed += file.hasHeader ? 1 : 0
      labelled += labels == nil ? 0 : 1
      isolated += lists.contains([]) ? 1 : 0
    }
    print(
      "\(count) random files of edges: \(read) read (\(headed) with a header, \(labelled) with labels, "
        + "\(isolated) with isolated people), \(refused) refused")
    #expect(read > count / 2)
    #expect([refused, labelled, isolated].allSatisfy { $0 > count / 10 } && headed > count / 6)
  }

  private func outcome(_ folder: EdgeFolder, _ text: String) throws -> PlainEdges {
    let study: Study
    do throws(StudyFileError) { study = try folder.parse(text) } catch { return .refused }
    return .lists(try study.neighbors(), labels: study.peopleLabels)
  }
}

private struct RandomEdgeFile {
  private var stream: RandomStream
  let people: Int
  let directed: Bool
  let merge: Bool
  private(set) var hasHeader = false

  init(_ number: Int) {
    stream = RandomStream(key: 0x6564_6765_73, UInt64(number))  // "edges"
    people = 1 + Int(stream.below(12))
    directed = stream.below(2) == 0
    merge = stream.below(4) > 0
  }

  /// As the common tools head their columns: Gephi, igraph, networkx, SNAP, STRING, R and people.
  private static let headers = [
    ["person_a", "person_b"], ["source", "target"], ["Source", "Target"], ["from", "to"],
    ["From", "To"], ["node1", "node2"], ["u", "v"], ["i", "j"], ["SOURCE", "TARGET"],
    ["ego", "alter"],
    ["FromNodeId", "ToNodeId"], ["person_b", "person_a"], ["Person_A", "person_b"], ["V1", "V2"],
  ]

  mutating func text() -> String {
    let separator = pick([",", "\t", " ", ", ", "  "])
    let end = pick(["\n", "\n", "\r\n"])
    let more = chance(0.3) ? 1 + below(2) : 0
    var lines: [String] = []
    if chance(0.2) { lines.append("# a net, \(below(9))") }
    hasHeader = chance(0.5)
    if hasHeader {
      let names = pick(Self.headers) + ["day", chance(0.1) ? "weight" : "type"].prefix(more)
      lines.append(names.map { chance(0.1) ? "\"\($0)\"" : $0 }.joined(separator: separator))
    }
    let names = ids()
    for _ in 0..<below(2 * people + 1) {
      if chance(0.05) { lines.append(pick(["", "  ", "# note"])) }
      let ends =
        chance(0.98) && people > 1
        ? stream.choice(of: 2, from: people) : [below(people), below(people)]
      let fields = ends.map { names[$0] } + (0..<more).map { _ in "\(below(30))" }
      lines.append(fields.map { quoted($0, separator) }.joined(separator: separator))
    }
    var text = (chance(0.2) ? "\u{feff}" : "") + lines.joined(separator: end)
    if chance(0.8) { text += end }
    if chance(0.15) { spoil(&text) }
    return text
  }

  /// What the people of the file are called.
  private mutating func ids() -> [String] {
    switch below(6) {
    case 0, 1: (0..<people).map { "\($0)" }
    case 2: (1...people).map { "\($0)" }
    case 3: (0..<people).map { "\(1_000_003 * ($0 + 1))" }
    case 4: (0..<people).map { "p\($0)" }
    default:
      (0..<people).map {
        ["Ann Lee", "b,c", "Zoë", "d\"e", "x", "source", "to"][$0 % 7] + "\($0 / 7)"
      }
    }
  }

  private mutating func quoted(_ id: String, _ separator: String) -> String {
    let needs = id.contains { ", \t\"".contains($0) }
    return needs || chance(0.05) ? "\"\(id.replacing("\"", with: "\"\""))\"" : id
  }

  /// One character more, or one less.
  private mutating func spoil(_ text: inout String) {
    var scalars = Array(text.unicodeScalars)
    let place = below(scalars.count + 1)
    if chance(0.5), place < scalars.count {
      scalars.remove(at: place)
    } else {
      scalars.insert(pick([",", "\t", " ", "\"", "#", "x", "0", "\n", "\r", "-"]), at: place)
    }
    text = ""
    text.unicodeScalars.append(contentsOf: scalars)
  }

  private mutating func below(_ bound: Int) -> Int { Int(stream.below(UInt64(bound))) }
  private mutating func chance(_ probability: Double) -> Bool { stream.unit() < probability }
  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
