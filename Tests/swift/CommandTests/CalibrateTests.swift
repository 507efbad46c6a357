import Foundation
import Testing

@Suite("Calibration, asked as users ask", .serialized) struct CalibrateTests {
  /// One acting step, everybody a neighbor: new infections are binomial.
  static func study(
    _ factors: String = "\"infection_probability\": { \"from\": 0.0, \"to\": 1.0 }",
    people: Int = 21, steps: Int = 1, model: String = "", more: String = ""
  ) -> String {
    """
    {
      "spreadlab": 1, "study": "known", "seed": 20261121,
      "model": {
        "group_size": \(people), "rule": "known", "contacts": "everybody",
        "introductions": [{ "step": 0, "people": [0] }], "stop": { "max_steps": \(steps) }\(model)
      },
      "rules": { "known": {
        "neighborhood": "moore", "pool": "healthy", "draw": "exact", "update": "synchronous"
      } },
      "factors": { \(factors) }\(more)
    }
    """
  }
  static let factor20 = ", \"infection_factor\": 20"
  static let eight = "response,value\nfinal_infected,8\n"

  private func files(
    _ study: String = study(model: factor20), _ data: String = eight
  ) throws -> (scratch: Scratch, arguments: [String]) {
    let scratch = try Scratch()
    let file = try scratch.write(study, to: "study.json")
    let table = try scratch.write(data, to: "data.csv")
    return (scratch, ["calibrate", file, "--to", table])
  }

  private func summary(_ folder: String) throws -> [String: [String: String]] {
    let rows = try Rows(file: folder + "/posterior_summary.csv").rows
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["parameter"] ?? "", $0) })
  }

  /// The mean within four standard errors, the deviation within four of its own.
  private func expect(
    _ row: [String: String]?, mean: Double, sd: Double, at place: SourceLocation = #_sourceLocation
  ) throws {
    func number(_ column: String) throws -> Double {
      try #require(Double(row?[column] ?? ""), sourceLocation: place)
    }
    let size = try number("effective_size")
    #expect(abs(try number("mean") - mean) < 4 * sd / size.squareRoot(), sourceLocation: place)
    #expect(
      abs(try number("sd") / sd - 1) < 4 / (2 * size).squareRoot(), sourceLocation: place)
  }

  /// Of each quantile, the share of the draws' weight below it within four standard errors.
  private func expect(
    quantiles: [Double], in folder: String, at place: SourceLocation = #_sourceLocation
  ) throws {
    let draws = try Rows(file: folder + "/posterior.csv")
    let weights = draws.rows.map { draws.real($0, "weight") ?? .nan }
    let size = 1 / weights.reduce(0) { $0 + $1 * $1 }
    let shares = [0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975]
    #expect(quantiles.count == shares.count)
    for (quantile, share) in zip(quantiles, shares) {
      let below = zip(draws.rows, weights).reduce(0.0) { sum, next in
        let value = draws.real(next.0, "infection_probability") ?? .nan
        return sum + (value < quantile ? next.1 : 0)
      }
      #expect(
        abs(below - share) < 4 * (share * (1 - share) / size).squareRoot(),
        "\(below) of \(share) below \(quantile)", sourceLocation: place)
    }
  }

  @Test("counts at tolerance 0 meet Beta(8, 14), and its quantiles")
  func beta() throws {
    let (scratch, arguments) = try files()
    let outcome = try Command.run(arguments + ["-o", scratch.file("out"), "--draws", "800"])
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    try expect(
      summary(scratch.file("out"))["infection_probability"], mean: 0.36363636363636365,
      sd: 0.10030496079406735)
    let draws = try Rows(file: scratch.file("out") + "/posterior.csv")
    #expect(
      draws.columns == [
        "draw", "group_size", "infection_factor", "infection_probability", "rule", "contacts",
        "weight", "distance",
      ])
    try expect(
      quantiles: [
        0.18107162554017314, 0.20574989875065305, 0.2920121230981609, 0.35943426664624734,
        0.4308183032370564, 0.5359359076092924, 0.5696754829041243,
      ], in: scratch.file("out"))
    // The share of accepted draws is printed with up to four digits.
    let last = try #require(Rows(file: scratch.file("out") + "/generations.csv").rows.last)
    let percent = try #require(outcome.messages.firstMatch(of: /([0-9.]+) %/)?.output.1)
    let ratio = try #require(Double(percent)) / #require(Double(last["acceptance"] ?? ""))
    #expect(abs(ratio - 100) < 0.1, "\(percent)")
    // Of the first generation, twice 800 draws from the prior, one in 21 has eight.
    let runs = try Rows(file: scratch.file("out") + "/runs.csv")
    let first = runs.rows.filter { (Int($0["point"] ?? "") ?? 9_999) < 1_600 }
    let met = Double(first.count { $0["final_infected"] == "8" }) / Double(first.count)
    let expected = 1.0 / 21
    let error = (expected * (1 - expected) / 1_600).squareRoot()
    #expect(abs(met - expected) < 4 * error, "\(met)")
  }

  @Test("two factors, one of them a whole number")
  func twoFactors() throws {
    let (scratch, arguments) = try files(
      Self.study(
        """
        "infection_factor": { "from": 1, "to": 8, "step": 1 },
        "infection_probability": { "from": 0.0, "to": 1.0 }
        """, people: 11), "response,value\nfinal_infected,4\n")
    let outcome = try Command.run(arguments + ["-o", scratch.file("out"), "--draws", "1000"])
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    try expect(
      summary(scratch.file("out"))["infection_probability"], mean: 0.60263053009167,
      sd: 0.2184511307745107)
    try expect(
      quantiles: [
        0.19764956992919108, 0.24491819658013678, 0.43400761950627337, 0.6016554289572161,
        0.7794797138336612, 0.9514370499586402, 0.9754163504037776,
      ], in: scratch.file("out"))
    let draws = try Rows(file: scratch.file("out") + "/posterior.csv")
    let expected = [
      0, 0, 0.2510960542, 0.2008768434, 0.1673973695, 0.1434834595, 0.1255480271, 0.1115982463,
    ]
    for (index, share) in expected.enumerated() {
      let found = draws.rows.filter { $0["infection_factor"] == "\(index + 1)" }
        .reduce(0.0) { $0 + (draws.real($1, "weight") ?? 0) }
      #expect(abs(found - share) <= 4 * (share * (1 - share) / 900).squareRoot())
    }
  }

  @Test("where the data do not constrain a parameter, a warning and no interval")
  func nothing() throws {
    let (scratch, arguments) = try files(
      Self.study(
        "\"infection_factor\": { \"from\": 1, \"to\": 5, \"step\": 1 }", people: 9,
        model: ", \"infection_probability\": 0.0"), "response,value\nfinal_infected,1\n")
    let outcome = try Command.run(arguments + ["-o", scratch.file("out"), "--draws", "300"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.notes == ["no_effect", "prior_is_posterior"], "\(outcome.messages)")
    let row = try summary(scratch.file("out"))["infection_factor"]
    #expect(row?["ci_low"] == "" && row?["ci_high"] == "")
    #expect(row?["status"] == "unconstrained")
    try expect(row, mean: 3, sd: 2.0.squareRoot())
  }

  @Test("data that no draw comes near: a warning, and an answer said to be approximate")
  func beyond() throws {
    let (scratch, arguments) = try files(
      Self.study(
        "\"infection_probability\": { \"from\": 0.0, \"to\": 0.2 }", model: Self.factor20),
      "response,value\nfinal_infected,14\n")
    let outcome = try Command.run(
      arguments + ["-o", scratch.file("out"), "--draws", "100", "--max-runs", "1000"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.notes.contains("prior_misses_data"), "\(outcome.messages)")
    let row = try summary(scratch.file("out"))["infection_probability"]
    #expect(row?["status"] == "few_draws")
  }

  @Test("status plans one generation after those that are there; the first has twice as many draws")
  func planned() throws {
    let (scratch, arguments) = try files()
    let out = scratch.file("out")
    func status() throws -> (done: Int, planned: Int, isComplete: Bool) {
      let facts = try Command.run("status", out, "--json").json()
      return (
        try #require(facts["runs_done"] as? Int), try #require(facts["runs_planned"] as? Int),
        try #require(facts["complete"] as? Bool)
      )
    }
    let asked = arguments + ["-o", out, "--draws", "300", "--quiet"]
    try #require(Command.run(asked + ["--max-runs", "900"]).exitCode == 0)
    #expect(try status() == (900, 900, true))
    // Another 300 are allowed, and none of them is there yet.
    // A limit may come before the folder is opened.
    var limit = 0.004
    repeat {
      let more = ["--max-runs", "1200", "--time-limit", "\(limit)s"]
      try #require(try [0, 75].contains(Command.run(asked + more).exitCode))
      limit *= 1.5
    } while try Command.run("status", out).exitCode != 0 || status().planned == 900
    let (done, planned, isComplete) = try status()
    #expect(planned == 1_200 && (900...1_200).contains(done) && isComplete == (done == planned))
  }

  @Test("status, analyze, verify, replay and report know its folder")
  func folder() throws {
    let (scratch, arguments) = try files(
      Self.study(
        "\"infection_probability\": { \"from\": 0.01, \"to\": 1.0, \"scale\": \"log\" }",
        model: Self.factor20))
    let out = scratch.file("out")
    let made = try Command.run(arguments + ["-o", out, "--draws", "100", "--json"])
    try #require(made.exitCode == 0)
    let files = try #require(made.json()["files"] as? [[String: Any]])
    #expect(files.contains { $0["name"] as? String == "posterior.csv" })
    #expect(try made.json()["runs"] as? Int == Rows(file: out + "/runs.csv").rows.count)
    let before = try comparable(out)
    for command in [
      ["status", out], ["analyze", out], ["verify", out, "--sample", "50"],
      ["replay", out, "--point", "150", "--replicate", "0"], ["report", out],
    ] {
      let outcome = try Command.run(command)
      #expect(outcome.exitCode == 0, "\(command): \(outcome.messages)")
    }
    for (name, data) in before where name != "manifest.json" {
      #expect(FileManager.default.contents(atPath: out + "/" + name) == data, "\(name)")
    }
    let page = try reportText(of: out)
    for id in [
      "figure-posterior", "figure-posterior_predictive", "calibration",
    ] {
      #expect(page.contains("id=\"\(id)\""), "\(id)")
    }
    let script = try String(contentsOfFile: out + "/plots/posterior.gp", encoding: .utf8)
    #expect(script.contains("set logscale x; set xtics (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)"))
    // The study with its data makes it again.
    let again = scratch.file("again")
    let copy = try Command.run("run", out + "/study.resolved.json", "-o", again)
    #expect(copy.exitCode == 0, "\(copy.messages)")
    for name in before.keys where name.hasPrefix("post") || name == "generations.csv" {
      #expect(FileManager.default.contents(atPath: again + "/" + name) == before[name], "\(name)")
    }
  }

  @Test("the same command asks for more, other data are another calibration")
  func continued() throws {
    let (scratch, arguments) = try files()
    let out = scratch.file("out")
    let short = try Command.run(
      arguments + ["-o", out, "--draws", "100", "--max-runs", "300", "--tolerance", "0"])
    #expect(short.exitCode == 0)
    let longer = try Command.run(arguments + ["-o", out, "--draws", "100", "--tolerance", "0"])
    #expect(longer.exitCode == 0, "\(longer.messages)")
    #expect(try runsMade(out) == Rows(file: out + "/runs.csv").rows.count - 300)
    let whole = scratch.file("whole")
    _ = try Command.run(arguments + ["-o", whole, "--draws", "100", "--tolerance", "0"])
    #expect(try differences(out, whole) == [])
    _ = try scratch.write("response,value\nfinal_infected,9\n", to: "data.csv")
    let other = try Command.run(arguments + ["-o", out, "--draws", "100", "--tolerance", "0"])
    #expect(other.exitCode == 5 && other.code == "another_study")
    #expect(other.messages.contains("$.design.data"), "\(other.messages)")
    // A folder of the study itself, and one of something else.
    let sweep = scratch.file("sweep")
    let ordinary = try scratch.write(
      Self.study(
        "\"infection_probability\": { \"from\": 0.0, \"to\": 1.0, \"count\": 3 }",
        model: Self.factor20, more: ", \"replicates\": 2"), to: "sweep.json")
    try #require(try Command.run("run", ordinary, "-o", sweep).exitCode == 0)
    #expect(try Command.run(arguments + ["-o", sweep, "--draws", "100"]).exitCode == 5)
    #expect(try Command.run(arguments + ["-o", scratch.path, "--draws", "100"]).exitCode == 5)
  }

  @Test(
    "what cannot be calibrated is said in a sentence, with exit 2, and nothing is written",
    arguments: [
      ("response,value\nfinal_infected,40\n", "bad_relation", "40"),
      ("", "bad_table", "line 1"),
      ("response,value\n", "too_few_values", "rows"),
      ("response,value\nfinal_infected,\n", "bad_cell", "line 2: column value"),
      ("response,value\nfinal_infected,many\n", "bad_cell", "\"many\""),
      ("response,value\nfinal_infectd,8\n", "bad_cell", "\"final_infected\""),
      (
        "response,value\nfinal_infected,8\nfinal_infected,9\n", "bad_cell",
        "line 3: column response"
      ),
      ("response,value,day\nfinal_infected,8,1\n", "unknown_column", "column day"),
      ("step,infectd\n0,1\n", "unknown_column", "\"infected\""),
      ("step\n0\n", "unknown_column", "infected"),
      ("step,infected\n0,1\n1.5,3\n", "bad_cell", "line 3: column step"),
      ("step,infected\n0,1\n1,4.5\n", "bad_cell", "line 3: column infected is 4.5"),
      ("response,value\nsteps,1\nfinal_infected,2.5\n", "bad_cell", "line 3: column value is 2.5"),
      (
        "replicate,step,ever_infected\na,0,1\na,1,4\nb,0,5\nb,1,4\n",
        "bad_cell", "line 5: column ever_infected"
      ),
      (
        "step,new_infections\n0,10\n1,12\n", "bad_relation", "22"
      ),
      ("step,infected\n0,1\n5,3\n", "bad_relation", "model.stop.max_steps"),
      ("step,infected\n0,1\n1,\n", "bad_cell", "line 3: column infected"),
      ("step,immune\n0,1\n", "bad_relation", "immune"),
      ("step,infected,response,value\n0,1,steps,1\n", "bad_table", "response"),
      ("time,cases\n0,1\n", "unknown_column", "step"),
      ("replicate,step,infected\n1,0,1\n1,1,4\n2,0,1\n", "bad_cell", "column step"),
    ])
  func badData(data: String, code: String, named: String) throws {
    let (scratch, arguments) = try files(Self.study(model: Self.factor20), data)
    let outcome = try Command.run(arguments + ["-o", scratch.file("out"), "--draws", "100"])
    #expect(outcome.exitCode == 2, "\(outcome.messages)")
    #expect(outcome.code == code && outcome.messages.contains(named), "\(outcome.messages)")
    #expect(!FileManager.default.fileExists(atPath: scratch.file("out")))
  }
}
