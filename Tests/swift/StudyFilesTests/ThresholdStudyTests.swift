import PlainText
import SpreadModel
import Statistics
import StudyFiles
import StudySupport
import Testing

@Suite("A study with the design threshold") struct ThresholdStudyTests {
  private static let standard = [
    "factor": "\"infection_probability\"", "from": "0.1", "to": "0.9",
    "response": "\"reached_50pct\"", "target": "0.5", "half_width": "0.01",
  ]

  private static func text(
    _ change: [String: String] = [:], _ body: String = "", model: String = #""group_size": 100"#
  ) -> String {
    let keys = standard.merging(change) { $1 }.sorted { $0.key < $1.key }
    return Texts.study(
      "\"design\": { \"type\": \"threshold\", "
        + keys.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + " }"
        + (body.isEmpty ? "" : ", " + body), model: model)
  }

  @Test("what is left out has its default value, and is written again")
  func defaults() throws {
    let study = try Texts.parse(Self.text())
    let search = try #require(study.threshold)
    #expect(search.scale == .linear && search.confidence == 0.95 && search.maxRuns == 1_000_000)
    #expect(study.replicates == .fixed(20) && study.isAdaptive)
    #expect(try !Texts.parse(Texts.study()).isAdaptive)
    let again = try Texts.parse(String(decoding: study.resolvedJSON, as: UTF8.self))
    #expect(again == study && again.digest == study.digest)
    let rule = try #require(study.thresholdRule)
    #expect(rule.isEvent && !rule.isWhole && rule.first == 20 && rule.most == 1_000_000)
  }

  @Test("begins with the first levels of every combination of its factors")
  func firstPoints() throws {
    let study = try Texts.parse(
      Self.text([:], #""factors": { "rule": { "values": ["exact", "push"] } }"#))
    #expect(study.searchCount == 2 && study.mostRuns == 2_000_000 && study.pointCount == 10)
    let points = try study.points()
    #expect(
      points.map(\.ruleName) == ["exact", "push"].flatMap { [String](repeating: $0, count: 5) })
    let levels = points.prefix(5).map { $0.level(of: .infectionProbability) }
    #expect(levels == [0.1, 0.3, 0.5, 0.7, 0.9].map(KeyValue.real))
    #expect(Set(points.map(\.identity)).count == 10)
  }

  @Test("a point that a search comes back to differs from the first by its index among its equals")
  func repeats() throws {
    let study = try Texts.parse(Self.text())
    let first = try study.points()[2]
    var maker = PointMaker(study)
    let levels = study.levels(at: 0.5, of: [:])
    let same = try maker.point(levels, number: 9, repeatIndex: 0)
    #expect(same.identity == first.identity && same.number == 9)
    #expect(same.numbered(2) == first)
    let again = try maker.point(levels, number: 9, repeatIndex: 1)
    #expect(again.identity != first.identity && again.repeatIndex == 1)
  }

  @Test("a point of any design is read back from its JSON", arguments: KeyedStudy.allCases)
  func placed(kind: KeyedStudy) throws {
    let study = try Texts.parse(kind.text)
    var maker = PointMaker(study)
    for point in try study.points().prefix(40) {
      let json = try JSONReader.read(Array(study.json(of: point).text.utf8))
      #expect(maker.point(json, number: point.number) == point)
    }
  }

  @Test(
    "a target may be what runs can have, and no more",
    arguments: [
      // Who returns is infected again: more infections than people.
      ("new", "0", "600", true), ("new", "\"forever\"", "600", false), ("new", "0", "0", false),
      ("infections", "0", "600", true), ("mean", "0", "600", false), ("mean", "0", "60", true),
      ("peak_new", "0", "99.5", true), ("peak_new", "0", "100", false),
      ("peak_infected_step", "0", "40", false), ("peak_infected_step", "0", "39", true),
      ("reproduction_number", "0", "0", false), ("reproduction_number", "0", "600", true),
      ("drift_x", "0", "-0.1", true),
    ] as [(String, String, String, Bool)])
  func bounds(response: String, immune: String, target: String, isPossible: Bool) {
    let text = Self.text(
      ["response": "\"\(response)\"", "target": target],
      #""responses": { "new": { "new_infections_between": [1, 30] }, "#
        + #""mean": { "mean_infected_between": [1, 30] } }"#,
      model:
        #""group_size": 100, "infectious_steps": 3, "stop": { "max_steps": 40 }, "immune_steps": "#
        + immune)
    #expect(Texts.places(text) == (isPossible ? [] : ["out_of_range $.design.target"]))
  }

  @Test("may search any numeric parameter, whole ones and numbers of structures too")
  func factors() throws {
    let whole = try Texts.parse(
      Self.text(
        [
          "factor": "\"group_size\"", "from": "4", "to": "400", "scale": "\"log\"",
          "half_width": "2",
        ],
        model: #""infection_factor": 2"#))
    #expect(whole.thresholdRule?.isWhole == true)
    #expect(try whole.points().map(\.groupSize) == [4, 13, 40, 126, 400])
    let number = try Texts.parse(
      Self.text(
        ["factor": "\"contacts.net.rewire\""],
        #""contacts": { "net": { "kind": "ring", "neighbors": 4, "rewire": 0.1 } }"#,
        model: #""group_size": 30, "contacts": "net""#))
    #expect(try Set(number.points().map(\.identity)).count == 5)
    #expect(try Texts.parse(String(decoding: number.resolvedJSON, as: UTF8.self)) == number)
  }

  @Test(
    "mistakes are named",
    arguments: [
      (["factor": "\"rule\""], "bad_relation", "factor"),
      (["from": "0.9", "to": "0.1"], "bad_range", "to"),
      (["from": "0.5", "to": "0.5"], "bad_range", "to"),
      (["to": "1.5"], "out_of_range", "to"),
      (["from": "0", "scale": "\"log\""], "bad_range", "from"),
      (["target": "1"], "out_of_range", "target"),
      (["target": "0"], "out_of_range", "target"),
      (["response": "\"final_infected\"", "target": "100"], "out_of_range", "target"),
      (["response": "\"final_infected\"", "target": "0"], "out_of_range", "target"),
      (["response": "\"steps\"", "target": "10000"], "out_of_range", "target"),
      (["response": "\"step_to_50pct\""], "bad_relation", "response"),
      (["response": "\"extinct\""], "bad_relation", "response"),
      (["half_width": "0.4"], "bad_relation", "half_width"),
      (["half_width": "1e-310"], "bad_relation", "half_width"),
      (["half_width": "1e-17"], "bad_relation", "half_width"),
      (["from": "1e-310", "scale": "\"log\""], "bad_range", "from"),
      (["max_runs": "199"], "bad_relation", "max_runs"),
      (["factor": "\"infection_factor\"", "from": "1.5", "to": "4"], "not_whole", "from"),
      (["factor": "\"infection_factor\"", "from": "1", "to": "2"], "bad_range", "to"),
      (["factor": "\"infection_factor\"", "from": "-1", "to": "4"], "out_of_range", "from"),
    ] as [([String: String], String, String)])
  func refused(change: [String: String], code: String, place: String) {
    #expect(Texts.places(Self.text(change)) == ["\(code) $.design.\(place)"])
  }

  @Test(
    "what is given in two places, or decided elsewhere, is refused too",
    arguments: [
      (
        #""factors": { "infection_probability": { "values": [0.1, 0.2] } }"#,
        "conflict $.design.factor"
      ),
      (
        #""replicates": { "max": 100, "until": [{ "response": "steps", "half_width": 1 }] }"#,
        "conflict $.replicates"
      ),
      (#""replicates": 4"#, "out_of_range $.replicates"),
      (
        #""analysis": { "comparisons": [{ "factor": "infection_probability", "#
          + #""response": "steps" }] }"#, "bad_relation $.analysis.comparisons[0]"
      ),
    ])
  func conflicts(body: String, place: String) {
    #expect(Texts.places(Self.text([:], body)) == [place])
  }

  @Test("at their limits they are not refused")
  func limits() {
    for change in [
      ["max_runs": "200"], ["half_width": "0.39"],
      ["factor": "\"infection_factor\"", "from": "1", "to": "3"],
      ["response": "\"final_infected\"", "target": "99.9"],
      ["response": "\"steps\"", "target": "0.1"],
      // Of other responses the mean may be any number.
      ["response": "\"drift_x\"", "target": "-3"], ["response": "\"elongation\"", "target": "1e9"],
    ] { #expect(Texts.places(Self.text(change)) == [], "\(change)") }
    #expect(Texts.places(Self.text([:], #""replicates": 5"#)) == [])
  }

  @Test("the factor is not among the constants")
  func constant() {
    let text = Self.text(model: #""group_size": 100, "infection_probability": 0.5"#)
    #expect(Texts.places(text) == ["conflict $.model.infection_probability"])
  }
}
