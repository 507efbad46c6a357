import Foundation
import TestSupport
import Testing

/// A results folder from somebody else: its texts are shown, and do nothing.
@Suite("Hostile cells") struct HostileCellsTests {
  private static let study = Studies.study(
    """
      "factors": {
        "group_size": { "values": [10, 20] },
        "infection_probability": { "values": [0.3, 1.0] },
        "rule": { "values": ["exact", "virus_app"] }
      },
      "replicates": 20,
      "analysis": {
        "fits": [{ "model": "logistic", "to": "mean_curve" }],
        "comparisons": [{ "factor": "rule", "response": "step_to_50pct" }],
        "sensitivity": { "responses": ["step_to_50pct"] }
      }
    """)

  /// What would run a command if it stood in code; the command makes a file.
  private static let payloads: [@Sendable (_ marker: String) -> String] = [
    { "x`touch \($0)`" },
    { "x\"; system(\"touch \($0)\"); y = \"$(touch \($0))" },
    { "x'; system('touch \($0)') # @x \\" },
    { "x\nsystem('touch \($0)')\n`touch \($0)`\r<script>alert(1)</script>" },
  ]

  /// The cells of one kind, in all tables, take another text.
  private static let cells: [@Sendable (_ table: inout String, _ text: String) -> Void] = [
    // a level
    { $0 = $0.replacing(",virus_app,", with: ",\($1),") },
    // a factor: its column keeps its name
    { table, text in
      let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
      table =
        lines[0] + "\n"
        + lines.dropFirst().joined(separator: "\n").replacing(",rule,", with: ",\(text),")
    },
    // a unit
    { $0 = $0.replacing(",step_to_50pct,steps,", with: ",step_to_50pct,\($1),") },
    // a response, and its column
    { $0 = $0.replacing("step_to_50pct,", with: "\($1),") },
  ]

  @Test("what a terminal obeys does not reach it from headers, cells and names")
  func controls() throws {
    let scratch = try Scratch()
    let odd = "a\u{1B}[31m\u{9B}32m\u{85}"
    let table = try scratch.write("\(odd),b\n\(odd),1\n", to: "\u{1B}data.csv")
    for arguments in [
      ["compare", table, "--by", "c", "--response", "b"],
      ["fit", table, "--x", odd, "--y", "b", "--model", "logistic"],
      ["contacts", table], ["status", table], ["check", table], ["run", "--set", odd, table],
      ["\(odd)"],
    ] {
      let outcome = try Command.run(arguments)
      #expect(outcome.exitCode != 0)
      let controls = outcome.messages.unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
      }
      #expect(controls.isEmpty, "\(arguments.first ?? ""): \(outcome.messages.debugDescription)")
    }
  }

  @Test(
    "16 cells and payloads: no command runs, and all stand between single quotes",
    arguments: 0..<(TestDepth.isDeep ? 4 : 1))
  func commands(shift: Int) throws {
    let scratch = try Scratch()
    let folder = scratch.file("results")
    let study = try scratch.write(Self.study, to: "study.json")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let tables = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".csv") }
    for (place, replace) in Self.cells.enumerated() {
      let payload = Self.payloads[(place + shift) % Self.payloads.count]
      // The name begins as that of a time, so that all figures of times are drawn.
      let text = (place == 3 ? "step_to_" : "") + payload(scratch.file("PWNED-\(place)"))
      let cell = "\"" + text.replacing("\"", with: "\"\"") + "\""
      for name in tables {
        let path = "\(folder)/\(name)"
        var table = try String(contentsOfFile: path, encoding: .utf8)
        replace(&table, cell)
        try table.write(toFile: path, atomically: false, encoding: .utf8)
      }
    }
    // What the study asked for is the response of that name.
    let response = "step_to_" + Self.payloads[(3 + shift) % 4](scratch.file("PWNED-3"))
    let name = String(decoding: try JSONEncoder().encode(response), as: UTF8.self)
    for file in ["study.resolved.json", "datapackage.json"] {
      let path = "\(folder)/\(file)"
      try String(contentsOfFile: path, encoding: .utf8)
        .replacing("\"step_to_50pct\"", with: name)
        .write(toFile: path, atomically: false, encoding: .utf8)
    }
    let report = try Command.run("report", folder)
    #expect(report.exitCode == 0, "\(report.messages)")
    let plots = try FileManager.default.contentsOfDirectory(atPath: folder + "/plots")
    let scripts = plots.filter { $0.hasSuffix(".gp") }
    #expect(scripts.count >= 5, "\(plots)")
    for script in scripts {
      // Between single quotes nothing is a command or has a meaning; a quote itself stands between double ones.
      let code = try String(contentsOfFile: "\(folder)/plots/\(script)", encoding: .utf8)
        .replacing("\"'\"", with: "").replacing(/'[^'\n]*'/, with: "")
      #expect(!code.contains("PWNED") && !code.contains("touch") && !code.contains("`"), "\(code)")
      #expect(try runProgram("gnuplot", script, in: folder + "/plots").exitCode == 0, "\(script)")
    }
    let found = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(found.filter { $0.hasPrefix("PWNED") } == [])
    // All texts are seen, and none is markup.
    let page = try String(contentsOfFile: folder + "/report.html", encoding: .utf8)
    let shown = (0..<4).filter { page.contains("touch \(scratch.file("PWNED-\($0)"))") }
    // The one script is ours.
    let hasMarkup = page.components(separatedBy: "<script").count > 2
    #expect(shown == [0, 1, 2, 3] && !hasMarkup)
  }

  @Test("a manifest's names lead nowhere but to files of the folder")
  func manifestNames() throws {
    let scratch = try Scratch()
    let folder = scratch.file("results")
    let study = try scratch.write(Self.study, to: "study.json")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let path = folder + "/manifest.json"
    let manifest = try String(contentsOfFile: path, encoding: .utf8)
    for name in ["../study.json", "/dev/zero", "..", "/etc/hostname"] {
      try manifest.replacing("\"runs.csv\"", with: "\"\(name)\"")
        .write(toFile: path, atomically: false, encoding: .utf8)
      let outcome = try Command.run(["verify", folder], within: 20)
      #expect(outcome.exitCode == 4 && outcome.code == "damaged")
      #expect(outcome.messages.contains(name))
    }
  }
}
