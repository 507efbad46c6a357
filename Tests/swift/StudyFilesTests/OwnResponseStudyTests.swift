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
    let misspelt = Texts.mistakes(
      Texts.study(
        Self.all + factors + #", "analysis": { "comparisons": [{ "response": "thirt", "#
          + #""factor": "infection_probability" }] }"#))
    #expect(misspelt.map(\.suggestion) == ["third"])
    let censored = places(
      Self.all + factors + #", "analysis": { "comparisons": [{ "response": "load", "#
        + #""factor": "infection_probability", "test": "log_rank" }] }"#)
    #expect(censored == ["bad_relation $.analysis.comparisons[0].test"])
  }

  @Test("what no run can show is reported")
  func notes() throws {
    let stop = #""group_size": 25, "stop": { "max_steps": 5, "share": 0.25 }"#
    let target =
      #", "replicates": { "max": 60, "until": [{ "response": "third", "half_width": 1 }] }"#
    let notes = try study(Self.all + target, stop).notes
    #expect(
      notes.map { "\($0.code.rawValue) \($0.path ?? "")" }
        == ["share_beyond_stop $.replicates.until[0].response"])
    #expect(try study(Self.all, #""group_size": 25, "stop": { "max_steps": 20 }"#).notes == [])
  }
}
