import Foundation
import Testing

@Suite("Notes, with the built program") struct StudyNotesTests {
  private static let study = """
    {
      "spreadlab": 1, "study": "noted", "seed": 7,
      "model": {
        "group_size": 36, "infection_factor": 20, "rule": "capped", "interventions": "late", "stop": { "max_steps": 9 }
      },
      "interventions": {
        "late": [{ "when": { "step": 9 }, "set": { "infection_probability": 0.5 } }],
        "forgotten": []
      },
      "contacts": { "net": { "kind": "edges", "file": "net.csv" } },
      "replicates": 4
    }
    """
  private static let notes = [
    ("unused_name", "$.contacts.net"), ("unused_name", "$.interventions.forgotten"),
    ("edge_header", "$.contacts.net.file"),
    ("factor_limits_nothing", "$.model.infection_factor"),
    ("intervention_too_late", "$.interventions.late[0].when"),
  ]

  private func scratch() throws -> (Scratch, study: String) {
    let scratch = try Scratch()
    _ = try scratch.write("source,target\nann,bo\n", to: "net.csv")
    return (scratch, try scratch.write(Self.study, to: "study.json"))
  }

  @Test("are printed by check and run alike, with code and path, and are no errors")
  func alike() throws {
    let (scratch, study) = try scratch()
    let check = try Command.run("check", study)
    let run = try Command.run("run", study, "-o", scratch.file("results"))
    #expect(check.exitCode == 0 && run.exitCode == 0)
    func notes(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.hasPrefix("note: $") }
    }
    #expect(notes(check.output) == notes(run.messages))
    #expect(notes(check.output).count == Self.notes.count)
    for (line, (code, path)) in zip(notes(check.output), Self.notes) {
      #expect(line.hasPrefix("note: \(path): ") && line.hasSuffix(" [\(code)]"), "\(line)")
    }
  }

  @Test("have code, path and message in JSON")
  func json() throws {
    let (_, study) = try scratch()
    let outcome = try Command.run("check", study, "--json")
    let notes = try #require(outcome.json()["notes"] as? [[String: Any]])
    #expect(notes.map { $0["code"] as? String } == Self.notes.map(\.0))
    #expect(notes.map { $0["path"] as? String } == Self.notes.map(\.1))
    #expect(notes.allSatisfy { ($0["message"] as? String)?.isEmpty == false })
  }

  @Test("of a header come from contacts, too")
  func contacts() throws {
    let (scratch, _) = try scratch()
    let file = scratch.file("net.csv")
    let text = try Command.run("contacts", file)
    #expect(text.notes == ["edge_header"] && text.messages.contains("source,target"))
    let outcome = try Command.run("contacts", file, "--json")
    let notes = try #require(outcome.json()["notes"] as? [[String: Any]])
    #expect(outcome.messages.isEmpty && notes.map { $0["code"] as? String } == ["edge_header"])
  }
}
