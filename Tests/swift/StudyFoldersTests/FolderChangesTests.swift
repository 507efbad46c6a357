import Foundation
import KeyedRandom
import StudyFolders
import TestSupport
import Testing

@Suite("Random changes to a folder") struct FolderChangesTests {
  /// In full: every kind of change at every kind of file.
  private static let changes = TestDepth.choose(quick: 26, deep: 320)

  @Test("verify calls each damage, or names the file, or it is harmless as documented")
  func eachIsSeen() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(), in: folder)
    _ = try FolderReport(of: folder)
    let files = try FolderChange.files(of: folder)
    #expect(Set(files).isSuperset(of: ["report.html", "report.sha256", "timings.csv"]))
    let contents = try files.map { try Data(contentsOf: url($0, folder)) }
    let whole = Dictionary(uniqueKeysWithValues: zip(files, contents))
    let kinds = FolderChange.Kind.allCases
    var stream = RandomStream(key: 20_261_122, 1)
    var made = 0
    var counts: [String: Int] = [:]
    var harmless: [String] = []
    while made < Self.changes {
      guard let change = try FolderChange(kinds[made % kinds.count], in: folder, &stream) else {
        continue
      }
      made += 1
      let seen = look(at: folder)
      counts[seen.rawValue, default: 0] += 1
      if seen == .nothing { harmless.append(change.description) }
      #expect((seen == .nothing) == change.isHarmless, "\(seen): \(change)")
      for name in change.files {
        try? FileManager.default.removeItem(at: url(name, folder))
        try whole[name]?.write(to: url(name, folder))
      }
    }
    #expect(look(at: folder) == .nothing)
    print("\(made) random changes to a folder: \(counts), harmless: \(harmless)")
  }

  private func url(_ name: String, _ folder: String) -> URL {
    URL(fileURLWithPath: "\(folder)/\(name)")
  }

  private enum Seen: String { case damage, named, nothing }

  private func look(at folder: String) -> Seen {
    do {
      let check = try FolderVerification(of: folder, sample: 3)
      guard check.faults.isEmpty else { return .damage }
      return check.notChecked.isEmpty && check.notes.isEmpty ? .nothing : .named
    } catch { return .damage }
  }
}
