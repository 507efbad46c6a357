import Foundation
import PlainText
import SlowReference
import SpreadModel
import StudyFiles
import StudyFolders
import TestSupport
import Testing

/// Results of a rule in Swift, and programs that have it or do not.
@Suite struct OwnRuleFolderTests {
  private static let text = """
    {
      "spreadlab": 1, "study": "own", "seed": 7,
      "model": { "group_size": 36, "infection_factor": 2 },
      "factors": { "rule": { "values": ["exact", "mine"] } },
      "replicates": 12
    }
    """

  @Test("the program that has it runs, goes on, verifies and repeats it like any other")
  func hasIt() throws {
    try withOwnRules([.own("mine")]) {
      let place = try Scratch()
      let (whole, halves) = (place.file("whole"), place.file("halves"))
      try run(Self.text, in: whole)
      let check = try FolderVerification(of: whole, sample: 24)
      #expect(check.faults == [] && check.isComplete && check.runsRepeated == 24)
      // A part and what is missing beside it are the same runs.
      try run(Self.text.replacing(#""replicates": 12"#, with: #""replicates": 5"#), in: halves)
      try run(Self.text, in: halves)
      let tables = try [whole, halves].map {
        try String(contentsOfFile: "\($0)/runs.csv", encoding: .utf8)
      }
      #expect(tables[0] == tables[1])
      #expect(try ReplayedRun(of: whole, point: 1, replicate: 3).result.steps > 0)
    }
  }

  @Test("a program without it reads, counts and joins its runs, and does not repeat them")
  func lacksIt() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try withOwnRules([.own("mine")]) { _ = try run(Self.text, in: folder) }
    let before = try String(contentsOfFile: "\(folder)/summary.csv", encoding: .utf8)
    guard case .study(let status) = try FolderStatus(of: folder) else {
      Issue.record("it was sent to a cluster")
      return
    }
    #expect(status.runsDone == 24 && status.isComplete)
    #expect(try AnalyzedFolder(folder).isComplete)
    #expect(try String(contentsOfFile: "\(folder)/summary.csv", encoding: .utf8) == before)
    for attempt in [
      { _ = try FolderVerification(of: folder) },
      { _ = try ReplayedRun(of: folder, point: 1, replicate: 0) },
    ] {
      let error = #expect(throws: Failure.self) { try attempt() }
      #expect(error?.code == .missingRule)
      #expect(error?.description.contains("the rule mine, version 1,") == true)
    }
  }
}
