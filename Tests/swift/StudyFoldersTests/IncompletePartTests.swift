import Foundation
import ResultTables
import RunStore
import StudyFiles
import StudyFolders
import StudyRuns
import TestSupport
import Testing

@Suite("Parts that lack a run") struct IncompletePartTests {
  /// Of three parts with four replicates each, their first and last ones and one within.
  @Test(
    "whichever run is missing, it is counted, and comes by running the part again",
    arguments: [(1, 0), (1, 3), (2, 4), (2, 6), (3, 8), (3, 11)])
  func oneRunMissing(part: Int, replicate: Int) throws {
    let place = try Scratch()
    try run(smallStudy(), in: place.file("whole"))
    for number in 1...3 {
      try run(smallStudy(), in: place.file("made/\(number)"), shard: "\(number)/3")
    }
    var folders = (1...3).map { place.file("made/\($0)") }
    let short = place.file("short")
    try copyStore(of: folders[part - 1], to: short, without: replicate)
    folders[part - 1] = short

    let joined = place.file("joined")
    let parts = try MergedParts(folders: folders, into: joined, isPartial: false)
    #expect(parts.parts.map(\.missing) == (1...3).map { $0 == part ? 1 : 0 })
    #expect(parts.gaps.count == 1 && parts.gaps[0].hasPrefix(short))
    #expect(parts.written == nil && parts.missing == 1 && parts.next?.round == 1)
    try run(smallStudy(), in: short, shard: "\(part)/3")
    let completed = try MergedParts(folders: folders, into: joined, isPartial: false)
    #expect(completed.gaps == [] && completed.next == nil && completed.written?.runs == 24)
    #expect(completed.parts.reduce(0) { $0 + $1.added } == 1)
    #expect(completed.parts.reduce(0) { $0 + $1.known } == 23)
    for table in ["points", "runs", "summary", "curves", "maps", "transmissions", "comparisons"] {
      #expect(
        FileManager.default.contentsEqual(
          atPath: place.file("joined/\(table).csv"), andPath: place.file("whole/\(table).csv")),
        "\(table)")
    }
  }

  /// The store of a folder without one replicate of its study's first point.
  private func copyStore(of folder: String, to other: String, without gap: Int) throws {
    let store = try RunStore.open(folder: folder, mode: .readOnly)
    let copy = try RunStore.open(folder: other, study: store.identity, mode: .resume)
    let study = try Study.parse(bytes: store.identity.study, file: folder)
    for point in try study.points() {
      try store.forEachRun(
        point: point.identity, replicates: 0..<Int.max, Set(store.identity.recording.parts.keys)
      ) { run in
        guard point.number != 0 || run.replicate != gap else { return }
        try copy.append([RunBlock(point: point.identity, runs: [run])])
      }
    }
    for name in ["study.json", "round.json"] {
      try copy.setMeta(name, to: try #require(try store.meta(name)))
    }
    try copy.close()
  }
}
