import Foundation
import Testing

@Suite("Responses of a study's own, with the built program") struct OwnResponseTests {
  private static let added = #""late": { "new_infections_between": [6, 15] }, "early""#

  @Test("that curves tell are added to finished runs by analyze alone, as a fresh run has them")
  func added() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.ownResponses, to: "study.json")
    let more = try scratch.write(
      Studies.ownResponses.replacing("\"early\"", with: Self.added, maxReplacements: 1),
      to: "more.json")
    let (old, fresh) = (scratch.file("old"), scratch.file("fresh"))
    try #require(Command.run("run", study, "-o", old).exitCode == 0)
    try #require(Command.run("run", more, "-o", fresh).exitCode == 0)
    let analyzed = try Command.run("analyze", old, "--study", more)
    #expect(analyzed.exitCode == 0, "\(analyzed.messages)")
    #expect(try differences(old, fresh) == [])
    // As everything else does, going on with the runs knows the new study.
    let again = try Command.run("run", more, "-o", old)
    #expect(try again.exitCode == 0 && runsMade(old) == 0)
    #expect(try differences(old, fresh) == [])
    let verified = try Command.run("verify", old)
    #expect(verified.exitCode == 0, "\(verified.output) \(verified.messages)")
    let compared = try Command.run("compare", old, "--by", "rule", "--response", "late")
    #expect(compared.exitCode == 0, "\(compared.messages)")
  }

  @Test("are the same values where curves are not stored; adding one then needs the runs again")
  func withoutCurves() throws {
    let scratch = try Scratch()
    let none = Studies.ownResponses.replacing(#""curves": "all""#, with: #""curves": "none""#)
    let (study, bare) = (
      try scratch.write(Studies.ownResponses, to: "study.json"),
      try scratch.write(none, to: "bare.json")
    )
    let (whole, stored) = (scratch.file("whole"), scratch.file("stored"))
    try #require(Command.run("run", study, "-o", whole).exitCode == 0)
    try #require(Command.run("run", bare, "-o", stored).exitCode == 0)
    for table in ["runs", "summary", "comparisons", "dose_responses", "sensitivity", "maps"] {
      #expect(
        try Data(contentsOf: scratch.url("whole/\(table).csv"))
          == Data(contentsOf: scratch.url("stored/\(table).csv")), "\(table)")
    }
    try #require(Command.run("verify", stored).exitCode == 0)
    let more = try scratch.write(
      none.replacing("\"early\"", with: Self.added, maxReplacements: 1), to: "more.json")
    let refused = try Command.run("analyze", stored, "--study", more)
    #expect(refused.exitCode == 5 && refused.code == "another_study")
    #expect(refused.messages.contains("$.responses.late"), "\(refused.messages)")
    try #require(Command.run("run", more, "-o", stored).exitCode == 0)
    #expect(try runsMade(stored) == Rows(file: stored + "/runs.csv").rows.count)
  }

  /// One acting step: of everybody, and of the three people north of the center.
  @Test(
    "may be what a calibration is to explain: Beta posteriors, without stored curves",
    arguments: [
      (
        CalibrateTests.study(
          model: ", \"infection_factor\": 20",
          more: ", \"responses\": { \"then\": { \"infected_at\": 1 } }"), "then,8", 8.0, 14.0
      ),
      (
        CalibrateTests.study(
          people: 9, model: ", \"infection_factor\": 8",
          more: """
            , "responses": {
              "then": { "share_in": { "rows": [0, 0], "columns": [0, 2] }, "at_step": 1 }
            }
            """
        ).replacing("\"contacts\": \"everybody\"", with: "\"columns\": 3")
          .replacing("\"people\": [0]", with: "\"people\": [4]"), "then,0.6666666666666666", 3.0,
        2.0
      ),
    ])
  func calibrated(study: String, row: String, a: Double, b: Double) throws {
    let scratch = try Scratch()
    let out = scratch.file("out")
    let outcome = try Command.run(
      "calibrate", scratch.write(study, to: "study.json"), "--to",
      scratch.write("response,value\n\(row)\n", to: "data.csv"), "-o", out, "--draws", "300")
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    let summary = try Rows(file: out + "/posterior_summary.csv")
    let found = try #require(summary.rows.first)
    let size = try #require(summary.real(found, "effective_size"))
    let sd = (a * b / (a + b + 1)).squareRoot() / (a + b)
    #expect(abs((summary.real(found, "mean") ?? .nan) - a / (a + b)) < 4 * sd / size.squareRoot())
    #expect(abs((summary.real(found, "sd") ?? .nan) / sd - 1) < 4 / (2 * size).squareRoot())
    for command in [["analyze", out], ["verify", out, "--sample", "50"], ["report", out]] {
      let done = try Command.run(command)
      #expect(done.exitCode == 0, "\(command): \(done.messages)")
    }
  }

  @Test("are those of a replayed run, and planned for by check")
  func replayed() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.ownResponses, to: "study.json")
    try #require(Command.run("run", study, "-o", scratch.file("r")).exitCode == 0)
    let rows = try Rows(file: scratch.file("r/runs.csv")).rows
    for (point, replicate) in [(0, 0), (3, 17), (5, 59)] {
      let row = try #require(
        rows.first { $0["point"] == "\(point)" && $0["replicate"] == "\(replicate)" })
      let replayed = try Command.run(
        "replay", scratch.file("r"), "--point", "\(point)", "--replicate", "\(replicate)", "--json")
      let json = try replayed.json()
      let values = try #require(json["responses"] as? [String: Any])
      for name in ["fifth", "reached_fifth", "at_four", "corner", "early", "load"] {
        #expect(
          (values[name] as? Double).map { "\($0)" }
            == row[name].flatMap(Double.init).map { "\($0)" },
          "\(name)")
      }
      #expect(json["infected_at_step"] == nil)
    }
    let advice = try Command.run(
      "check", study, "--response", "corner", "--half-width", "0.02", "--pilot", "20", "--json")
    // All 20 runs of the pilot have it, at each of the six points.
    let found = try #require(advice.json()["advice"] as? [String: Any])
    let points = try #require(found["points"] as? [[String: Any]])
    #expect(found["response"] as? String == "corner" && points.count == 6)
    #expect(points.allSatisfy { $0["n_reached"] as? Int == 20 })
  }
}
