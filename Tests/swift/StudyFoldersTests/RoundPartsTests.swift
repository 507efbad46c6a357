import Foundation
import PlainText
import ResultTables
import RunStore
import StudyFiles
import StudyFolders
import StudyRuns
import TestSupport
import Testing

/// Every design in parts, round by round, by what lies in folders alone.
@Suite("Rounds in parts") struct RoundPartsTests {
  static let precision = smallStudy(
    replicates: """
      { "min": 30, "max": 400, "batch": 25, "until": [{ "response": "steps", "half_width": 0.08 }] }
      """)

  @Test(
    "a merge that was killed between the runs of a round and the plan of the next stops no part")
  func olderPlan() throws {
    let place = try Scratch()
    let joined = place.file("joined")
    let folders = (1...2).map { place.file("parts/1/\($0)") }
    for (index, folder) in folders.enumerated() {
      try run(Self.precision, in: folder, shard: "\(index + 1)/2", of: nil, round: 1)
    }
    let merged = try MergedParts(folders: folders, into: joined, isPartial: false)
    #expect(merged.next?.round == 2)
    let study = try Study.parse(bytes: Array(Self.precision.utf8), file: "study.json")
    #expect(try RoundFile.kept(in: joined, of: study)?.round == 2)
    try RoundFile(round: 1, plan: nil).keep(in: joined, of: study)
    let end = try run(
      Self.precision, in: place.file("parts/2/1"), shard: "1/2", of: joined, round: 2)
    guard case .part = end else { throw Failure(.internalError, "a part has no tables") }
    let error = #expect(throws: Failure.self) {
      try run(Self.precision, in: place.file("parts/3/1"), shard: "1/2", of: joined, round: 3)
    }
    #expect(error?.code == .otherRound)
  }

  @Test("a round that a folder does not need is refused, to make and to merge")
  func otherRounds() throws {
    let place = try Scratch()
    let output = place.file("out")
    try run(Self.precision, in: place.file("1"), shard: "1/1", round: 1)
    try run(Self.precision, in: place.file("first/1"), shard: "1/2")
    try run(Self.precision, in: place.file("first/2"), shard: "2/2")
    _ = try MergedParts(
      folders: [place.file("first/1"), place.file("first/2")], into: output, isPartial: false)
    for round in [1, 3] {
      let error = #expect(throws: Failure.self) {
        try run(Self.precision, in: place.file("x"), shard: "1/2", of: output, round: round)
      }
      #expect(error?.code == .otherRound)
    }
    try run(Self.precision, in: place.file("second/1"), shard: "1/2", of: output)
    // Its round comes after one that another folder has not finished.
    let error = #expect(throws: Failure.self) {
      try MergedParts(
        folders: [place.file("first/1"), place.file("second/1")], into: place.file("late"),
        isPartial: false)
    }
    #expect(error?.code == .otherRound)
    // Whatever order they are named in, parts of earlier rounds come first.
    let again = try MergedParts(
      folders: [place.file("second/1"), place.file("first/1")], into: output, isPartial: false)
    #expect(again.parts[0].added == 0 && again.parts[0].known > 0)
    #expect(again.parts[1].added > 0 && again.next?.round == 2 && again.missing > 0)
  }

  @Test("a part with other results of a run adds nothing, and is refused as such")
  func otherRuns() throws {
    let place = try Scratch()
    let output = place.file("out")
    for part in 1...2 { try run(smallStudy(), in: place.file("\(part)"), shard: "\(part)/2") }
    _ = try MergedParts(folders: [place.file("1")], into: output, isPartial: false)
    // A run of part 1 as another program might have made it.
    let source = try RunStore.open(folder: place.file("1"), mode: .readOnly)
    let forged = try RunStore.open(
      folder: place.file("forged"), study: source.identity, mode: .resume)
    for point in try Study.parse(bytes: source.identity.study, file: "study").points() {
      var runs: [RunRecord] = []
      try source.forEachRun(
        point: point.identity, replicates: 0..<Int.max, Set(source.identity.recording.parts.keys)
      ) { runs.append($0) }
      if point.number == 1 { runs[2].outcome = .failed(reason: "forged") }
      try forged.append([RunBlock(point: point.identity, runs: runs)])
    }
    for name in ["study.json", "round.json"] {
      try forged.setMeta(name, to: try #require(try source.meta(name)))
    }
    try forged.close()
    let error = #expect(throws: RunStoreError.self) {
      try MergedParts(folders: [place.file("forged")], into: output, isPartial: false)
    }
    #expect(error?.code == .otherRuns && error?.code.exit == .verificationFailed)
    let merged = try MergedParts(
      folders: [place.file("1"), place.file("2")], into: output, isPartial: false)
    #expect(merged.next == nil && merged.written?.failedRuns == 0)
  }
}
