import Foundation
import Testing

@Suite("Response surfaces of a file") struct SurfaceAnswersTests {
  private static let columns = [
    "request", "response", "factors", "method", "transform", "term", "estimate", "std_error",
    "ci_low", "ci_high", "statistic", "p", "partial_r2", "status", "message",
  ]

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
    // Equal values leave nothing to explain.
    let same = try scratch.write("a,b,y\n0,0,7\n1,0,7\n0,1,7\n1,1,7\n2,3,7\n", to: "same.csv")
    let constant = try Command.run(
      "fit", same, "--x", "a", "--x", "b", "--y", "y", "--terms", "linear")
    #expect(constant.exitCode == 0)
    #expect(Rows(constant.output).rows.allSatisfy { $0["status"] == "constant" })
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
      (surface + x + ["b", "--y", "r2", "--levels", "0.5"], "unfit_option", "--levels"),
      (surface + x + ["b", "--y", "r2", "--start", "a=1"], "unfit_option", "--start"),
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
