import Foundation
import Testing

/// Studies whose people meet otherwise than on a grid, with the built program.
@Suite("Folders of studies of contacts") struct ContactFolderTests {
  private func scratch() throws -> (Scratch, study: String) {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.file("nets"), withIntermediateDirectories: false)
    _ = try scratch.write(Studies.edges, to: "nets/net.csv")
    return (scratch, try scratch.write(Studies.contacts, to: "study.json"))
  }

  @Test("every run is replayed and verified from the folder alone, and points can be distinguished")
  func again() throws {
    let (scratch, study) = try scratch()
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    try FileManager.default.removeItem(atPath: scratch.file("nets"))
    let verified = try Command.run("verify", folder, "--sample", "200")
    #expect(verified.exitCode == 0, "\(verified.messages)")
    let points = try Rows(file: folder + "/points.csv")
    #expect(points.rows.count == 32)
    #expect(
      points.columns
        == [
          "point", "group_size", "infection_factor", "infection_probability", "rule", "columns",
          "boundary", "infectious_steps", "immune_steps", "infectiousness_dispersion", "contacts",
          "replicates", "converged",
        ])
    let curves = try Rows(file: folder + "/curves.csv").rows
    for point in points.rows {
      let number = point["point"] ?? ""
      let replayed = try Command.run("replay", folder, "--point", number, "--replicate", "3")
      #expect(replayed.exitCode == 0, "point \(number): \(replayed.messages)")
    }
    // Structures differ, so do their curves.
    let byPoint = Dictionary(grouping: curves) { $0["point"] ?? "" }
      .mapValues { rows in rows.map { "\($0["step"] ?? "") \($0["infected"] ?? "")" } }
    #expect(Set(byPoint.values).count == 32)
  }

  @Test("a file that changes makes other points, and the runs of the others are used")
  func changed() throws {
    let (scratch, study) = try scratch()
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    _ = try scratch.write(Studies.edges + "p0,p32,2022\n", to: "nets/net.csv")
    let outcome = try Command.run("run", study, "-o", folder)
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    let fresh = scratch.file("fresh")
    try #require(Command.run("run", study, "-o", fresh).exitCode == 0)
    #expect(try differences(fresh, folder) == [])
  }

  @Test("a structure that was drawn and written is the same as a file")
  func written() throws {
    let scratch = try Scratch()
    func study(_ contacts: String) -> String {
      """
      {
        "spreadlab": 1, "study": "drawn", "seed": 3,
        "model": {
          "group_size": 60, "infection_factor": 1, "infection_probability": 0.5, "rule": "exact",
          "contacts": "net"
        },
        "contacts": { "net": \(contacts) }, "replicates": 1
      }
      """
    }
    for (name, contacts) in [
      ("ring", #"{ "kind": "ring", "neighbors": 4, "rewire": 0.5 }"#),
      ("random", #"{ "kind": "random", "mean_degree": 5 }"#),
      ("regular", #"{ "kind": "random_regular", "degree": 7 }"#),
      ("rich", #"{ "kind": "preferential", "links": 3 }"#),
    ] {
      let drawn = try scratch.write(study(contacts), to: "\(name).json")
      let edges = scratch.file("\(name).csv")
      try #require(Command.run("contacts", drawn, "--write", edges).exitCode == 0)
      let listed = try scratch.write(
        study(#"{ "kind": "edges", "file": "\#(name).csv" }"#), to: "\(name)-listed.json")
      for (file, folder) in [(drawn, "\(name)-a"), (listed, "\(name)-b")] {
        let run = try Command.run("run", file, "-o", scratch.file(folder))
        try #require(run.exitCode == 0, "\(run.messages)")
      }
      let curves = try ["a", "b"].map {
        try String(contentsOfFile: scratch.file("\(name)-\($0)/curves.csv"), encoding: .utf8)
      }
      #expect(curves[0] == curves[1] && curves[0].split(separator: "\n").count > 5, "\(name)")
    }
  }
}
