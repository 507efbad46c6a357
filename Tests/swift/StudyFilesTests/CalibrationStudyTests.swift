import KeyedRandom
import PlainText
import SpreadModel
import Statistics
import StudyFiles
import Testing

/// The design `calibration` in study files.
@Suite struct CalibrationStudyTests {
  private static func study(
    factors: String = "\"infection_probability\": { \"from\": 0.1, \"to\": 0.7 }",
    data: String = "{ \"response\": \"final_infected\", \"values\": [8] }", more: String = "",
    body: String = "", model: String = "\"group_size\": 20"
  ) -> String {
    Texts.study(
      """
      "factors": { \(factors) },
      "design": { "type": "calibration", "data": [ \(data) ], "draws": 50\(more) }\(body)
      """, model: model)
  }

  @Test("the design decides what runs there are, whatever the study says")
  func decided() throws {
    let study = try Texts.parse(
      Self.study(
        data: "{ \"curve\": \"infected\", \"step\": 2, \"values\": [3, 4, 4] }",
        body: """
          , "replicates": 100, "random_numbers": "common", "record": { "curves": "none", "maps": 5 },
          "analysis": { "confidence": 0.9, "fits": [{ "model": "logistic" }] }
          """))
    #expect(study.replicates == .fixed(3) && study.randomNumbers == .independent)
    #expect(study.record == Record(curves: .all))
    var analysis = Analysis()
    analysis.confidence = 0.9
    #expect(study.analysis == analysis)
    #expect(study.calibration?.data.first?.quantity.words == "infected at step 2")
  }

  @Test("the first generation has the prior's draws of the key that docs/randomness.md names")
  func firstDraws() throws {
    let study = try Texts.parse(Self.study())
    let shares = SequentialABC.priorShares(
      count: 100, dimension: 1, key: fold(study.seed, 0x6472_6177))
    let found = try study.points().map(\.scenario.infectionProbability)
    #expect(found.count == 100)
    for (one, share) in zip(found, shares) { #expect(abs(one - (0.1 + 0.6 * share[0])) < 1e-12) }
  }

  @Test("a response of the study's own is stored with each run, whatever curves are kept")
  func ownAreStored() throws {
    let study = try Texts.parse(
      Self.study(
        data: """
          { "response": "load", "values": [2.5, 3] }, { "response": "reached_third", "values": [1, 0] }
          """, body: Self.load))
    #expect(study.calibration?.data.map(\.quantity.words) == ["load", "reached_third"])
    #expect(study.storedOwnResponses.map(\.name) == ["load", "third", "other"])
    let again = try Texts.parse(String(decoding: study.resolvedJSON, as: UTF8.self))
    #expect(again == study && again.digest == study.digest)
    // Beside a curve all curves are kept, and what they tell is read from them, but for the data.
    let both = try Texts.parse(
      Self.study(
        data: """
          { "curve": "infected", "step": 2, "values": [3] }, { "response": "load", "values": [2] }
          """, body: Self.load))
    #expect(both.record.curves == .all && both.storedOwnResponses.map(\.name) == ["load"])
  }
  private static let load = """
    , "responses": {
      "load": { "mean_infected_between": [0, 4] }, "third": { "step_to_share": 0.333 },
      "other": { "infected_at": 3 }
    }
    """

  @Test(
    "data may name the responses that a file has; one with a mistake is reported as in any command")
  func names() throws {
    func names(_ text: String, _ overrides: [Override] = []) throws -> [String] {
      try Study.measured(bytes: Array(text.utf8), file: "study.json", overrides: overrides)
        .responses
        .map(\.name)
    }
    let builtIn = Response.allCases.map(\.name)
    #expect(try names(Self.study()) == builtIn)
    let own = ["load", "third", "reached_third", "other"]
    #expect(try names(Self.study(body: Self.load)) == builtIn + own)
    let more = Override(path: "responses.late", value: "{ \"infected_at\": 9 }")
    #expect(try names(Self.study(body: Self.load), [more]) == builtIn + own + ["late"])
    #expect(throws: StudyFileError.self) {
      try names(Self.study(body: Self.load.replacing("step_to_share", with: "step_to_shar")))
    }
    #expect(throws: StudyFileError.self) { try names("{") }
  }

  @Test(
    "without data that alone is missing: nothing is said of the designs that its ranges do not fit")
  func missingData() {
    for (data, code) in [("3", ErrorCode.wrongType), ("", .empty)] {
      let text = Self.study(data: data)
      let error = #expect(throws: StudyFileError.self) { try Texts.parse(text) }
      #expect(error?.diagnostics.map(\.code) == [code])
      #expect(error?.diagnostics.first?.path.hasPrefix("$.design.data") == true)
    }
  }

  @Test("priors: ranges are uniform, on a log scale in the logarithm, steps equally likely")
  func priors() throws {
    let study = try Texts.parse(
      Self.study(
        factors: """
          "infection_probability": { "from": 0.01, "to": 1, "scale": "log" },
          "infection_factor": { "from": 1, "to": 4, "step": 1 },
          "group_size": { "from": 10, "to": 12 }
          """, model: "\"boundary\": \"bounded\""))
    let levels = study.levels(atShares: [0.5, 0.999, 0.34])
    #expect(levels[.infectionProbability] == .real(0.1))
    #expect(levels[.infectionFactor] == .whole(4))
    #expect(levels[.groupSize] == .whole(11))
    #expect(study.levels(atShares: [0, 0.25, 0])[.infectionFactor] == .whole(2))
  }

  @Test("the first generation are the points; equal ones have identities of their own")
  func points() throws {
    let study = try Texts.parse(
      Self.study(factors: "\"infection_factor\": { \"from\": 1, \"to\": 2, \"step\": 1 }"))
    let points = try study.points()
    #expect(points.count == 100 && study.pointCount == 100)
    #expect(Set(points.map(\.identity)).count == 100)
    #expect(Set(points.map(\.scenario.infectionFactor)) == [1, 2])
  }

  @Test("other words for when it ends make the same calibration, other data another one")
  func continued() throws {
    let first = try Texts.parse(Self.study())
    let longer = try Texts.parse(Self.study(more: ", \"max_runs\": 2000, \"tolerance\": 1"))
    let other = try Texts.parse(
      Self.study(data: "{ \"response\": \"final_infected\", \"values\": [9] }"))
    #expect(longer.digest != first.digest)
    #expect(longer.placesPoints(as: first) && first.placesPoints(as: longer))
    #expect(!other.placesPoints(as: first))
    #expect(other.changedKeys(since: first).contains { $0.hasPrefix("$.design.data[0].values") })
  }

  private static func value(_ response: String, _ values: String) -> String {
    "{ \"response\": \"\(response)\", \"values\": [\(values)] }"
  }

  private static func curve(_ name: String, _ step: Int, _ values: String = "1") -> String {
    "{ \"curve\": \"\(name)\", \"step\": \(step), \"values\": [\(values)] }"
  }

  @Test(
    "data that no run can give are refused, those at the limits are not",
    arguments: [
      ("final_infected", "20", "21"), ("final_infected", "0", "-1"), ("final_share", "1", "1.01"),
      ("final_share", "0", "-0.01"), ("final_infected", "3, 4", "3, 4.5"),
      ("step_to_50pct", "4", "4.5"), ("step_to_50pct", "10000", "10001"),
      ("reached_50pct", "1", "0.5"), ("load", "20", "20.5"), ("load", "0", "-0.5"),
    ])
  func limits(response: String, possible: String, impossible: String) {
    func places(_ values: String) -> [String] {
      Texts.places(Self.study(data: Self.value(response, values), body: Self.load))
    }
    #expect(places(possible) == [])
    #expect(places(impossible) == ["bad_relation $.design.data[0]"])
  }

  @Test(
    "new infections of a run are at most the people, together, unless somebody is infected again",
    arguments: [
      ("", "8, 19", true), ("", "9, 1", false), (#", "infectious_steps": 2"#, "9, 1", false),
      (#", "infectious_steps": 2, "immune_steps": 3"#, "9, 1", true),
    ])
  func excess(course: String, later: String, isPossible: Bool) {
    let data =
      Self.curve("new_infections", 2, later) + ", "
      + Self.curve("new_infections", 1, "12, 1")
    #expect(
      Texts.places(Self.study(data: data, model: #""group_size": 20"# + course))
        == (isPossible ? [] : ["bad_relation $.design.data[0]"]))
  }

  @Test("responses of interventions are refused where no point has any")
  func responseOfInterventions() {
    #expect(
      Texts.places(Self.study(data: Self.value("steps_under_intervention", "1")))
        == ["bad_relation $.design.data[0]"])
  }

  private static let short = "\"group_size\": 20, \"stop\": { \"max_steps\": 3 }"
  private static let half = "\"group_size\": 20, \"stop\": { \"share\": 0.5 }"

  @Test(
    "mistakes are named",
    arguments: [
      (study(factors: ""), "missing $.factors"),
      (
        study(factors: "\"rule\": { \"values\": [\"exact\", \"push\"] }"),
        "conflict $.factors.rule"
      ),
      (
        study(factors: "\"infection_factor\": { \"values\": [1, 2] }"),
        "conflict $.factors.infection_factor"
      ),
      (
        study(data: value("load", "2.5"), body: load, model: short), "bad_relation $.design.data[0]"
      ),
      (study(data: value("load", "2.5"), body: load, model: half), "bad_relation $.design.data[0]"),
      (study(data: value("load", "2.5")), "unknown_value $.design.data[0].response"),
      (study(data: value("extinct", "1")), "bad_relation $.design.data[0]"),
      (study(data: curve("immune", 1)), "bad_relation $.design.data[0]"),
      (study(data: curve("infected", 10_001)), "bad_relation $.design.data[0]"),
      (study(data: curve("infected", 1), model: half), "bad_relation $.design.data[0]"),
      (
        study(data: curve("ever_infected", 4, "8, 7") + ", " + curve("ever_infected", 2, "8, 9")),
        "bad_relation $.design.data[0]"
      ),
      (
        study(data: value("steps", "1") + ", " + value("steps", "2")),
        "bad_relation $.design.data[1]"
      ),
      (
        study(data: value("steps", "1, 2") + ", " + value("peak_new", "2")),
        "bad_relation $.design.data[1]"
      ),
      (study(more: ", \"max_runs\": 99"), "bad_relation $.design.max_runs"),
      (
        study(data: value("steps", "1, 2, 3"), more: ", \"max_runs\": 299"),
        "bad_relation $.design.max_runs"
      ),
    ])
  func refused(text: String, place: String) { #expect(Texts.places(text) == [place]) }

  @Test("the first generation may be all there is", arguments: [1, 3])
  func fewestRuns(replicates: Int) {
    let values = Array(repeating: "1", count: replicates).joined(separator: ", ")
    let text = Self.study(
      data: Self.value("steps", values), more: ", \"max_runs\": \(2 * 50 * replicates)")
    #expect(Texts.places(text) == [])
  }
}
