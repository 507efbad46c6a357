import Foundation
import Testing

@Suite("Response surfaces, asked of a study and of a file") struct SurfaceAnswersTests {
  private static let columns = [
    "request", "response", "factors", "method", "transform", "term", "estimate", "std_error",
    "ci_low", "ci_high", "statistic", "p", "partial_r2", "status", "message",
  ]

  private static func study(_ surfaces: String, _ more: String = "") -> String {
    Studies.study(
      """
        "model": { "rule": "capped", "stop": { "max_steps": 60 } },
        "factors": {
          "group_size": { "from": 100, "to": 900 },
          "infection_probability": { "from": 0.2, "to": 1.0 }
        },
        "design": { "type": "central_composite" },
        "replicates": 20,
        "record": { "curves": "none" },
        "analysis": { \(more)"surfaces": [ \(surfaces) ] }
      """)
  }

  private static let factors = "\"factors\": [\"group_size\", \"infection_probability\"]"

  private func results(_ study: String, in scratch: Scratch) throws -> Rows {
    let file = try scratch.write(study, to: "study.json")
    let outcome = try Command.run("run", file, "-o", scratch.file("results"))
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    return try Rows(file: scratch.file("results/surfaces.csv"))
  }

  @Test("one row per term, then the figures of the whole and the optimum")
  func table() throws {
    let scratch = try Scratch()
    let table = try results(
      Self.study(
        "{ \"response\": \"final_infected\", \(Self.factors), \"terms\": \"linear\" }, "
          + "{ \"response\": \"peak_new\", \(Self.factors) }"), in: scratch)
    #expect(table.columns == Self.columns)
    let terms = table.rows.map { "\($0["request"] ?? "") \($0["term"] ?? "")" }
    let first = ["intercept", "group_size", "infection_probability"]
    let figures = ["residual_sd", "r2", "adjusted_r2", "lack_of_fit", "loo_rmse"]
    let second = [
      "group_size:infection_probability", "group_size^2", "infection_probability^2",
    ]
    let optimum = ["optimum", "optimum_group_size", "optimum_infection_probability"]
    #expect(
      terms == (first + figures).map { "0 \($0)" }
        + (first + second + figures + optimum).map { "1 \($0)" })
    // Everybody is infected in the end: the response is the group's size, without scatter.
    let exact: [String: Double] = [
      "intercept": 0, "group_size": 1, "infection_probability": 0, "r2": 1, "residual_sd": 0,
    ]
    for row in table.rows.prefix(5) {
      let value = try #require(exact[row["term"] ?? ""])
      #expect(abs((table.real(row, "estimate") ?? .nan) - value) < 1e-9, "\(row)")
    }
    #expect(table.rows[1]["statistic"] == "" && table.rows[1]["p"] == "")
    #expect(table.rows.prefix(3).allSatisfy { $0["status"] == "no_scatter" })
    #expect(table.rows[8]["status"] == "ok" && table.rows[8]["statistic"] != "")
    // Changing the analysis runs nothing anew, and the table goes when nobody asks for it.
    let without = try scratch.write(Self.study(""), to: "without.json")
    let outcome = try Command.run("run", without, "-o", scratch.file("results"))
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    #expect(!FileManager.default.fileExists(atPath: scratch.file("results/surfaces.csv")))
  }

  @Test("times that some runs do not reach, zeros and constants get words instead of numbers")
  func words() throws {
    let table = try results(
      Self.study(
        """
        { "response": "step_to_all", \(Self.factors) },
        { "response": "final_share", \(Self.factors) },
        { "response": "reached_all", \(Self.factors), "transform": "log" }
        """, "\"confidence\": 0.9, "
      ).replacing("\"max_steps\": 60", with: "\"max_steps\": 12"), in: try Scratch())
    let expected = [
      "0": "missing_values", "2": "not_positive",
    ]
    for (request, status) in expected {
      let rows = table.rows.filter { $0["request"] == request }
      #expect(rows.count == 14)
      for row in rows {
        #expect(row["status"] == status && row["message"] != "", "\(row)")
        #expect(Self.columns[6...12].allSatisfy { row[$0] == "" }, "\(row)")
      }
    }
  }

  @Test("the same columns of a file, as CSV and as JSON")
  func file() throws {
    let scratch = try Scratch()
    // y = 1 + 2 a - 3 b + 4 a b, twice, 0.5 above and below.
    var text = "a,b,y,w\n"
    for (a, b) in [(0.0, 0.0), (0, 2), (1, 0), (1, 2), (3, 5)] {
      for shift in [-0.5, 0.5] { text += "\(a),\(b),\(1 + 2 * a - 3 * b + 4 * a * b + shift),2\n" }
    }
    let file = try scratch.write(text, to: "file.csv")
    func fit(_ more: String...) throws -> Command.Outcome {
      try Command.run(["fit", file, "--x", "a", "--x", "b", "--y", "y"] + more)
    }
    for more in [[], ["--weight", "w"]] {
      let outcome = try Command.run(
        ["fit", file, "--x", "a", "--x", "b", "--y", "y", "--terms", "interactions"] + more)
      let table = Rows(outcome.output)
      #expect(outcome.exitCode == 0 && table.columns == Self.columns)
      #expect(table.rows[0]["factors"] == "a b")
      for (row, value) in zip(table.rows, [1.0, 2, -3, 4]) {
        #expect(abs((table.real(row, "estimate") ?? .nan) - value) < 1e-9, "\(row)")
      }
      // Ten values at 0.5 from the surface, six degrees of freedom, weights of 1 or 2.
      let spread = (more.isEmpty ? 1.0 : 2) * 10 * 0.25 / 6
      #expect(abs((table.real(table.rows[4], "estimate") ?? .nan) - spread.squareRoot()) < 1e-9)
    }
    let json = try fit("--terms", "linear", "--json")
    #expect(json.output.contains("\"term\": \"intercept\""))
    let aliased = try fit("--terms", "quadratic", "--confidence", "0.9")
    let square = Rows(aliased.output).rows.first { $0["term"] == "b^2" }
    #expect(aliased.exitCode == 0 && square?["status"] == "too_few_points")
  }

  @Test("what cannot be asked of a file is a mistake that says where")
  func mistakes() throws {
    let scratch = try Scratch()
    let file = try scratch.write("a,b,r2,y\n1,2,3,4\n2,0,1,x\n", to: "file.csv")
    let (x, surface) = (["--x", "a", "--x"], ["--terms", "linear"])
    for (arguments, code, said) in [
      (surface + x + ["b", "--y", "y"], "bad_cell", "line 3: column y"),
      (surface + ["--x", "a", "--y", "r2"], "missing_option", "--x"),
      (surface + x + ["a", "--y", "r2"], "bad_option", "--x a"),
      (surface + x + ["b", "--y", "b"], "unfit_option", "--y b"),
      (surface + x + ["r2", "--y", "b"], "bad_option", "r2"),
      (surface + x + ["c", "--y", "r2"], "unknown_column", "\"c\""),
      (surface + x + ["r2", "--y", "b", "--model", "logistic"], "unfit_option", "--model"),
      (surface + x + ["b", "--y", "r2", "--weight", "b"], "bad_cell", "line 3: column b"),
      (x + ["b", "--y", "y", "--model", "power"], "unfit_option", "--x"),
      (["--x", "a", "--y", "y"], "missing_option", "--terms"),
    ] {
      let outcome = try Command.run(["fit", file] + arguments)
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty, "\(arguments)")
      #expect(outcome.code == code && outcome.messages.contains(said), "\(outcome.messages)")
    }
    let third = try scratch.write("a,c,b\n1,2,3\n2,1,0\n", to: "file2.csv")
    let log = try Command.run(
      "fit", third, "--x", "a", "--x", "c", "--y", "b", "--terms", "linear", "--transform", "log")
    #expect(log.exitCode == 2 && log.code == "bad_cell")
    #expect(log.messages.contains("line 3: column b is 0.0"))
    let folder = try Command.run(
      "fit", scratch.file(""), "--x", "a", "--x", "b", "--y", "y", "--terms", "linear")
    #expect(folder.exitCode == 2 && folder.code == "unfit_option")
  }
}
