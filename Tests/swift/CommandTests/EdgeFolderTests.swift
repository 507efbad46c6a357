import Foundation
import Testing

/// Files of edges and the folders of runs made with them.
@Suite("Files of edges in results folders") struct EdgeFolderTests {
  private static let edges = "ann,\"bo,b\"\n\"bo,b\",\"cy \"\"c\"\"\"\n"
  /// The runs are on the grid: what is kept does not depend on who uses it.
  private static let study = """
    {
      "spreadlab": 1, "study": "edges", "seed": 7,
      "model": {
        "group_size": 36, "introductions": [{ "step": 0, "people": ["bo,b"] }],
        "stop": { "max_steps": 9 }
      },
      "contacts": { "net": { "kind": "edges", "file": "nets/net.csv" } },
      "replicates": 4
    }
    """

  private func scratch() throws -> (Scratch, study: String) {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.file("nets"), withIntermediateDirectories: false)
    _ = try scratch.write(Self.edges, to: "nets/net.csv")
    return (scratch, try scratch.write(Self.study, to: "study.json"))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("a copy is kept and sealed, and labels are listed; nothing needs the file any more")
  func copy() throws {
    let (scratch, study) = try scratch()
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    #expect(try text(folder + "/contacts.net.copy") == Self.edges)
    #expect(
      try text(folder + "/people.csv")
        == "person,label\n0,ann\n1,\"bo,b\"\n2,\"cy \"\"c\"\"\"\n")
    #expect(try text(folder + "/manifest.json").contains("\"contacts.net.copy\""))
    try FileManager.default.removeItem(atPath: scratch.file("nets"))
    for command in [
      ["verify", folder], ["analyze", folder], ["verify", folder], ["status", folder],
      ["replay", folder, "--point", "0", "--replicate", "1"],
      ["run", folder + "/study.json", "-o", folder],
      ["run", folder + "/study.resolved.json", "-o", folder],
    ] {
      let outcome = try Command.run(command)
      #expect(outcome.exitCode == 0, "\(command): \(outcome.messages)")
    }
    #expect(try text(folder + "/contacts.net.copy") == Self.edges)
    _ = try scratch.write(
      Self.edges.replacingOccurrences(of: "ann", with: "eve"), to: "results/contacts.net.copy")
    #expect(try Command.run("verify", folder).exitCode == 4)
    try FileManager.default.removeItem(atPath: folder + "/contacts.net.copy")
    #expect(try Command.run("verify", folder).exitCode == 4)
  }

  @Test(
    "a file whose contacts no point has may change: no run is made, and the copy is the new one")
  func changed() throws {
    let (scratch, study) = try scratch()
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let other = Self.edges + "ann,\"cy \"\"c\"\"\"\n"
    _ = try scratch.write(other, to: "nets/net.csv")
    let outcome = try Command.run("run", study, "-o", folder)
    #expect(try outcome.exitCode == 0 && runsMade(folder) == 0)
    #expect(try text(folder + "/contacts.net.copy") == other)
    #expect(try Command.run("verify", folder).exitCode == 0)
  }

  @Test("a study that does not name the file takes the copy away, and what a kill left of one")
  func unnamed() throws {
    let (scratch, study) = try scratch()
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let without = try scratch.write(
      Self.study.replacing(/\s*"contacts".*\n/, with: "\n").replacing("\"bo,b\"", with: "1"),
      to: "without.json")
    let fresh = scratch.file("fresh")
    try #require(Command.run("run", without, "-o", fresh).exitCode == 0)
    for left in [nil, "contacts.net.copy", "orders.old.copy.tmp"] {
      if let left {
        // As a command leaves it that was killed before its study became that of the folder.
        _ = try scratch.write("left", to: "results/\(left)")
        _ = try scratch.write(left.replacing(".tmp", with: "") + "\n", to: "results/.store/copies")
      }
      let outcome = try Command.run("run", without, "-o", folder)
      #expect(outcome.exitCode == 0, "\(outcome.messages)")
      #expect(try differences(fresh, folder) == [])
    }
    // What nobody wrote for a study is somebody's own.
    _ = try scratch.write("mine", to: "results/contacts.net.copy")
    #expect(try Command.run("run", without, "-o", folder).exitCode == 0)
    #expect(try text(folder + "/contacts.net.copy") == "mine")
  }

  @Test("a copy that a study reads under another name stays")
  func readAgain() throws {
    let (scratch, study) = try scratch()
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let other = try scratch.write(
      Self.study.replacing("\"net\"", with: "\"town\"")
        .replacing("nets/net.csv", with: "results/contacts.net.copy"), to: "other.json")
    #expect(try Command.run("run", other, "-o", folder).exitCode == 0)
    #expect(try text(folder + "/contacts.net.copy") == Self.edges)
    #expect(try text(folder + "/contacts.town.copy") == Self.edges)
    #expect(try Command.run("check", other).exitCode == 0)
  }

  @Test("parts keep copies of their own, and are joined without the file")
  func parts() throws {
    let (scratch, study) = try scratch()
    let (whole, merged) = (scratch.file("whole"), scratch.file("merged"))
    try #require(Command.run("run", study, "-o", whole).exitCode == 0)
    let parts = (1...2).map { scratch.file("parts/\($0)") }
    for (index, part) in parts.enumerated() {
      try #require(
        Command.run("run", study, "-o", part, "--shard", "\(index + 1)/2").exitCode == 0)
      #expect(try text(part + "/contacts.net.copy") == Self.edges)
      #expect(try Command.run("verify", part).exitCode == 0)
    }
    try FileManager.default.removeItem(atPath: scratch.file("nets"))
    let outcome = try Command.run(["merge", "-o", merged] + parts)
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    #expect(try differences(whole, merged) == [])
  }

  @Test("what submit keeps is run without the file")
  func cluster() throws {
    let (scratch, study) = try scratch()
    let commands = scratch.file("slurm")
    try FileManager.default.createDirectory(atPath: commands, withIntermediateDirectories: false)
    for (name, body) in [("sbatch", "echo 1"), ("squeue", "")] {
      let path = try scratch.write("#!/bin/sh\n\(body)\n", to: "slurm/\(name)")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let path = commands + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let folder = scratch.file("results")
    let sent = try Command.run(
      ["submit", study, "-o", folder, "--shards", "2"], environment: ["PATH": path])
    try #require(sent.exitCode == 0, "\(sent.messages)")
    try FileManager.default.removeItem(atPath: scratch.file("nets"))
    #expect(try text(folder + "/cluster/contacts.net.copy") == Self.edges)
    let part = try Command.run(
      "run", folder + "/cluster/study.json", "-o", scratch.file("part"), "--shard", "1/2")
    #expect(part.exitCode == 0, "\(part.messages)")
  }

  @Test("a bad file is named by file, line and column with exit 2, and nothing is written")
  func bad() throws {
    let (scratch, study) = try scratch()
    _ = try scratch.write("ann,bo\nbo,bo\n", to: "nets/net.csv")
    let before = try FileManager.default.subpathsOfDirectory(atPath: scratch.path).sorted()
    for command in [
      ["run", study, "-o", scratch.file("results")], ["check", study],
      ["submit", study, "-o", scratch.file("results"), "--shards", "2"],
    ] {
      let outcome = try Command.run(command)
      #expect(outcome.exitCode == 2)
      #expect(
        outcome.messages.contains(
          "nets/net.csv:2:4: error[bad_relation] $.contacts.net.file: "),
        "\(outcome.messages)")
    }
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: scratch.path).sorted() == before)
  }
}
