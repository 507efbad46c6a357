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
    // The same in words, in lines that fit a terminal.
    let text = try Command.run("rules").output
    let blocks = text.split(separator: "\n\n")
    let lines = text.split(separator: "\n")
    #expect(blocks.count == rules.count && lines.allSatisfy { $0.count <= 76 })
    // A line is as full as it can be.
    for block in blocks {
      let lines = block.split(separator: "\n").dropFirst(2)
      for (line, next) in zip(lines, lines.dropFirst()) where !next.hasPrefix("  From: ") {
        let word = next.split(separator: " ").first ?? ""
        #expect(line.count + 1 + word.count > 76, "\(line)")
      }
    }
    for (rule, block) in zip(rules, blocks) {
      let words = block.split { $0.isWhitespace }.joined(separator: " ")
      let parts = ["neighborhood", "pool", "draw", "update"].compactMap { rule[$0] }
      #expect(
        words
          == "\(rule["name"] ?? "") \(parts.joined(separator: ", ")) \(rule["explanation"] ?? "") "
          + "From: \(rule["origin"] ?? "")")
    }
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

  @Test("times and sizes have units that fit them, whatever their size")
  func units() throws {
    let scratch = try Scratch()
    let study = try scratch.write(
      Studies.study("\"model\": { \"group_size\": 900 }, \"replicates\": 100000"), to: "study.json")
    let allowed = ["-j", "1", "--max-runs", "1000000000000", "--max-memory", "1000T"]
    let factors = ["s": 1.0, "min": 60, "h": 3600, "KB": 1e3, "MB": 1e6, "GB": 1e9]
    let json = try Command.run(["check", study, "--json"] + allowed).json()
    let seconds = try #require(json["seconds"] as? Double) / 1e5
    var seen: Set<String> = []
    for runs in (4...18).map({ Int(pow(10.0, Double($0) / 2)) }) {
      let words = ["check", study, "--set", "replicates=\(runs)"] + allowed
      let found = try Command.run(words + ["--json"]).json()
      let text = try Command.run(words).output
      let said = try #require(
        text.firstMatch(of: /(?:about|less than) ([\d.]+) (s|min|h) on 1 thread/), "\(text)")
      seen.insert(String(said.2))
      let time = try #require(Double(said.1)) * (factors[String(said.2)] ?? 0)
      // The machine is timed each time, and may be busy.
      #expect(
        time < 0.11 || (0.2...5).contains(time / (seconds * Double(runs))), "\(runs): \(said.0)")
      for (key, place) in [("memory_bytes", "memory"), ("disk_bytes", "on disk")] {
        let bytes = try #require(found[key] as? Double)
        let size = try #require(
          text.firstMatch(of: try Regex("([\\d.]+) (KB|MB|GB)\\s+(of )?\(place)")), "\(text)")
        let unit = String(size[2].substring ?? "")
        seen.insert(unit)
        let (shown, factor) = (Double(size[1].substring ?? "") ?? 0, factors[unit] ?? 0)
        let off = shown * factor - bytes
        #expect(
          unit == "KB" ? (0..<factor).contains(off) : abs(off) <= 0.051 * factor, "\(size[0])")
      }
    }
    #expect(seen == Set(factors.keys))
  }

  @Test(
    "a part and a report are told with the place of what was written; --verbose has each thread")
  func places() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let (part, whole) = (scratch.file("part"), scratch.file("whole"))
    let made = ["run", study, "-o", part, "--shard", "1/2"]
    let told = try Command.run(made)
    #expect(told.messages.contains(part) && told.output == "")
    #expect(try Command.run(made + ["--json"]).json()["part"] as? String == "1/2")
    let run = try Command.run("run", study, "-o", whole, "-j", "2", "--verbose")
    let workers = run.messages.matches(of: /round (\d+) worker (\d+): (\d+) tasks/)
    #expect(workers.map { "\($0.1) \($0.2)" } == ["0 0", "0 1"], "\(run.messages)")
    #expect(workers.reduce(0) { $0 + (Int($1.3) ?? 0) } > 0)
    // With gnuplot where it can be found, and without.
    let few = Studies.study("\"model\": { \"group_size\": 25 }, \"replicates\": 10")
    let small = scratch.file("small")
    let ended = try Command.run("run", scratch.write(few, to: "few.json"), "-o", small)
    try #require(ended.exitCode == 0)
    for (path, hasPictures) in [(nil, true), ("/nowhere", false)] {
      let environment = path.map { ["PATH": $0] } ?? [:]
      let said = try Command.run("report", small, environment: environment)
      #expect(said.exitCode == 0 && said.messages.contains("\(small)/report.html"))
      #expect(said.notes == (hasPictures ? [] : ["without_pictures"]))
      let found = try Command.run("report", small, "--json", environment: environment).json()
      #expect(found["pictures"] as? Bool == hasPictures && found["complete"] as? Bool == true)
      let figures = try #require(found["figures"] as? Int)
      #expect(figures > 0 && (!hasPictures || said.messages.contains("\(figures) picture")))
      let files = try #require(found["files"] as? [String])
      #expect(files.contains { $0.hasSuffix(".svg") } == hasPictures)
      #expect(files.allSatisfy(FileManager.default.fileExists))
    }
    let quiet = try Command.run("report", small, "--quiet", environment: ["PATH": "/nowhere"])
    #expect(quiet.exitCode == 0 && !quiet.messages.contains(small))
  }

  @Test("the next round has the same numbers in words and in JSON")
  func next() throws {
    let scratch = try Scratch()
    let study = try scratch.write(
      Studies.study("\"model\": { \"group_size\": 100 }, \"replicates\": 1234"), to: "study.json")
    let words = ["next", study, "--shards", "4"]
    let found = try Command.run(words + ["--json"]).json()
    #expect(found["done"] as? Bool == false && found["round"] as? Int == 1)
    #expect(found["runs"] as? Int == 1_234 && found["runs_missing"] as? Int == 1_234)
    #expect(found["parts"] as? Int == 4)
    let text = try Command.run(words).output
    for said in ["round 1 has 1,234 runs", "1,234 of them", "4 parts: "] {
      #expect(text.contains(said), "\(text)")
    }
    let most = try #require(found["most_parts"] as? Int)
    let many = try Command.run("next", study, "--shards", "\(most + 1)").output
    let few = try Command.run("next", study, "--shards", "\(most)").output
    #expect(many.split(separator: "\n").count == few.split(separator: "\n").count + 1)
    #expect(many.contains(" \(most) part"))
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let done = try Command.run("next", folder, "--json").json()
    #expect(done["done"] as? Bool == true && done["round"] is NSNull)
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
    // Where nothing varies the point has its number alone.
    let plain = try scratch.write(
      Studies.study("\"model\": { \"group_size\": 25 }"), to: "plain.json")
    for size in ["9", "25", "400", "10000"] {
      let words = ["check", plain, "--set", "model.group_size=\(size)"] + words.dropFirst(2)
      let one = try Command.run(words).output
      let shown = try #require(one.firstMatch(of: /\(point 0, sd ([\d.]+)\)/), "\(one)").1
      let advice = try Command.run(words + ["--json"]).json()["advice"] as? [String: Any]
      let sd = try #require((advice?["points"] as? [[String: Any]])?.first?["sd"] as? Double)
      // Three digits of it, or all before the point.
      let last = pow(10, min(0, floor(log10(sd)) - 2))
      #expect(abs(try #require(Double(shown)) - sd) <= 0.5001 * last, "\(shown) of \(sd)")
    }
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
