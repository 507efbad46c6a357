import PlainText
import SpreadModel
import StudyFiles
import StudySupport
import Testing

/// Weights, places, layers and interventions on them in study files.
@Suite struct LayersStudyTests {
  private static let structures = """
    "contacts": {
      "homes": { "kind": "places", "size": 3 },
      "wards": { "kind": "places", "sizes": [1, 0.5], "shuffle": true, "per": "study" },
      "one": { "kind": "layers", "layers": [{ "contacts": "homes" }] },
      "town": {
        "kind": "layers",
        "layers": [{ "contacts": "homes", "multiply": 2 }, { "contacts": "everybody" }]
      }
    }
    """

  private func study(
    _ body: String = "", model: String = #""group_size": 9, "contacts": "town""#, set: [String] = []
  ) throws -> Study {
    try Texts.parse(
      Texts.study(Self.structures + (body.isEmpty ? "" : ", " + body), model: model),
      try set.map { try #require(Override($0)) })
  }

  private static let homes = Contacts.places(Places(.equal(3)), per: .replicate)
  private static let town = Contacts.layers([
    ContactLayer(homes, multiply: 2), ContactLayer(.everybody),
  ])

  @Test("each is what the model knows it as; a list of one layer is that structure")
  func kinds() throws {
    let study = try study(
      #""factors": { "contacts": { "values": ["homes", "wards", "town"] } }"#,
      model: #""group_size": 9"#)
    #expect(
      try study.points().map(\.scenario.contacts) == [
        Self.homes, .places(Places(.weights([1, 0.5]), shuffles: true), per: .study), Self.town,
      ])
    let one = try self.study(model: #""group_size": 9, "contacts": "one""#)
    #expect(try one.points().map(\.scenario.contacts) == [Self.homes])
    #expect(
      try one.points()[0].identity
        == self.study(model: #""group_size": 9, "contacts": "homes""#).points()[0].identity)
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
  }

  @Test("numbers of layers, and of what they name, vary by their paths")
  func numbers() throws {
    let study = try study(
      #""factors": { "contacts.town.layers.0.multiply": { "values": [0, 1] }, "#
        + #""contacts.homes.size": { "values": [2, 5] } }"#)
    let expected = [(0.0, 2), (0, 5), (1, 2), (1, 5)].map { m, size in
      Contacts.layers([
        ContactLayer(.places(Places(.equal(size)), per: .replicate), multiply: m),
        ContactLayer(.everybody),
      ])
    }
    #expect(try study.points().map(\.scenario.contacts) == expected)
  }

  @Test("interventions act in the layers of their names, at each point in its own")
  func interventions() throws {
    let study = try study(
      """
      "interventions": {
        "plan": [
          { "when": { "step": 0 }, "multiply": { "infection_probability": 0.5 }, "layers": ["everybody"] },
          { "when": { "step": 1 }, "keep_contacts": 0.5, "layers": ["homes"] },
          {
            "when": { "step": 2 },
            "set": { "infection_probability": { "steps": [0, 3], "values": [0.25, 1], "period": 4 } }
          }
        ]
      }
      """, model: #""group_size": 9, "contacts": "town", "interventions": "plan""#)
    #expect(
      try study.points().map(\.scenario.interventions) == [
        [
          Intervention(
            when: .step(0), effects: [.infectionProbability: .multiply(0.5)],
            layers: .numbered([1])),
          Intervention(when: .step(1), keepContacts: 0.5, layers: .numbered([0])),
          Intervention(
            when: .step(2),
            effects: [
              .infectionProbability: .set(
                SteppedValue(steps: [0, 3], values: [0.25, 1], period: 4))
            ]),
        ]
      ])
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
  }

  @Test("a series has the value of the last step that is not after it, and begins again")
  func series() {
    let season = SteppedValue(steps: [0, 2, 5], values: [1, 0.5, 2], period: 7)
    #expect((0...9).map(season.value) == [1, 1, 0.5, 0.5, 0.5, 2, 2, 1, 1, 0.5])
    let once = SteppedValue(steps: [0, 2], values: [1, 3])
    #expect([0, 1, 2, 1000].map(once.value) == [1, 1, 3, 3])
    #expect(once.changes(after: 1) && !once.changes(after: 2) && season.changes(after: 100))
  }

  private static func contacts(
    _ structure: String, _ code: ErrorCode, _ path: String
  ) -> BrokenStudy {
    BrokenStudy(
      marked: Texts.study(
        "\"contacts\": { \"net\": \(structure), \"homes\": { \"kind\": \"places\", \"size\": 2 } }",
        model: "\"group_size\": 9, \"contacts\": \"net\""), code: code,
      path: "$.contacts.net" + path)
  }

  private static func intervention(
    _ intervention: String, _ code: ErrorCode, _ path: String
  ) -> BrokenStudy {
    BrokenStudy(
      marked: Texts.study(
        Self.structures + ", \"interventions\": { \"plan\": [\(intervention)] }",
        model: "\"group_size\": 9, \"contacts\": \"town\", \"interventions\": \"plan\""),
      code: code,
      path: "$.interventions.plan[0]" + path)
  }

  private static let mistakes: [BrokenStudy] = [
    contacts(#"{ "kind": "places", "size": @@0 }"#, .outOfRange, ".size"),
    contacts(#"{ "kind": "places", "sizes": @@[0, 0] }"#, .badRelation, ".sizes"),
    contacts(#"{ "kind": "places", "sizes": @@[] }"#, .empty, ".sizes"),
    contacts(#"@@{ "kind": "places", "shuffle": true }"#, .missing, ""),
    contacts(#"{ "kind": "places", "size": 2, @@"sizes": [1] }"#, .conflict, ".sizes"),
    contacts(#"{ "kind": "places", "size": 2, @@"sha256": "ab" }"#, .conflict, ".sha256"),
    contacts(#"{ "kind": "layers", "layers": @@[] }"#, .empty, ".layers"),
    contacts(
      #"{ "kind": "layers", "layers": [{ "contacts": @@"hom" }] }"#, .unknownValue,
      ".layers[0].contacts"),
    contacts(
      #"{ "kind": "layers", "layers": [{ "contacts": @@"net" }] }"#, .badRelation,
      ".layers[0].contacts"),
    contacts(
      #"{ "kind": "layers", "layers": [{ "contacts": "homes", "multiply": @@-1 }] }"#, .outOfRange,
      ".layers[0].multiply"),
    intervention(
      #"{ "when": { "step": 0 }, "multiply": { "infection_probability": 0.5 }, "layers": [@@"home"] }"#,
      .unknownValue, ".layers[0]"),
    intervention(
      #"{ "when": { "step": 0 }, "multiply": { @@"infection_factor": 0.5 }, "layers": ["homes"] }"#,
      .conflict, ".multiply.infection_factor"),
    intervention(
      #"{ "when": { "step": 0 }, "keep_contacts": @@1.5, "layers": ["homes"] }"#, .outOfRange,
      ".keep_contacts"),
    intervention(
      #"{ "when": { "step": 0 }, "keep_contacts": @@0.5 }"#, .badRelation, ".keep_contacts"),
    intervention(
      #"{ "when": { "step": 0 }, "set": { "infection_probability": { "steps": @@[1], "values": [1] } } }"#,
      .badRelation, ".set.infection_probability.steps"),
    intervention(
      #"{ "when": { "step": 0 }, "set": { "infection_probability": { "steps": @@[0, 3, 3], "values": [1, 1, 1] } } }"#,
      .badRelation, ".set.infection_probability.steps"),
    intervention(
      #"{ "when": { "step": 0 }, "set": { "infection_probability": { "steps": [0, 3], "values": @@[1] } } }"#,
      .badRelation, ".set.infection_probability.values"),
    intervention(
      #"{ "when": { "step": 0 }, "set": { "infection_probability": { "steps": [0, 3], "values": [1, 0], "period": @@3 } } }"#,
      .badRelation, ".set.infection_probability.period"),
    intervention(
      #"{ "when": { "step": 0 }, "set": { "infection_probability": { "steps": [0], "values": [@@2] } } }"#,
      .outOfRange, ".set.infection_probability.values[0]"),
  ]

  @Test("a mistake is named where it stands", arguments: mistakes)
  func refused(study: BrokenStudy) { study.expectFound() }

  @Test("what does nothing gets a note, and what is cut off as well")
  func notes() throws {
    func codes(_ set: [String], _ plan: String = "") throws -> [NoteCode] {
      let model = #""group_size": 9, "infection_probability": 0.4, "contacts": "town""#
      return try study(
        plan.isEmpty ? "" : "\"interventions\": { \"plan\": [\(plan)] }",
        model: model + (plan.isEmpty ? "" : #", "interventions": "plan""#), set: set
      ).notes.map(\.code).filter { [.changesNothing, .chanceCutOff].contains($0) }
    }
    #expect(try codes([]) == [])
    #expect(try codes(["contacts.town.layers[0].multiply=3"]) == [.chanceCutOff])
    #expect(try codes(["contacts.town.layers[0].multiply=0"]) == [.changesNothing])
    #expect(
      try codes([], #"{ "when": { "step": 0 }, "keep_contacts": 1, "layers": ["homes"] }"#)
        == [.changesNothing])
    #expect(
      try codes(
        ["model.contacts=homes"],
        #"{ "when": { "step": 0 }, "multiply": { "infection_probability": 0 }, "layers": ["everybody"] }"#
      )
        == [.changesNothing])
  }

  @Test("notes: a layer twice, chances above 1 by durations, and a grid among layers is a grid")
  func furtherNotes() throws {
    func codes(_ layers: String, model: String, body: String = "") throws -> [String] {
      let nets =
        #""contacts": { "c": { "kind": "layers", "layers": [\#(layers)] }, "r": { "kind": "ring", "neighbors": 2, "rewire": 0 } }"#
      return try Texts.parse(
        Texts.study(
          nets + body,
          model: #""group_size": 36, "contacts": "c", "infectious_steps": 2, \#(model)"#)
      ).notes.map(\.code.rawValue)
    }
    let twice = #"{ "contacts": "r" }, { "contacts": "r" }"#
    #expect(
      try codes(twice, model: #""infection_probability": 0.4, "infection_factor": 1"#)
        == ["counts_twice"])
    let withGrid = #"{ "contacts": "grid" }, { "contacts": "r", "multiply": 0.01 }"#
    #expect(
      try codes(
        withGrid, model: #""infection_probability": 0.4, "infection_factor": 1"#,
        body: #", "factors": { "boundary": { "values": ["bounded", "torus"] } }"#) == [])
    let folder = try EdgeFolder(["net.csv": "person_a,person_b,w\n0,1,7\n1,2,1\n"])
    let text = Texts.study(
      #""contacts": { "c": { "kind": "layers", "layers": [{ "contacts": "n", "multiply": 3 }] }, "n": { "kind": "edges", "file": "net.csv", "weight": { "column": "w", "exposure": 1 } } }"#,
      model:
        #""group_size": 3, "contacts": "c", "infection_factor": 1, "infection_probability": 0.2"#)
    #expect(try folder.parse(text).notes.map(\.code) == [.chanceCutOff])
    #expect(
      try folder.parse(text.replacing("\"multiply\": 3", with: "\"multiply\": 1.2")).notes == [])
  }
}
