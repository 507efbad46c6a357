import Foundation
import KeyedRandom
import StudyFolders
import Testing

@Suite("Random changes to a folder") struct FolderChangesTests {
  /// `SPREADLAB_DEEP=1`: 200, every kind of change at every kind of file.
  private static let changes =
    ProcessInfo.processInfo.environment["SPREADLAB_DEEP"] == "1" ? 200 : 40

  @Test("each is seen by verify, or is harmless as documented")
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
    while made < Self.changes {
      guard let change = try FolderChange(kinds[made % kinds.count], in: folder, &stream) else {
        continue
      }
      made += 1
      let isSeen = sees(folder)
      #expect(isSeen || change.isHarmless, "not seen: \(change)")
      #expect(!isSeen || !change.isHarmless, "called damage, but harmless: \(change)")
      for name in change.files {
        try? FileManager.default.removeItem(at: url(name, folder))
        try whole[name]?.write(to: url(name, folder))
      }
    }
    #expect(!sees(folder))
  }

  private func url(_ name: String, _ folder: String) -> URL {
    URL(fileURLWithPath: "\(folder)/\(name)")
  }

  /// Whether verify calls the folder anything but sound.
  private func sees(_ folder: String) -> Bool {
    do throws(FolderError) {
      return try !FolderCheck(of: folder, sample: 3).faults.isEmpty
    } catch { return true }
  }
}
