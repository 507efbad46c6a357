import Foundation
import Testing

/// A change of `study` by its author, after it was run, and what the same folder makes of it.
struct StudyEdit: CustomTestStringConvertible, Sendable {
  enum Outcome: Equatable {
    /// Exit 5 with these keys, and nothing changes.
    case refused([String])
    /// So many runs are made: those that are not there, or lack something that is asked.
    case made(Int)
    /// No run is made; only tables and texts are new.
    static let free = made(0)
  }

  var testDescription: String
  var from: String
  var to: String
  var outcome: Outcome

  init(_ title: String, _ from: String, _ to: String, _ outcome: Outcome) {
    testDescription = title
    (self.from, self.to, self.outcome) = (from, to, outcome)
  }

  var edited: String { Self.study.replacingOccurrences(of: from, with: to) }

  static let study = Studies.small.replacing("\"replicates\": 200", with: replicates)

  private static let replicates = "\"replicates\": 20"
  private static let model = "\"factors\": {"

  static let all = [
    StudyEdit("another seed", "\"seed\": 7", "\"seed\": 8", .refused(["$.seed"])),
    StudyEdit("more maps", "\"maps\": 1", "\"maps\": 2", .made(12)),
    StudyEdit(
      "transmissions", "\"maps\": 1", "\"maps\": 1, \"transmissions\": 1",
      .made(12)),
    StudyEdit(
      "fewer curves", "\"curves\": \"all\"", "\"curves\": 10", .free),
    StudyEdit(
      "compressed curves", "\"maps\": 1", "\"maps\": 1, \"compress\": true",
      .free),
    StudyEdit(
      "a level removed", "[10, 100, 900]", "[10, 100]", .free),
    StudyEdit(
      "a level replaced", "\"virus_app\"]", "\"capped\"]", .made(120)),
    StudyEdit(
      "a level moved by a little", "0.3,", "0.30000000000000004,",
      .made(120)),
    StudyEdit(
      "a response that needs maps", model,
      #""responses": { "x": { "share_in": { "rows": [0, 0], "columns": [0, 1] }, "at_step": 2 } }, "#
        + model, .made(240)),
    StudyEdit("fewer replicates", replicates, "\"replicates\": 19", .free),
    StudyEdit(
      "independent numbers", replicates, replicates + ", \"random_numbers\": \"independent\"",
      .refused(["$.random_numbers"])),
    StudyEdit(
      "other columns", model, "\"model\": { \"columns\": 5 }, " + model,
      .refused(["$.model.columns"])),
    StudyEdit(
      "fewer steps, and another person begins", model,
      """
      "model": {
        "stop": { "max_steps": 9 }, "introductions": [{ "step": 0, "people": [3] }]
      }, \(model)
      """, .refused(["$.model.stop.max_steps", "$.model.introductions[0]"])),
    StudyEdit(
      "another factor, without the old level", model,
      model + " \"infection_factor\": { \"values\": [1, 2] },",
      .refused(["$.factors.infection_factor"])),
    StudyEdit(
      "people who recover, beside those who do not", model,
      model + " \"recovery_probability\": { \"values\": [0, 0.3] },",
      .made(480)),
    StudyEdit("more replicates", replicates, "\"replicates\": 23", .made(36)),
    StudyEdit("a level between the others", "[10, 100,", "[10, 64, 100,", .made(80)),
    StudyEdit(
      "another factor, with the old level", model,
      model + " \"infection_factor\": { \"values\": [2, 3] },", .made(240)),
    StudyEdit("levels in another order", "[10, 100, 900]", "[900, 10, 100]", .free),
    StudyEdit(
      "a description", replicates, replicates + ", \"description\": \"What to look for.\"", .free),
    StudyEdit(
      "another analysis", replicates,
      replicates + ", \"analysis\": { \"confidence\": 0.99 }", .free),
    StudyEdit(
      "responses that stored curves tell", model,
      #""responses": { "x": { "step_to_share": 0.3 }, "y": { "mean_infected_between": [1, 4] } }, "#
        + model, .free),
    StudyEdit(
      "another name", "\"study\": \"test\"", "\"study\": \"tested\"", .refused(["$.study"])),
    StudyEdit("a period", model, "\"model\": { \"period\": 60 }, " + model, .free),
    StudyEdit("white space", "\n", "\n\n\t ", .free),
    StudyEdit(
      "a default written out", replicates, replicates + ", \"random_numbers\": \"common\"", .free),
  ]
}

@Suite("R10: a study edited after it was run") struct EditedStudyTests {
  @Test("is refused naming the changed keys, or gives the bytes of a fresh run")
  func edited() throws {
    let scratch = try Scratch()
    let study = try scratch.write(StudyEdit.study, to: "study.json")
    let whole = scratch.file("whole")
    try #require(Command.run("run", study, "-o", whole).exitCode == 0)
    for edit in StudyEdit.all {
      try #require(StudyEdit.study.contains(edit.from))
      let edited = try scratch.write(edit.edited, to: "edited.json")
      let (folder, fresh) = (scratch.file("folder"), scratch.file("fresh"))
      try FileManager.default.copyItem(atPath: whole, toPath: folder)
      let outcome = try Command.run("run", edited, "-o", folder)
      let reported = "\(edit.testDescription): \(outcome.messages)"
      if case .refused(let keys) = edit.outcome {
        #expect(outcome.exitCode == 5 && outcome.code == "another_study", "\(reported)")
        for key in keys { #expect(outcome.messages.contains(key), "\(reported)") }
        #expect(try differences(whole, folder) == [], "\(reported)")
      } else {
        try #require(outcome.exitCode == 0, "\(reported)")
        #expect(try edit.outcome == .made(runsMade(folder)), "\(reported)")
        try #require(Command.run("run", edited, "-o", fresh).exitCode == 0)
        #expect(try differences(fresh, folder) == [], "\(reported)")
        // The folder's own study is the edited one from then on.
        try #require(Command.run("analyze", folder).exitCode == 0)
        #expect(try differences(fresh, folder) == [], "\(reported)")
        try FileManager.default.removeItem(atPath: fresh)
      }
      try FileManager.default.removeItem(atPath: folder)
    }
    print("R10: \(StudyEdit.all.count) edits")
  }
}
