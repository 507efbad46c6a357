import Foundation
import Testing

/// What the smaller commands print, beside what they print in JSON.
@Suite("Printed numbers") struct PrintedNumbersTests {
  @Test("new prints the starter")
  func starter() throws {
    #expect(try Command.run("new", "rules").output.contains("\"study\": \"my_study\""))
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
