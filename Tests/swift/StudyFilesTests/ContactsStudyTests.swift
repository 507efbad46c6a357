import PlainText
import SpreadModel
import StudyFiles
import Testing

/// Contact structures and their numbers in study files.
@Suite struct ContactsStudyTests {
  private static let structures = """
    "contacts": {
      "world": { "kind": "ring", "neighbors": 4, "rewire": 0.1 },
      "web": { "kind": "random", "mean_degree": 3, "per": "study" },
      "even": { "kind": "random_regular", "degree": 3 },
      "rich": { "kind": "preferential", "links": 2 },
      "crowd": { "kind": "everybody" }, "field": { "kind": "grid" }
    }
    """

  private func study(
    _ body: String = "", model: String = #""group_size": 100"#, set: [String] = []
  ) throws -> Study {
    try Texts.parse(
      Texts.study(Self.structures + (body.isEmpty ? "" : ", " + body), model: model),
      try set.map { try #require(Override($0)) })
  }

  @Test("each kind is what the model knows it as, and reads back from the resolved study")
  func kinds() throws {
    let names = ["grid", "everybody", "world", "web", "even", "rich", "crowd", "field"]
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let study = try study(
      #""factors": { "contacts": { "values": [\#(list)] } }, "design": { "type": "zip" }"#)
    let expected: [Contacts] = [
      .grid, .everybody, .ring(neighbors: 4, rewire: 0.1, per: .replicate),
      .random(meanDegree: 3, per: .study), .randomRegular(degree: 3, per: .replicate),
      .preferential(links: 2, per: .replicate), .everybody, .grid,
    ]
    let found = try study.factors[0].allLevels().map { level in
      try #require(study.contactsByName["\(level)"]).contacts(people: 100)
    }
    #expect(found == expected)
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
  }

  @Test("shapes are responses where some point is on a grid, by whatever name")
  func grids() throws {
    func shapes(_ name: String) throws -> Int {
      try study(model: #""group_size": 100, "contacts": "\#(name)""#).responses.responses
        .count { $0.needs == .grid }
    }
    #expect(try shapes("field") == 5 && shapes("grid") == 5 && shapes("world") == 0)
  }

  @Test("a point has the structure of its name; the grid is the standard one")
  func points() throws {
    #expect(try study().points().map(\.scenario.contacts) == [.grid])
    let two = try study(#""factors": { "contacts": { "values": ["everybody", "even"] } }"#)
    #expect(
      try two.points().map(\.scenario.contacts)
        == [.everybody, .randomRegular(degree: 3, per: .replicate)])
    #expect(
      try two.points().map { $0.level(of: .contacts) } == [.name("everybody"), .name("even")])
    #expect(try two.points().map(\.isOnGrid) == [false, false])
  }

  @Test("the identity holds what a structure is, not its name, and the grid leaves it as it was")
  func identity() throws {
    func identity(_ name: String, _ set: [String] = []) throws -> UInt64 {
      try #require(
        try study(model: #""group_size": 100, "contacts": "\#(name)""#, set: set).points().first
      ).identity
    }
    #expect(try identity("grid") == Texts.parse(Texts.study()).points()[0].identity)
    #expect(try identity("field") == identity("grid"))
    #expect(try identity("crowd") == identity("everybody"))
    let names = ["grid", "everybody", "world", "web", "even", "rich"]
    #expect(Set(try names.map { try identity($0) }).count == names.count)
    for change in [
      "world.rewire=0.2", "world.neighbors=6", "world.per=study", "even.degree=4", "rich.links=3",
      "web.mean_degree=3.5", "web.per=replicate",
    ] {
      let name = String(change.prefix { $0 != "." })
      #expect(try identity(name, ["contacts.\(change)"]) != identity(name), "\(change)")
      let other = name == "even" ? "rich" : "even"
      #expect(try identity(other, ["contacts.\(change)"]) == identity(other), "\(change)")
    }
  }

  @Test("its numbers vary by their paths")
  func numbers() throws {
    let study = try study(
      #""factors": { "contacts.world.rewire": { "from": 0, "to": 1, "step": 0.5 }, "#
        + #""contacts.world.neighbors": { "values": [2, 6] } }"#,
      model: #""group_size": 100, "contacts": "world""#)
    let rewires: [Double] = [0, 0, 0.5, 0.5, 1, 1]
    let expected = zip(rewires, [2, 6, 2, 6, 2, 6]).map {
      Contacts.ring(neighbors: $1, rewire: $0, per: .replicate)
    }
    #expect(try study.points().map(\.scenario.contacts) == expected)
    #expect(
      study.parameterKeys.suffix(2).map(\.name)
        == ["contacts.world.rewire", "contacts.world.neighbors"])
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
    #expect(
      [
        "point", "contacts.world.rewire", "contacts", "a.b.c", "contacts.world",
        "latent_steps.geometric",
      ]
      .compactMap { ModelKey.parameter(at: $0)?.path }
        == ["contacts.world.rewire", "contacts", "latent_steps.geometric"])
  }

  private static func broken(
    _ structure: String, _ code: ErrorCode, _ path: String, people: Int = 10
  ) -> BrokenStudy {
    BrokenStudy(
      marked: Texts.study(
        "\"contacts\": { \"net\": \(structure) }",
        model: "\"group_size\": \(people), \"contacts\": \"net\""), code: code,
      path: "$.contacts.net" + path)
  }

  private static let mistakes: [BrokenStudy] = [
    broken(#"@@{}"#, .missing, ".kind"),
    broken(#"{ "kind": @@"rings" }"#, .unknownValue, ".kind"),
    broken(#"@@{ "kind": "ring", "rewire": 0 }"#, .missing, ".neighbors"),
    broken(#"{ "kind": "ring", "neighbors": @@3, "rewire": 0 }"#, .badRelation, ".neighbors"),
    broken(#"{ "kind": "ring", "neighbors": @@0, "rewire": 0 }"#, .outOfRange, ".neighbors"),
    broken(#"{ "kind": "ring", "neighbors": 2, "rewire": @@1.5 }"#, .outOfRange, ".rewire"),
    broken(#"{ "kind": "ring", "neighbors": 2, "rewire": @@-0.1 }"#, .outOfRange, ".rewire"),
    broken(#"{ "kind": "random", "mean_degree": @@-0.1 }"#, .outOfRange, ".mean_degree"),
    broken(#"{ "kind": "random_regular", "degree": @@0 }"#, .outOfRange, ".degree"),
    broken(#"{ "kind": "preferential", "links": @@0 }"#, .outOfRange, ".links"),
    broken(
      #"{ "kind": "ring", "neighbors": 2, "rewire": 1, @@"degree": 2 }"#, .conflict, ".degree"),
    broken(#"{ "kind": "random", "mean_degree": 2, "per": @@"run" }"#, .unknownValue, ".per"),
    broken(#"{ "kind": "random_regular", "degree": @@3 }"#, .badRelation, ".degree", people: 9),
    broken(#"{ "kind": "everybody", @@"degree": 3 }"#, .conflict, ".degree"),
    broken(#"@@{ "kind": "edges" }"#, .missing, ".file"),
    broken(#"{ "kind": "edges", "file": @@3 }"#, .wrongType, ".file"),
  ]

  @Test("a mistake is named where it stands", arguments: mistakes)
  func refused(study: BrokenStudy) { study.expectFound() }

  @Test("a number that varies is wrong at the point where it does not fit")
  func variedMistakes() {
    func mistakes(_ factors: String) -> [Diagnostic] {
      Texts.mistakes(
        Texts.study(
          Self.structures + ", \"factors\": { \(factors) }", model: #""contacts": "even""#))
    }
    let degree = "contacts.even.degree"
    #expect(mistakes(#""group_size": { "values": [10, 12] }"#).isEmpty)
    #expect(
      mistakes(#""group_size": { "values": [10, 11] }"#).map(\.path) == ["$.contacts.even.degree"])
    #expect(
      mistakes(#""group_size": { "values": [10] }, "\#(degree)": { "values": [4, 12] }"#)
        .map(\.path) == ["$.factors['contacts.even.degree'].values[1]"])
  }

  @Test("names are built in or defined, and those built in are not defined again")
  func names() {
    func codes(_ body: String, _ name: String) -> [ErrorCode] {
      Texts.mistakes(Texts.study(body, model: #""group_size": 9, "contacts": "\#(name)""#))
        .map(\.code)
    }
    #expect(codes("", "everybody") == [])
    #expect(codes("", "net") == [.unknownValue])
    #expect(codes(#""contacts": { "grid": { "kind": "everybody" } }"#, "grid") == [.conflict])
  }

  @Test("columns are there where some point is off the grid")
  func columns() throws {
    let study = try study(model: #""group_size": 100, "contacts": "everybody""#)
    #expect(study.parameterKeys.contains(.contacts))
    #expect(ModelKey.contacts.cell(.name("grid")) == "grid")
  }

  @Test("at their limits numbers of neighbors are not refused, and beyond them they are")
  func limits() {
    for (structure, people, isGood) in [
      (#""kind": "ring", "neighbors": 10, "rewire": 0"#, 11, true),
      (#""kind": "ring", "neighbors": 10, "rewire": 0"#, 10, false),
      (#""kind": "ring", "neighbors": 2, "rewire": 1"#, 3, true),
      (#""kind": "random", "mean_degree": 0"#, 10, true),
      (#""kind": "random_regular", "degree": 1"#, 2, true),
      (#""kind": "preferential", "links": 1"#, 2, true),
      (#""kind": "random", "mean_degree": 9"#, 10, true),
      (#""kind": "random", "mean_degree": 9"#, 9, false),
      (#""kind": "random_regular", "degree": 9"#, 10, true),
      (#""kind": "random_regular", "degree": 8"#, 8, false),
      (#""kind": "preferential", "links": 9"#, 10, true),
      (#""kind": "preferential", "links": 9"#, 9, false),
    ] {
      let found = Texts.places(
        Texts.study(
          "\"contacts\": { \"net\": { \(structure) } }",
          model: "\"group_size\": \(people), \"contacts\": \"net\""))
      #expect(found.allSatisfy { $0.hasPrefix("bad_relation $.contacts.net.") })
      #expect(found.count == (isGood ? 0 : 1), "\(structure) among \(people): \(found)")
    }
  }
}
