import PlainText
import StudyFiles
import StudyRuns
import Testing

/// Points that share hardly any random numbers.
@Suite struct RunNotesTests {
  private func codes(_ model: String, _ body: String, numbers: String = "common") throws -> [String]
  {
    let text = """
      { "spreadlab": 1, "study": "s", "seed": 1, "model": { "group_size": 100, "rule": "each_contact"\(model) },
        "random_numbers": "\(numbers)", \(body) }
      """
    return try Study.parse(bytes: Array(text.utf8), file: "study.json").allNotes.map(
      \.code.rawValue)
  }

  private static let note = ["unshared_random_numbers"]

  private func factor(_ name: String, _ values: String) -> String {
    #""factors": { "\#(name)": { "values": \#(values) } }"#
  }

  /// docs/randomness.md: for `moore` the border is at p = 0.0131.
  @Test(
    "are noted across the border of the rare form",
    arguments: [
      ("[0.0130, 0.0132]", true), ("[0.001, 0.0130]", false), ("[0.0132, 0.5]", false),
      ("[0, 0.001]", false), ("[0, 0.5]", false), ("[0.001, 1]", true),
    ])
  func border(values: String, isNoted: Bool) throws {
    let factor = factor("infection_probability", values)
    #expect(try codes("", factor) == (isNoted ? Self.note : []))
    #expect(try codes("", factor, numbers: "independent") == [])
    #expect(try codes(#", "contacts": "everybody""#, factor) == [])
  }

  @Test(
    "are noted between none and a list of interventions, and between nobody and somebody immune")
  func others() throws {
    let rare = #", "infection_probability": 0.01"#
    let list = """
      "interventions": { "late": [{ "when": { "step": 300 }, "multiply": { "infection_probability": 0.5 } }] },
      """
    let interventions = list + factor("interventions", #"["none", "late"]"#)
    #expect(try codes(rare, interventions) == Self.note)
    #expect(try codes(#", "infection_probability": 0.1"#, interventions) == [])
    #expect(try codes(rare, factor("immune_share", "[0, 0.1]")) == Self.note)
    #expect(try codes(rare, factor("immune_share", "[0.1, 0.2]")) == [])
    // With a course, the immune change no form.
    #expect(try codes(rare + #", "infectious_steps": 9"#, factor("immune_share", "[0, 0.1]")) == [])
  }
}
