import SpreadModel
import Statistics
import StudyFiles
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

  @Test("what is left out has its standard value, and is written again")
  func defaults() throws {
    let study = try Texts.parse(Self.text())
    let search = try #require(study.search)
    #expect(search.scale == .linear && search.confidence == 0.95 && search.maxRuns == 1_000_000)
    #expect(study.replicates == .fixed(20))
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

  @Test("a point that a search comes back to is told from the first by its place among its equals")
  func twins() throws {
    let study = try Texts.parse(Self.text())
    let first = try study.points()[2]
    let same = try study.point(at: 0.5, of: [:], number: 9, twin: 0)
    #expect(same.identity == first.identity && same.number == 9)
    #expect(same.numbered(2) == first)
    #expect(try study.point(at: 0.5, of: [:], number: 9, twin: 1).identity != first.identity)
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
    "what cannot be searched is refused at its place, with what to do",
    arguments: [
      (["factor": "\"rule\""], "$.design.factor", "has words as levels"),
      (["from": "0.9", "to": "0.1"], "$.design.to", "swap the two"),
      (["from": "0.5", "to": "0.5"], "$.design.to", "two different ends"),
      (["to": "1.5"], "$.design.to", "not a level of infection_probability"),
      (["from": "0", "scale": "\"log\""], "$.design.from", "no logarithm"),
      (["target": "1.2"], "$.design.target", "not between 0 and 1"),
      (["target": "0"], "$.design.target", "not between 0 and 1"),
      (
        ["response": "\"final_infected\"", "target": "100"], "$.design.target",
        "above 0 and below 100"
      ),
      (
        ["response": "\"steps\"", "target": "20000"], "$.design.target", "above 0 and below 10000"
      ),
      (["response": "\"step_to_50pct\""], "$.design.response", "\"reached_50pct\""),
      (["response": "\"extinct\""], "$.design.response", "in this study nobody does"),
      (["half_width": "0.4"], "$.design.half_width", "as wide as the range"),
      (["max_runs": "199"], "$.design.max_runs", "give 200 or more"),
      (
        ["factor": "\"infection_factor\"", "from": "1.5", "to": "4"], "$.design.from",
        "a whole number"
      ),
      (
        ["factor": "\"infection_factor\"", "from": "1", "to": "2"], "$.design.to",
        "three levels or more"
      ),
    ] as [([String: String], String, String)])
  func refused(change: [String: String], path: String, said: String) throws {
    let found = Texts.mistakes(Self.text(change))
    #expect(found.count == 1, "\(found)")
    let mistake = try #require(found.first)
    #expect(mistake.path == path && mistake.message.contains(said), "\(mistake)")
  }

  @Test("what is given in two places, or decided elsewhere, is refused too")
  func conflicts() {
    func said(_ body: String, model: String = #""group_size": 100"#) -> [String] {
      Texts.mistakes(Self.text([:], body, model: model)).map { "\($0.path) \($0.message)" }
    }
    let factor = said(#""factors": { "infection_probability": { "values": [0.1, 0.2] } }"#)
    #expect(
      factor.contains { $0.hasPrefix("$.design.factor infection_probability is also") }, "\(factor)"
    )
    let constant = said("", model: #""group_size": 100, "infection_probability": 0.5"#)
    #expect(constant.count == 1 && constant[0].hasPrefix("$.model.infection_probability"))
    let until = said(
      #""replicates": { "max": 100, "until": [{ "response": "steps", "half_width": 1 }] }"#)
    #expect(until.count == 1 && until[0].hasPrefix("$.replicates a search decides itself"))
    let few = said(#""replicates": 4"#)
    #expect(few.count == 1 && few[0].contains("give 5 or more"))
    let surface = said(
      #""factors": { "immune_share": { "values": [0.1, 0.2] } }, "analysis": { "surfaces": [{ "#
        + #""response": "steps", "factors": ["immune_share", "infection_probability"] }] }"#)
    #expect(surface.contains { $0.contains("hardly any two points") }, "\(surface)")
    let compared = said(
      #""analysis": { "comparisons": [{ "factor": "infection_probability", "#
        + #""response": "steps" }] }"#)
    #expect(compared.contains { $0.contains("hardly any two points") }, "\(compared)")
  }
}
