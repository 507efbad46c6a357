import Statistics
import StudyFiles
import Testing

@Suite("dose_responses of a study") struct DoseResponseStudyTests {
  private static let factors =
    #""factors": { "infection_probability": { "values": [0.2, 0.5] }, "#
    + #""rule": { "values": ["exact", "push"] } }"#

  private func mistakes(
    _ request: String, _ factors: String = factors, model: String = #""group_size": 100"#
  ) -> [Diagnostic] {
    Texts.mistakes(
      Texts.study(
        "\(factors), \"analysis\": { \"dose_responses\": [\(request)] }", model: model))
  }

  @Test("what is left out is logit, and the doses at 0.1, 0.5 and 0.9; it is written again")
  func defaults() throws {
    let text = Texts.study(
      Self.factors
        + #", "analysis": { "dose_responses": [{ "response": "final_share", "#
        + #""factor": "infection_probability" }] }"#)
    let study = try Texts.parse(text)
    let request = try #require(study.analysis.doseResponses.first)
    #expect(request.link == .logit && request.levels == [0.1, 0.5, 0.9])
    let again = try Texts.parse(String(decoding: study.resolvedJSON, as: UTF8.self))
    #expect(again == study)
  }

  @Test(
    "what cannot be asked is refused at its place",
    arguments: [
      (
        #""response": "step_to_50pct", "factor": "infection_probability""#, "response",
        "final_share"
      ),
      (#""response": "reached_all", "factor": "rule""#, "factor", "infection_probability"),
      (#""response": "reached_all", "factor": "group_size""#, "factor", "is not a factor"),
      (#""response": "extinct", "factor": "infection_probability""#, "response", "recover"),
      (
        #""response": "reached_all", "factor": "infection_probability", "levels": [0.5, 1]"#,
        "levels[1]", "below 1"
      ),
      (
        #""response": "reached_all", "factor": "infection_probability", "levels": [0.5, 0.5]"#,
        "levels[1]", "remove one of the two"
      ),
      (
        #""response": "reached_all", "factor": "infection_probability", "link": "log""#, "link",
        "logit"
      ),
    ])
  func refused(request: String, place: String, said: String) throws {
    let found = mistakes("{ \(request) }")
    #expect(found.count == 1, "\(found)")
    let mistake = try #require(found.first)
    #expect(mistake.path == "$.analysis.dose_responses[0].\(place)", "\(mistake)")
    #expect(mistake.message.contains(said), "\(mistake.message)")
  }

  @Test("a factor needs two numbers or more, and points that differ in it alone")
  func factors() {
    let asked = #"{ "response": "reached_all", "factor": "infectious_steps" }"#
    func said(_ factors: String) -> String {
      let size = factors.contains("group_size") ? #""rule": "exact""# : #""group_size": 100"#
      return mistakes(asked, factors, model: size).map(\.message).joined()
    }
    #expect(said(#""factors": { "infectious_steps": { "values": [2] } }"#).contains("one level"))
    #expect(
      said(#""factors": { "infectious_steps": { "values": [2, 3, "forever"] } }"#)
        .contains("has the level forever"))
    let two =
      #""factors": { "infectious_steps": { "values": [2, 3] }, "#
      + #""group_size": { "values": [25, 36] } }"#
    #expect(said(two) == "")
    #expect(
      said(two + #", "design": { "type": "zip" }"#).contains("differ in infectious_steps alone"))
    #expect(
      said(
        #""factors": { "infectious_steps": { "from": 2, "to": 30 } }, "#
          + #""design": { "type": "halton", "points": 5 }"#) == "")
  }
}
