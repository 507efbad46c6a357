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

  /// The tables of a folder must be those of a study's in a folder of its own.
  private func expectTables(of text: String, in folder: String, _ place: Scratch) throws {
    let fresh = place.file("fresh")
    try? FileManager.default.removeItem(atPath: fresh)
    try run(text, in: fresh)
    func tables(_ folder: String) throws -> [String: Data] {
      try contents(folder).filter {
        !$0.key.hasPrefix(".store/") && !["timings.csv", "manifest.json"].contains($0.key)
      }
    }
    let (found, wanted) = try (tables(folder), tables(fresh))
    #expect(Set(found.keys) == Set(wanted.keys))
    for (name, bytes) in wanted { #expect(found[name] == bytes, "\(name)") }
    #expect(try FolderVerification(of: folder).isComplete)
  }

  @Test(
    "a study goes on with runs of which less was recorded, and back",
    arguments: [recovery, interventions])
  func otherResponses(edit: String) throws {
    let place = try Scratch()
    let folder = place.file("results")
    let edited = Self.study(factors: edit)
    // The older points are all among the new ones: only what is stored of each run differs.
    let older = Set(try parse(Self.study()).points().map(\.identity))
    #expect(older.isSubset(of: try parse(edited).points().map(\.identity)))
    for text in [Self.study(), edited, Self.study()] {
      try run(text, in: folder)
      try expectTables(of: text, in: folder, place)
    }
  }

  @Test("what is not the same run is refused with the keys that differ, and nothing changes")
  func refused() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(Self.study(), in: folder)
    let before = try contents(folder)
    let edits = [
      ("$.seed", Self.study().replacing(#""seed": 4"#, with: #""seed": 5"#)),
      ("$.study", Self.study(name: "other")),
      ("$.random_numbers", Self.study().dropLast(2) + #", "random_numbers": "independent" }"#),
      ("$.model.group_size", Self.study().replacing("25", with: "26")),
      ("$.factors.infection_factor", Self.study().replacing("[1, 2]", with: "[3, 4]")),
    ]
    for (key, text) in edits {
      let error = #expect(throws: Failure.self) { try run(String(text), in: folder) }
      #expect(error?.code == .anotherStudy && error?.exit == .folderTaken)
      #expect(error?.description.contains(key) == true)
    }
    #expect(try contents(folder) == before)
  }

  @Test(
    "a store that cannot be read, or is gone, gives no other study the folder: its tables may be the last copy",
    arguments: [nil, 0, 16_384])
  func unreadable(zeros: Int?) throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(Self.study(), in: folder)
    let store = "\(folder)/.store/runs.sqlite"
    if let zeros {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: store))
      try (Data(count: zeros) + bytes.dropFirst(zeros == 0 ? bytes.count : zeros)).write(
        to: URL(fileURLWithPath: store))
    } else {
      for name in ["runs.sqlite", "seal"] {
        try FileManager.default.removeItem(atPath: "\(folder)/.store/\(name)")
      }
    }
    func expectRefused(_ study: String, _ code: ErrorCode) throws {
      let before = try contents(folder)
      let error = #expect(throws: Failure.self) { try run(study, in: folder) }
      #expect(error?.code == code)
      #expect(try FolderFit(parse(study), in: folder).state == .refused)
      #expect(try contents(folder) == before)
    }
    try expectRefused(Self.study(name: "other"), .anotherStudy)
    // Without it nobody knows, and settings may have changed the file as it was given.
    let resolved = "\(folder)/study.resolved.json"
    try FileManager.default.moveItem(atPath: resolved, toPath: place.file("kept"))
    try Data(Self.study(name: "other").utf8).write(to: URL(fileURLWithPath: "\(folder)/study.json"))
    for study in [Self.study(), Self.study(name: "other")] { try expectRefused(study, .damaged) }
    try FileManager.default.moveItem(atPath: place.file("kept"), toPath: resolved)
    try run(Self.study(), in: folder)
    try expectTables(of: Self.study(), in: folder, place)
  }

  @Test("an index with one changed byte gives no answers")
  func damagedIndex() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(Self.study(), in: folder)
    let point = try #require(try FolderStudy(folder: folder).plan.points.first).identity
    let file = URL(fileURLWithPath: "\(folder)/.store/runs.sqlite")
    let sound = try Data(contentsOf: file)
    let words = withUnsafeBytes(of: point.bigEndian) { Data($0) }
    // The table's row stands before the index's entry, or behind it.
    for entry in [sound.firstRange(of: words), sound.lastRange(of: words)].compactMap({ $0 }) {
      var changed = sound
      changed[entry.lowerBound] ^= 1
      try changed.write(to: file)
      #expect(throws: RunStoreError.self) { try FolderStudy(folder: folder).results() }
      #expect(throws: RunStoreError.self) { try NextRound(folder: folder) }
      #expect(try FolderFit(parse(Self.study()), in: folder).runs == 0)
    }
  }

  @Test("decisions that were damaged are made again")
  func damagedDecisions() throws {
    let place = try Scratch()
    let folder = place.file("results")
    let text = Self.study().replacing(
      #""replicates": 6"#,
      with:
        #""replicates": { "min": 30, "max": 90, "until": [{ "response": "steps", "half_width": 1 }] }"#
    )
    try run(text, in: folder)
    let file = URL(fileURLWithPath: "\(folder)/.store/runs.sqlite")
    var bytes = try Data(contentsOf: file)
    let name = try #require(bytes.firstRange(of: Data("decisions".utf8)))
    bytes[name.upperBound + 12] ^= 1
    try bytes.write(to: file)
    #expect(try !FolderVerification(of: folder).faults.isEmpty)
    try run(text, in: folder)
    try expectTables(of: text, in: folder, place)
  }

  @Test("parts out keep a changed study away until they are merged or dropped")
  func partsOut() throws {
    let place = try Scratch()
    let folder = place.file("results")
    for part in 1...2 { try run(Self.study(), in: place.file("\(part)"), shard: "\(part)/2") }
    _ = try MergedParts(folders: [place.file("1")], into: folder, isPartial: false)
    let error = #expect(throws: Failure.self) { try run(Self.study(replicates: 9), in: folder) }
    #expect(error?.code == .anotherStudy && error?.exit == .folderTaken)
    _ = try MergedParts(folders: [place.file("2")], into: folder, isPartial: false)
    try run(Self.study(replicates: 9), in: folder)
    try expectTables(of: Self.study(replicates: 9), in: folder, place)
  }

  @Test("of a stray part a folder takes what its study asks for, and stays that study's")
  func strayPart() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(Self.study(), in: folder)
    try run(Self.study(), in: place.file("own"), shard: "1/2")
    try run(Self.study(replicates: 9), in: place.file("stray"), shard: "1/2")
    try run(Self.study(name: "other"), in: place.file("other"), shard: "1/2")
    for parts in [["stray"], ["own", "stray"], ["stray", "own"]] {
      let merged = try MergedParts(
        folders: parts.map(place.file), into: folder, isPartial: false)
      #expect(merged.next == nil && merged.written?.runs == 12)
    }
    let before = try contents(folder)
    for parts in [["other"], ["own", "other"], ["other", "own"]] {
      let error = #expect(throws: Failure.self) {
        try MergedParts(folders: parts.map(place.file), into: folder, isPartial: false)
      }
      #expect(error?.code == .anotherStudy && error?.exit == .folderTaken)
    }
    #expect(try contents(folder) == before)
    // Nor is a part of the edited study made for it.
    let error = #expect(throws: Failure.self) {
      try run(Self.study(replicates: 9), in: place.file("late"), shard: "1/2", of: folder)
    }
    #expect(error?.exit == .folderTaken)
    try expectTables(of: Self.study(), in: folder, place)
  }

  @Test(
    "parts with other analyses give their runs; the analysis is the folder's, or the first part's")
  func otherAnalyses() throws {
    let place = try Scratch()
    let text = smallStudy()
    try run(text, in: place.file("a"), shard: "1/2")
    try run(smallStudy(analysis: #", "confidence": 0.9"#), in: place.file("b"), shard: "2/2")
    _ = try MergedParts(
      folders: [place.file("a"), place.file("b")], into: place.file("r"), isPartial: false)
    try expectTables(of: text, in: place.file("r"), place)
    for part in ["a", "b"] {
      _ = try MergedParts(folders: [place.file(part)], into: place.file("s"), isPartial: false)
    }
    try expectTables(of: text, in: place.file("s"), place)
  }

  /// Opens a folder for a study and closes it before any run, as a stop does.
  private func stopped(_ text: String, in folder: String) throws {
    let file = Array(text.utf8)
    try StudySession(try parse(text), file: file, in: folder, threads: 1).close()
  }

  @Test("a mistyped extension that was stopped leaves the way back and on")
  func mistyped() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(Self.study(), in: folder)
    let tables = try contents(folder).filter { !$0.key.hasPrefix(".store/") }
    try stopped(Self.study(replicates: 600_000), in: folder)
    #expect(try contents(folder).filter { !$0.key.hasPrefix(".store/") } == tables)
    try stopped(Self.study(replicates: 60_000), in: folder)
    for text in [Self.study(replicates: 8), Self.study(replicates: 3), Self.study()] {
      try run(text, in: folder)
      try expectTables(of: text, in: folder, place)
    }
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

  @Test("a refusal names what is in the way: name and seed where a point is the same, else all")
  func reasons() throws {
    let place = try Scratch()
    let folder = place.file("owned")
    try run(Self.study(), in: folder)
    let seed = try parse(Self.study().replacing("\"seed\": 4", with: "\"seed\": 5"))
    for (study, named, unnamed) in [
      (try parse(Self.study(factors: Self.recovery, name: "other")), ["$.study"], "recovery"),
      (try parse(Self.study(factors: Self.recovery)), [], "recovery"),
      (seed, ["$.seed"], "factors"),
      (
        try parse(Self.study(model: ", \"infection_probability\": 0.25", name: "other")),
        ["$.study", "$.model.infection_probability"], "factors"
      ),
    ] {
      let store = try RunStore.open(folder: folder, mode: .readOnly)
      let refusal = FolderOwner.refusal(of: try StudyRounds(study), in: folder, store.identity)
      #expect((refusal == nil) == named.isEmpty)
      let words = refusal.map { "\($0.message)" } ?? ""
      for name in named { #expect(words.contains(name)) }
      #expect(!words.contains(unnamed))
    }
  }
}
