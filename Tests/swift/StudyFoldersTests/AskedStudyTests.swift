import Foundation
import PlainText
import ResultTables
import RunStore
import StudyFiles
import StudyFolders
import TestSupport
import Testing

/// The study that was asked for last, what it does not use, and that readers write nothing.
@Suite struct AskedStudyTests {
  private static func study(_ step: Int, replicates: Int = 12, record: String = "") -> String {
    """
    {
      "spreadlab": 1, "study": "asked", "seed": 7,
      "model": { "group_size": 36, "infection_factor": 2 },
      "responses": { "early": { "infected_at": \(step) } },
      "factors": { "rule": { "values": ["exact", "push"] } },
      "replicates": \(replicates), "record": { "curves": "all"\(record) }
    }
    """
  }

  private func differences(_ folder: String) throws -> [Double?] {
    let question = ComparisonQuestion(by: "rule", response: "early")
    return try question.answer(from: folder).rows.rows.map(\.comparison.estimate)
  }

  @Test("after analyze with another study all commands go by it, until one is run")
  func analyzed() throws {
    let place = try Scratch()
    let (folder, fresh) = (place.file("results"), place.file("fresh"))
    try run(Self.study(2), in: folder)
    try run(Self.study(5), in: fresh)
    let before = try (differences(folder), place.bytes("results/runs.csv"))
    let other = try place.write(Self.study(5), to: "other.json")
    let store = try place.bytes("results/.store/runs.sqlite")
    for file in [other, nil] {
      _ = try AnalyzedFolder(folder, as: file)
      #expect(try place.bytes("results/runs.csv") == place.bytes("fresh/runs.csv"))
      let (found, wanted) = try (differences(folder), differences(fresh))
      #expect(found == wanted && wanted != before.0)
      #expect(try FolderDifference(folder, fresh).summary == [])
      let (one, same) = try (
        ReplayedRun(of: folder, point: 1, replicate: 3),
        ReplayedRun(of: fresh, point: 1, replicate: 3)
      )
      #expect(one.responses.map(\.value) == same.responses.map(\.value))
      #expect(try FolderVerification(of: folder).isComplete)
    }
    #expect(try place.bytes("results/.store/runs.sqlite") == store)
    guard case .tables(let again) = try run(Self.study(5), in: folder) else { return }
    #expect(again.isUnchanged)
    try run(Self.study(2), in: folder)
    #expect(try differences(folder) == before.0)
    #expect(try place.bytes("results/runs.csv") == before.1)
    // What was asked before the last run counts no more.
    _ = try AnalyzedFolder(folder)
    #expect(try place.bytes("results/runs.csv") == before.1)
  }

  @Test(
    "tables of another analysis, whose command was killed at its last write, are named as older")
  func cutShort() throws {
    let place = try Scratch()
    let (folder, fresh) = (place.file("results"), place.file("fresh"))
    try run(Self.study(2), in: folder)
    try run(Self.study(2), in: fresh)
    _ = try AnalyzedFolder(folder, as: try place.write(Self.study(5), to: "other.json"))
    try FileManager.default.removeItem(atPath: "\(folder)/.store/asked.json")
    guard case .study(let status) = try FolderStatus(of: folder) else {
      Issue.record("the folder has no study")
      return
    }
    #expect(status.tables == .older)
    let check = try FolderVerification(of: folder)
    #expect(check.faults == [] && check.notes.map(\.code) == [.olderTables])
    _ = try AnalyzedFolder(folder)
    #expect(try place.bytes("results/runs.csv") == place.bytes("fresh/runs.csv"))
    #expect(try FolderVerification(of: folder).isComplete)
  }

  @Test("prune counts what the last study does not use, removes it, and nothing else")
  func prune() throws {
    let place = try Scratch()
    let (folder, fresh) = (place.file("results"), place.file("fresh"))
    try run(Self.study(2, replicates: 700, record: #", "maps": 300"#), in: folder)
    try run(Self.study(2, replicates: 500, record: #", "maps": 200"#), in: folder)
    try run(Self.study(2, replicates: 500, record: #", "maps": 200"#), in: fresh)
    func size(_ folder: String) throws -> Int {
      try RunStore.open(folder: folder, mode: .readOnly).counts().bytes
    }
    let (before, bytes) = (try size(folder), try place.bytes("results/.store/runs.sqlite"))
    let found = try PrunedFolder(folder, isDryRun: true)
    #expect(found.runs == 400 && found.bytes > 0)
    #expect(try place.bytes("results/.store/runs.sqlite") == bytes)
    let removed = try PrunedFolder(folder, isDryRun: false)
    #expect(removed.runs == found.runs && removed.bytes == found.bytes)
    #expect(try size(folder) <= before - removed.bytes + 65_536)
    #expect(try PrunedFolder(folder, isDryRun: false).bytes == 0)
    #expect(try FolderVerification(of: folder).isComplete)
    _ = try AnalyzedFolder(folder)
    for table in ["runs", "curves", "maps", "summary"] {
      #expect(try place.bytes("results/\(table).csv") == place.bytes("fresh/\(table).csv"))
    }
  }

  @Test("prune leaves a study alone that is not finished")
  func unfinished() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(Self.study(2), in: folder)
    let text = Self.study(2, replicates: 20)
    try StudySession(
      try Study.parse(bytes: Array(text.utf8), file: "study.json"), file: Array(text.utf8),
      in: folder, threads: 1
    ).close()
    for isDryRun in [true, false] {
      let error = #expect(throws: Failure.self) { try PrunedFolder(folder, isDryRun: isDryRun) }
      #expect(error?.code == .incomplete)
    }
  }

  @Test("readers change no byte, of a folder that was cut off neither, and need not write")
  func readers() throws {
    let place = try Scratch()
    let (folder, cut) = (place.file("results"), place.file("cut"))
    let text = Self.study(2, replicates: 300)
    try run(Self.study(2), in: folder)
    let session = try StudySession(
      try Study.parse(bytes: Array(text.utf8), file: "study.json"), file: Array(text.utf8),
      in: folder, threads: 1)
    _ = try session.makeRuns()
    // The log is not folded into the database yet.
    try FileManager.default.copyItem(atPath: folder, toPath: cut)
    try session.close()
    func look(_ folder: String) throws -> [String: Date] {
      let enumerator = FileManager.default.enumerator(atPath: folder)
      var times: [String: Date] = [:]
      while let name = enumerator?.nextObject() as? String {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        times[name] = attributes[.modificationDate] as? Date
      }
      return times
    }
    let names = try look(cut)
    #expect(names.keys.contains(".store/runs.sqlite-wal"))
    let bytes = try names.keys.filter { $0.contains("runs.sqlite") }.map {
      ($0, try place.bytes("cut/\($0)"))
    }
    guard case .study(let status) = try FolderStatus(of: cut) else {
      Issue.record("the folder has no study")
      return
    }
    #expect(status.runsDone == 600)
    _ = try FolderVerification(of: cut, sample: 5)
    _ = try differences(cut)
    _ = try FolderDifference(cut, folder)
    _ = try ReplayedRun(of: cut, point: 0, replicate: 299)
    _ = try NextRound(folder: cut)
    #expect(try look(cut) == names)
    for (name, before) in bytes { #expect(try place.bytes("cut/\(name)") == before, "\(name)") }
    // Without its index nobody can tell what of the log counts.
    try FileManager.default.removeItem(atPath: "\(cut)/.store/runs.sqlite-shm")
    let error = #expect(throws: RunStoreError.self) { try FolderStatus(of: cut) }
    #expect(error?.code == .inUse)
    try run(text, in: cut)
    #expect(try FolderVerification(of: cut, sample: 5).isComplete)
  }
}
