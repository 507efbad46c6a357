import Foundation
import PlainText
import SpreadModel
import StudyFiles
import Testing

/// First lines of files of edges: headers of other programs, or two people.
@Suite struct EdgeHeaderTests {
  private func study(
    _ text: String, people: Int = 4, members: String = ""
  ) throws -> Study {
    let folder = try EdgeFolder(["net.csv": text])
    return try folder.parse(folder.text(people: people, members: members))
  }

  @Test(
    "a header of another program is no pair of people, and is named in a note",
    arguments: [
      "source,target", "Source,Target", "FROM,TO", "node1,node2", "Node1,Node2", "u,v", "i,j",
      "\"source\",\"target\"", "ego,alter", "infector,infectee", "infector,case_id", "src,dst",
      "FromNodeId,ToNodeId", "source_id,target_id", "Source ID,Target ID", "id1,id2", "head,tail",
      "case_a,case_b",
    ])
  func usual(header: String) throws {
    let numbers = try study("\(header)\n0,1\n1,2\n")
    #expect(numbers.labels == nil)
    #expect(try numbers.neighbors() == [[1], [0, 2], [1], []])
    let names = try study("# of a program\r\n\(header)\r\nann,bo\r\nbo,cy\r\n")
    #expect(names.peopleLabels == ["ann", "bo", "cy"])
    #expect(try names.neighbors() == [[1], [0, 2], [1], []])
    #expect(names.notes.map(\.code) == [.edgeHeader, .peopleWithoutContacts])
    #expect(names.notes.map(\.path) == ["$.contacts.net.file", "$.contacts.net.file"])
    let message = try #require(names.notes.first?.message)
    #expect(message.contains("line 2 of net.csv") && message.contains(header))
    #expect(message.contains("person_a,person_b"))
  }

  @Test("its names say which columns the people are in, and who infects whom")
  func columns() throws {
    let study = try study(
      "day\tTarget\tSource\n9\t1\t0\n9\t2\t1\n", members: "\"directed\": true")
    #expect(try study.neighbors() == [[1], [2], [], []])
  }

  @Test("words above numbers are a header, whatever they are", arguments: [4, 2])
  func words(people: Int) throws {
    // Of two people the ids are labels that are numbers.
    let found = try study(
      "anna,bert\n0,7\n".replacing("7", with: people == 4 ? "1" : "7"), people: people)
    #expect(found.peopleLabels == (people == 4 ? nil : ["0", "7"]))
    #expect(try found.neighbors().prefix(2) == [[1], [0]])
    #expect(found.notes.map(\.code).first == .edgeHeader)
  }

  @Test(
    "words that occur below are people, and so is what person_a,person_b stands above",
    arguments: [
      ("ann,bo\nbo,cy\n", ["ann", "bo", "cy"]),
      ("ann,bo\ncy,di\nbo,di\n", ["ann", "bo", "cy", "di"]),
      ("#ann,bo\nbo,cy\n#di,cy\n", ["#ann", "bo", "cy", "#di"]),
      ("id,name\nname,bo\n", ["id", "name", "bo"]),
      ("person_a,person_b\nsource,target\nann,source\n", ["source", "target", "ann"]),
      ("source,ann\ntarget,ann\n", ["source", "ann", "target"]),
      ("person_a,person_b\n\"#ann\",bo\nbo,cy\n", ["#ann", "bo", "cy"]),
    ])
  func people(text: String, labels: [String]) throws {
    let found = try study(text)
    #expect(found.peopleLabels == labels)
    #expect(found.notes.allSatisfy { $0.code == .peopleWithoutContacts })
  }

  @Test(
    "what cannot be read either way is refused",
    arguments: [
      ("source,target\n", ErrorCode.empty, 1), ("ann,bo\n", .empty, 1),
      ("Source,Target,Weight\n0,1,2\n1,2,3\n", .unknownColumn, 1),
      ("from,to,From\n0,1,2\n", .duplicateKey, 1),
      ("from,to,source,target\n0,1,2,3\n", .conflict, 1),
      ("ann,bo,day\n0,1,2\n", .missing, 1),
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
}
