import PlainText
import SpreadModel
import StudyFiles
import Testing

@Suite("responses of a study") struct OwnResponseStudyTests {
  private static let all = """
    "responses": {
      "early": { "new_infections_between": [0, 3] }, "third": { "step_to_share": 0.3 },
      "corner": { "share_in": { "rows": [0, 1], "columns": [3, 4] }, "at_step": 6 },
      "load": { "mean_infected_between": [2, 20] }, "now": { "infected_at": 5 }
    }
    """

  private func study(_ keys: String, _ model: String = #""group_size": 25"#) throws -> Study {
    try Texts.parse(Texts.study(keys, model: model))
  }

  private func places(_ keys: String, model: String = #""group_size": 25"#) -> [String] {
    Texts.places(Texts.study(keys, model: model))
  }

  @Test("stand behind the built-in ones in file order, a time with whether it was reached")
  func order() throws {
    let study = try study(Self.all)
    #expect(
      study.responses.names.suffix(6) == [
        "early", "third", "reached_third", "corner", "load", "now",
      ])
    #expect(study.responses.names.dropLast(6) == ResponseList.basic.names[...])
    let again = try Texts.parse(String(decoding: study.resolvedJSON, as: UTF8.self))
    #expect(again == study && again.ownResponses == study.ownResponses)
  }

  @Test("are stored, and belong to the identity, only where stored curves do not tell them")
  func stored() throws {
    func stored(_ more: String) throws -> [String] {
      try study(Self.all + more).storedOwnResponses.map(\.name)
    }
    let every = ["early", "third", "corner", "load", "now"]
    #expect(try stored("") == ["corner"])
    #expect(try stored(#", "record": { "curves": "none" }"#) == every)
    #expect(try stored(#", "record": { "curves": 99 }"#) == every)
    #expect(try stored(#", "record": { "curves": 100 }"#) == ["corner"])
    let target = #""max": 60, "until": [{ "response": "reached_third", "half_width": 0.2 }]"#
    #expect(try stored(", \"replicates\": { \(target) }") == ["third", "corner"])

    func digest(_ responses: String, _ more: String = "") throws -> String {
      try study("\"responses\": { \(responses) }" + more).digest
    }
    let (one, other) = (#""x": { "infected_at": 5 }"#, #""x": { "infected_at": 6 }"#)
    #expect(try digest(one) == digest(other))
    #expect(try digest(one) == digest(""))
    #expect(try digest(one) == study(#""responses": {}"#).digest)
    let none = #", "record": { "curves": "none" }"#
    #expect(try digest(one, none) != digest(other, none))
    let (area, later) = (
      #""x": { "share_in": { "rows": [0, 1], "columns": [0, 1] }, "at_step": 5 }"#,
      #""x": { "share_in": { "rows": [0, 1], "columns": [0, 1] }, "at_step": 6 }"#
    )
    #expect(try digest(area) != digest(later))
    #expect(try digest(area) != digest(""))
  }

  @Test(
    "are refused where a name is taken, whatever its case",
    arguments: [
      ("steps", ""), ("extinct", ""), ("reached_all", ""), ("Final_Share", ""), ("curve", ""),
      ("drift", ""), ("status", ""), ("replicate", ""), ("recovery_probability", ""),
      ("reached_x", #""x": { "step_to_share": 0.5 }, "#), ("A", #""a": { "infected_at": 5 }, "#),
    ])
  func taken(name: String, others: String) {
    #expect(
      places("\"responses\": { \(others)\"\(name)\": { \"infected_at\": 5 } }")
        == ["conflict $.responses.\(name)"])
  }

  @Test("a time is refused where the name of its column reached_NAME is taken")
  func takenByTime() {
    #expect(
      places(#""responses": { "all": { "step_to_share": 0.99 } }"#) == ["conflict $.responses.all"])
    #expect(
      places(
        #""responses": { "reached_x": { "infected_at": 5 }, "x": { "step_to_share": 0.5 } }"#)
        == ["conflict $.responses.x"])
  }

  @Test("a number of a structure by its path is a parameter, too")
  func structureNumber() {
    #expect(
      places(
        #""contacts": { "net": { "kind": "ring", "neighbors": 4, "rewire": 0.1 } }, "#
          + #""responses": { "contacts.net.rewire": { "infected_at": 5 } }"#)
        == ["conflict $.responses['contacts.net.rewire']"])
  }

  @Test(
    "mistakes are named",
    arguments: [
      (#""infected_at": -1"#, "out_of_range", "infected_at"),
      (#""infected_at": 2.5"#, "not_whole", "infected_at"),
      (#""step_to_share": 0"#, "out_of_range", "step_to_share"),
      (#""step_to_share": 1.1"#, "out_of_range", "step_to_share"),
      (#""new_infections_between": [3]"#, "bad_range", "new_infections_between"),
      (#""new_infections_between": [1, 2, 3]"#, "bad_range", "new_infections_between"),
      (#""new_infections_between": 3"#, "wrong_type", "new_infections_between"),
      (#""mean_infected_between": [4, 3]"#, "bad_range", "mean_infected_between"),
      (#""mean_infected_between": [0, 0.5]"#, "not_whole", "mean_infected_between[1]"),
      (#""share_in": { "rows": [0, 1], "columns": [0, 1] }"#, "missing", "at_step"),
      (#""share_in": { "rows": [0, 1] }, "at_step": 3"#, "missing", "share_in.columns"),
      (
        #""share_in": { "rows": [0, 5], "columns": [0, 1] }, "at_step": 3"#, "bad_relation",
        "share_in.rows"
      ),
      (
        #""share_in": { "rows": [0, 1], "columns": [5, 5] }, "at_step": 3"#, "bad_relation",
        "share_in.columns"
      ),
      (#""infected_at": 3, "at_step": 3"#, "conflict", "at_step"),
      ("", "missing", "step_to_share"),
    ])
  func refused(response: String, code: String, place: String) {
    // What is asked of a broken response is not reported once more.
    let found = places(
      "\"responses\": { \"x\": { \(response) } }, \"analysis\": { \"sensitivity\": "
        + #"{ "responses": ["x"] } }, "factors": { "infection_factor": { "values": [1, 2] } }"#)
    #expect(found == ["\(code) $.responses.x.\(place)"])
  }

  private static let factors =
    #", "factors": { "infection_probability": { "values": [0.2, 0.5] }, "#
    + #""rule": { "values": ["exact", "push"] }, "latent_steps": { "values": [0, 2] }, "#
    + #""infectious_steps": { "values": [3, "forever"] } }"#

  @Test("may follow from another one, wherever that stands, and then from a third")
  func chains() throws {
    let study = try study(
      """
      "responses": {
        "few": { "at_most": 12, "of": "cost" }, "cost": { "multiply": 0.5, "of": "most" },
        "most": { "peak_of": "immune" }, "soon": { "at_least": 3, "of": "third" },
        "third": { "step_to_share": 0.3 }, "sure": { "at_most": 0, "of": "reached_third" },
        "p": { "level_of": "infection_probability" }
      }
      """ + Self.factors)
    #expect(
      study.responses.responses.suffix(8).map { "\($0.name) \($0.kind) \($0.unit)" } == [
        "few flag 0/1", "cost real people", "most count people", "soon flag 0/1",
        "third time steps", "reached_third flag 0/1", "sure flag 0/1", "p real 1",
      ])
    #expect(
      study.ownResponses[0].responses[0].chain.map(\.name) == ["few", "cost", "most"])
    let again = try Texts.parse(String(decoding: study.resolvedJSON, as: UTF8.self))
    #expect(again == study && again.ownResponses == study.ownResponses)
    #expect(study.storedOwnResponses == [])
  }

  @Test(
    "what they follow from is there, has numbers, and is not themselves",
    arguments: [
      (#""x": { "at_most": 1, "of": "x" }"#, "conflict $.responses.x.of"),
      (
        #""x": { "multiply": 1, "of": "steps" }, "y": { "multiply": 1, "of": "stepz" }"#,
        "unknown_value $.responses.y.of"
      ),
      (#""x": { "multiply": 2, "of": "step_to_50pct" }"#, "unknown_value $.responses.x.of"),
      (#""x": { "at_most": 1e16, "of": "steps" }"#, "out_of_range $.responses.x.at_most"),
      (#""x": { "at_most": 1 }"#, "missing $.responses.x.of"),
      (#""x": { "at_most": 1, "at_least": 1, "of": "steps" }"#, "conflict $.responses.x.at_least"),
      (#""x": { "at_most": 1, "of": "peak_infectious" }"#, ""),
      (#""x": { "level_of": "group_size" }"#, "unknown_value $.responses.x.level_of"),
      (#""x": { "level_of": "rule" }"#, "unknown_value $.responses.x.level_of"),
      (#""x": { "level_of": "infectious_steps" }"#, "bad_relation $.responses.x.level_of"),
      (#""x": { "level_of": "latent_steps" }"#, ""),
      (#""x": { "peak_of": "people" }"#, "unknown_value $.responses.x.peak_of"),
    ])
  func relations(response: String, expected: String) {
    let found = places("\"responses\": { \(response) }" + Self.factors)
    #expect(found == (expected.isEmpty ? [] : [expected]))
  }

  @Test("a circle is one mistake, of the first of its responses; so is a long chain")
  func circles() {
    #expect(
      places(
        #""responses": { "a": { "at_most": 1, "of": "b" }, "b": { "multiply": 1, "of": "c" }, "#
          + #""c": { "multiply": 1, "of": "b" }, "d": { "multiply": 1, "of": "a" } }"#)
        == ["conflict $.responses.b.of"])
    func chain(_ count: Int) -> [String] {
      let links = (1..<count).map { "\"r\($0)\": { \"multiply\": 1, \"of\": \"r\($0 - 1)\" }" }
      let all = links.reversed() + [#""r0": { "multiply": 1, "of": "steps" }"#]
      return places("\"responses\": { \(all.joined(separator: ", ")) }")
    }
    #expect(chain(32) == [] && chain(33) == ["conflict $.responses.r32.of"])
  }

  @Test("without the people that they count they are a mistake")
  func unmet() {
    #expect(
      places(
        #""responses": { "x": { "at_most": 1, "of": "peak_infected" }, "y": { "peak_of": "latent" } }"#
      )
        == ["bad_relation $.responses.x.of", "bad_relation $.responses.y.peak_of"])
  }

  @Test(
    "that follow from stored values are no part of the identity, unless they decide which runs there are"
  )
  func derivedIdentity() throws {
    func study(_ bound: Int, _ more: String) throws -> Study {
      try self.study(
        "\"responses\": { \"few\": { \"at_most\": \(bound), \"of\": \"now\" }, "
          + #""now": { "infected_at": 5 } }"# + more)
    }
    #expect(try study(5, "").digest == study(6, "").digest)
    #expect(try study(5, "").digest == self.study("").digest)
    let none = #", "record": { "curves": "none" }"#
    #expect(try study(5, none).digest == study(6, none).digest)
    #expect(try study(5, none).storedOwnResponses.map(\.name) == ["now"])
    let target =
      #", "replicates": { "max": 60, "until": [{ "response": "few", "half_width": 0.2 }] }"#
    #expect(try study(5, target).digest != study(6, target).digest)
    #expect(try study(5, target).storedOwnResponses.map(\.name) == ["now"])
    #expect(try study(5, target).judgedResponses.map(\.name) == ["few"])
  }

  @Test("bound what a mean can be, also in a selection")
  func ranges() {
    func search(_ target: Double) -> [String] {
      places(
        #""responses": { "cost": { "multiply": -2, "of": "final_infected" } }, "design": { "#
          + #""type": "threshold", "factor": "infection_probability", "from": 0, "to": 1, "#
          + "\"response\": \"cost\", \"target\": \(target), \"half_width\": 0.1, \"max_runs\": 5000 }"
      )
    }
    #expect(search(-49) == [] && search(-50) == ["out_of_range $.design.target"])
    #expect(search(1) == ["out_of_range $.design.target"])
    func selected(_ bound: Int) -> [String] {
      places(
        "\"responses\": { \"late\": { \"at_least\": \(bound), \"of\": \"step_to_50pct\" }, "
          + #""p": { "level_of": "infection_probability" } }, "factors": { "infection_probability": "#
          + #"{ "values": [0.1, 0.2] } }, "design": { "type": "select", "response": "p", "#
          + #""best": "largest", "indifference": 0.05, "max_runs": 9000, "subject_to": [{ "#
          + #""response": "late", "at_least": 0.95, "tolerance": 0.02 }] }"#,
        model: #""group_size": 25, "stop": { "max_steps": 20 }"#)
    }
    #expect(selected(20) == [] && selected(21) == ["bad_relation $.design.subject_to[0].response"])
  }

  @Test("a part of the grid must be there at every point, with people, on the grid")
  func areas() throws {
    let area =
      #""responses": { "c": { "share_in": { "rows": [4, 4], "columns": [3, 4] }, "#
      + #""at_step": 6 } }"#
    func problem(_ factor: String, model: String = #""group_size": 25"#) -> [String] {
      places(area + ", \"factors\": { \(factor) }", model: model)
    }
    #expect(try study(area).points().count == 1)
    #expect(try study(area, #""group_size": 25, "boundary": "torus""#).points().count == 1)
    let place = "bad_relation $.responses.c.share_in"
    let columns = #""columns": 5"#
    #expect(problem(#""group_size": { "values": [25, 24] }"#, model: columns) == [])
    #expect(
      problem(#""group_size": { "values": [25, 23] }"#, model: columns) == [place])
    #expect(
      problem(#""group_size": { "values": [25, 20] }"#, model: columns) == [place + ".rows"])
    #expect(problem(#""columns": { "values": [5, 4] }"#) == [place + ".columns"])
    #expect(problem(#""contacts": { "values": ["grid", "everybody"] }"#) == [place])
    // Too many points to look at all of them on loading: found when they are made.
    let many = try study(
      area + #", "factors": { "columns": { "from": 4, "to": 400000, "step": 1 } }"#)
    #expect(throws: StudyFileError.self) { try many.checkPoints() }
  }

  @Test("can be asked for wherever a built-in response can, and nothing else can")
  func asked() throws {
    let factors = #", "factors": { "infection_probability": { "values": [0.2, 0.5] } }"#
    let analysis = """
      , "analysis": {
        "comparisons": [
          { "factor": "infection_probability", "response": "third", "test": "log_rank" },
          { "factor": "infection_probability", "response": "corner", "margin": 0.1 }
        ],
        "dose_responses": [
          { "response": "corner", "factor": "infection_probability" },
          { "response": "reached_third", "factor": "infection_probability" }
        ],
        "sensitivity": { "responses": ["early", "load"] }
      }
      """
    let study = try study(Self.all + factors + analysis)
    #expect(
      study.analysis.comparisons.map(\.subject.name) == ["third", "corner"]
        && study.analysis.comparisons[0].response?.kind == .time
        && study.analysis.sensitivity?.responses.map(\.name) == ["early", "load"]
        && study.analysis.doseResponses.map(\.response.name) == ["corner", "reached_third"])
    #expect(study.responses.responses.first { $0.name == "third" }?.event?.name == "reached_third")
    let number = places(
      Self.all + factors + #", "analysis": { "dose_responses": [{ "response": "load", "#
        + #""factor": "infection_probability" }] }"#)
    #expect(number == ["unknown_value $.analysis.dose_responses[0].response"])
    let given = #", "analysis": { "given": ["reached_third", "reached_50pct"] }"#
    #expect(
      try self.study(Self.all + factors + given).analysis.given.map(\.name)
        == ["reached_third", "reached_50pct"])
    #expect(
      places(Self.all + factors + #", "analysis": { "given": ["extinct", "load"] }"#)
        == ["bad_relation $.analysis.given[0]", "unknown_value $.analysis.given[1]"])
    #expect(
      places(Self.all + factors + #", "analysis": { "given": ["reached_all", "reached_all"] }"#)
        == ["duplicate_value $.analysis.given[1]"])
    let misspelled = Texts.mistakes(
      Texts.study(
        Self.all + factors + #", "analysis": { "comparisons": [{ "response": "thirt", "#
          + #""factor": "infection_probability" }] }"#))
    #expect(misspelled.map(\.suggestion) == ["third"])
    let censored = places(
      Self.all + factors + #", "analysis": { "comparisons": [{ "response": "load", "#
        + #""factor": "infection_probability", "test": "log_rank" }] }"#)
    #expect(censored == ["bad_relation $.analysis.comparisons[0].test"])
  }

  @Test("what no run can show is reported")
  func notes() throws {
    let stop = #""group_size": 25, "stop": { "max_steps": 20, "share": 0.25 }"#
    let target =
      #", "replicates": { "max": 60, "until": [{ "response": "third", "half_width": 1 }] }"#
    let notes = try study(Self.all + target, stop).notes
    #expect(
      notes.map { "\($0.code.rawValue) \($0.path ?? "")" }
        == ["share_beyond_stop $.replicates.until[0].response"])
    #expect(try study(Self.all, #""group_size": 25, "stop": { "max_steps": 20 }"#).notes == [])
  }
}
