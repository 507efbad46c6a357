import PlainText
import SpreadModel
import StudyFiles
import Testing

/// Lists of interventions and their numbers in study files.
@Suite struct InterventionStudyTests {
  private static let lists = """
    "interventions": {
      "lock": [
        {
          "until": { "infected_share": 0.05 }, "when": { "infected_share": 0.2 },
          "set": { "infection_factor": 1, "recovery_probability": 0.5 }
        },
        { "when": { "step": 3 }, "multiply": { "infection_probability": 0.5 },
          "immunize_share": 0.25, "until": { "after_steps": 4 } }
      ],
      "late": [{ "when": { "ever_infected_share": 0.5 }, "immunize_share": 1 }]
    }
    """
  private static let lock = [
    Intervention(
      when: .infectedShare(0.2),
      effects: [.infectionFactor: .set(1), .recoveryProbability: .set(0.5)],
      until: .infectedShare(0.05)),
    Intervention(
      when: .step(3), effects: [.infectionProbability: .multiply(0.5)], immunizeShare: 0.25,
      until: .afterSteps(4)),
  ]

  private func study(
    _ body: String, model: String = #""group_size": 100"#, set: [String] = []
  ) throws -> Study {
    try Texts.parse(
      Texts.study(Self.lists + (body.isEmpty ? "" : ", " + body), model: model),
      try set.map { try #require(Override($0)) })
  }

  @Test("a list says what its interventions are, and a point has the list of its name")
  func decoded() throws {
    let study = try study(
      #""factors": { "interventions": { "values": ["none", "lock", "late"] } }"#)
    #expect(study.interventions.map(\.name) == ["lock", "late"])
    #expect(
      try study.points().map(\.scenario.interventions)
        == [[], Self.lock, [Intervention(when: .everInfectedShare(0.5), immunizeShare: 1)]])
    #expect(
      try study.points().map { $0.level(of: .interventions) }
        == [.name("none"), .name("lock"), .name("late")])
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
  }

  /// As the program stored it when the key was still called `changes`.
  @Test("the identity of a point under an intervention stays what it was")
  func pinned() throws {
    let study = try Texts.parse(
      Texts.study(
        #"""
        "interventions": {
          "lock": [{
            "when": { "infected_share": 0.1 }, "multiply": { "infection_probability": 0.5 },
            "immunize_share": 0.1, "until": { "after_steps": 3 }
          }]
        }
        """#,
        model: #"""
          "group_size": 100, "infection_factor": 2, "infection_probability": 0.5,
          "infectious_steps": 4, "interventions": "lock", "stop": { "max_steps": 40 }
          """#))
    #expect(try study.points().map(\.identity) == [2_440_591_245_242_047_418])
  }

  @Test(
    "studies with interventions have three more responses behind the other built-in ones",
    arguments: [
      (#""factors": { "interventions": { "values": ["none", "late"] } }"#, true),
      (#""factors": { "interventions": { "values": ["none"] } }"#, false), ("", false),
    ])
  func responses(body: String, hasThem: Bool) throws {
    let more = ["step_to_intervention", "reached_intervention", "steps_under_intervention"]
    let own = #""responses": { "at_two": { "infected_at": 2 } }"#
    let names = try study(own + (body.isEmpty ? "" : ", " + body)).responses.names
    #expect(names.last == "at_two")
    #expect((Array(names.dropLast().suffix(3)) == more) == hasThem)
    #expect(names.contains("extinct") == false)
    let asked = more.map {
      #""analysis": { "comparisons": [{ "factor": "rule", "response": "\#($0)" }] }"#
    }
    let rules = #""factors": { "rule": { "values": ["exact", "push"] } }"#
    for question in asked {
      let text = Texts.study(
        "\(Self.lists), \(rules), \(question)",
        model: hasThem
          ? #""group_size": 100, "interventions": "late""# : #""group_size": 100"#)
      #expect(Texts.mistakes(text).map(\.code) == (hasThem ? [] : [.badRelation]))
    }
  }

  @Test("the identity of a point holds what its list says, neither its name nor other lists")
  func identity() throws {
    let model = #""group_size": 100, "interventions": "lock""#
    let before = try study("", model: model).points().map(\.identity)
    let renamed = Texts.study(Self.lists, model: model).replacing("\"lock\"", with: "\"mine\"")
    #expect(try Texts.parse(renamed).points().map(\.identity) == before)
    let other = try study("", model: model, set: ["interventions.late[0].immunize_share=0.5"])
    #expect(try other.points().map(\.identity) == before)
    let changed = try study(
      "", model: model, set: ["interventions.lock[0].when.infected_share=0.3"])
    #expect(try changed.points().map(\.identity) != before)
    let lists = Self.lists.replacing(
      "\"multiply\": { \"infection_probability\"", with: "\"set\": { \"infection_probability\"")
    let set = try Texts.parse(Texts.study(lists, model: model))
    #expect(try lists != Self.lists && set.points().map(\.identity) != before)
  }

  @Test("an intervention that repeats is another one, written as such, and has an end")
  func repeats() throws {
    func study(_ more: String) -> String {
      Texts.study(
        #"""
        "interventions": {
          "lock": [{ "when": { "infected_share": 0.1 }, "set": { "infection_probability": 0.5 }\#(more) }]
        }
        """#, model: #""group_size": 100, "interventions": "lock""#)
    }
    let end = #", "until": { "after_steps": 3 }"#
    let once = try Texts.parse(study(end))
    let never = try Texts.parse(study(end + #", "repeat": false"#))
    let again = try Texts.parse(study(end + #", "repeat": true"#))
    #expect(once == never && once.resolvedJSON == never.resolvedJSON)
    #expect(try once.points().map(\.identity) != again.points().map(\.identity))
    #expect(try again.points()[0].scenario.interventions.map(\.repeats) == [true])
    #expect(try Study.parse(bytes: again.resolvedJSON, file: "r.json") == again)
    let endless = Texts.mistakes(study(#", "repeat": true"#))
    #expect(endless.map(\.code) == [.missing])
    #expect(endless.map(\.path) == ["$.interventions.lock[0].until"])
    #expect(Texts.mistakes(study(#", "repeat": false"#)).isEmpty)
    #expect(Texts.mistakes(study(end + #", "repeat": 1"#)).map(\.code) == [.wrongType])
  }

  private static let share = "interventions.lock.0.when.infected_share"
  private static let factor = "interventions.lock.0.set.infection_factor"

  /// Designs, with the levels of share and factor at their points.
  private static let designs: [(String, [[KeyValue]])] = [
    (
      #""factors": { "\#(share)": { "values": [0.1, 0.4] }, "#
        + #""\#(factor)": { "from": 0, "to": 2, "step": 2 } }"#,
      [
        [.real(0.1), .whole(0)], [.real(0.1), .whole(2)], [.real(0.4), .whole(0)],
        [.real(0.4), .whole(2)],
      ]
    ),
    (
      #""factors": { "\#(share)": { "values": [0.1, 0.4] }, "#
        + #""\#(factor)": { "from": 0, "to": 2, "count": 2 } }, "design": { "type": "zip" }"#,
      [[.real(0.1), .whole(0)], [.real(0.4), .whole(2)]]
    ),
    (
      #""design": { "type": "list", "points": [{ "\#(share)": 0.1, "\#(factor)": 3 }, "#
        + #"{ "\#(share)": 0.2, "\#(factor)": 0 }] }"#,
      [[.real(0.1), .whole(3)], [.real(0.2), .whole(0)]]
    ),
    (
      #""factors": { "\#(share)": { "values": [0.1] }, "\#(factor)": { "values": [2] } }, "#
        + #""design": { "type": "one_at_a_time", "base": { "\#(share)": 0.3, "\#(factor)": 1 } }"#,
      [[.real(0.3), .whole(1)], [.real(0.1), .whole(1)], [.real(0.3), .whole(2)]]
    ),
  ]

  @Test("numbers of a list vary in every design with levels", arguments: designs)
  func numbers(body: String, levels: [[KeyValue]]) throws {
    let study = try study(body, model: #""group_size": 100, "interventions": "lock""#)
    let keys = study.factors.map(\.parameter)
    #expect(keys.map(\.name) == [Self.share, Self.factor])
    #expect(Array(study.parameterKeys.suffix(2)) == keys)
    let points = try study.points()
    #expect(points.map { point in keys.map(point.level) } == levels)
    for point in points {
      var list = Self.lock
      if case .real(let share) = point.level(of: keys[0]) { list[0].when = .infectedShare(share) }
      if case .whole(let factor) = point.level(of: keys[1]) {
        list[0].effects[.infectionFactor] = .set(SteppedValue(Double(factor)))
      }
      #expect(point.scenario.interventions == list)
    }
    #expect(Set(points.map(\.identity)).count == points.count)
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
  }

  /// A number by its path in the list, a level, and the list with it.
  private static let places: [(String, String, @Sendable (inout [Intervention]) -> Void)] = [
    ("0.until.infected_share", "0.01", { $0[0].until = .infectedShare(0.01) }),
    ("0.set.recovery_probability", "0.125", { $0[0].effects[.recoveryProbability] = .set(0.125) }),
    ("1.when.step", "9", { $0[1].when = .step(9) }),
    (
      "1.multiply.infection_probability", "0.125",
      { $0[1].effects[.infectionProbability] = .multiply(0.125) }
    ),
    ("1.immunize_share", "0.125", { $0[1].immunizeShare = 0.125 }),
    ("1.until.after_steps", "7", { $0[1].until = .afterSteps(7) }),
  ]

  @Test("every number of a list is put in its own place", arguments: places.indices)
  func place(index: Int) throws {
    let (path, level, change) = Self.places[index]
    let study = try study(
      #""factors": { "interventions.lock.\#(path)": { "values": [\#(level)] } }"#,
      model: #""group_size": 100, "interventions": "lock""#)
    var expected = Self.lock
    change(&expected)
    #expect(try study.points().map(\.scenario.interventions) == [expected])
  }

  @Test(
    "numbers of a list vary in sampled designs",
    arguments: ["latin_hypercube", "sobol", "halton", "saltelli", "morris"])
  func sampled(design: String) throws {
    let study = try study(
      #""factors": { "\#(Self.share)": { "from": 0.1, "to": 0.4 }, "#
        + #""\#(Self.factor)": { "from": 0, "to": 5 } }, "#
        + #""design": { "type": "\#(design)", "points": 4 }"#,
      model: #""group_size": 100, "interventions": "lock""#)
    let points = try study.points()
    #expect(Double(points.count) == study.pointCount)
    for point in points {
      guard case .real(let share) = point.level(of: study.factors[0].parameter) else {
        Issue.record("no share")
        continue
      }
      #expect(0.1...0.4 ~= share && point.scenario.interventions[0].when == .infectedShare(share))
    }
  }

  @Test("a number of a list that a point does not use makes no other point of it")
  func unused() throws {
    let body =
      #""factors": { "interventions": { "values": ["late", "lock"] }, "#
      + #""\#(Self.share)": { "values": [0.1, 0.4] } }"#
    let error = #expect(throws: StudyFileError.self) { try study(body).points() }
    #expect(error?.diagnostics.map(\.code) == [.duplicateValue])
    #expect(error?.diagnostics.first?.message.contains("\(Self.share) 0.1 and 0.4") == true)
  }

  @Test("numbers are compared like any factor, and reached by --set in three spellings")
  func asked() throws {
    let body =
      #""factors": { "\#(Self.share)": { "values": [0.1, 0.4] } }, "analysis": { "comparisons": "#
      + #"[{ "factor": "\#(Self.share)", "reference": 0.1, "response": "extinct" }] }"#
    let model = #""group_size": 100, "interventions": "lock""#
    let before = try study(body, model: model)
    #expect(before.analysis.comparisons.first?.factor.name == Self.share)
    let key = try #require(before.factors.first).parameter
    for path in [
      "factors['\(Self.share)'].values[1]", "factors[\"\(Self.share)\"].values[1]",
      "factors.\(Self.share).values[1]",
    ] {
      let levels = try study(body, model: model, set: ["\(path)=0.3"]).points().map {
        $0.level(of: key)
      }
      #expect(levels == [.real(0.1), .real(0.3)], "\(path)")
    }
  }
}
