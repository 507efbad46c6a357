import Foundation
import PlainText
import ResultTables
import SpreadModel
import StudyFiles
import StudyFolders
import StudyRuns
import Tables
import TestSupport
import Testing
import WorkStealing

@Suite struct SessionTests {
  @Test("a folder goes its whole way: run, status, verify, replay, compare, fit, analyze")
  func wholeWay() throws {
    let place = try Scratch()
    let folder = place.file("results")
    guard case .tables(let written) = try run(smallStudy(), in: folder) else {
      Issue.record("a whole study has tables")
      return
    }
    #expect(written.runs == 24)
    guard case .study(let status) = try FolderStatus(of: folder) else {
      Issue.record("it was not sent to a cluster")
      return
    }
    #expect(status.runsDone == 24 && status.runsPlanned == 24 && status.holder == nil)
    let check = try FolderVerification(of: folder, sample: 5)
    #expect(check.faults == [] && check.runsRepeated == 5)
    let replay = try ReplayedRun(of: folder, point: 1, replicate: 3)
    #expect(replay.result.curve.last == UInt32(36))
    let answer = try ComparisonQuestion(by: "rule", response: "step_to_50pct").answer(from: folder)
    #expect(answer.isComplete && answer.rows.rows.count == 1)
    #expect(try FitQuestion(model: "logistic").answer(from: folder).table.csv.hasPrefix("point,"))
    let again = try AnalyzedFolder(folder)
    #expect(again.isComplete && again.written.runs == 24)
  }

  @Test("a session that is cancelled keeps what it made, and the next one goes on")
  func cancelled() throws {
    let place = try Scratch()
    let file = [UInt8](smallStudy().utf8)
    let study = try Study.parse(bytes: file, file: "study.json")
    let cancel = CancelToken()
    cancel.cancel()
    do {
      let session = try StudySession(study, file: file, in: place.file("results"), threads: 1)
      #expect(try session.makeRuns(cancel: cancel).wasCancelled)
    }
    try run(smallStudy(), in: place.file("results"))
    #expect(try FolderVerification(of: place.file("results")).faults == [])
  }

  @Test("what cannot be done is an error of its kind")
  func errors() throws {
    let place = try Scratch()
    let none = #expect(throws: Failure.self) { try FolderStatus(of: place.path) }
    #expect(none?.code == .noResults)
    try run(smallStudy(), in: place.file("results"))
    let point = #expect(throws: Failure.self) {
      try ReplayedRun(of: place.file("results"), point: 2, replicate: 0)
    }
    #expect(point?.code == .noSuchRun && point?.description.contains("0...1") == true)
    let other = smallStudy().replacing("\"seed\": 7", with: "\"seed\": 8")
    let edited = try place.write(other, to: "other.json")
    let changed = #expect(throws: Failure.self) {
      try AnalyzedFolder(place.file("results"), as: edited)
    }
    #expect(changed?.code == .anotherStudy && changed?.description.contains("$.seed") == true)
  }
}
