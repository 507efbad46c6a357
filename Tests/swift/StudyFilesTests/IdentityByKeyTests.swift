import StudyFiles
import StudySupport
import Testing

/// What belongs to a study's identity, key by key of the schema.
@Suite struct IdentityByKeyTests {
  private func read(_ study: KeyedStudy, _ change: String? = nil) throws -> Study {
    try Texts.parse(study.text, change.map { [try #require(Override($0))] } ?? [])
  }

  @Test("every key of the schema is changed by one of these tests, and no other one")
  func everyKey() throws {
    let keys = try SchemaKeys.all(inSchema: StudySchema.text)
    let changed = Set(KeyChange.all.map(\.key)).union(KeyChange.ofOwnRules)
    #expect(keys.subtracting(changed) == [], "give each a line in KeyChange.all")
    #expect(changed.subtracting(keys) == [])
    #expect(keys.count >= 80)  // so that a walk that finds nothing is seen
  }

  @Test("one key alone changes the identity it belongs to", arguments: KeyChange.all)
  func oneKey(change: KeyChange) throws {
    let before = try read(change.study)
    let after = try read(change.study, change.change)
    // The text of `$schema` is not kept, there is one method for a factorial design, the digest
    // asked for is the one that the file has, and a column to ignore is none that is read.
    let isSilent = [
      "$schema", "analysis.sensitivity.method", "contacts.*.sha256", "observed.*.of",
      "groups.*.sha256",
      "orders.*.sha256", "contacts.*.ignore",
    ].contains(change.key)
    try #require(isSilent == (after == before))
    #expect((after.digest == before.digest) == (change.effect == .none))
    let identities = try [before, after].map { Set(try $0.points().map(\.identity)) }
    #expect((identities[0] == identities[1]) == (change.effect != .points))
    let reported = after.changedKeys(since: before)
    #expect(
      reported.contains { $0.hasPrefix(change.reported) } == (change.effect != .none), "\(reported)"
    )
  }

  @Test("points of one study have identities of their own, and the same in every reading")
  func apart() throws {
    for study in KeyedStudy.allCases {
      let points = try read(study).points()
      #expect(Set(points.map(\.identity)).count == points.count)
      #expect(try read(study).points() == points)
    }
  }

  /// `printf TEXT | sha256sum`, of the text below: a store of any release finds its runs by it.
  @Test("the identity of a point is the SHA-256 of what it is")
  func pinnedPoint() throws {
    // spreadlab scenario 1\npeople=36\ncolumns=6\nboundary=bounded\nneighborhood=moore\n
    // pool=healthy\ndraw=capped\nupdate=sequential\ninfection_factor=2\n
    // infection_probability=0.5\nstop_share=0.9\nmax_steps=8\nshape_share=0.3\n
    // introduction=0 center\nintroduction=1 people 3 5\nintroduction=2 random 2\n
    // introduction=3 random_share 0.1\n
    #expect(try read(.constants).points().map(\.identity) == [0x24af_6f25_4e02_124b])
  }

  @Test("the digest of a study is the SHA-256 of it with every default, on one line")
  func pinnedStudy() throws {
    // {"spreadlab":1,"study":"keys","seed":7,"model":{"group_size":36,"infection_factor":2,
    // "infection_probability":0.5,"rule":"own","columns":6,"boundary":"bounded","introductions":
    // [{"step":0,"at":"center"},{"step":1,"people":[3,5]},{"step":2,"random":2},{"step":3,
    // "random_share":0.1}],"period":1.0,"stop":{"share":0.9,"max_steps":8},"shape_share":0.3},
    // "rules":{"own":{"neighborhood":"moore","pool":"healthy","draw":"capped","update":
    // "sequential"}},"design":{"type":"factorial"},"replicates":2,"random_numbers":"common",
    // "record":{"curves":"all","maps":0,"compress":false}}
    #expect(
      try read(.constants).digest
        == "b0d809416fb001da8e6bb014bcb66b06e79a6812a9dfe73210f46e0a2b1c192e")
    // {"spreadlab":1,"study":"test","seed":7,"model":{"group_size":100,"infection_factor":3,
    // "infection_probability":1.0,"rule":"subset","columns":"square","boundary":"bounded",
    // "introductions":[{"step":0,"at":"center"}],"period":1.0,"stop":{"share":1.0,
    // "max_steps":10000},"shape_share":0.25},"design":{"type":"factorial"},"replicates":100,
    // "random_numbers":"common","record":{"curves":"all","maps":0,"compress":false}}
    #expect(
      try Texts.parse(Texts.study()).digest
        == "124e292a4c7658c7ef6b7a23cebd68348fc6a915a1b6db92c835f747929c0643")
  }

  @Test("neither the name of a rule nor where a value stands belongs to a point's identity")
  func names() throws {
    let points = try read(.constants).points().map(\.identity)
    let renamed = KeyedStudy.constants.text.replacing("\"own\"", with: "\"mine\"")
    #expect(try Texts.parse(renamed).points().map(\.identity) == points)
    // `virus_app` is moore, healthy, scan, sequential.
    let builtIn = try read(.constants, "model.rule=virus_app").points().map(\.identity)
    #expect(try read(.constants, "rules.own.draw=scan").points().map(\.identity) == builtIn)
    // Six columns are what `square` is for 36 people, and a factor of one level is a constant.
    #expect(try read(.constants, "model.columns=square").points().map(\.identity) == points)
    let factor = KeyedStudy.constants.text
      .replacing("\"infection_factor\": 2, ", with: "")
      .replacing(
        "\"rules\"", with: "\"factors\": { \"infection_factor\": { \"values\": [2] } }, \"rules\"")
    #expect(try Texts.parse(factor).points().map(\.identity) == points)
  }

  @Test("equal points of a sampled design are distinguished, and keep their identities as it grows")
  func duplicates() throws {
    func identities(_ count: Int) throws -> [UInt64] {
      try Texts.parse(
        Texts.study(
          """
          "factors": { "infection_factor": { "from": 1, "to": 2 } },
          "design": { "type": "halton", "points": \(count) }
          """)
      ).points().map(\.identity)
    }
    let (few, many) = (try identities(9), try identities(20))
    #expect(Set(many).count == 20)
    #expect(Array(many.prefix(9)) == few)
  }
}
