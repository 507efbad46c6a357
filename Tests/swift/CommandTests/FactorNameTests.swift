import Foundation
import Testing

@Suite("Factors and levels by their names, with the built program") struct FactorNameTests {
  private static let path = "interventions.lock.0.multiply.infection_probability"

  private static func study(_ more: String) -> String {
    Studies.study(
      """
        "model": {
          "group_size": 60, "infectious_steps": 4, "rule": "capped", "interventions": "lock",
          "stop": { "max_steps": 40 }
        },
        "interventions": {
          "lock": [{ "when": { "step": 2 }, "multiply": { "infection_probability": 0.5 } }]
        },
        "factors": {
          "\(path)": { "values": [0.25, 1]\(more) },
          "group_size": { "values": [60, 90] }
        },
        "replicates": 20, "record": { "curves": "none" },
        "analysis": { "comparisons": [{ "factor": "\(path)", "response": "final_share" }] }
      """
    ).replacing("\"group_size\": 60, ", with: "")
  }

  @Test("tables, comparisons and the report take them; the runs are the same")
  func names() throws {
    let scratch = try Scratch()
    let plain = try scratch.write(Self.study(""), to: "plain.json")
    let named = try scratch.write(
      Self.study(#", "as": "contacts_left", "labels": ["strict", "none at all"]"#), to: "named.json"
    )
    let (old, new) = (scratch.file("old"), scratch.file("new"))
    try #require(Command.run("run", plain, "-o", old).exitCode == 0)
    let made = try Command.run("run", named, "-o", new)
    try #require(made.exitCode == 0, "\(made.messages)")
    for table in ["points", "runs", "summary", "comparisons"] {
      let (before, after) = (
        try String(contentsOfFile: "\(old)/\(table).csv", encoding: .utf8),
        try String(contentsOfFile: "\(new)/\(table).csv", encoding: .utf8)
      )
      #expect(before.replacing(Self.path, with: "contacts_left") == after, "\(table)")
    }
    let package = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(filePath: new + "/datapackage.json")))
    let resources = try #require((package as? [String: Any])?["resources"] as? [[String: Any]])
    let fields = try #require(
      (resources[0]["schema"] as? [String: Any])?["fields"] as? [[String: Any]])
    let field = try #require(fields.first { $0["name"] as? String == "contacts_left" })
    #expect(field["path"] as? String == Self.path)
    #expect(field["labels"] as? [String: String] == ["0.25": "strict", "1.0": "none at all"])

    let byName = try Command.run(
      "compare", new, "--by", "contacts_left", "--response", "peak_infected")
    let byPath = try Command.run("compare", new, "--by", Self.path, "--response", "peak_infected")
    #expect(byName.exitCode == 0 && byName.output == byPath.output, "\(byName.messages)")
    #expect(byName.messages.contains("strict") && !byName.messages.contains("interventions."))

    try #require(Command.run("report", new).exitCode == 0)
    let page = try reportText(of: new)
    #expect(page.contains("strict") && page.contains("contacts_left"))
    // Without a name pictures and sentences take the shortest part of the path.
    try #require(Command.run("report", old).exitCode == 0)
    #expect(try reportText(of: old).contains("multiply.infection_probability"))

    // One study: going on with its runs under other names makes none, and renames the columns.
    let again = try Command.run("run", named, "-o", old)
    #expect(try again.exitCode == 0 && runsMade(old) == 0, "\(again.messages)")
    #expect(
      try Data(contentsOf: URL(filePath: old + "/summary.csv"))
        == Data(contentsOf: URL(filePath: new + "/summary.csv")))
    #expect(try Command.run("verify", old).exitCode == 0)
  }
}
