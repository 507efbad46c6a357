import Foundation
import StudyFolders
import TestSupport
import Testing

/// Tables of runs, which another analysis leaves as they are.
@Suite struct KeptTablesTests {
  @Test(
    "tables of runs stay, also under another analysis, with the same bytes, unless anything is in doubt",
    arguments: ["", "analysis", "edited", "cut off", "gone", "manifest", "seal", "begun"])
  func kept(change: String) throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(), in: folder)
    let tables = ["runs.csv", "curves.csv", "maps.csv", "transmissions.csv"]
    func bytes() throws -> [Data] { try tables.map { Data(try place.bytes("results/\($0)")) } }
    /// A file that is written anew has another number.
    func number(_ table: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: "\(folder)/\(table)")[.systemFileNumber]
        as? Int
    }
    let (before, numbers) = try (bytes(), tables.map(number))
    let runs = URL(fileURLWithPath: "\(folder)/runs.csv")
    switch change {
    case "edited":
      var edited = before[0]
      edited[edited.count / 2] ^= 1
      try edited.write(to: runs)
    case "cut off": try before[0].dropLast(9).write(to: runs)
    case "gone": try FileManager.default.removeItem(at: runs)
    case "manifest":
      let manifest = URL(fileURLWithPath: "\(folder)/manifest.json")
      try (Data(contentsOf: manifest) + Data("\n".utf8)).write(to: manifest)
    case "seal":
      try FileManager.default.removeItem(atPath: "\(folder)/.store/manifest.sha256")
    case "begun": try Data("point".utf8).write(to: runs.appendingPathExtension("tmp"))
    default: break
    }
    let edited =
      change == "analysis"
      ? try place.write(smallStudy(analysis: #", "confidence": 0.9"#), to: "edited.json") : nil
    _ = try AnalyzedFolder(folder, as: edited)
    #expect(try bytes() == before)
    let stay = try zip(tables.map(number), numbers).map { $0 == $1 }
    // A number may be given again once its file is gone.
    if change != "gone" { #expect(stay[0] == ["", "analysis"].contains(change)) }
    #expect(stay[1...].allSatisfy { $0 == !["manifest", "seal"].contains(change) })
    #expect(try FolderVerification(of: folder).isComplete)
    #expect(!FileManager.default.fileExists(atPath: runs.path + ".tmp"))
  }

  @Test("tables of more or fewer runs, with other responses or names of columns, are written again")
  func otherRuns() throws {
    let place = try Scratch()
    let (folder, fresh) = (place.file("results"), place.file("fresh"))
    func study(_ replicates: Int, _ step: Int, _ name: String) -> String {
      smallStudy(replicates: "\(replicates)").replacing(
        #""replicates""#,
        with: #""responses": { "early": { "infected_at": \#(step) } }, "replicates""#
      ).replacing(#""rule": { "#, with: #""rule": { "as": "\#(name)", "#)
        .replacing(#""factor": "rule""#, with: #""factor": "\#(name)""#)
    }
    try run(study(12, 2, "way"), in: folder)
    for (replicates, step, name) in [(20, 2, "way"), (8, 2, "way"), (8, 3, "way"), (8, 3, "path")] {
      try run(study(replicates, step, name), in: folder)
      try? FileManager.default.removeItem(atPath: fresh)
      try run(study(replicates, step, name), in: fresh)
      for table in ["runs", "curves", "summary"] {
        #expect(try place.bytes("results/\(table).csv") == place.bytes("fresh/\(table).csv"))
      }
    }
  }
}
