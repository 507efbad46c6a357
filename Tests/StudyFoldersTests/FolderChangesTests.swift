import Foundation
import KeyedRandom
import StudyFolders
import Testing

@Suite("Random changes to a folder") struct FolderChangesTests {
  /// `SPREADLAB_DEEP=1`: 200, every kind of change at every kind of file.
  private static let changes =
    ProcessInfo.processInfo.environment["SPREADLAB_DEEP"] == "1" ? 200 : 40

  /// A small study's folder with a report, as files by path.
  private func folder() throws -> [String: Data] {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(), in: folder)
    _ = try FolderReport(of: folder)
    var files: [String: Data] = [:]
    for name in try FolderChange.files(of: folder) {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    return files
  }

  @Test("each is seen by verify, or is harmless as documented")
  func eachIsSeen() throws {
    let files = try folder()
    #expect(Set(files.keys).isSuperset(of: ["report.html", "report.sha256", "timings.csv"]))
    var stream = RandomStream(key: 20_261_122, 1)
    var kinds: Set<FolderChange.Kind> = []
    var made = 0
    while made < Self.changes {
      let place = try Scratch()
      try write(files, to: place.path)
      guard let change = try FolderChange(in: place.path, &stream) else { continue }
      made += 1
      kinds.insert(change.kind)
      let isSeen = sees(place.path)
      #expect(isSeen || change.isHarmless, "not seen: \(change)")
      #expect(!isSeen || !change.isHarmless, "called damage, but harmless: \(change)")
    }
    #expect(kinds.count == FolderChange.Kind.allCases.count)
  }

  /// Whether verify calls the folder anything but sound.
  private func sees(_ folder: String) -> Bool {
    do throws(FolderError) {
      return try !FolderCheck(of: folder, sample: 3).faults.isEmpty
    } catch { return true }
  }

  private func write(_ files: [String: Data], to folder: String) throws {
    for (name, data) in files {
      let url = URL(fileURLWithPath: "\(folder)/\(name)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url)
    }
  }
}
