import Foundation
import PlainText
import RunStore
import StudyFolders
import TestSupport
import Testing

/// Tables while they are written, and after a writer was stopped.
@Suite struct TablesStateTests {
  private func status(_ folder: String) throws -> StudyStatus {
    guard case .study(let status) = try FolderStatus(of: folder) else { throw CancellationError() }
    return status
  }

  @Test("an analysis that cannot be finished leaves the complete folder as it was")
  func failedAnalysis() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(), in: folder)
    func files() throws -> [String: Data] {
      let files = try FolderChange.files(of: folder).filter { $0 != ".store/lock" }
      let pairs = try files.map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
      }
      return Dictionary(uniqueKeysWithValues: pairs)
    }
    let before = try files()
    // The last file of all cannot be written.
    let obstacle = "\(folder)/README.txt.tmp"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    #expect(throws: (any Error).self) { try AnalyzedFolder(folder) }
    try FileManager.default.removeItem(atPath: obstacle)
    #expect(try files() == before)
    #expect(try FolderVerification(of: folder).isComplete)
    #expect(try status(folder).tables == .current)
  }

  @Test("what a killed writer left of its files is no fault, and goes with the next tables")
  func leftovers() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(), in: folder)
    for name in ["runs.csv.tmp", "selection.csv.tmp"] {
      try place.write("half", to: "results/\(name)")
    }
    let check = try FolderVerification(of: folder)
    #expect(check.isComplete && check.notChecked == [])
    _ = try AnalyzedFolder(folder)
    #expect(try !FolderChange.files(of: folder).contains { $0.hasSuffix(".tmp") })
  }

  @Test("while another process works there, tables are being written and nothing is damaged")
  func beingWritten() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(), in: folder)
    let manifest = try place.bytes("results/manifest.json")
    try FileManager.default.removeItem(atPath: folder + "/manifest.json")
    #expect(try !FolderVerification(of: folder, sample: 1).faults.isEmpty)
    #expect(try status(folder).tables == .unfinished)
    do {
      let writer = try RunStore.lock(folder)
      defer { withExtendedLifetime(writer) {} }
      let check = try FolderVerification(of: folder, sample: 1)
      #expect(check.faults == [] && check.notes.map(\.code) == [.beingWritten])
      #expect(!check.isComplete)
      #expect(try status(folder).tables == .beingWritten)
    }
    try place.write(manifest, to: "results/manifest.json")
    #expect(try FolderVerification(of: folder, sample: 1).isComplete)
    #expect(try status(folder).tables == .current)
  }
}
