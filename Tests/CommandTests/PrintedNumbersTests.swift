import Foundation
import Testing

/// What the smaller commands print, checked against what it has to be.
@Suite("Printed numbers") struct PrintedNumbersTests {
  @Test("the parts of the built-in rules are those of the documentation")
  func rules() throws {
    let rules = try #require(
      try Command.run("rules", "--json").json()["rules"] as? [[String: String]])
    let parts = rules.map { rule in
      ["name", "neighborhood", "pool", "draw", "update"].compactMap { rule[$0] }
        .joined(separator: " ")
    }
    #expect(
      parts == [
        "subset moore all uniform synchronous", "exact moore healthy exact synchronous",
        "at_least_one moore healthy at_least_one synchronous",
        "virus_app moore healthy scan sequential", "capped moore healthy capped synchronous",
        "push von_neumann all exact synchronous", "each_contact moore all each synchronous",
        "mixing moore all number poisson synchronous",
      ])
    let text = try Command.run("rules").output
    #expect(text.contains("moore, healthy, scan, sequential"))
  }

  @Test("new prints the starter")
  func starter() throws {
    #expect(try Command.run("new").output.contains("\"study\": \"my_study\""))
  }

  @Test("check counts points and runs, and shares the time among the threads")
  func check() throws {
    let scratch = try Scratch()
    let study = try scratch.write(
      Studies.study(
        """
          "factors": { "group_size": { "values": [25, 100, 400] } },
          "replicates": {
            "min": 1247, "max": 1247, "batch": 50,
            "until": [{ "response": "final_share", "half_width": 0.5 }]
          }
        """), to: "study.json")
    let (one, many) = (
      try Command.run("check", study, "--json", "-j", "1").json(),
      try Command.run("check", study, "--json", "-j", "1000").json()
    )
    #expect(one["points"] as? Int == 3 && one["runs"] as? Int == 3741)
    let seconds = [one, many].compactMap { $0["seconds"] as? Double }
    // A thousand threads: about a thousandth, whatever the machine was doing meanwhile.
    #expect(seconds.count == 2 && seconds[1] < seconds[0] / 30)
    #expect(one["expected_runs"] as? Int == 3741)
    // What is expected has two digits.
    let text = try Command.run("check", study).output
    #expect(text.contains("3,741") && text.contains(" 3,700 runs"), "\(text)")
  }

  @Test("the text of the advice names the largest numbers of its JSON form, and the median")
  func advice() throws {
    let scratch = try Scratch()
    let study = try scratch.write(
      Studies.study(
        """
          "model": { "infection_probability": 0.5 },
          "factors": { "group_size": { "values": [900, 400, 25, 100] } }
        """), to: "study.json")
    let words = ["check", study, "--response", "step_to_50pct", "--half-width", "0.05"]
    let advice = try #require(
      try Command.run(words + ["--json"]).json()["advice"] as? [String: Any])
    let points = try #require(advice["points"] as? [[String: Any]])
    let runs = points.compactMap { $0["runs_for_half_width"] as? Int }
    let safe = points.compactMap { $0["safe_runs_for_half_width"] as? Int }
    #expect(runs.count == 4 && Set(runs).count > 1 && zip(runs, safe).allSatisfy { $0 < $1 })
    let sorted = runs.sorted()
    try #require(runs[3] != sorted[3] && runs[2] != sorted[2], "\(runs)")
    let text = try Command.run(words).output.filter { $0 != "," }
    #expect(text.contains(" \(sorted[2])\n"), "\(text)")
    #expect(text.contains("  \(try #require(runs.max())) runs"), "\(text)")
    #expect(text.contains("--set replicates=\(try #require(safe.max()))"), "\(text)")
  }

  @Test("weights count like repeated rows; starting values go to the parameters they name")
  func fits() throws {
    let scratch = try Scratch()
    let rows = [(1.0, 2.1, 1), (2, 3.9, 3), (3, 6.4, 1), (4, 7.7, 2), (5, 10.4, 1)]
    let weighted = try scratch.write(
      "t,y,w\n" + rows.map { "\($0.0),\($0.1),\($0.2)\n" }.joined(), to: "weighted.csv")
    let repeated = try scratch.write(
      "t,y\n" + rows.flatMap { Array(repeating: "\($0.0),\($0.1)\n", count: $0.2) }.joined(),
      to: "repeated.csv")
    func estimates(_ file: String, _ more: String...) throws -> [Double] {
      let outcome = try Command.run(
        ["fit", file, "--x", "t", "--y", "y", "--model", "power"] + more)
      #expect(outcome.exitCode == 0, "\(outcome.messages)")
      let table = Rows(outcome.output)
      return table.rows.prefix(2).compactMap { table.real($0, "estimate") }
    }
    let byWeight = try estimates(weighted, "--weight", "w")
    let byRows = try estimates(repeated)
    #expect(byWeight.count == 2 && byRows.count == 2)
    #expect(zip(byWeight, byRows).allSatisfy { abs($0 - $1) < 1e-6 * abs($1) })
    let plain = try estimates(weighted)
    #expect(zip(byWeight, plain).contains { abs($0 - $1) > 1e-4 * abs($1) })
    let distribution = (0...20).map { t in
      "\(t),\(100 / (1 + 2 * exp(-0.6 * (Double(t) - 8))).squareRoot())\n"
    }
    let curve = try scratch.write("t,y\n" + distribution.joined(), to: "curve.csv")
    let found = try Command.run(
      "fit", curve, "--x", "t", "--y", "y", "--model", "richards", "--start",
      "nu=1.9,t0=8.2,r=0.55,K=98")
    let table = Rows(found.output)
    #expect(table.rows.first?["converged"] == "1", "\(found.output)")
    for (row, value) in zip(table.rows, [100, 0.6, 8, 2]) {
      #expect(abs((table.real(row, "estimate") ?? 0) - value) < 1e-3, "\(row)")
    }
  }
}
