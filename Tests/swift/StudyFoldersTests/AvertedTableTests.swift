import TestSupport
import Testing

/// `averted.csv` by hand, on three people in a row.
@Suite struct AvertedTableTests {
  @Test("infections averted, later and worse off, of three policies on three people")
  func byHand() throws {
    let scratch = try Scratch()
    // Nothing: infected in the steps 0, 1, 2. A pause of a step: 0, 2, 3. Closed after a step: 0, 1, never.
    try run(
      #"""
      {
        "spreadlab": 1, "study": "averted", "seed": 5,
        "model": {
          "group_size": 3, "columns": 3, "rule": "each_contact", "infectious_steps": 2,
          "introductions": [{ "step": 0, "people": [0] }]
        },
        "interventions": {
          "pause": [
            { "when": { "step": 0 }, "set": { "infection_probability": 0 }, "until": { "after_steps": 1 } }
          ],
          "closed": [{ "when": { "step": 1 }, "set": { "infection_probability": 0 } }]
        },
        "factors": { "interventions": { "values": ["none", "pause", "closed"] } },
        "replicates": 3, "record": { "maps": 2 },
        "analysis": {
          "averted": [
            { "factor": "interventions", "reference": "none" },
            { "factor": "interventions", "reference": "closed" }
          ]
        }
      }
      """#, in: scratch.path)
    let names = ["reference", "level", "outcome", "n", "mean", "ci_low", "reference_mean"]
    let texts = try scratch.rows("averted").map { row in
      names.map { row[$0] ?? "" }.joined(separator: " ")
    }
    // All pairs are the same: nothing is known of their spread.
    #expect(
      texts == [
        "none pause infections 3 0.0  3.0", "none pause averted 2 0.0  3.0",
        "none pause worse_off 2 0.0  3.0", "none pause later 2 2.0  3.0",
        "none pause earlier 2 0.0  3.0",
        "none closed infections 3 1.0  3.0", "none closed averted 2 1.0  3.0",
        "none closed worse_off 2 0.0  3.0", "none closed later 2 0.0  3.0",
        "none closed earlier 2 0.0  3.0",
        "closed none infections 3 -1.0  2.0", "closed none averted 2 0.0  2.0",
        "closed none worse_off 2 1.0  2.0", "closed none later 2 0.0  2.0",
        "closed none earlier 2 0.0  2.0",
        "closed pause infections 3 -1.0  2.0", "closed pause averted 2 0.0  2.0",
        "closed pause worse_off 2 1.0  2.0", "closed pause later 2 1.0  2.0",
        "closed pause earlier 2 0.0  2.0",
      ])
  }

  @Test("who is not brought in is averted")
  func fromOutside() throws {
    let scratch = try Scratch()
    // Nobody infects anybody. Everybody comes from outside in step 1, or nobody does.
    try run(
      #"""
      {
        "spreadlab": 1, "study": "averted", "seed": 5,
        "model": {
          "group_size": 5, "infection_probability": 0, "infectious_steps": 3, "contacts": "everybody",
          "introductions": [{ "step": 0, "people": [0] }, { "mean": 1000, "from": 1, "to": 1 }]
        },
        "factors": { "introductions.1.mean": { "values": [1000, 0] } },
        "replicates": 2, "record": { "maps": 2 },
        "analysis": { "averted": [{ "factor": "introductions.1.mean", "reference": 1000 }] }
      }
      """#, in: scratch.path)
    let rows = try scratch.rows("averted")
    #expect(rows.map { $0["outcome"] }.prefix(2) == ["infections", "averted"])
    #expect(rows.map { $0["mean"] } == ["4.0", "4.0", "0.0", "0.0", "0.0"])
    #expect(rows.first?["reference_mean"] == "5.0")
  }

  @Test(
    "the other factors stand beside, and without maps there is the difference of infections alone")
  func withoutMaps() throws {
    let scratch = try Scratch()
    try run(
      #"""
      {
        "spreadlab": 1, "study": "averted", "seed": 5,
        "model": { "group_size": 30, "infectious_steps": 2, "rule": "each_contact" },
        "factors": {
          "infection_probability": { "values": [0.2, 0.4] }, "immune_share": { "values": [0, 0.5] }
        },
        "replicates": 20, "record": { "curves": "none" },
        "analysis": { "averted": [{ "factor": "immune_share", "reference": 0 }] }
      }
      """#, in: scratch.path)
    let rows = try scratch.rows("averted")
    #expect(rows.map { $0["infection_probability"] } == ["0.2", "0.4"])
    #expect(rows.map { $0["immune_share"] } == ["", ""])
    #expect(rows.map { $0["outcome"] } == ["infections", "infections"])
    let runs = try scratch.rows("runs")
    for row in rows {
      let infections = try ["0.0", "0.5"].map { share in
        try runs.filter {
          $0["infection_probability"] == row["infection_probability"] && $0["immune_share"] == share
        }.map { try #require($0["infections"].flatMap(Double.init)) }.reduce(0, +)
      }
      let mean = try #require(row["mean"].flatMap(Double.init))
      #expect(abs(20 * mean - infections[0] + infections[1]) < 1e-9)
    }
  }
}
