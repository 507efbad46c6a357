import PlainText
import SpreadModel
import StudyFiles
import Testing

/// What must hold for courses, immunity and the people infected at the start.
@Suite struct CourseStudyTests {
  private static let list = #""interventions": { "lock": [{ "when": { "step": 2 }, "#
  private static let lock = list + #""set": { "infection_factor": 1 } }] }"#

  /// A mistake in the constants of a study of 100 people in rows of 10.
  private static func model(
    _ model: String, _ body: String, _ code: ErrorCode, _ path: String
  ) -> BrokenStudy {
    BrokenStudy(
      marked: Texts.study(body, model: "\"group_size\": 100, " + model), code: code, path: path)
  }

  private static func request(_ body: String, _ path: String) -> BrokenStudy {
    .member(body, .badRelation, path)
  }

  @Test(
    "a mistake is reported where it stands",
    arguments: [
      model(#""immune_people": [3, @@3]"#, "", .duplicateValue, "$.model.immune_people[1]"),
      model(#""immune_people": [3, @@100]"#, "", .badRelation, "$.model.immune_people[1]"),
      model(
        #""immune_people": [3, @@7], "introductions": [{ "step": 0, "people": [7] }]"#, "",
        .badRelation,
        "$.model.immune_people[1]"),
      // The default introduction is the person in the middle, 44 of 10 rows of 10.
      model(#""immune_people": @@[44]"#, "", .badRelation, "$.model.immune_people"),
      model(
        #""start_people": 2, "introductions": [@@{ "step": 0, "at": "center" }]"#, "", .conflict,
        "$.model.introductions[0]"),
      model(
        #""introductions": [{ "step": 1, "random": 1 }, @@{ "step": 0, "random": 1 }]"#,
        #""factors": { "start_people": { "from": 1, "to": 3, "step": 1 } }"#, .conflict,
        "$.model.introductions[1]"),
      model(
        #""introductions": [@@{ "step": 0, "random": 1 }]"#,
        #""design": { "type": "list", "points": [{ "start_people": 2 }] }"#, .conflict,
        "$.model.introductions[0]"),
      request(
        #""factors": { "rule": { "values": ["exact", "push"] } }, "analysis": { "comparisons": "#
          + #"[{ "factor": "rule", "response": @@"extinct" }] }"#,
        "$.analysis.comparisons[0].response"),
      request(
        #""factors": { "rule": { "values": ["exact", "push"] } }, "analysis": { "sensitivity": "#
          + #"{ "responses": ["steps", @@"peak_infected"] } }"#,
        "$.analysis.sensitivity.responses[1]"),
      request(
        #""factors": { "rule": { "values": ["exact", "push"] } }, "analysis": { "comparisons": "#
          + #"[{ "factor": "rule", "response": @@"peak_infectious" }] }"#,
        "$.analysis.comparisons[0].response"),
      // Interventions without recovery make no course, be their effect a constant or a factor.
      model(
        #""interventions": "lock""#,
        lock
          + #", "factors": { "interventions.lock.0.set.infection_factor": { "values": [1, 2] }, "#
          + #""rule": { "values": ["exact", "push"] } }, "analysis": { "comparisons": "#
          + #"[{ "factor": "rule", "response": @@"extinct" }] }"#,
        .badRelation, "$.analysis.comparisons[0].response"),
      request(
        #""replicates": { "max": 60, "until": [{ "response": @@"infections", "half_width": 1 }] }"#,
        "$.replicates.until[0].response"),
      .model(#""group_size": 9, "interventions": @@"lok""#, .unknownValue, "$.model.interventions"),
      .member(
        lock + #", "factors": { "interventions": { "values": ["none", @@"lok"] } }"#, .unknownValue,
        "$.factors.interventions.values[1]"),
      .member(#""interventions": { @@"none": [] }"#, .conflict, "$.interventions.none"),
      .member(list + #""set": @@{} }] }"#, .missing, "$.interventions.lock[0].set"),
      .member(list + #""set": @@5 }] }"#, .wrongType, "$.interventions.lock[0].set"),
      .member(
        list + #""set": { "infection_factor": 1 }, @@"multiply": { "infection_factor": 1 } }] }"#,
        .conflict, "$.interventions.lock[0].multiply"),
      .member(
        #""interventions": { "lock": [@@{ "when": { "step": 2 } }] }"#, .missing,
        "$.interventions.lock[0].immunize_share"),
      .member(
        #""interventions": { "lock": [@@{ "immunize_share": 0.5 }] }"#, .missing,
        "$.interventions.lock[0].when"),
      .member(
        list + #""immunize_share": 0.5, "until": { "after_steps": @@0 } }] }"#, .outOfRange,
        "$.interventions.lock[0].until.after_steps"),
      .member(
        #""interventions": { "lock": [{ "when": { "step": 2, @@"after_steps": 2 }, "immunize_share": 0.5 }] }"#,
        .unknownKey, "$.interventions.lock[0].when.after_steps"),
      .member(
        list + #""set": { "infection_factor": @@1.5 } }] }"#, .notWhole,
        "$.interventions.lock[0].set.infection_factor"),
      .member(
        list + #""set": { "recovery_probability": @@1.5 } }] }"#, .outOfRange,
        "$.interventions.lock[0].set.recovery_probability"),
      .member(
        list + #""multiply": { "infection_factor": @@-1 } }] }"#, .outOfRange,
        "$.interventions.lock[0].multiply.infection_factor"),
      .member(
        lock + #", "factors": { @@"interventions.lock.0.when.stp": { "values": [1] } }"#,
        .unknownKey,
        "$.factors['interventions.lock.0.when.stp']"),
      .member(
        lock + #", "factors": { @@"interventions.lock.1.when.step": { "values": [1] } }"#,
        .unknownValue, "$.factors['interventions.lock.1.when.step']"),
      .member(
        lock + #", "factors": { "interventions.lock.0.when.step": { "values": [@@1.5] } }"#,
        .notWhole,
        "$.factors['interventions.lock.0.when.step'].values[0]"),
    ])
  func mistakes(study: BrokenStudy) { study.expectFound() }

  @Test(
    "the nearest name of a list is suggested; of a number none that is in another element alone")
  func suggestions() {
    let name = Texts.study(Self.lock, model: #""group_size": 9, "interventions": "lok""#)
    #expect(Texts.mistakes(name).map(\.suggestion) == ["lock"])
    let path = Texts.study(
      Self.lock + #", "factors": { "interventions.lock.1.when.step": { "values": [1] } }"#)
    #expect(Texts.mistakes(path).map(\.suggestion) == [nil])
  }

  @Test("responses of a course may be asked for where something may make people recover")
  func responses() {
    let asked =
      #""factors": { "rule": { "values": ["exact", "push"] } }, "analysis": { "comparisons": "#
      + #"[{ "factor": "rule", "response": "extinct" }] }"#
    let changes = Self.list + #""set": { "recovery_probability": 0.5 } }] }, "#
    func isValid(_ model: String, _ body: String) -> Bool {
      Texts.mistakes(Texts.study(body, model: "\"group_size\": 9" + model)).isEmpty
    }
    #expect(isValid(#", "infectious_steps": 2"#, asked))
    #expect(isValid(#", "recovery_probability": 0.1"#, asked))
    #expect(isValid(#", "interventions": "lock""#, changes + asked))
    // A list that no point uses begins nothing.
    #expect(!isValid("", changes + asked))
  }

  @Test(
    "the peak of infectious people exists where somebody can be latent, beside a course or without",
    arguments: [
      ("", "", false, false), (#", "latent_steps": 0"#, "", false, false),
      (#", "latent_steps": 2"#, "", true, false),
      (#", "latent_steps": 2, "infectious_steps": 3"#, "", true, true),
      (
        #", "infectious_steps": 3"#, #""factors": { "latent_steps": { "values": [0, 4] } }"#, true,
        true
      ),
    ])
  func latency(model: String, body: String, isLatent: Bool, hasCourse: Bool) throws {
    let names = try Texts.parse(Texts.study(body, model: #""group_size": 9"# + model)).responses
      .names
    #expect(names.suffix(2).contains("peak_infectious_step") == isLatent)
    #expect(names.contains("peak_infectious") == isLatent)
    #expect(names.contains("peak_infected") == hasCourse)
  }

  @Test(
    "a course begins wherever a level of a factor begins one, the first or the last",
    arguments: [
      (#"{ "values": [0, 0.5] }"#, true), (#"{ "values": [0] }"#, false),
      (#"{ "from": 0, "to": 0.5, "step": 0.25 }"#, true),
      (#"{ "from": 0, "to": 0.2, "count": 2 }"#, true),
      (#"{ "from": 0, "to": 0, "count": 1 }"#, false),
    ])
  func courseOfRange(levels: String, hasCourse: Bool) throws {
    let text = Texts.study(
      #""factors": { "recovery_probability": \#(levels) }"#, model: #""group_size": 9"#)
    #expect(try Texts.parse(text).hasCourse == hasCourse)
  }

  @Test("a number that varies may be what begins a course")
  func courseOfNumber() throws {
    func hasCourse(_ levels: String) throws -> Bool {
      try Texts.parse(
        Texts.study(
          Self.list + #""set": { "recovery_probability": 0 } }] }, "factors": { "#
            + #""interventions.lock.0.set.recovery_probability": { "values": [\#(levels)] } }"#,
          model: #""group_size": 9, "interventions": "lock""#)
      ).hasCourse
    }
    #expect(try hasCourse("0, 0.5"))
    #expect(try !hasCourse("0"))
  }

  @Test("people at random at the start stand in place of the one in the middle")
  func startPeople() throws {
    func introductions(_ model: String) throws -> [Introduction] {
      let study = try Texts.parse(Texts.study(model: "\"group_size\": 9" + model))
      let again = try Study.parse(bytes: study.resolvedJSON, file: "study.resolved.json")
      #expect(again == study)
      return try #require(try study.points().first).scenario.introductions
    }
    #expect(try introductions("") == [Introduction(step: 0, place: .center)])
    #expect(try introductions(#", "start_people": 2"#) == [])
    #expect(
      try introductions(#", "start_people": 2, "introductions": [{ "step": 3, "random": 1 }]"#)
        == [Introduction(step: 3, place: .random(1))])
  }

  @Test("the middle is checked at every point, and only where somebody is introduced there")
  func center() throws {
    // The middle of 9 people is 4, of 25 it is 12.
    let sizes = #""factors": { "group_size": { "values": [9, 25] } }"#
    func codes(_ model: String, _ body: String) -> [ErrorCode] {
      Texts.mistakes(Texts.study(body, model: model)).map(\.code)
    }
    #expect(codes(#""immune_people": [4]"#, sizes) == [.badRelation])
    #expect(codes(#""immune_people": [5]"#, sizes) == [])
    #expect(codes(#""immune_people": [4], "start_people": 1"#, sizes) == [])
    #expect(
      codes(#""immune_people": [4], "introductions": [{ "step": 1, "at": "center" }]"#, sizes)
        == [])
    // Sizes of a sampled design are known when its points are made.
    let sampled =
      #""factors": { "group_size": { "from": 9, "to": 10 } }, "#
      + #""design": { "type": "halton", "points": 2 }"#
    let study = try Texts.parse(Texts.study(sampled, model: #""immune_people": [4]"#))
    let error = #expect(throws: StudyFileError.self) { try study.points() }
    #expect(error?.diagnostics.map(\.path) == ["$.model.immune_people"])
  }

  @Test("levels may be distributions: with labels, as a base point and as a reference")
  func distributions() throws {
    func text(_ reference: String) -> String {
      Texts.study(
        #"""
        "factors": {
          "infectious_steps": {
            "values": [
              4, { "geometric": 4 }, "forever", { "gamma": { "mean": 4, "sd": 2 } }, { "weights": [0, 1, 2] }
            ],
            "labels": ["fixed", "geometric", "for ever", "gamma", "short"]
          }
        },
        "design": { "type": "one_at_a_time", "base": { "infectious_steps": { "geometric": 4 } } },
        "analysis": {
          "comparisons": [
            { "factor": "infectious_steps", "reference": \#(reference), "response": "final_share" }
          ]
        }
        """#)
    }
    let study = try Texts.parse(text(#"{ "geometric": 4 }"#))
    let factor = study.factors[0].parameter
    let cells = try study.points().map { factor.cell($0.level(of: factor)) }
    #expect(cells == ["geometric 4.0", "4", "inf", "gamma 4.0 2.0", "weights 0.0 1.0 2.0"])
    #expect(
      cells.map { factor.label($0) } == ["geometric", "fixed", "for ever", "gamma", "short"])
    #expect(study.analysis.comparisons[0].reference == .length(.geometric(mean: 4)))
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "study.json") == study)
    let place = "$.analysis.comparisons[0].reference"
    #expect(Texts.places(text(#"{ "geometric": 5 }"#)) == ["unknown_value \(place)"])
    #expect(
      Texts.places(text(#"{ "weights": [0, 1, "2"] }"#)) == ["wrong_type \(place).weights[2]"])
    #expect(Texts.places(text("5")) == ["unknown_value \(place)"])
  }
}
