import DurableFiles
import Foundation
import PlainText
import Report
import ResultTables
import RunStore
import SpreadModel
import StudyFiles
import StudyFolders
import StudyRuns
import TestSupport
import Testing
import WorkStealing

/// What verify says of folders that nobody damaged.
@Suite struct FolderVerificationTests {
  private func check(_ folder: String) throws -> FolderVerification {
    try FolderVerification(of: folder, sample: 3)
  }

  private func edit(_ path: String, _ old: String, _ new: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try #require(text.contains(old))
    try text.replacing(old, with: new).write(toFile: path, atomically: false, encoding: .utf8)
  }

  @Test("the seconds of a plan are those of its processors, shared by the threads")
  func seconds() throws {
    for threads in [1, 3] {
      let study = try Study.parse(bytes: Array(smallStudy().utf8), file: "study.json")
      let check = try StudyCheck(study, threads: threads)
      let all = check.estimate.cpuSeconds
      #expect(all > 0 && abs(check.seconds * Double(threads) / all - 1) < 1e-12)
    }
  }

  @Test("a part is sound, and neither it nor its tables are taken for the study")
  func part() throws {
    let place = try Scratch()
    let folder = place.file("2")
    try run(smallStudy(), in: folder, shard: "2/3")
    var found = try check(folder)
    #expect(found.faults == [] && !found.isComplete && found.part == RoundPart("2/3"))
    #expect(found.notes.map(\.code) == [.noTablesYet] && found.runs == 8)
    let analyzed = try AnalyzedFolder(folder)
    #expect(!analyzed.isComplete)
    found = try check(folder)
    #expect(found.faults == [] && found.notes == [] && !found.isComplete)
    let manifest = try String(contentsOfFile: folder + "/manifest.json", encoding: .utf8)
    #expect(manifest.contains("\"part\": \"2/3\"") && manifest.contains("\"complete\": false"))
    // Four runs of each point are there, not the eight up to the last of them.
    let points = try String(contentsOfFile: folder + "/points.csv", encoding: .utf8)
    #expect(points.split(separator: "\n").dropFirst().allSatisfy { $0.hasSuffix(",4,") })
  }

  @Test("a study that went on after its tables were made is older tables, not damage")
  func goesOn() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(replicates: "5"), in: folder)
    let file = [UInt8](smallStudy(replicates: "9").utf8)
    let study = try Study.parse(bytes: file, file: "study.json")
    do {
      let session = try StudySession(study, file: file, in: folder, threads: 1)
      _ = try session.makeRuns()
    }
    let found = try check(folder)
    #expect(found.faults == [] && !found.isComplete)
    #expect(found.notes.map(\.code) == [.olderTables])
    #expect(found.notes[0].message.contains("10 of 18"))
    _ = try AnalyzedFolder(folder)
    #expect(try check(folder).isComplete)
  }

  @Test("a list of transmissions in a sound block, in which one source is another person")
  func otherSource() throws {
    let place = try Scratch()
    let (whole, changed) = (place.file("whole"), place.file("changed"))
    try run(smallStudy(), in: whole)
    let store = try RunStore.open(folder: whole, mode: .readOnly)
    let copy = try RunStore.open(folder: changed, study: store.identity, mode: .resume)
    let study = try Study.parse(bytes: store.identity.study, file: whole)
    for point in try study.points() {
      var runs: [RunRecord] = []
      try store.forEachRun(
        point: point.identity, replicates: 0..<12, Set(store.identity.recording.parts.keys)
      ) { run in
        runs.append(run)
        guard var changed = run.finished, let source = changed.transmissions?.sources.popLast()
        else { return }
        changed.transmissions?.sources.append(source + 1)
        runs[runs.count - 1].outcome = .finished(changed)
      }
      try copy.append([RunBlock(point: point.identity, runs: runs)])
    }
    try copy.setMeta("study.json", to: try #require(try store.meta("study.json")))
    try copy.close()
    for (folder, isSound) in [(whole, true), (changed, false)] {
      _ = try AnalyzedFolder(folder)
      let found = try FolderVerification(of: folder, sample: 200)
      #expect(found.faults.isEmpty == isSound, "\(found.faults)")
      #expect(found.faults.allSatisfy { $0.contains("it gives a different result when") })
    }
  }

  @Test("a manifest without its seal was tampered with, wherever a crash happened")
  func seal() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(), in: folder)
    let seal = folder + "/.store/manifest.sha256"
    try FileManager.default.moveItem(atPath: seal, toPath: seal + ".old")
    let found = try check(folder)
    #expect(found.faults.count == 1 && found.faults[0].contains(".store/manifest.sha256"))
    #expect(found.notChecked == [".store/manifest.sha256.old"])
    // As between the two: it comes before the manifest, and goes after it.
    try FileManager.default.moveItem(atPath: seal + ".old", toPath: seal)
    try FileManager.default.removeItem(atPath: folder + "/manifest.json")
    #expect(try check(folder).faults == ["manifest.json is missing"])
    _ = try AnalyzedFolder(folder)
    #expect(try check(folder).isComplete)
  }

  @Test("a sealed manifest with a file of each list that lacks its name, size or digest")
  func entry() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(), in: folder)
    let manifest = folder + "/manifest.json"
    for entry in [
      "{}", #"{ "name": "a", "bytes": 1 }"#, #"{ "name": "a", "sha256": "0" }"#,
      #"{ "bytes": 1, "sha256": "0" }"#,
    ] {
      _ = try AnalyzedFolder(folder)
      try edit(manifest, #""files": ["#, #""files": [ \#(entry), "#)
      let text = try Data(contentsOf: URL(fileURLWithPath: manifest))
      _ = try place.write(
        ManifestSeal.text(of: Array(text)), to: "results/.store/\(ManifestSeal.name)")
      let faults = try check(folder).faults
      #expect(
        faults.count == 2 && faults.allSatisfy { $0.hasPrefix("manifest.json ") }, "\(faults)")
    }
  }

  @Test("a manifest alone, which is no JSON")
  func noJSON() throws {
    let place = try Scratch()
    for (number, text) in ["", "{", "{} {}"].enumerated() {
      try FileManager.default.createDirectory(
        atPath: place.file("\(number)"), withIntermediateDirectories: false)
      _ = try place.write(text, to: "\(number)/manifest.json")
      let found = try check(place.file("\(number)"))
      #expect(found.faults.count == 1 && !found.isComplete, "\(text)")
    }
  }

  @Test("runs that are gone from the store, which has no seal")
  func fewerRuns() throws {
    let place = try Scratch()
    let (folder, other) = (place.file("results"), place.file("other"))
    try run(smallStudy(replicates: "12"), in: folder)
    // The same study's store with half of the runs, as if blocks had been deleted.
    let file = [UInt8](smallStudy(replicates: "12").utf8)
    let study = try Study.parse(bytes: file, file: "study.json")
    do {
      let session = try StudySession(study, file: file, in: other, threads: 1)
      _ = session
    }
    for name in ["runs.sqlite", "seal"] {
      try? FileManager.default.removeItem(atPath: "\(folder)/.store/\(name)")
    }
    for name in ["runs.sqlite", "runs.sqlite-wal"] {
      try? FileManager.default.copyItem(
        atPath: "\(other)/.store/\(name)", toPath: "\(folder)/.store/\(name)")
    }
    #expect(
      try check(folder).faults == ["the tables count 24 runs, but the store holds only 0"])
  }

  @Test("a report of earlier tables, and one of which files are gone")
  func report() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(replicates: "5"), in: folder)
    _ = try FolderReport(of: folder)
    #expect(try check(folder).isComplete)
    // The same tables again: the report is still theirs.
    _ = try AnalyzedFolder(folder)
    #expect(try check(folder).isComplete)
    try run(smallStudy(replicates: "6"), in: folder)
    let older = try check(folder)
    #expect(older.faults.isEmpty && older.notes.map(\.code) == [.olderTables])
    _ = try FolderReport(of: folder)
    #expect(try check(folder).isComplete)
    // What cannot be shown is refused before anything of that report goes.
    let error = #expect(throws: Failure.self) {
      try FolderReport(of: folder, showing: ReportOptions(responses: ["nothing"]))
    }
    #expect(error?.code == .unknownValue)
    #expect(try check(folder).isComplete)
    _ = try place.write("mine", to: "results/plots/mine.csv")
    #expect(try check(folder).notChecked == ["plots/mine.csv"])
    // A seal that ends early, within a line or behind one, as on a disk that was full.
    let seal = URL(fileURLWithPath: folder + "/report.sha256")
    let whole = try Data(contentsOf: seal)
    let lines = try #require(whole.dropLast().lastIndex(of: UInt8(ascii: "\n")))
    for length in [whole.count - 1, lines + 1 + 70, 0] {
      try whole.prefix(length).write(to: seal)
      #expect(try !check(folder).faults.isEmpty, "\(length) of \(whole.count) bytes")
    }
    // As a first report leaves it that was killed.
    try FileManager.default.removeItem(at: seal)
    #expect(try check(folder).notes.map(\.code) == [.olderTables] && check(folder).faults.isEmpty)
    try whole.write(to: seal)
    try FileManager.default.removeItem(atPath: folder + "/plots/curves.svg")
    #expect(try check(folder).faults.contains { $0.hasPrefix("plots/curves.svg is missing") })
  }

  @Test("files that are not ours are named and do no harm; a table nobody answers for does")
  func otherFiles() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try run(smallStudy(), in: folder)
    _ = try place.write("mine", to: "results/notes.txt")
    _ = try place.write("mine", to: "results/.store/summary.csv")
    #expect(try check(folder).notChecked == ["notes.txt", ".store/summary.csv"])
    _ = try place.write("a\n1\n", to: "results/sensitivity.csv")
    #expect(
      try check(folder).faults == ["sensitivity.csv is not one of the files of these results"])
  }

  @Test("tables are not made again while runs are made, and the run ends well")
  func locked() throws {
    let place = try Scratch()
    let folder = place.file("results")
    let file = [UInt8](smallStudy().utf8)
    let study = try Study.parse(bytes: file, file: "study.json")
    let session = try StudySession(study, file: file, in: folder, threads: 1)
    for attempt in [{ _ = try AnalyzedFolder(folder) }, { _ = try FolderReport(of: folder) }] {
      do {
        try attempt()
        Issue.record("a run is at work")
      } catch is FolderInUse {
        continue
      }
    }
    guard case .tables = try session.finish(try session.makeRuns()) else {
      Issue.record("the run has its tables")
      return
    }
    #expect(try check(folder).isComplete)
  }

  @Test("runs to repeat are picked without repetition, each as likely as any other")
  func picked() {
    #expect(FolderVerification.pick(7, of: 5, seed: 1) == [0, 1, 2, 3, 4])
    #expect(FolderVerification.pick(0, of: 5, seed: 1) == [])
    #expect(FolderVerification.pick(-1, of: 5, seed: 1) == [])
    #expect(FolderVerification.pick(3, of: 0, seed: 1) == [])
    var counts = [Int](repeating: 0, count: 8)
    for seed in 0..<4_000 as Range<UInt64> {
      let places = FolderVerification.pick(3, of: 8, seed: seed)
      #expect(places.count == 3 && zip(places, places.dropFirst()).allSatisfy(<))
      for place in places { counts[place] += 1 }
    }
    // 3/8 of 4,000 are 1,500, with a standard deviation of 31.
    #expect(counts.allSatisfy { abs($0 - 1_500) < 155 }, "\(counts)")
  }
}
