import Foundation
import PlainText
import Report
import SpreadModel
import StudyFiles
import StudyFolders
import StudyRuns
import TestSupport
import Testing

/// Studies that stopped on the way.
@Suite struct UnfinishedTests {
  /// Large enough that a millisecond does not see its end.
  private static let long = smallStudy(replicates: "4000")

  /// Runs a study and stops it after its first blocks.
  private func stop(_ text: String, in folder: String) throws {
    let file = [UInt8](text.utf8)
    let study = try Study.parse(bytes: file, file: "study.json")
    // One point of the two: as if the session had been stopped before the second.
    let session = try StudySession(
      study, file: file, in: folder, threads: 1)
    _ = session
  }

  @Test("a study without a single run has a status, tables and a report that say so")
  func nothing() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try stop(Self.long, in: folder)
    #expect(try FolderVerification(of: folder).faults == [])
    guard case .study(let status) = try FolderStatus(of: folder) else { return }
    #expect(status.runsDone == 0 && status.runsPlanned == 8000 && !status.isComplete)
    #expect(try !AnalyzedFolder(folder).isComplete)
    let report = try FolderReport(of: folder)
    #expect(report.written.isPartial)
  }

  @Test("a study with runs of one point only has a report")
  func onePoint() throws {
    let place = try Scratch()
    let folder = place.file("results")
    // Part 1 of 24 has one run of the first point, and so has the partial join of all parts.
    try run(smallStudy(), in: place.file("parts/1"), shard: "1/24")
    let merged = try MergedParts(folders: [place.file("parts/1")], into: folder, isPartial: true)
    #expect(merged.next != nil && merged.written != nil)
    let manifest = try String(contentsOfFile: folder + "/manifest.json", encoding: .utf8)
    #expect(manifest.contains("\"complete\": false"))
    let points = try String(contentsOfFile: folder + "/points.csv", encoding: .utf8)
    let counts = points.split(separator: "\n").dropFirst().map { $0.hasSuffix(",1,") }
    try #require(counts.contains(true) && counts.contains(false))
    let report = try FolderReport(of: folder)
    #expect(report.written.isPartial && report.written.figures > 0)
  }

  @Test("after its first round, a study with a precision target is not done")
  func firstRound() throws {
    let place = try Scratch()
    let folder = place.file("results")
    let until = """
      { "min": 30, "max": 900, "batch": 10,
        "until": [{ "response": "step_to_50pct", "half_width": 0.02 }] }
      """
    try run(smallStudy(replicates: until), in: folder)
    guard case .study(let end) = try FolderStatus(of: folder) else { return }
    #expect(end.isComplete && end.isAdaptive && end.runsDone == end.runsPlanned)
    // The same study's store with the first round alone.
    let first = place.file("first")
    try run(smallStudy(replicates: "30"), in: first)
    try adopt(first, as: smallStudy(replicates: until), in: place.file("grown"))
    guard case .study(let status) = try FolderStatus(of: place.file("grown")) else { return }
    #expect(!status.isComplete && status.runsDone < status.runsPlanned)
    #expect(status.pointsComplete < status.points)
  }

  @Test("a point that lacks one run is not complete")
  func oneMissing() throws {
    let place = try Scratch()
    try run(smallStudy(replicates: "20"), in: place.file("first"))
    try adopt(place.file("first"), as: smallStudy(replicates: "21"), in: place.file("grown"))
    guard case .study(let status) = try FolderStatus(of: place.file("grown")) else { return }
    #expect(status.runsDone == 40 && status.runsPlanned == 42)
    #expect(status.pointsComplete == 0 && status.points == 2 && !status.isComplete)
  }

  /// Copies runs of a folder into the store of another study that has them too.
  private func adopt(_ folder: String, as text: String, in other: String) throws {
    try stop(text, in: other)
    try change(
      other, "ATTACH '\(folder)/.store/runs.sqlite' AS others",
      "INSERT OR REPLACE INTO recordings SELECT * FROM others.recordings",
      "INSERT INTO parts SELECT * FROM others.parts",
      "INSERT INTO blocks SELECT * FROM others.blocks")
  }

  /// Changes the store of a folder behind the program's back.
  private func change(_ folder: String, _ statements: String...) throws {
    let script = """
      import sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      for statement in sys.argv[2:]: store.execute(statement)
      store.commit()
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, folder + "/.store/runs.sqlite"] + statements
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// The estimate comes from whole rounds: half of a round says less than it costs to wait for the rest.
  @Test("a threshold search that stopped within a round is judged by the rounds before it")
  func withinARound() throws {
    let place = try Scratch()
    let (some, none) = (place.file("some"), place.file("none"))
    for folder in [some, none] {
      try run(
        """
        {
          "spreadlab": 1, "study": "search", "seed": 7,
          "model": {
            "group_size": 10, "columns": 10, "rule": "exact", "infection_factor": 1,
            "introductions": [{ "step": 0, "people": [0] }], "stop": { "max_steps": 20 }
          },
          "design": {
            "type": "threshold", "factor": "infection_probability", "from": 0.02, "to": 0.98,
            "response": "reached_all", "target": 0.5, "half_width": 0.002
          }
        }
        """, in: folder)
    }
    // Of the last round, which has many blocks, one is not there; or all three levels have no run.
    let lastPoints = "SELECT point FROM blocks GROUP BY point ORDER BY min(rowid) DESC LIMIT 3"
    try change(some, "DELETE FROM blocks WHERE rowid = (SELECT max(rowid) FROM blocks)")
    try change(none, "DELETE FROM blocks WHERE point IN (\(lastPoints))")
    let rows = try [some, none].map { folder -> [Substring] in
      #expect(try !AnalyzedFolder(folder).isComplete)
      let table = try String(contentsOfFile: folder + "/thresholds.csv", encoding: .utf8)
      let lines = table.split(separator: "\n")
      try #require(lines.count == 2 && lines[1].hasSuffix("the search is not finished"))
      let names = lines[0].split(separator: ",", omittingEmptySubsequences: false)
      let cells = lines[1].split(separator: ",", omittingEmptySubsequences: false)
      return try ["estimate", "ci_low", "ci_high"].map {
        cells[try #require(names.firstIndex(of: $0))]
      }
    }
    #expect(rows[0] == rows[1] && !rows[0].contains(""))
  }
}
