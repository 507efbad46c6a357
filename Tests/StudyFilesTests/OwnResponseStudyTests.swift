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

  private func mistakes(_ keys: String, model: String = #""group_size": 25"#) -> [Diagnostic] {
    Texts.mistakes(Texts.study(keys, model: model))
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
    "are refused at their place where a name is taken, whatever its case",
    arguments: [
      (#""steps": { "infected_at": 5 }"#, "steps", "a built-in response"),
      (#""extinct": { "infected_at": 5 }"#, "extinct", "a built-in response"),
      (#""all": { "step_to_share": 0.99 }"#, "all", "whether it was reached"),
      (#""Final_Share": { "infected_at": 5 }"#, "Final_Share", "a built-in response"),
      (#""curve": { "infected_at": 5 }"#, "curve", "a word that comparisons use"),
      (#""drift": { "infected_at": 5 }"#, "drift", "a word that comparisons use"),
      (#""status": { "infected_at": 5 }"#, "status", "another column of runs.csv"),
      (#""replicate": { "infected_at": 5 }"#, "replicate", "another column of runs.csv"),
      (#""recovery_probability": { "infected_at": 5 }"#, "recovery_probability", "a parameter"),
      (
        #""x": { "step_to_share": 0.5 }, "reached_x": { "infected_at": 5 }"#, "reached_x",
        "a column of the response \"x\""
      ),
      (
        #""reached_x": { "infected_at": 5 }, "x": { "step_to_share": 0.5 }"#, "x",
        "\"reached_x\" is a column of the response \"reached_x\""
      ),
      (
        #""a": { "infected_at": 5 }, "A": { "infected_at": 5 }"#, "A",
        "a column of the response \"a\""
      ),
    ])
  func taken(responses: String, place: String, said: String) throws {
    let found = mistakes("\"responses\": { \(responses) }")
    #expect(found.count == 1, "\(found)")
    let mistake = try #require(found.first)
    #expect(mistake.path == "$.responses.\(place)" && mistake.code == .conflict, "\(mistake)")
    #expect(mistake.message.contains(said), "\(mistake.message)")
  }

  @Test("a number of a structure by its path is a parameter, too")
  func structureNumber() throws {
    let found = mistakes(
      #""contacts": { "net": { "kind": "ring", "neighbors": 4, "rewire": 0.1 } }, "#
        + #""responses": { "contacts.net.rewire": { "infected_at": 5 } }"#)
    #expect(found.map(\.code) == [.conflict])
  }

  @Test(
    "are refused at their place where they cannot be",
    arguments: [
      (#""infected_at": -1"#, "infected_at", "0...1000000000"),
      (#""infected_at": 2.5"#, "infected_at", "not a whole number"),
      (#""step_to_share": 0"#, "step_to_share", "above 0"),
      (#""step_to_share": 1.1"#, "step_to_share", "at most 1"),
      (#""new_infections_between": [3]"#, "new_infections_between", "there is 1 value"),
      (#""new_infections_between": [1, 2, 3]"#, "new_infections_between", "there are 3 values"),
      (#""new_infections_between": 3"#, "new_infections_between", "the first and the last"),
      (#""mean_infected_between": [4, 3]"#, "mean_infected_between", "4 is above 3"),
      (#""mean_infected_between": [0, 0.5]"#, "mean_infected_between[1]", "not a whole number"),
      (#""share_in": { "rows": [0, 1], "columns": [0, 1] }"#, "at_step", "missing"),
      (#""share_in": { "rows": [0, 1] }, "at_step": 3"#, "share_in.columns", "missing"),
      (
        #""share_in": { "rows": [0, 5], "columns": [0, 1] }, "at_step": 3"#, "share_in.rows",
        "have 5 rows; give rows in 0...4"
      ),
      (
        #""share_in": { "rows": [0, 1], "columns": [5, 5] }, "at_step": 3"#, "share_in.columns",
        "have 5 columns; give columns in 0...4"
      ),
      (#""infected_at": 3, "at_step": 3"#, "at_step", "cannot be combined"),
      ("", "step_to_share", "is missing"),
    ])
  func refused(response: String, place: String, said: String) throws {
    // What is asked of a broken response is not told once more.
    let found = mistakes(
      "\"responses\": { \"x\": { \(response) } }, \"analysis\": { \"sensitivity\": "
        + #"{ "responses": ["x"] } }, "factors": { "infection_factor": { "values": [1, 2] } }"#)
    #expect(found.count == 1, "\(found)")
    let mistake = try #require(found.first)
    #expect(mistake.path == "$.responses.x.\(place)", "\(mistake)")
    #expect(mistake.message.contains(said), "\(mistake.message)")
  }

  @Test("a part of the grid must be there at every point, with people, on the grid")
  func areas() throws {
    let area =
      #""responses": { "c": { "share_in": { "rows": [4, 4], "columns": [3, 4] }, "#
      + #""at_step": 6 } }"#
    func problem(_ factors: String, model: String = #""group_size": 25"#) -> [String] {
      mistakes(area + ", \"factors\": { \(factors) }", model: model).map {
        "\($0.path): \($0.message)"
      }
    }
    #expect(try study(area).points().count == 1)
    #expect(try study(area, #""group_size": 25, "boundary": "torus""#).points().count == 1)
    let sizes = problem(#""group_size": { "values": [25, 16] }"#, model: #""columns": 5"#)
    #expect(sizes.count == 1)
    #expect(sizes.first?.hasPrefix("$.responses.c.share_in.rows: at some point 16 people") == true)
    let partial = problem(#""group_size": { "values": [25, 23] }"#, model: #""columns": 5"#)
    #expect(
      partial.first?.hasPrefix("$.responses.c.share_in: this part of the grid is empty") == true)
    let columns = problem(#""columns": { "values": [5, 4] }"#)
    #expect(columns.first?.contains("have 4 columns") == true)
    let contacts = problem(#""contacts": { "values": ["grid", "everybody"] }"#)
    #expect(
      contacts.first?.hasPrefix("$.responses.c.share_in: rows and columns exist only") == true)
    // Too many points to look at all of them on loading: told when they are made.
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
    let number = mistakes(
      Self.all + factors + #", "analysis": { "dose_responses": [{ "response": "load", "#
        + #""factor": "infection_probability" }] }"#)
    #expect(number.map(\.path) == ["$.analysis.dose_responses[0].response"])
    let misspelt = mistakes(
      Self.all + factors + #", "analysis": { "comparisons": [{ "response": "thirt", "#
        + #""factor": "infection_probability" }] }"#)
    #expect(misspelt.map(\.suggestion) == ["third"])
    let censored = mistakes(
      Self.all + factors + #", "analysis": { "comparisons": [{ "response": "load", "#
        + #""factor": "infection_probability", "test": "log_rank" }] }"#)
    #expect(censored.map(\.path) == ["$.analysis.comparisons[0].test"])
  }

  @Test("what no run can show is told")
  func notes() throws {
    let stop = #""group_size": 25, "stop": { "max_steps": 5, "share": 0.25 }"#
    let target =
      #", "replicates": { "max": 60, "until": [{ "response": "third", "half_width": 1 }] }"#
    let notes = try study(Self.all + target, stop).notes
    #expect(
      notes.map(\.path) == [
        "$.replicates.until[0].response", "$.responses.corner.at_step",
        "$.responses.load.mean_infected_between",
      ])
    #expect(notes.first?.message.contains("hardly any reaches a share of 0.3") == true)
    #expect(try study(Self.all, #""group_size": 25, "stop": { "max_steps": 20 }"#).notes == [])
  }
}
