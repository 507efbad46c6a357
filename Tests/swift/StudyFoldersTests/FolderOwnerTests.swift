import DurableFiles
import Foundation
import PlainText
import ResultTables
import RunStore
import StudyFiles
import StudyFolders
import StudyRuns
import TestSupport
import Testing

/// Whose folder it is: which studies may go on in it, and that a refusal changes nothing.
@Suite("Owner of a folder") struct FolderOwnerTests {
  /// 25 people with a factor k, and an edit that goes on from it.
  private static func study(
    factors: String = "", model: String = "", replicates: Int = 6, name: String = "owned"
  ) -> String {
    """
    { "spreadlab": 1, "study": "\(name)", "seed": 4,
      "model": { "group_size": 25\(model) },
      "factors": { "infection_factor": { "values": [1, 2] }\(factors) },
      "replicates": \(replicates) }
    """
  }

  private static let recovery = #", "recovery_probability": { "values": [0, 0.3] }"#
  private static let interventions = """
    , "interventions": { "values": ["none", "less"] } },
      "interventions": { "less": [
        { "when": { "infected_share": 0.5 }, "multiply": { "infection_probability": 0.5 } }
      ] }, "record": {
    """

  /// All files of a folder but the lock, which names the process that had it last.
  private func contents(_ folder: String) throws -> [String: Data] {
    let pairs = try FolderChange.files(of: folder).map {
      ($0, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
    }
    return Dictionary(uniqueKeysWithValues: pairs).filter { $0.key != ".store/lock" }
  }

  private func parse(_ text: String) throws -> Study {
    try Study.parse(bytes: Array(text.utf8), file: "study.json")
  }

  @Test(
    "runs with other responses are never mixed with those that are there",
    arguments: [recovery, interventions])
  func otherResponses(edit: String) throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(Self.study(), in: folder)
    let before = try contents(folder)
    let edited = Self.study(factors: edit)
    // The older points are all among the new ones: only what is stored of each run differs.
    let older = Set(try parse(Self.study()).points().map(\.identity))
    #expect(older.isSubset(of: try parse(edited).points().map(\.identity)))
    let error = #expect(throws: Failure.self) { try run(edited, in: folder) }
    #expect(error?.code == .anotherStudy && error?.exit == .folderTaken)
    for part in 1...2 { try run(edited, in: place.file("parts/\(part)"), shard: "\(part)/2") }
    for parts in [["parts/1"], ["parts/1", "parts/2"]] {
      let error = #expect(throws: Failure.self) {
        try MergedParts(folders: parts.map(place.file), into: folder, isPartial: true)
      }
      #expect(error?.code == .anotherStudy)
    }
    #expect(try contents(folder) == before)
    #expect(try FolderVerification(of: folder).isComplete)
  }

  @Test("a stray part takes no folder over, named alone or with others; its own parts are taken")
  func strayPart() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(Self.study(), in: folder)
    try run(Self.study(), in: place.file("own"), shard: "1/2")
    try run(Self.study(replicates: 9), in: place.file("stray"), shard: "1/2")
    let before = try contents(folder)
    let next = #expect(throws: Failure.self) {
      try run(Self.study(replicates: 9), in: place.file("q"), shard: "1/2", of: folder)
    }
    #expect(next?.code == .anotherStudy && next?.description.contains("'spreadlab run'") == true)
    for parts in [["stray"], ["own", "stray"], ["stray", "own"]] {
      let error = #expect(throws: Failure.self) {
        try MergedParts(folders: parts.map(place.file), into: folder, isPartial: false)
      }
      #expect(error?.code == .anotherStudy && error?.exit == .folderTaken)
    }
    #expect(try contents(folder) == before)
    let merged = try MergedParts(folders: [place.file("own")], into: folder, isPartial: false)
    #expect(merged.next == nil && merged.parts[0].known == 6)
    // Nor is a part of the edited study made for it.
    let error = #expect(throws: Failure.self) {
      try run(Self.study(replicates: 9), in: place.file("late"), shard: "1/2", of: folder)
    }
    #expect(error?.exit == .folderTaken)
  }

  @Test("parts of a study with different analyses are refused together, whatever their order")
  func otherAnalyses() throws {
    let place = try Scratch()
    let text = smallStudy()
    try run(text, in: place.file("a"), shard: "1/2")
    try run(smallStudy(analysis: #", "confidence": 0.9"#), in: place.file("b"), shard: "2/2")
    for parts in [["a", "b"], ["b", "a"]] {
      #expect(throws: Failure.self) {
        try MergedParts(folders: parts.map(place.file), into: place.file("r"), isPartial: false)
      }
      #expect(!FileManager.default.fileExists(atPath: place.file("r/runs.csv")))
    }
    try run(text, in: place.file("c"), shard: "2/2")
    let merged = try MergedParts(
      folders: [place.file("a"), place.file("c")], into: place.file("r"), isPartial: false)
    #expect(merged.next == nil && merged.written?.runs == 24)
  }

  /// Opens a folder for a study and closes it before any run, as a stop does.
  private func stopped(_ text: String, in folder: String) throws {
    let file = Array(text.utf8)
    try StudySession(try parse(text), file: file, in: folder, threads: 1).close()
  }

  @Test("after a mistyped extension was stopped, the study before it and its own extension go on")
  func mistyped() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(Self.study(), in: folder)
    let tables = try contents(folder).filter { !$0.key.hasPrefix(".store/") }
    try stopped(Self.study(replicates: 600_000), in: folder)
    #expect(try contents(folder).filter { !$0.key.hasPrefix(".store/") } == tables)
    try stopped(Self.study(replicates: 60_000), in: folder)
    try run(Self.study(replicates: 8), in: folder)
    try run(Self.study(replicates: 8), in: place.file("fresh"))
    for name in ["runs.csv", "summary.csv", "points.csv"] {
      #expect(try place.bytes("results/\(name)") == place.bytes("fresh/\(name)"))
    }
    #expect(try FolderVerification(of: folder).isComplete)
    // Finished, it is the one that may be gone on with, and no other.
    let error = #expect(throws: Failure.self) { try run(Self.study(), in: folder) }
    #expect(error?.code == .anotherStudy)
    try stopped(Self.study(replicates: 80), in: folder)
    try run(Self.study(replicates: 8), in: folder)
    #expect(try RunStore.open(folder: folder, mode: .readOnly).formerIdentity() == nil)
  }

  @Test("a study that is complete changes no byte of its folder; a spoiled one is put in order")
  func finished() throws {
    let place = try Scratch()
    let folder = place.file("results")
    func all() throws -> [String: Data] {
      var all = try contents(folder)
      all["lock"] = try Data(place.bytes("results/.store/lock"))
      return all
    }
    guard case .tables(let first) = try run(smallStudy(), in: folder) else { return }
    #expect(!first.isUnchanged)
    let before = try all()
    guard case .tables(let again) = try run(smallStudy(), in: folder) else { return }
    #expect(again.isUnchanged && again.runs == first.runs && again.points == first.points)
    #expect(Set(again.files.map(\.sha256)) == Set(first.files.map(\.sha256)))
    #expect(try all() == before)
    // A table that was changed, lost, or is of another analysis is written again.
    try place.write("x", to: "results/runs.csv")
    guard case .tables(let mended) = try run(smallStudy(), in: folder) else { return }
    #expect(!mended.isUnchanged)
    #expect(try Data(place.bytes("results/runs.csv")) == before["runs.csv"])
    guard
      case .tables(let other) = try run(smallStudy(analysis: ", \"confidence\": 0.9"), in: folder)
    else { return }
    #expect(!other.isUnchanged)
  }

  @Test("another part, and the whole study, are refused as what they are")
  func otherPart() throws {
    let place = try Scratch()
    try run(Self.study(), in: place.file("part"), shard: "1/2")
    try run(Self.study(), in: place.file("whole"))
    for (folder, shard) in [("part", "2/2"), ("part", nil), ("whole", "1/2")] {
      let error = #expect(throws: Failure.self) {
        try run(Self.study(), in: place.file(folder), shard: shard)
      }
      #expect(error?.code == .anotherPart && error?.exit == .folderTaken)
    }
  }

  @Test("a name that was changed as well is not named among what differs")
  func renamed() throws {
    let (old, new) = (
      try parse(Self.study()), try parse(Self.study(factors: Self.recovery, name: "other"))
    )
    #expect(
      differences(of: new, from: old, besidesName: true).contains("$.factors.recovery_probability"))
    #expect(!differences(of: new, from: old, besidesName: true).contains("$.study"))
    let renamed = try parse(Self.study(name: "other"))
    #expect(differences(of: renamed, from: old, besidesName: true).contains("$.study"))
  }
}
