import Foundation
import TestSupport
import Testing

/// `reproduction.csv` by hand, and against branching processes.
@Suite struct ReproductionTableTests {
  /// The table of a study, and its first columns as a text per row: steps, people, whether complete, mean.
  private func table(
    _ model: String, replicates: Int, recorded: Int? = nil
  ) throws -> (rows: [[String: String]], texts: [String]) {
    let scratch = try Scratch()
    try run(
      """
      {
        "spreadlab": 1, "study": "reproduction", "seed": 5,
        "model": { \(model) },
        "replicates": \(replicates),
        "record": { "curves": "none", "transmissions": \(recorded ?? replicates) }
      }
      """, in: scratch.path)
    let rows = try scratch.rows("reproduction")
    let names = ["from_step", "to_step", "people", "complete", "reproduction_number"]
    return (rows, rows.map { row in names.map { row[$0] ?? "" }.joined(separator: " ") })
  }

  private static let row = #"""
    "group_size": 3, "columns": 3, "rule": "each_contact", "introductions": [{ "step": 0, "people": [0] }]
    """#

  @Test("three people in a row infect each other one after the other")
  func chain() throws {
    let (rows, texts) = try table(
      Self.row + #", "latent_steps": 1, "infectious_steps": 1"#, replicates: 3, recorded: 2)
    #expect(texts == ["0 4 6 1 0.6666666666666666", "0 0 2 1 1.0", "2 2 2 1 1.0", "4 4 2 1 0.0"])
    #expect(rows[0]["generation_mean"] == "2.0" && rows[0]["generation_sd"] == "0.0")
    // Both runs are the same, so nothing is known of the spread between them.
    #expect(rows[0]["ci_low"] == "" && rows[0]["ci_high"] == "")
    #expect(rows[3]["generation_mean"] == "" && rows[3]["sd"] == "0.0")
  }

  @Test("people whose infectious time a run may have cut off are listed without a mean")
  func cutOff() throws {
    let (rows, texts) = try table(
      Self.row + #", "latent_steps": 1, "infectious_steps": 1, "stop": { "max_steps": 4 }"#,
      replicates: 1)
    // The run goes on until the last step in which the second person may act.
    #expect(texts == ["0 2 2 1 1.0", "0 0 1 1 1.0", "2 2 1 1 1.0", "4 4 1 0 "])
    #expect(["sd", "ci_low", "generation_mean"].allSatisfy { rows[3][$0] == "" })
    let endless = try table(Self.row + #", "stop": { "max_steps": 1 }"#, replicates: 1)
    #expect(endless.texts == ["0 0 1 0 ", "1 1 1 0 "])
    // Nobody is left whom they could infect.
    let all = try table(Self.row, replicates: 1)
    #expect(all.texts.last == "2 2 1 1 0.0")
  }

  @Test("whoever is infected again counts again, and infects in the last infection before")
  func again() throws {
    let (_, texts) = try table(
      #"""
      "group_size": 2, "columns": 2, "rule": "each_contact", "infectious_steps": 1, "immune_steps": 0,
      "introductions": [{ "step": 0, "people": [0] }], "stop": { "max_steps": 4 }
      """#, replicates: 1)
    #expect(texts == ["0 3 4 1 1.0"] + (0...3).map { "\($0) \($0) 1 1 1.0" } + ["4 4 1 0 "])
  }

  @Test(
    "is that of a branching process: R = k p E(A), with the generation interval of L + A, also where runs are cut off",
    arguments: [
      // Two contacts in a single acting step.
      (#""infection_factor": 2, "infection_probability": 0.7, "infectious_steps": 1"#, 5, 1.4, 1.0),
      // Contacts in each step until recovery: intervals are geometric from 1, and latent steps besides.
      (
        #""infection_factor": 1, "infection_probability": 0.3, "recovery_probability": 0.25, "latent_steps": 2"#,
        48, 1.2, 6.0
      ),
    ])
  func branching(_ disease: String, steps: Int, mean: Double, interval: Double) throws {
    let (rows, _) = try table(
      #"""
      "group_size": 200000, "contacts": "everybody", "rule": "push", "start_people": 6, \#(disease),
      "stop": { "max_steps": \#(steps) }
      """#, replicates: 40)
    let all = try #require(rows.first)
    func number(_ name: String) throws -> Double { try #require(all[name].flatMap(Double.init)) }
    #expect(all["complete"] == "1" && rows.last?["complete"] == "0")
    let halfWidth = try (number("ci_high") - number("ci_low")) / 2
    // Two half-widths are four standard errors.
    #expect(try abs(number("reproduction_number") - mean) < 2 * halfWidth)
    #expect(halfWidth < 0.15)
    let infections = try number("people") * number("reproduction_number")
    let error = try max(0.01, number("generation_sd") / infections.squareRoot())
    #expect(try abs(number("generation_mean") - interval) < 5 * error)
  }
}
