import Foundation
import Testing

@Suite("Dose and response") struct DoseResponseCommandTests {
  private static let columns = [
    "factor", "response", "link", "parameter", "estimate", "std_error", "ci_low", "ci_high",
    "deviance", "lack_of_fit_p", "dispersion", "converged", "status", "message",
  ]
  /// Venables and Ripley's tobacco budworm, males; log2 of the dose.
  private static let budworm =
    "log2,died,of\n0,1,20\n1,4,20\n2,9,20\n3,13,20\n4,18,20\n5,20,20\n"

  private func fit(_ text: String, _ options: [String]) throws -> Command.Outcome {
    let scratch = try Scratch()
    return try Command.run(["fit", try scratch.write(text, to: "doses.csv")] + options)
  }

  private func rows(_ outcome: Command.Outcome) throws -> Rows {
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    return Rows(outcome.output)
  }

  @Test("fit writes the columns of the table for a file of counts, and the numbers of R's dose.p")
  func counts() throws {
    let counted = ["--x", "log2", "--y", "died", "--trials", "of", "--model", "logit"]
    let table = try rows(fit(Self.budworm, counted + ["--levels", "0.25,0.5"]))
    #expect(table.columns == Self.columns)
    #expect(
      table.rows.map { $0["parameter"] } == ["intercept", "slope", "dose_0.25", "dose_0.5"])
    let half = table.rows[3]
    #expect(abs((Double(half["estimate"] ?? "") ?? 0) - 2.2388150890951954) < 1e-8)
    #expect(abs((Double(half["std_error"] ?? "") ?? 0) - 0.20398708452424236) < 1e-8)
    #expect(abs((Double(half["ci_low"] ?? "") ?? 0) - 1.8270860993132305) < 1e-6)
    let list = try fit(Self.budworm, counted + ["--json"]).json()["rows"] as? [[String: Any]]
    #expect(list?.count == 5 && list?[1]["parameter"] as? String == "slope")
  }

  @Test("a row per run says the same as its counts")
  func runs() throws {
    var text = "log2,died\n"
    for (dose, died) in [1, 4, 9, 13, 18, 20].enumerated() {
      for run in 0..<20 { text += "\(dose),\(run < died ? 1 : 0)\n" }
    }
    let one = try fit(text, ["--x", "log2", "--y", "died", "--model", "probit"])
    let other = try fit(
      Self.budworm, ["--x", "log2", "--y", "died", "--trials", "of", "--model", "probit"])
    #expect(one.exitCode == 0 && one.output == other.output)
    let alone = text.replacing("\n", with: ",1\n").replacing("died,1\n", with: "died,of\n")
    let counted = try fit(
      alone, ["--x", "log2", "--y", "died", "--trials", "of", "--model", "probit"])
    #expect(counted.exitCode == 0 && counted.output == other.output)
  }

  @Test(
    "bad input is located and said in words; exit 2",
    arguments: [
      ("x,y,n\n1,3,10\n2,11,10\n", ["--trials", "n"], "bad_cell", "line 3: column y is 11"),
      (
        "x,y,n\n1,3,10\n2,-1,10\n", ["--trials", "n"],
        "bad_cell", "line 3: column y is -1,"
      ),
      (
        "x,y,n\n1,3,10\n2,2.5,10\n", ["--trials", "n"],
        "bad_cell", "line 3: column y is 2.5"
      ),
      (
        "x,y,n\n1,3,-4\n2,2,10\n", ["--trials", "n"],
        "bad_cell", "line 2: column n is -4,"
      ),
      (
        "x,y,n\n1,3,10\n2,2,9007199254740994\n", ["--trials", "n"],
        "bad_cell", "line 3: column n is 9.007199254740994e+15,"
      ),
      (
        "x,y,n\n1,3,10\n2,2,9007199254740993\n", ["--trials", "n"],
        "bad_cell", "counts of at most 9,007,199,254,740,992"
      ),
      ("x,y,n\n1,3,10\n1,2,10\n", ["--trials", "n"], "too_few_values", "1.0"),
      ("x,y,n\n1,3,0\n2,,10\n", ["--trials", "n"], "bad_cell", "column y is 3"),
      ("x,y,n\n1,0,0\n2,,10\n", ["--trials", "n"], "too_few_values", "column x"),
      ("x,y\nlow,0\nhigh,1\n", [], "bad_cell", "line 2: column x"),
      ("x,y\n1,0\n2,3\n", [], "bad_cell", "line 3: column y is 3.0"),
      ("x,y\n1,0\n2,1\n", ["--levels", "0.5,1"], "bad_option", "--levels 0.5,1"),
      ("x,y\n1,0\n2,1\n", ["--levels", "0.5,0.5"], "bad_option", "--levels 0.5,0.5"),
      ("x,y\n1,0\n2,1\n", ["--weight", "y"], "unfit_option", "--weight"),
      ("x,y\n1,0\n2,1\n", ["--confidence", "1"], "bad_option", "--confidence 1.0"),
      ("x,y\n1,0\n2,1\n", ["--trials", "m"], "unknown_column", "\"m\""),
    ])
  func mistakes(text: String, options: [String], code: String, said: String) throws {
    let outcome = try fit(text, ["--x", "x", "--y", "y", "--model", "logit"] + options)
    #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
    #expect(outcome.code == code && outcome.messages.contains(said), "\(outcome.messages)")
  }

  @Test("floor and plateau are fitted where they are asked for, with the numbers of R's optim")
  func ends() throws {
    let responded = [6, 9, 12, 25, 41, 60, 71, 75, 79, 78]
    let doses = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5]
    let text = zip(doses, responded).reduce("x,y,n\n") { $0 + "\($1.0),\($1.1),100\n" }
    let asked = ["--x", "x", "--y", "y", "--trials", "n", "--model", "logit"]
    let table = try rows(fit(text, asked + ["--floor", "--plateau"]))
    #expect(
      table.rows.prefix(4).map { $0["parameter"] } == ["intercept", "slope", "floor", "plateau"])
    for (row, wanted) in zip(
      table.rows,
      [-4.259820068066351, 2.122581527024065, 0.0529151790044354, 0.7878448830425051])
    {
      #expect(abs((table.real(row, "estimate") ?? 0) - wanted) < 1e-6)
    }
    let one = try rows(fit(text, asked + ["--plateau"]))
    #expect(one.rows.map { $0["parameter"] }.contains("plateau"))
    #expect(!one.rows.map { $0["parameter"] }.contains("floor"))
    let growth = try fit(text, ["--x", "x", "--y", "y", "--model", "power", "--plateau"])
    #expect(growth.exitCode == 2 && growth.code == "unfit_option")
  }

  @Test(
    "a curve with floor and plateau needs four doses, two of them between these",
    arguments: [
      ("1,2,20\n2,8,20\n3,15,20\n", "too_few_doses"),
      ("1,2,20\n2,2,20\n3,15,20\n4,15,20\n", "not_determined"),
    ])
  func undetermined(data: String, status: String) throws {
    let table = try rows(
      fit(
        "x,y,n\n" + data,
        ["--x", "x", "--y", "y", "--trials", "n", "--model", "logit", "--floor", "--plateau"]))
    #expect(table.rows.count == 7)
    for row in table.rows {
      #expect(row["estimate"] == "" && row["converged"] == "0" && row["status"] == status)
    }
  }

  @Test("options of another kind of fit are refused, not passed over")
  func otherModel() throws {
    let (growth, doses) = (
      ["--start=a=1", "--to=each_run", "--point=0"],
      ["--trials=of", "--levels=0.5", "--floor", "--plateau"]
    )
    for (kind, others) in [
      (["--model", "power"], doses), (["--model", "logit"], growth + ["--weight=of"]),
    ] {
      for option in others {
        let outcome = try fit(Self.budworm, ["--x", "log2", "--y", "died", option] + kind)
        #expect(outcome.exitCode == 2 && outcome.code == "unfit_option", "\(kind) \(option)")
        #expect(outcome.messages.contains(option.prefix { $0 != "=" }), "\(outcome.messages)")
      }
    }
    let near = try fit(Self.budworm, ["--x", "log2", "--y", "died", "--model", "logits"])
    #expect(near.exitCode == 2 && near.code == "unknown_value")
  }

  @Test("of shares that lie on no such curve it is said, and of those that do not it is not")
  func otherCurve() throws {
    func status(_ means: [Double]) throws -> Set<String> {
      var text = "x,y\n"
      for (dose, mean) in means.enumerated() {
        for scatter in [-0.01, 0.005, 0.01, -0.005] { text += "\(dose),\(mean + scatter)\n" }
      }
      let table = try rows(fit(text, ["--x", "x", "--y", "y", "--model", "logit"]))
      return Set(table.rows.compactMap { $0["status"] })
    }
    let zigzag = try status([0.2, 0.8, 0.3, 0.7, 0.4, 0.9])
    #expect(zigzag.isSubset(of: ["lack_of_fit", "outside_doses"]), "\(zigzag)")
    #expect(zigzag.contains("lack_of_fit"))
    // 1 / (1 + exp(-x + 2.5)), rounded.
    #expect(try status([0.076, 0.182, 0.378, 0.622, 0.818, 0.924]) == ["ok"])
  }

  @Test("shares at a dose where the curve is all but 1 get words instead of errors without meaning")
  func beyondReason() throws {
    var text = "x,y\n"
    for dose in 0...10 {
      let mean = min(0.9995, 1 - exp(-exp(0.8 * Double(dose) - 2)))
      for scatter in [-0.4, 0.4] { text += "\(dose),\(mean + scatter * mean * (1 - mean))\n" }
    }
    let table = try rows(fit(text, ["--x", "x", "--y", "y", "--model", "cloglog"]))
    for row in table.rows {
      #expect(row["estimate"] != "" && row["converged"] == "1" && row["dispersion"] == "")
      #expect(row["std_error"] == "" && row["ci_low"] == "" && row["ci_high"] == "", "\(row)")
      #expect(row["status"] == "dispersion_undefined", "\(row)")
    }
  }

  @Test(
    "where there is no finite curve, words stand in the place of numbers",
    arguments: [
      ("1,0,9\n2,0,9\n", "no_response", ""),
      ("1,9,9\n2,9,9\n", "only_responses", ""),
      ("1,0,9\n2,0,9\n3,9,9\n4,9,9\n", "separated", ">"),
      ("1,9,9\n2,9,9\n3,0,9\n4,0,9\n", "separated", "<"),
      ("1,0,9\n2,4,9\n3,9,9\n", "quasi_separated", ">"),
    ])
  func separated(data: String, status: String, side: String) throws {
    let table = try rows(
      fit("x,y,n\n" + data, ["--x", "x", "--y", "y", "--trials", "n", "--model", "cloglog"]))
    for row in table.rows {
      #expect(row["estimate"] == "" && row["std_error"] == "" && row["converged"] == "0")
      #expect(row["status"] == status && row["message"] != "", "\(row)")
      let isSlope = row["parameter"] == "slope"
      #expect((row["ci_low"] == "") == !(isSlope && side == ">"))
      #expect((row["ci_high"] == "") == !(isSlope && side == "<"))
    }
  }

  @Test(
    "a dose that alone has both is a limit of the wanted doses only between others that were tried",
    arguments: [
      ("1,9,9\n2,9,9\n3,8,9\n", false), ("1,0,9\n2,0,9\n3,1,9\n", false),
      ("1,8,9\n2,9,9\n3,9,9\n", false), ("1,1,9\n2,0,9\n3,0,9\n", false),
      ("1,0,9\n2,4,9\n3,9,9\n", true), ("1,9,9\n2,4,9\n3,0,9\n", true),
    ])
  func mixedAtEnd(data: String, isBetween: Bool) throws {
    let outcome = try fit(
      "x,y,n\n" + data, ["--x", "x", "--y", "y", "--trials", "n", "--model", "logit"])
    for row in try rows(outcome).rows {
      #expect(row["status"] == "quasi_separated" && row["estimate"] == "", "\(row)")
    }
    let text = outcome.output
    #expect(text.contains("tends to") == isBetween, "\(text)")
    #expect(text.contains("try doses") != isBetween, "\(text)")
  }

  @Test("a slope that is not distinguished from 0 gives its doses no interval")
  func weak() throws {
    let table = try rows(
      fit(
        "x,y,n\n1,8,20\n2,9,20\n3,11,20\n",
        ["--x", "x", "--y", "y", "--trials", "n", "--model", "logit"]))
    #expect(table.rows[1]["ci_low"]?.hasPrefix("-0.319") == true)
    for row in table.rows[2...] {
      #expect(row["ci_low"] == "" && row["ci_high"] == "" && row["std_error"] == "")
      #expect(row["status"] == "slope_not_significant")
    }
    // What can be ruled out is in words: for one level a range, for the other nothing.
    let ruledOut = table.rows[2...3].map { $0["message"]?.matches(of: /-?\d\.\d+/).map(\.output) }
    #expect(ruledOut == [["-0.04971", "8.341"], []])
  }
}
