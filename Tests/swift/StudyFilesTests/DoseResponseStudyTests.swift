import Foundation
import Statistics
import StudyFiles
import Testing

@Suite("dose_responses of a study") struct DoseResponseStudyTests {
  private static let factors =
    #""factors": { "infection_probability": { "values": [0.2, 0.5] }, "#
    + #""rule": { "values": ["exact", "push"] } }"#

  private func places(
    _ request: String, _ factors: String = factors, model: String = #""group_size": 100"#
  ) -> [String] {
    Texts.places(
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
    "mistakes are named",
    arguments: [
      ("step_to_50pct", "infection_probability", "", "unknown_value", "response"),
      ("extinct", "infection_probability", "", "bad_relation", "response"),
      ("reached_all", "rule", "", "unknown_value", "factor"),
      ("reached_all", "group_size", "", "unknown_value", "factor"),
      ("reached_all", "infection_probability", #""levels": [0.5, 1]"#, "out_of_range", "levels[1]"),
      (
        "reached_all", "infection_probability", #""levels": [0.5, 0.5]"#, "duplicate_value",
        "levels[1]"
      ),
      ("reached_all", "infection_probability", #""link": "log""#, "unknown_value", "link"),
    ])
  func refused(response: String, factor: String, more: String, code: String, place: String) {
    let request =
      #"{ "response": "\#(response)", "factor": "\#(factor)"\#(more.isEmpty ? "" : ", " + more) }"#
    #expect(places(request) == ["\(code) $.analysis.dose_responses[0].\(place)"])
  }

  @Test("a factor needs two numbers or more, and points that differ in it alone")
  func factors() {
    func places(_ body: String) -> [String] {
      let size = body.contains("group_size") ? #""rule": "exact""# : #""group_size": 100"#
      return self.places(
        #"{ "response": "reached_all", "factor": "infectious_steps" }"#, body, model: size)
    }
    let refused = ["bad_relation $.analysis.dose_responses[0].factor"]
    // One dose more for each end that is fitted; there are two.
    let (both, plateau) = (#""floor": "fitted", "plateau": "fitted""#, #""plateau": "fitted""#)
    for ends in [both, plateau] {
      let request =
        #"{ "response": "reached_all", "factor": "infection_probability", \#(ends) }"#
      #expect(self.places(request) == refused, "\(ends)")
      let three = Self.factors.replacingOccurrences(of: "[0.2, 0.5]", with: "[0.2, 0.4, 0.5]")
      #expect(self.places(request, three) == (ends == both ? refused : []), "\(ends)")
    }
    #expect(places(#""factors": { "infectious_steps": { "values": [2] } }"#) == refused)
    #expect(
      places(#""factors": { "infectious_steps": { "values": [2, 3, "forever"] } }"#) == refused)
    let two =
      #""factors": { "infectious_steps": { "values": [2, 3] }, "#
      + #""group_size": { "values": [25, 36] } }"#
    #expect(places(two) == [])
    #expect(places(two + #", "design": { "type": "zip" }"#) == refused)
    let sampled = #""factors": { "infectious_steps": { "from": 2, "to": 30 }"#
    let other = #", "infection_probability": { "from": 0.1, "to": 0.9 }"#
    for design in ["halton", "sobol", "latin_hypercube"] {
      let design = #", "design": { "type": "\#(design)", "points": 5 }"#
      #expect(places(sampled + " }" + design) == [], "\(design)")
      #expect(places(sampled + other + " }" + design) == refused, "\(design)")
    }
  }
}
