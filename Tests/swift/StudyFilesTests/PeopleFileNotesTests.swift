import PlainText
import SpreadModel
import StudyFiles
import Testing

/// Notes on files of people, and values that are missing in them.
@Suite struct PeopleFileNotesTests {
  private static let net =
    "\"contacts\": { \"net\": { \"kind\": \"edges\", \"file\": \"net.csv\" } }"
  private static let places =
    "\"contacts\": { \"net\": { \"kind\": \"places\", \"file\": \"places.csv\" } }"
  private static let order = "\"orders\": { \"o\": { \"file\": \"ranks.csv\" } }"
  private static let groups =
    "\"groups\": { \"g\": { \"names\": [\"a\", \"b\"], \"file\": \"groups.csv\" } }"

  /// The notes of a study of these sections, but those on people without contacts.
  private func notes(
    _ files: [String: String], _ sections: [String], people: Int = 4
  ) throws -> [String] {
    var model = "\"group_size\": \(people)"
    if sections.contains(Self.order) {
      model += ", \"immune_order\": \"o\", \"immune_share\": 0.25"
    }
    if sections.contains(Self.groups) { model += ", \"groups\": \"g\"" }
    if files["net.csv"] != nil || files["places.csv"] != nil { model += ", \"contacts\": \"net\"" }
    let folder = try EdgeFolder(files)
    return try folder.parse(Texts.study(sections.joined(separator: ", "), model: model)).notes
      .filter { $0.code != .peopleWithoutContacts }
      .map { "\($0.code.rawValue) \($0.path ?? "")" }
  }

  @Test("a file that names nobody of the files before it, and an order with a person of its own")
  func unrelated() throws {
    let net = "person_a,person_b\nann,bob\nbob,cid\n"
    let unrelated = ["unrelated_ids $.orders.o.file"]
    for (ranks, expected) in [
      ("person,rank\nAnn,1\nBob,2\n", unrelated), ("person,rank\nann,1\nBob,2\n", unrelated),
      ("person,rank\nann,1\nbob,2\n", []),
    ] {
      #expect(
        try notes(["net.csv": net, "ranks.csv": ranks], [Self.net, Self.order], people: 9)
          == expected)
    }
    // Numbers of people need not be in both.
    #expect(
      try notes(
        ["net.csv": "0,1\n", "ranks.csv": "person,rank\n2,1\n"], [Self.net, Self.order]) == [])
  }

  @Test("contacts that no point has together need not name the same people; layers do")
  func alternatives() throws {
    let head = "person_a,person_b\n"
    let folder = try EdgeFolder(["a.csv": head + "ann,bob\n", "b.csv": head + "cid,dan\n"])
    func isNoted(_ more: String, _ factor: String) throws -> Bool {
      let files = ["a", "b"].map { "\"\($0)\": { \"kind\": \"edges\", \"file\": \"\($0).csv\" }" }
      return try folder.parse(
        Texts.study(
          "\"contacts\": { \(files.joined(separator: ", "))\(more) }, "
            + "\"factors\": { \"contacts\": { \"values\": [\(factor)] } }",
          model: "\"group_size\": 4")
      ).notes.contains { $0.code == .unrelatedIds }
    }
    #expect(try !isNoted("", #""a", "b""#))
    let layers =
      #", "l": { "kind": "layers", "layers": [{ "contacts": "a" }, { "contacts": "b" }] }"#
    #expect(try isNoted(layers, #""l""#))
  }

  @Test("one id beyond the group among numbers from 0 on; too many of them are an error")
  func beyond() throws {
    let files = ["net.csv": "0,1\n1,2\n2,3\n", "ranks.csv": "person,rank\n0,1\n99,2\n"]
    #expect(
      try notes(files, [Self.net, Self.order], people: 9)
        == ["numbers_as_labels $.orders.o.file"])
    // Labels are numbered from 1 on, most often.
    let fromOne = ["net.csv": "1,2\n2,3\n3,4\n", "ranks.csv": "person,rank\n1,1\n4,2\n"]
    #expect(try notes(fromOne, [Self.net, Self.order]) == [])
    let error = #expect(throws: StudyFileError.self) { try notes(files, [Self.net, Self.order]) }
    #expect(error?.diagnostics.map(\.line) == [3])
    #expect(error?.diagnostics.first?.message.contains("below group_size") == true)
  }

  @Test("names of places are compared byte by byte; two that look alike get a note")
  func places() throws {
    let rows = "person,place\n0,caf\u{e9}\n1,cafe\u{301}\n2,x\n3,x\n"
    #expect(
      try notes(["places.csv": rows], [Self.places]) == ["similar_groups $.contacts.net.file"])
  }

  @Test("files of groups get the notes of files of edges")
  func groups() throws {
    for (rows, expected) in [
      ("\"0\",a\n\"1\",a\n\"2\",b\n\"3\",b\n", ["quoted_numbers"]),
      ("ann,a\nbob,a\nbob\u{a0},b\ncid,b\n", ["similar_groups"]),
      ("ann,a\n\"NA\",a\nbob,b\ncid,b\n", ["missing_value_name"]),
      ("0,a\n1,a\n,\n2,b\n3,b\n", ["rows_left_out"]),
    ] {
      #expect(
        try notes(["groups.csv": "person,group\n" + rows], [Self.groups])
          == expected.map { "\($0) $.groups.g.file" })
    }
    #expect(
      try notes(["groups.csv": "person,age,group\n0,9,a\n1,8,a\n2,7,b\n3,6,b\n"], [Self.groups])
        == ["ignored_columns $.groups.g.file"])
  }

  @Test(
    "a missing value is no person, place, group or rank; in quotes it is a name",
    arguments: ["NA", "nan", "NULL"])
  func missing(word: String) throws {
    func codes(_ file: String, _ text: String, _ section: String) throws -> [ErrorCode] {
      let folder = try EdgeFolder([file: text])
      return folder.mistakes(Texts.study(section, model: "\"group_size\": 3")).map(\.code)
    }
    #expect(try codes("places.csv", "person,place\n0,a\n1,\(word)\n", Self.places) == [.missing])
    #expect(try codes("places.csv", "person,place\n0,a\n1,\"\(word)\"\n", Self.places) == [])
    #expect(
      try codes("places.csv", "person,place\nanna,a\nperson,place\n", Self.places) == [.badTable])
    #expect(
      try codes("groups.csv", "person,group\nx,a\ny,a\n\(word),b\n", Self.groups) == [.missing])
    #expect(try codes("ranks.csv", "person,rank\n0,1\n1,\(word)\n", Self.order) == [.missing])
  }

  @Test(
    "groups of several sizes have a file for the largest; smaller ones go by their first people")
  func sizes() throws {
    let rows = (0..<6).map { "\($0),\($0 < 2 ? "a" : "b")\n" }.joined()
    let folder = try EdgeFolder(["groups.csv": "person,group\n" + rows])
    let study = try folder.parse(
      Texts.study(
        Self.groups + #", "factors": { "group_size": { "values": [3, 6] } }"#,
        model: #""groups": "g""#))
    let sizes = try study.points().map { $0.scenario.groups?.sizes(people: $0.groupSize) }
    #expect(sizes == [[2, 1], [2, 4]])
  }

  @Test("what is seen after the end of a run, where that is asked for")
  func unseen() throws {
    let peak = #", "responses": { "most": { "peak_of": "beds" } }"#
    for (series, model, asked, isNoted) in [
      (#""delay": 3"#, #", "infectious_steps": 2"#, peak, true),
      (#""stay": 3"#, #", "infectious_steps": 2"#, peak, true),
      (#""probability": 0.5"#, #", "infectious_steps": 2"#, peak, false),
      (#""delay": 3"#, "", peak, false), (#""delay": 3"#, #", "infectious_steps": 2"#, "", true),
      (#""delay": 3"#, #", "infectious_steps": 2"#, #", "record": { "curves": "none" }"#, false),
    ] {
      let study = try Texts.parse(
        Texts.study(
          #""observed": { "beds": { "of": "new_infections", \#(series) } }\#(asked)"#,
          model: "\"group_size\": 9, \"rule\": \"exact\"\(model)"))
      #expect(
        study.notes.map(\.code).contains(.seenTooLate) == isNoted, "\(series) \(model)")
    }
  }

  @Test("lengths whose whole steps have another mean, and stays of 0 steps")
  func lengths() throws {
    func codes(_ model: String, _ series: String = "", _ rest: String = "") throws -> [String] {
      let study = try Texts.parse(
        Texts.study(
          #""observed": { "seen": { "of": "new_infections"\#(series) } }\#(rest)"#,
          model: "\"group_size\": 9, \"rule\": \"exact\"\(model)"))
      return study.notes.filter { [.roundedLength, .changesNothing].contains($0.code) }
        .map { "\($0.path ?? "") \($0.code.rawValue)" }
    }
    let short = #"{ "gamma": { "mean": 0.3, "sd": 0.1 } }"#
    #expect(
      try codes(#", "infectious_steps": \#(short)"#) == ["$.model.infectious_steps rounded_length"])
    #expect(try codes(#", "latent_steps": { "gamma": { "mean": 5, "sd": 2 } }"#) == [])
    #expect(
      try codes(#", "infectious_steps": 2"#, #", "delay": \#(short), "stay": 0"#) == [
        "$.observed.seen.delay rounded_length", "$.observed.seen.stay changes_nothing",
      ])
    #expect(
      try codes(
        #", "infectious_steps": { "gamma": { "mean": 5, "sd": 2 } }"#, "",
        #", "factors": { "infectious_steps.gamma.mean": { "values": [5, 0.3] } }"#
      ) == ["$.model.infectious_steps rounded_length"])
  }

  @Test("weights of 0, the column of weights among those that do not matter")
  func weights() throws {
    let folder = try EdgeFolder(["net.csv": "person_a,person_b,w\n0,1,0\n1,2,0\n2,3,0\n"])
    let found = try folder.parse(
      folder.text(people: 4, members: #""weight": "w", "ignore": ["w"]"#)
    ).notes
    #expect(found.map(\.code) == [.changesNothing, .changesNothing])
  }

  @Test("the largest chance and the people without contacts are those of all points")
  func ofAllPoints() throws {
    let folder = try EdgeFolder(["net.csv": "person_a,person_b,w\n0,1,7\n1,2,1\n"])
    let study = try folder.parse(
      Texts.study(
        #""contacts": { "net": { "kind": "edges", "file": "net.csv", "weight": "w" } }, "factors": { "group_size": { "values": [3, 9] }, "infection_probability": { "values": [0.15, 0.9] } }"#,
        model: #""contacts": "net", "rule": "each_contact""#))
    func message(_ code: NoteCode) -> String {
      study.notes.first { $0.code == code }?.message ?? ""
    }
    #expect(message(.chanceCutOff).contains("6.3"))
    #expect(message(.peopleWithoutContacts).contains("6 of the 9 people"))
  }
}
