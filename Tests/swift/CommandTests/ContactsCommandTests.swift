import Foundation
import Testing

/// `spreadlab contacts` on files of edges and studies.
@Suite("Contacts") struct ContactsCommandTests {
  private static let study = """
    {
      "spreadlab": 1, "study": "nets", "seed": 7, "model": { "group_size": 36 },
      "contacts": {
        "net": { "kind": "edges", "file": "net.csv" },
        "even": { "kind": "random_regular", "degree": 3 }
      },
      "factors": { "contacts": { "values": ["grid", "everybody", "net", "even"] } }
    }
    """

  private func contacts(_ words: String...) throws -> [[String: Any]] {
    let outcome = try Command.run(["contacts", "--json"] + words)
    return try #require(outcome.json()["contacts"] as? [[String: Any]])
  }

  @Test("tells of a file, and writes one that says the same")
  func file() throws {
    let scratch = try Scratch()
    let file = try scratch.write("ann,bo\nbo,cy\n", to: "net.csv")
    let copy = scratch.file("copy.csv")
    let outcome = try Command.run("contacts", file, "--write", copy)
    #expect(outcome.exitCode == 0)
    #expect(
      try String(contentsOfFile: copy, encoding: .utf8) == "person_a,person_b\nann,bo\nbo,cy\n")
    let again = try Command.run("contacts", copy)
    #expect(
      again.output.split(separator: "\n").dropFirst()
        == outcome.output.split(separator: "\n").dropFirst())
    let found = try contacts(file, "--people", "5")
    #expect(found.count == 1 && found[0]["people"] as? Int == 5 && found[0]["labels"] as? Int == 3)
  }

  @Test("more people than memory holds are refused before the file is read, with the arithmetic")
  func tooManyPeople() throws {
    let file = try Scratch().write("ann,bo\nbo,cy\n", to: "net.csv")
    func code(_ people: Int) throws -> String? {
      // 1 MiB in all: half of it for 26,214 people of 20 bytes.
      let outcome = try Command.run(
        ["contacts", file, "--json", "--people", "\(people)"],
        environment: ["SLURM_MEM_PER_NODE": "1"])
      #expect(outcome.exitCode == (people > 26_214 ? 7 : 0), "\(outcome.messages)")
      return outcome.exitCode == 0 ? nil : try outcome.error().code
    }
    #expect(try code(26_214) == nil && code(26_215) == "over_limits")
    #expect(try code(1_000_000_000) == "over_limits")
  }

  @Test("--write never replaces what is read")
  func ownInput() throws {
    let scratch = try Scratch()
    let file = try scratch.write("0,1\n1,2\n", to: "net.csv")
    let study = try scratch.write(Self.study, to: "study.json")
    let data = try scratch.write("response,value\nfinal_infected,8\n", to: "data.csv")
    let calibrated = try scratch.write(
      """
      {
        "spreadlab": 1, "study": "fit", "seed": 7,
        "model": { "group_size": 36, "contacts": "net", "stop": { "max_steps": 5 } },
        "contacts": { "net": { "kind": "edges", "file": "net.csv" } },
        "factors": { "infection_probability": { "from": 0.1, "to": 0.9 } }
      }
      """, to: "calibrated.json")
    for (words, target) in [
      (["contacts", file], file), (["contacts", study, "--point", "3"], study),
      (["contacts", study, "--point", "3"], file), (["calibrate", calibrated, "--to", data], data),
      (["calibrate", calibrated, "--to", data], calibrated),
    ] {
      let before = try Data(contentsOf: URL(fileURLWithPath: target))
      let outcome = try Command.run(words + ["--write", target])
      #expect(outcome.exitCode == 2 && outcome.code == "conflict", "\(words): \(outcome.messages)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == before)
    }
  }

  @Test("tells of every structure of a study, and writes the one that is chosen")
  func study() throws {
    let scratch = try Scratch()
    _ = try scratch.write("0,1\n1,2\n", to: "net.csv")
    let study = try scratch.write(Self.study, to: "study.json")
    #expect(try Command.run("contacts", study).exitCode == 0)
    let all = try contacts(study)
    #expect(all.map { $0["name"] as? String } == ["grid", "everybody", "net", "even"])
    #expect(all.map { $0["point"] as? Int } == [0, 1, 2, 3])
    #expect(all[3]["edges"] as? Int == 54 && all[3]["mean_degree"] as? Double == 3)
    #expect(all[3]["sd_degree"] as? Double == 0)
    let copy = scratch.file("even.csv")
    try #require(
      Command.run("contacts", study, "--point", "3", "--replicate", "2", "--write", copy).exitCode
        == 0)
    let written = try contacts(copy)
    #expect(written[0]["edges"] as? Int == 54 && written[0]["people"] as? Int == 36)
    // The first replicate, unless another one is asked for.
    func even(_ words: String...) throws -> Data {
      try Command.run(["contacts", study, "--point", "3", "--write", copy] + words)
      return try Data(contentsOf: URL(fileURLWithPath: copy))
    }
    #expect(try even() == even("--replicate", "0") && even() != even("--replicate", "1"))
    for (words, named) in [
      (["--write", copy], "--point"), (["--point", "1", "--write", copy], "everybody"),
      (["--point", "9"], "0...3"),
    ] {
      let refused = try Command.run(["contacts", study] + words)
      #expect(refused.exitCode == 2 && refused.messages.contains(named), "\(refused.messages)")
    }
  }

  @Test("names mistakes by line and column")
  func bad() throws {
    let scratch = try Scratch()
    let file = try scratch.write("a,b\nb,b\n", to: "net.csv")
    let outcome = try Command.run("contacts", file)
    #expect(outcome.exitCode == 2 && outcome.code == "bad_relation")
    #expect(outcome.messages.contains("net.csv:2:3:"))
    #expect(try Command.run("contacts", scratch.file("none.csv")).exitCode == 6)
  }
}
