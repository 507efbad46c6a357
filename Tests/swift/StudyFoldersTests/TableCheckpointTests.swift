import DurableFiles
import Foundation
import ResultTables
import StudyFiles
import StudyFolders
import Synchronization
import TestSupport
import Testing

/// Tables whose maker was killed: the next one goes on where it was.
@Suite struct TableCheckpointTests {
  /// A folder as a kill leaves it: a copy that was made in the midst of the work.
  private final class Killed: Sendable {
    let place: Scratch
    /// The first points that the next process reports as done.
    let first = Mutex<Int?>(nil)
    var folder: String { place.file("results") }
    var copy: String { place.file("killed") }

    init(record: String = "") throws {
      place = try Scratch()
      try run(
        Self.study(record: record), in: folder)
    }

    static func study(record: String = "", analysis: String = "") -> String {
      let levels = (1...5).map { "0.\($0)" }.joined(separator: ", ")
      return smallStudy(analysis: analysis).replacing(
        #""factors": {"#,
        with: #""factors": { "infection_probability": { "values": [\#(levels)] },"#
      ).replacing(#""transmissions": 1"#, with: #""transmissions": 1\#(record)"#)
    }

    /// Makes all tables again.
    ///
    /// - Parameter isKilled: whether the folder is copied at this progress.
    @discardableResult
    func write(
      _ folder: String, toolVersion: String = "1", threads: Int = 1,
      where isKilled: @escaping @Sendable (TableProgress) -> Bool = { _ in false }
    ) throws -> WrittenResults {
      let (results, isComplete) = try FolderStudy(folder: folder).results()
      let origin = ManifestOrigin(
        toolVersion: toolVersion, commit: "", host: "", threads: threads, commandLine: [],
        started: .now, start: .now, runsMade: 0)
      let copy = copy
      let first = Mutex<Int?>(nil)
      let written = try writeResultFolder(
        results, to: folder, origin: origin, isPartial: !isComplete, checkpointsEvery: .zero
      ) { progress in
        first.withLock { $0 = $0 ?? progress.pointsDone }
        if isKilled(progress), !FileManager.default.fileExists(atPath: copy) {
          try? FileManager.default.copyItem(atPath: folder, toPath: copy)
        }
      }
      self.first.withLock { $0 = first.withLock { $0 } }
      return written
    }

    var pointsAtFirst: Int? { first.withLock { $0 } }

    /// All bytes but those of the manifest's times.
    func tables(_ folder: String) throws -> [String: Data] {
      let names = try FolderChange.files(of: folder).filter {
        !$0.hasPrefix(".store/") && $0 != "manifest.json"
      }
      return Dictionary(
        uniqueKeysWithValues: try names.map {
          ($0, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
        })
    }
  }

  @Test(
    "only what is missing is made again, with the same bytes",
    arguments: [("", 3, 1), (#", "compress": true"#, 6, 1), ("", 4, 3), ("", 10, 1)])
  func goesOn(record: String, points: Int, threads: Int) throws {
    let killed = try Killed(record: record)
    let whole = try killed.write(killed.folder, threads: threads) { $0.pointsDone == points }
    #expect(killed.pointsAtFirst == 0)
    let again = try killed.write(killed.copy)
    #expect(killed.pointsAtFirst == points)
    #expect(try killed.tables(killed.copy) == killed.tables(killed.folder))
    #expect(again.runs == whole.runs && again.notes == whole.notes)
    #expect(
      Set(again.files.map { [$0.name, $0.sha256] })
        == Set(whole.files.map { [$0.name, $0.sha256] })
    )
    #expect(try FolderVerification(of: killed.copy).isComplete)
    #expect(!FileManager.default.fileExists(atPath: killed.copy + "/.store/tables.json"))
    // A second time nothing is left to go on with.
    try killed.write(killed.copy)
    #expect(killed.pointsAtFirst == 0)
  }

  @Test("finished tables of the whole study are not made again")
  func ofStudy() throws {
    let killed = try Killed()
    try killed.write(killed.folder) { $0.table == "timings" }
    let made = Mutex<[String]>([])
    try killed.write(killed.copy) { progress in
      if let table = progress.table { made.withLock { $0.append(table) } }
      return false
    }
    #expect(made.withLock { $0 } == ["timings"])
    #expect(try killed.tables(killed.copy) == killed.tables(killed.folder))
  }

  @Test(
    "what is not as it was is made anew",
    arguments: ["version", "analysis", "table", "cut off", "gone", "checkpoint"])
  func changed(what: String) throws {
    let killed = try Killed()
    try killed.write(killed.folder) { $0.pointsDone == 5 }
    let table = URL(fileURLWithPath: killed.copy + "/summary.csv.tmp")
    let checkpoint = URL(fileURLWithPath: killed.copy + "/.store/tables.json")
    var bytes = try Data(contentsOf: table)
    #expect(bytes.count > 2_000)
    switch what {
    case "table":
      bytes[1_000] ^= 1
      try bytes.write(to: table)
    case "cut off": try bytes.prefix(bytes.count / 2).write(to: table)
    case "gone": try FileManager.default.removeItem(at: table)
    case "checkpoint": try Data(contentsOf: checkpoint).dropLast(9).write(to: checkpoint)
    default: break
    }
    if what == "analysis" {
      let edited = try killed.place.write(
        Killed.study(analysis: #", "confidence": 0.9"#), to: "edited.json")
      _ = try AnalyzedFolder(killed.copy, as: edited)
      let table = String(decoding: try killed.place.bytes("killed/summary.csv"), as: UTF8.self)
      #expect(table.split(separator: "\n")[1].contains(",0.9,t,"))
      return
    }
    try killed.write(killed.copy, toolVersion: what == "version" ? "2" : "1")
    #expect(killed.pointsAtFirst == 0)
    #expect(try killed.tables(killed.copy) == killed.tables(killed.folder))
  }

  @Test("analyzing again keeps what the runs have cost")
  func timings() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(), in: folder)
    let before = try place.bytes("results/timings.csv")
    #expect(String(decoding: before, as: UTF8.self).contains("\n0,12,"))
    _ = try AnalyzedFolder(folder)
    #expect(try place.bytes("results/timings.csv") == before)
    // As does a run with another analysis alone.
    try run(smallStudy(analysis: #", "confidence": 0.9"#), in: folder)
    #expect(try place.bytes("results/timings.csv") == before)
  }
}
