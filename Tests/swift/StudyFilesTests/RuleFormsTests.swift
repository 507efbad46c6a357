import PlainText
import SpreadModel
import StudyFiles
import Testing

/// Rules with distances and numbers of contacts, and the real infection factor that goes with them.
@Suite struct RuleFormsTests {
  private func rules(_ draw: String, neighborhood: String = "\"moore\"") -> String {
    """
    "rules": {
      "own": { "neighborhood": \(neighborhood), "pool": "healthy", "draw": \(draw), "update": "synchronous" }
    }
    """
  }

  private func study(
    _ draw: String, neighborhood: String = "\"moore\"", model: String = "", body: String = ""
  ) throws(StudyFileError) -> Study {
    try Texts.parse(
      text(draw, neighborhood: neighborhood, model: model, body: body))
  }

  private func text(
    _ draw: String, neighborhood: String = "\"moore\"", model: String = "", body: String = ""
  ) -> String {
    Texts.study(
      rules(draw, neighborhood: neighborhood) + (body.isEmpty ? "" : ", " + body),
      model: "\"group_size\": 100, \"rule\": \"own\"" + (model.isEmpty ? "" : ", " + model))
  }

  @Test(
    "draw a number of contacts by any distribution",
    arguments: [
      (#"{ "number": "poisson" }"#, SpreadRule.ContactNumber.poisson),
      (#"{ "number": "geometric" }"#, .geometric),
      (
        #"{ "number": "negative_binomial", "dispersion": 0.5 }"#, .negativeBinomial(dispersion: 0.5)
      ),
      (#"{ "number": [1, 0, 2.5] }"#, .weights([1, 0, 2.5])),
    ])
  func draws(draw: String, number: SpreadRule.ContactNumber) throws {
    let study = try study(draw)
    #expect(study.rules.map(\.value.draw) == [.number(number)])
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
  }

  @Test("have neighbors within a distance")
  func distance() throws {
    let study = try study("\"exact\"", neighborhood: #"{ "radius": 2, "metric": "euclidean" }"#)
    #expect(study.rules.map(\.value.neighborhood) == [.within(radius: 2, metric: .euclidean)])
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
  }

  @Test("have numbers that vary by their paths")
  func numbers() throws {
    let study = try study(
      #"{ "number": "negative_binomial", "dispersion": 0.5 }"#,
      neighborhood: #"{ "radius": 2, "metric": "manhattan" }"#,
      body: #""factors": { "rules.own.neighborhood.radius": { "values": [1, 3] }, "#
        + #""rules.own.draw.dispersion": { "values": [0.25] } }"#)
    #expect(
      try study.points().map(\.rule.neighborhood)
        == [.within(radius: 1, metric: .manhattan), .within(radius: 3, metric: .manhattan)])
    #expect(
      try study.points().allSatisfy {
        $0.rule.draw == .number(.negativeBinomial(dispersion: 0.25))
      })
    let weights = try self.study(
      #"{ "number": [1, 2] }"#,
      body: #""factors": { "rules.own.draw.number.1": { "values": [3] } }"#)
    #expect(try weights.points().map(\.rule.draw) == [.number(.weights([1, 3]))])
  }

  @Test("the infection factor is a real number where every rule has it as a mean")
  func real() throws {
    let study = try study(#"{ "number": "poisson" }"#, model: #""infection_factor": 2.5"#)
    let point = try #require(try study.points().first)
    #expect(point.scenario.realInfectionFactor == 2.5 && point.scenario.meanContacts == 2.5)
    #expect(point.level(of: .infectionFactor) == .real(2.5))
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
    // A whole one is written as a real one, too, and is the same point as without a word.
    let whole = try self.study(#"{ "number": "poisson" }"#, model: #""infection_factor": 3"#)
    #expect(try whole.points()[0].level(of: .infectionFactor) == .real(3))
    #expect(whole.parameterKeys.first { $0 == .infectionFactor }?.allowed.isWhole == false)
    #expect(
      String(decoding: whole.resolvedJSON, as: UTF8.self).contains("\"infection_factor\": 3.0"))
    let standard = try self.study(#"{ "number": "poisson" }"#)
    #expect(try standard.points().map(\.identity) == whole.points().map(\.identity))
    #expect(standard.digest == whole.digest)
    // The cap is the same, three.
    #expect(point.identity != (try whole.points()[0].identity))
    #expect(try Study.parse(bytes: whole.resolvedJSON, file: "r.json") == whole)
  }

  @Test("the built-in rule with a mean has a real factor, the one without a cap a whole one")
  func builtIn() throws {
    func study(_ rule: String, _ factor: String) -> String {
      Texts.study(model: #""group_size": 9, "rule": "\#(rule)", "infection_factor": \#(factor)"#)
    }
    let mixing = try Texts.parse(study("mixing", "2.5"))
    #expect(mixing.hasRealInfectionFactor)
    #expect(try mixing.points()[0].scenario.realInfectionFactor == 2.5)
    #expect(try Study.parse(bytes: mixing.resolvedJSON, file: "r.json") == mixing)
    #expect(Texts.mistakes(study("each_contact", "2.5")).map(\.code) == [.notWhole])
    #expect(try !Texts.parse(study("each_contact", "2")).hasRealInfectionFactor)
  }

  @Test("real factors vary: in steps, by count, and anywhere between two ends")
  func realLevels() throws {
    func levels(_ factor: String, _ design: String = "factorial") throws -> [KeyValue] {
      let points = design == "halton" ? ", \"points\": 3" : ""
      return try study(
        #"{ "number": "geometric" }"#,
        body: "\"factors\": { \"infection_factor\": \(factor) }, "
          + "\"design\": { \"type\": \"\(design)\"\(points) }"
      ).points().map { $0.level(of: .infectionFactor) }
    }
    #expect(try levels(#"{ "values": [1, 1.5] }"#) == [.real(1), .real(1.5)])
    #expect(
      try levels(#"{ "from": 1, "to": 2, "step": 0.5 }"#) == [.real(1), .real(1.5), .real(2)])
    #expect(
      try levels(#"{ "from": 1, "to": 2, "count": 3 }"#) == [.real(1), .real(1.5), .real(2)])
    let sampled = try levels(#"{ "from": 1, "to": 4 }"#, "halton")
    #expect(sampled.contains { Double($0).map { $0 != $0.rounded() } ?? false })
  }

  @Test("rules without a mean keep whole factors, and their studies stay as they were")
  func whole() throws {
    let study = try Texts.parse(Texts.study(model: #""group_size": 9, "infection_factor": 2.0"#))
    #expect(try study.points()[0].level(of: .infectionFactor) == .whole(2))
    #expect(
      Texts.mistakes(Texts.study(model: #""group_size": 9, "infection_factor": 2.5"#)).map(\.code)
        == [.notWhole])
  }

  @Test("a change sets a real factor where the study has one")
  func changes() throws {
    let list =
      #""interventions": { "lock": [{ "when": { "step": 1 }, "set": { "infection_factor": 1.5 } }] }"#
    let study = try study(
      #"{ "number": "poisson" }"#, model: #""interventions": "lock""#, body: list)
    #expect(
      try study.points()[0].scenario.interventions
        == [Intervention(when: .step(1), effects: [.infectionFactor: .set(1.5)])])
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
    #expect(
      Texts.mistakes(Texts.study(list, model: #""group_size": 9, "interventions": "lock""#)).map(
        \.code)
        == [.notWhole])
  }

  @Test("superspreading is for draws with a mean")
  func dispersion() throws {
    let study = try study(
      #"{ "number": "poisson" }"#, model: #""infectiousness_dispersion": 0.2"#)
    let point = try #require(try study.points().first)
    #expect(point.scenario.course.infectiousnessDispersion == 0.2)
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
    let plain = try self.study(
      #"{ "number": "poisson" }"#, model: #""infectiousness_dispersion": "none""#)
    #expect(try plain.points() == self.study(#"{ "number": "poisson" }"#).points())
    #expect(try plain.points()[0].identity != point.identity)
  }

  /// Draw, further members of the model, further members of the study, and the mistake.
  private static let mistakes: [(String, String, String, ErrorCode, String)] = [
    (#"{ "number": "negative_binomial" }"#, "", "", .missing, "$.rules.own.draw.dispersion"),
    (
      #"{ "number": "poisson", "dispersion": 1 }"#, "", "", .conflict, "$.rules.own.draw.dispersion"
    ),
    (#"{ "number": [] }"#, "", "", .empty, "$.rules.own.draw.number"),
    (#"{ "number": [0, 0] }"#, "", "", .badRelation, "$.rules.own.draw.number"),
    (#"{ "number": [1, -1] }"#, "", "", .outOfRange, "$.rules.own.draw.number[1]"),
    (#"{ "number": "binomial" }"#, "", "", .unknownValue, "$.rules.own.draw.number"),
    (#"{ "law": "poisson" }"#, "", "", .unknownKey, "$.rules.own.draw.law"),
    (
      #"{ "number": [1, 1] }"#, #""infection_factor": 3"#, "", .conflict,
      "$.model.infection_factor"
    ),
    (
      #"{ "number": [1, 1] }"#, "", #""factors": { "infection_factor": { "values": [1, 2] } }"#,
      .conflict, "$.factors.infection_factor.values[0]"
    ),
    (
      #""exact""#, #""infectiousness_dispersion": 1.0"#, "", .badRelation,
      "$.model.infectiousness_dispersion"
    ),
    (
      #"{ "number": [1, 1] }"#, #""infectiousness_dispersion": 1.0"#, "", .badRelation,
      "$.model.infectiousness_dispersion"
    ),
    (
      #"{ "number": "poisson" }"#, #""infectiousness_dispersion": 0"#, "", .outOfRange,
      "$.model.infectiousness_dispersion"
    ),
  ]

  @Test("mistakes are named", arguments: mistakes)
  func refused(mistake: (String, String, String, ErrorCode, String)) {
    let found = Texts.mistakes(text(mistake.0, model: mistake.1, body: mistake.2))
    #expect(found.contains { $0.code == mistake.3 && $0.path == mistake.4 }, "\(found)")
  }

  @Test("a real factor at a point whose rule has no mean is a mistake, a whole one is not")
  func mixedRules() {
    func codes(_ factor: String) -> [ErrorCode] {
      Texts.mistakes(
        Texts.study(
          rules(#"{ "number": "poisson" }"#)
            + #", "factors": { "rule": { "values": ["own", "exact"] } }"#,
          model: "\"group_size\": 100, \"infection_factor\": \(factor)")
      ).map(\.code)
    }
    #expect(codes("2") == [])
    #expect(codes("2.5") == [.badRelation])
  }

  @Test("the factor is whole beside rules that have a cap, unless a value is not")
  func besideCaps() throws {
    func isReal(_ rules: String, _ factor: String) throws -> Bool {
      try Texts.parse(
        Texts.study(
          self.rules(#"{ "number": "poisson" }"#)
            + #", "factors": { "rule": { "values": [\#(rules)] }, "infection_factor": \#(factor) }"#
        )
      ).hasRealInfectionFactor
    }
    #expect(try isReal(#""own""#, #"{ "values": [2, 3] }"#))
    #expect(try !isReal(#""own", "exact""#, #"{ "values": [2, 3] }"#))
    #expect(try !isReal(#""exact""#, #"{ "values": [2, 3] }"#))
  }

  @Test("weights leave an infection factor nothing to do: everywhere, or where it varies")
  func factorBesideWeights() {
    let rules = """
      "rules": { "own": {
        "neighborhood": "moore", "pool": "all", "draw": { "number": [1, 2] },
        "update": "synchronous" } }
      """
    for (names, isFactor, place) in [
      (#""own""#, false, "conflict $.model.infection_factor"),
      (#""own""#, true, "conflict $.factors.infection_factor"),
      (#""own", "exact""#, false, nil),
      (#""own", "exact""#, true, "conflict $.factors.infection_factor"),
    ] as [(String, Bool, String?)] {
      let found = Texts.places(
        Texts.study(
          rules + ", \"factors\": { \"rule\": { \"values\": [\(names)] }"
            + (isFactor ? #", "infection_factor": { "values": [1, 2] } }"# : " }"),
          model: #""group_size": 100"# + (isFactor ? "" : #", "infection_factor": 2"#)))
      #expect(found.count == (place == nil ? 0 : 1), "\(names) \(found)")
      #expect(place.map { found.first?.hasPrefix($0) == true } ?? true, "\(found)")
    }
    // A design is no infection factor.
    let alone = Texts.study(
      rules + #", "design": { "type": "factorial" }"#, model: #""group_size": 9, "rule": "own""#)
    #expect(Texts.places(alone) == [])
  }
}
