import PlainText
import SpreadModel
import StudyFiles
import Testing

/// Groups of people and orders of vaccination in study files, and the files that list them.
@Suite struct GroupStudyTests {
  private static let ages = """
    "groups": { "ages": {
      "names": ["young", "old"], "shares": [0.7, 0.3], "multiply": [[1, 0.4], [0.4, 0.8]]
    } }
    """

  @Test(
    "numbers of groups are factors by path; the resolved study is the same; names decide no identity"
  )
  func factors() throws {
    let text = Texts.study(
      Self.ages + """
        , "factors": { "groups.ages.multiply.0.1": { "values": [0.2, 3] }, "groups": { "values": ["ages"] } },
        "record": { "groups": 5 }
        """)
    let study = try Texts.parse(text)
    let points = try study.points()
    #expect(
      points.map(\.scenario.groups?.multiply) == [
        [[1, 0.2], [0.4, 0.8]], [[1, 3], [0.4, 0.8]],
      ])
    #expect(Set(points.map(\.identity)).count == 2)
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
    let renamed = try Texts.parse(text.replacing("ages", with: "cohorts"))
    #expect(try renamed.points().map(\.identity) == points.map(\.identity))
    let other = try Texts.parse(text.replacing("old", with: "aged"))
    #expect(try other.points().map(\.identity) != points.map(\.identity))
  }

  @Test(
    "mistakes of meaning are named by code and place",
    arguments: [
      (#""names": ["a", "a"], "shares": [0.5, 0.5]"#, "", ["duplicate_value $.groups.g.names[1]"]),
      (#""names": ["a", "b"], "shares": [0.5, 0.4]"#, "", ["bad_relation $.groups.g.shares"]),
      (#""names": ["a", "b"], "shares": [1]"#, "", ["unequal_lengths $.groups.g.shares"]),
      (
        #""names": ["a", "b"], "shares": [0.5, 0.5], "multiply": [[1, 2]]"#, "",
        ["unequal_lengths $.groups.g.multiply"]
      ),
      (
        #""names": ["a", "b"], "shares": [0.5, 0.5], "multiply": [[1, 2], [1]]"#, "",
        ["unequal_lengths $.groups.g.multiply[1]"]
      ),
      (
        #""names": ["a"], "shares": [1], "multiply": [[-1]]"#, "",
        ["out_of_range $.groups.g.multiply[0][0]"]
      ),
      (#""names": [], "shares": []"#, "", ["empty $.groups.g.names", "empty $.groups.g.shares"]),
      (
        #""names": ["a"], "shares": [1]"#, #", "responses": { "r": { "final_share_of": "b" } }"#,
        ["unknown_value $.responses.r.final_share_of"]
      ),
      (
        #""names": ["a"], "shares": [1]"#,
        #", "responses": { "r": { "share_in": { "group": "b" }, "at_step": 2 } }"#,
        ["unknown_value $.responses.r.share_in.group"]
      ),
      (
        #""names": ["a"], "shares": [1]"#,
        #", "interventions": { "i": [{ "when": { "step": 1 }, "immunize_share": 0.1, "of_group": "b" }] }, "factors": { "interventions": { "values": ["i"] } }"#,
        ["bad_relation $.interventions.i[0].of_group"]
      ),
      (
        #""names": ["a"], "shares": [1]"#,
        #", "interventions": { "i": [{ "when": { "step": 1 }, "of_group": "a", "multiply": { "infection_factor": 0.5 } }] }, "factors": { "interventions": { "values": ["i"] } }"#,
        ["conflict $.interventions.i[0].of_group"]
      ),
    ])
  func mistakes(groups: String, body: String, places: [String]) {
    let text = Texts.study(
      #""groups": { "g": { \#(groups) } }\#(body)"#, model: #""group_size": 10, "groups": "g""#)
    #expect(Texts.places(text) == places)
  }

  @Test("groups and orders are recorded, named and built in where they are there")
  func names() {
    #expect(
      Texts.places(Texts.study(#""record": { "groups": 1 }"#)) == ["bad_relation $.record.groups"])
    #expect(
      Texts.places(Texts.study("", model: #""group_size": 9, "immune_order": "age""#))
        == ["unknown_value $.model.immune_order"])
    #expect(
      Texts.places(Texts.study(#""orders": { "degree": { "file": "x" } }"#)).first
        == "conflict $.orders.degree")
  }

  private func text(_ body: String, people: Int = 4, model: String = "") -> String {
    Texts.study(body, model: "\"group_size\": \(people)\(model)")
  }

  private static let ofFile =
    #""groups": { "g": { "names": ["a", "b"], "file": "groups.csv", "multiply": [[1, 2], [3, 4]] } }"#

  @Test("a file lists who is of which group, in any order of lines and columns")
  func file() throws {
    let folder = try EdgeFolder(["groups.csv": "group;person\nb;3\na;0\na;2\nb;1\n"])
    let study = try folder.parse(
      text(
        Self.ofFile + #", "factors": { "groups.g.multiply.1.0": { "values": [0, 1] } }"#,
        model: #", "groups": "g""#))
    for point in try study.points() {
      guard case .listed(let groupOf, _)? = point.scenario.groups?.membership else {
        Issue.record("nobody is listed")
        return
      }
      #expect(groupOf == [0, 1, 0, 1])
    }
  }

  @Test(
    "and is refused by line where it cannot be right",
    arguments: [
      ("person,group\n0,a\n1,b\n2,c\n3,c\n", "unknown_value 4:3"),
      ("person,group\n0,a\n1,b\n0,b\n2,a\n3,a\n", "duplicate_value 4:1"),
      ("person,group\n0,a\n1,b\n2,\n3,a\n", "missing 4:3"),
      ("person,group\n0,a\n1,b,2\n", "unequal_lengths 3:1"),
      ("person,set\n0,a\n", "unknown_column 1:1"), ("", "empty 1:1"),
      ("person,group\n", "empty 1:1"),
      ("person,group\n0,a\nx,a\n", "bad_relation 3:1"),
      ("person,group\nu,a\nv,a\nw,b\nx,b\ny,a\n", "bad_relation 6:1"),
    ])
  func badFile(content: String, place: String) throws {
    let folder = try EdgeFolder(["groups.csv": content])
    let found = folder.mistakes(text(Self.ofFile, model: #", "groups": "g""#))
    #expect(found.map { "\($0.code.rawValue) \($0.line):\($0.column)" } == [place])
  }

  @Test("and where somebody is of no group, or the file is not the one that is meant")
  func missing() throws {
    let folder = try EdgeFolder(["groups.csv": "person,group\n0,a\n1,b\n2,b\n"])
    let text = text(Self.ofFile, model: #", "groups": "g""#)
    #expect(folder.mistakes(text).map(\.path) == ["$.groups.g.file"])
    let other = text.replacing("\"groups.csv\"", with: #""groups.csv", "sha256": "00""#)
    #expect(folder.mistakes(other).map(\.path) == ["$.groups.g.sha256"])
  }

  @Test(
    "ranks order people, the smallest first, those without one last; labels are those of all files")
  func orders() throws {
    let folder = try EdgeFolder([
      "net.csv": "person_a,person_b\nanna,bert\n",
      "groups.csv": "person,group\ncleo,a\nanna,b\nbert,b\ndora,a\n",
      "ranks.csv": "rank,person\n-2.5,dora\n7,anna\n-2.5,bert\n",
    ])
    let study = try folder.parse(
      text(
        #""contacts": { "net": { "kind": "edges", "file": "net.csv" } }, "orders": { "o": { "file": "ranks.csv" } }, "#
          + Self.ofFile,
        model: #", "contacts": "net", "groups": "g", "immune_order": "o", "immune_share": 0.5"#))
    #expect(study.peopleLabels == ["anna", "bert", "cleo", "dora"])
    let scenario = try study.points()[0].scenario
    guard case .listed(let groupOf, _)? = scenario.groups?.membership else {
      Issue.record("nobody is listed")
      return
    }
    let contacts = ContactLists(layers: [], people: 4)
    #expect(scenario.immuneOrder.ranks(contacts) { _, _ in 0 } == [1, 0, 2, 0])
    #expect(groupOf == [1, 1, 0, 0])
    #expect(study.copyNames == ["contacts.net.copy", "groups.g.copy", "orders.o.copy"])
  }

  @Test(
    "an order that cannot matter gets a note",
    arguments: [
      (#", "immune_order": "degree", "immune_share": 0.2, "contacts": "everybody""#, ["no_effect"]),
      (#", "immune_order": "degree", "immune_share": 0.2, "boundary": "torus""#, ["no_effect"]),
      (#", "immune_order": "degree", "immune_share": 0.2"#, []),
      (#", "immune_order": "degree""#, ["no_effect"]),
      (#", "vaccine_efficacy": 0.5"#, ["no_effect"]),
      (#", "vaccine_efficacy": 0.5, "immune_share": 0.2"#, []),
    ])
  func notes(model: String, codes: [String]) throws {
    let study = try Texts.parse(text("", people: 100, model: model))
    #expect(study.notes.map(\.code.rawValue) == codes)
  }
}
