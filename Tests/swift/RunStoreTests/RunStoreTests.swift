import DurableFiles
import Foundation
import PlainText
import RunStore
import SpreadModel
import StoreWriter
import TestSupport
import Testing

@Suite struct RunStoreTests {
  private func open(
    _ scratch: Scratch, _ study: StoreIdentity? = SampleRuns.study,
    _ mode: RunStore.Mode = .resume
  ) throws -> RunStore {
    try RunStore.open(folder: scratch.file("results"), study: study, mode: mode)
  }

  @Test("what was appended is read back in replicate order, also after closing")
  func readsBack() throws {
    let scratch = try Scratch()
    let blocks = (0..<60).map { SampleRuns.block($0) }
    let store = try open(scratch)
    try store.append(blocks.reversed())
    func check(_ store: RunStore) throws {
      for point in Set(blocks.map(\.point)) {
        let expected = blocks.filter { $0.point == point }.flatMap(\.runs)
        #expect(try store.runs(of: point) == expected)
      }
      let counts = try store.counts()
      #expect(counts.points == 7)
      #expect(counts.blocks == 60)
      #expect(counts.runs == blocks.reduce(0) { $0 + $1.runs.count })
      let failed = blocks.flatMap(\.runs).count {
        if case .failed = $0.outcome { true } else { false }
      }
      #expect(counts.failedRuns == failed && failed > 0)
      #expect(try store.verify() == [])
    }
    try check(store)
    try check(try open(scratch, nil, .readOnly))
    try store.close()
    try check(try open(scratch, nil, .readOnly))
    let again = try open(scratch)
    try check(again)
    #expect(again.removedAtOpening == [])
    #expect(again.identity == SampleRuns.study)
  }

  @Test("curves, maps and transmissions are left out where they are not wanted")
  func parts() throws {
    let scratch = try Scratch()
    let store = try open(scratch)
    try store.append([SampleRuns.block(1)])
    let point = SampleRuns.block(1).point
    #expect(try store.runs(of: point, []).count == 51)
    for run in try store.runs(of: point, []) {
      guard let run = run.finished else { continue }
      #expect(run.curve == nil && run.map == nil && run.transmissions == nil)
    }
    for run in try store.runs(of: point, [.curves]) {
      guard let found = run.finished else { continue }
      #expect((found.curve != nil) == (run.replicate % 3 != 0))
      #expect(found.map == nil && found.transmissions == nil)
    }
  }

  @Test("a replicate written twice is stored once, and never with another result")
  func idempotent() throws {
    let scratch = try Scratch()
    let store = try open(scratch)
    func block(_ replicates: Range<Int>, _ reason: String) -> RunBlock {
      RunBlock(
        point: 5,
        runs: replicates.map { RunRecord(replicate: $0, outcome: .failed(reason: reason)) })
    }
    try store.append([block(10..<20, "a"), block(30..<40, "a")])
    try store.append([block(10..<20, "a"), block(15..<35, "a")])
    for other in [
      block(10..<20, "b"), block(0..<11, "b"), block(19..<60, "b"), block(39..<40, "b"),
    ] {
      let error = #expect(throws: RunStoreError.self) {
        try store.append([block(70..<71, "c"), other])
      }
      #expect(error?.code == .otherRuns && error?.exit == .verificationFailed)
    }
    try store.append([block(0..<50, "a"), block(5..<12, "a"), block(49..<55, "a")])
    let reasons = try store.runs(of: 5).map { run in
      if case .failed(let reason) = run.outcome { reason } else { "?" }
    }
    #expect(reasons == [String](repeating: "a", count: 55))
    #expect(try store.counts().runs == 55)
    #expect(try store.verify() == [])
  }

  @Test("finished and missing replicates are reported as few ranges")
  func ranges() throws {
    let scratch = try Scratch()
    let store = try open(scratch)
    #expect(try store.finishedReplicates(point: 1) == [])
    #expect(try store.missingReplicates(of: 1, in: 0..<9) == [0..<9])
    func append(_ replicates: Range<Int>) throws {
      try store.append([
        RunBlock(
          point: 1, runs: replicates.map { RunRecord(replicate: $0, outcome: .failed(reason: "")) })
      ])
    }
    for range in [10..<20, 30..<35, 20..<25, 0..<2, 35..<40] { try append(range) }
    #expect(try store.finishedReplicates(point: 1) == [0..<2, 10..<25, 30..<40])
    #expect(try store.missingReplicates(of: 1, in: 0..<50) == [2..<10, 25..<30, 40..<50])
    #expect(try store.missingReplicates(of: 1, in: 12..<14) == [])
    #expect(try store.missingReplicates(of: 1, in: 24..<33) == [25..<30])
    #expect(try store.missingReplicates(of: 1, in: 5..<5) == [])
    #expect(try store.missingReplicates(of: 2, in: 5..<7) == [5..<7])
    var seen: [Int] = []
    try store.forEachRun(point: 1, replicates: 18..<32, []) {
      seen.append($0.replicate)
      _ = try store.finishedReplicates(point: 1)  // the body may use the store
    }
    #expect(seen == Array(18..<25) + [30, 31])
  }

  @Test("a single missing replicate is missing, wherever it is")
  func singleGaps() throws {
    let scratch = try Scratch()
    let store = try open(scratch)
    for range in [1..<10, 11..<20] {
      try store.append([
        RunBlock(
          point: 1, runs: range.map { RunRecord(replicate: $0, outcome: .failed(reason: "")) })
      ])
    }
    #expect(try store.finishedReplicates(point: 1) == [1..<10, 11..<20])
    #expect(try store.missingReplicates(of: 1, in: 0..<21) == [0..<1, 10..<11, 20..<21])
  }

  @Test("points whose identities differ in any bit are kept apart")
  func identities() throws {
    let scratch = try Scratch()
    let store = try open(scratch)
    let points: [UInt64] = [0, 1, .max, 1 << 63, 1 << 63 - 1, 1 << 32]
    try store.append(
      points.map { point in
        RunBlock(
          point: point,
          runs: [RunRecord(replicate: 0, outcome: .failed(reason: "\(point)"))])
      })
    for point in points {
      #expect(
        try store.runs(of: point) == [
          RunRecord(replicate: 0, outcome: .failed(reason: "\(point)"))
        ])
    }
  }

  @Test("values kept beside the runs are read back, and stay")
  func meta() throws {
    let scratch = try Scratch()
    let store = try open(scratch)
    #expect(try store.meta("study.json") == nil)
    try store.setMeta("study.json", to: Array("{}".utf8))
    try store.setMeta("empty", to: [])
    try store.setMeta("study.json", to: Array("{ }".utf8))
    try store.close()
    let again = try open(scratch, nil, .readOnly)
    #expect(try again.meta("study.json") == Array("{ }".utf8))
    #expect(try again.meta("empty") == [])
  }

  @Test("another study is refused with what was found, and nothing changes")
  func anotherStudy() throws {
    let scratch = try Scratch()
    let store = try open(scratch)
    try store.append([SampleRuns.block(0)])
    try store.close()
    let folder = scratch.file("results")
    let before = try scratch.bytes("results/.store/runs.sqlite")
    var other = SampleRuns.study
    for change in 0..<2 {
      other = SampleRuns.study
      if change == 0 { other.digest = "other" }
      if change == 1 { other.shard = "2/3" }
      #expect(throws: RunStoreError.belongsToAnother(folder: folder, found: SampleRuns.study)) {
        try open(scratch, other)
      }
      #expect(throws: RunStoreError.belongsToAnother(folder: folder, found: SampleRuns.study)) {
        try open(scratch, other, .readOnly)
      }
    }
    #expect(try scratch.bytes("results/.store/runs.sqlite") == before)
    other.digest = "larger"
    let extended = try RunStore.open(
      folder: scratch.file("results"), study: other, mode: .resume
    ) { #expect($0 == SampleRuns.study) }
    #expect(try extended.counts().runs == SampleRuns.block(0).runs.count)
    try extended.close()
    #expect(try open(scratch, other).identity == other)
  }

  @Test("the study of a store, and what is kept with it, change together or not at all")
  func together() throws {
    struct Stopped: Error {}
    let scratch = try Scratch()
    let folder = scratch.file("results")
    func open(_ study: StoreIdentity, _ value: [UInt8], prepare: @escaping () throws -> Void = {})
      throws
    {
      try RunStore.open(
        folder: folder, study: study, values: ["file": value], mode: .resume, admit: { _ in },
        prepare: prepare
      ).close()
    }
    #expect(throws: Stopped.self) { try open(SampleRuns.study, [1]) { throw Stopped() } }
    #expect(throws: RunStoreError.noStudy(folder: folder)) {
      try RunStore.open(folder: folder, mode: .readOnly)
    }
    try open(SampleRuns.study, [1])
    var other = SampleRuns.study
    other.digest = "other"
    for (isStopped, digest, value) in [(true, SampleRuns.study.digest, 1), (false, "other", 2)] {
      do { try open(other, [2]) { if isStopped { throw Stopped() } } } catch is Stopped {}
      let store = try RunStore.open(folder: folder, mode: .readOnly)
      #expect(try store.identity.digest == digest && store.meta("file") == [UInt8(value)])
    }
  }

  @Test("runs of another version of the model are refused in every mode")
  func anotherModel() throws {
    for mode in [RunStore.Mode.resume, .readOnly] {
      let scratch = try Scratch()
      var newer = SampleRuns.study
      newer.modelVersion = 3
      let refusal = RunStoreError.otherModel(
        folder: scratch.file("results"), found: 3, supported: 2)
      // The store is made, and then is none that this program can use.
      #expect(throws: refusal) {
        try open(scratch, newer)
      }
      #expect(throws: refusal) {
        try open(scratch, nil, mode)
      }
    }
  }

  /// A run of a point with two responses, as it is recorded in full.
  private func recorded(_ replicate: Int) -> RunRecord {
    let infected: [UInt32] = [1, 2, UInt32(replicate)]
    return RunRecord(
      replicate: replicate,
      outcome: .finished(
        .init(
          stopReason: .maxSteps, responses: [Double(replicate), replicate % 3 == 0 ? nil : 0.5],
          curve: RunCurves(
            infected: infected,
            course: CourseCurves(
              newInfections: [1, 1, 0], everInfected: [1, 2, 2], immune: [0, 0, 1],
              latent: [0, 0, 0])),
          map: [0, 1, -1], groupCurves: [RunCurves(infected: infected)])))
  }

  /// The same with what one recording has of it.
  private func run(_ replicate: Int, _ recording: Recording) -> RunRecord {
    guard var run = recorded(replicate).finished else { preconditionFailure("it is finished") }
    func has(_ kind: PartKind) -> Bool { replicate < recording.parts[kind, default: 0] }
    if !has(.course) { run.curve?.course = nil }
    let values = run.responses
    run.responses = recording.responses.responses.map {
      values[ResponseList.basic.responses[0] == $0 ? 0 : 1]
    }
    if !has(.curves) { run.curve = nil }
    if !has(.maps) { run.map = nil }
    if !has(.groupCurves) { run.groupCurves = nil }
    return RunRecord(replicate: replicate, outcome: .finished(run))
  }

  @Test(
    "runs made again get what they lack, keep what they have, and are read as they are asked for")
  func recordings() throws {
    let (one, two) = (ResponseList.basic.responses[0], ResponseList.basic.responses[1])
    func list(_ responses: Response...) -> ResponseList { ResponseList(responses) }
    // One after the other into one folder, over different replicates.
    let steps: [(Range<Int>, Recording)] = [
      (0..<20, Recording(responses: list(one), parts: [.curves: .max])),
      (5..<12, Recording(responses: list(two), parts: [.maps: 8])),
      (0..<30, Recording(responses: list(two, one), parts: [.curves: 10, .course: 10])),
      (3..<4, Recording(responses: list(one), parts: [.groupCurves: 4, .maps: 2])),
      (
        0..<30,
        Recording(responses: list(one, two), parts: [.curves: .max, .course: .max, .maps: 9])
      ),
    ]
    let scratch = try Scratch()
    var made: [(Range<Int>, Recording)] = []
    for (place, (replicates, recording)) in steps.enumerated() {
      var study = SampleRuns.study
      (study.digest, study.recording) = ("\(place)", recording)
      let store = try RunStore.open(
        folder: scratch.file("results"), study: study, mode: .resume
      ) { _ in }
      // What is missing follows from what was made before, replicate by replicate.
      for replicate in 0..<32 {
        let before = made.filter { $0.0.contains(replicate) }.map(\.1)
        let isThere =
          !before.isEmpty
          && recording.responses.responses.allSatisfy { response in
            before.contains { $0.responses.place(of: response) != nil }
          }
          && recording.parts.allSatisfy { kind, count in
            replicate >= count || before.contains { replicate < $0.parts[kind, default: 0] }
          }
        #expect(
          try store.missingReplicates(of: 9, in: replicate..<replicate + 1).isEmpty == isThere,
          "study \(place), replicate \(replicate)")
      }
      let runs = replicates.map { run($0, recording) }
      try store.append([RunBlock(point: 9, runs: runs)])
      #expect(try store.missingReplicates(of: 9, in: replicates).isEmpty)
      var found: [RunRecord] = []
      try store.forEachRun(
        point: 9, replicates: replicates, Set(recording.parts.keys)
      ) { found.append($0) }
      #expect(found == runs, "study \(place)")
      #expect(try store.verify() == [])
      try store.close()
      made.append((replicates, recording))
    }
    // One that differs in what it has in common, and nothing else.
    var study = SampleRuns.study
    study.recording = Recording(responses: list(two), parts: [.maps: 40])
    let store = try RunStore.open(
      folder: scratch.file("results"), study: study, mode: .resume
    ) { _ in }
    var other = run(7, study.recording)
    other.outcome = .finished(
      .init(stopReason: .maxSteps, responses: [0.5], curve: nil, map: [0, 1, 2]))
    #expect(throws: RunStoreError.self) { try store.append([RunBlock(point: 9, runs: [other])]) }
    other.outcome = .finished(
      .init(stopReason: .maxSteps, responses: [0.25], curve: nil, map: [0, 1, -1]))
    #expect(throws: RunStoreError.self) { try store.append([RunBlock(point: 9, runs: [other])]) }
    try store.append([RunBlock(point: 9, runs: [run(7, study.recording)])])
  }

  @Test("a response of a study's own is the same where it means the same, whatever its name")
  func ownDefinitions() throws {
    func recording(_ step: Int) throws -> Recording {
      let own = OwnResponse(name: "early", measure: .infectedAt(step)).responses
      return Recording(responses: ResponseList([ResponseList.basic.responses[0]] + own), parts: [:])
    }
    func run(_ value: Double) -> RunBlock {
      RunBlock(
        point: 9,
        runs: [
          RunRecord(
            replicate: 0,
            outcome: .finished(.init(stopReason: .maxSteps, responses: [3, value])))
        ])
    }
    let scratch = try Scratch()
    // Back at the first one, it is made again.
    for (step, value) in [(4, 7.0), (3, 5), (4, 7)] {
      var study = SampleRuns.study
      (study.digest, study.recording) = ("\(step)", try recording(step))
      let store = try RunStore.open(
        folder: scratch.file("results"), study: study, mode: .resume
      ) { _ in }
      #expect(try store.missingReplicates(of: 9, in: 0..<1) == [0..<1])
      try store.append([run(value)])
      #expect(try store.runs(of: 9) == run(value).runs)
      try store.close()
    }
  }

  @Test("a path that is too long for the database is refused before a folder is made")
  func longPath() throws {
    let scratch = try Scratch()
    let name = String(repeating: "a", count: 100)
    func folder(_ bytes: Int) -> String {
      let start = scratch.file("") + Array(repeating: name, count: 3).joined(separator: "/") + "/"
      return start + String(repeating: "b", count: bytes - start.utf8.count)
    }
    for path in [folder(483), scratch.file("\(name)/\(name)\(name)\(name)")] {
      let error = #expect(throws: DurableFileError.self) {
        try RunStore.open(folder: path, study: SampleRuns.study, mode: .resume)
      }
      #expect(error?.code == .fileError && error?.number == ENAMETOOLONG)
    }
    #expect(try scratch.names == [])
    let store = try RunStore.open(folder: folder(482), study: SampleRuns.study, mode: .resume)
    try store.append([SampleRuns.block(0)])
    try store.close()
  }

  @Test("a folder without runs says so")
  func noStudy() throws {
    let scratch = try Scratch()
    #expect(!RunStore.exists(in: scratch.file("results")))
    for mode in [RunStore.Mode.readOnly, .resume] {
      #expect(throws: RunStoreError.noStudy(folder: scratch.file("results"))) {
        try open(scratch, nil, mode)
      }
    }
    #expect(!RunStore.exists(in: scratch.file("results")))
  }

  @Test("a newer format is refused with advice; so is another program's database")
  func formats() throws {
    let scratch = try Scratch()
    try open(scratch).close()
    let original = try scratch.bytes("results/.store/runs.sqlite")
    var newer = original
    newer[63] = 5  // user_version, big endian, at byte 60 of SQLite's header
    try scratch.write(newer, to: "results/.store/runs.sqlite")
    try FileManager.default.removeItem(atPath: scratch.file("results/.store/seal"))
    for mode in [RunStore.Mode.readOnly, .resume] {
      let error = #expect(throws: RunStoreError.self) { try open(scratch, nil, mode) }
      #expect(error == .newerFormat(folder: scratch.file("results"), found: 5, supported: 4))
    }
    #expect(try scratch.bytes("results/.store/runs.sqlite") == newer)
    // Older ones are refused, and stay as they are.
    for format in 0..<4 {
      var older = original
      older[63] = UInt8(format)
      try scratch.write(older, to: "results/.store/runs.sqlite")
      for mode in [RunStore.Mode.readOnly, .resume] {
        let error = #expect(throws: RunStoreError.self) { try open(scratch, nil, mode) }
        #expect(error == .olderFormat(folder: scratch.file("results"), found: format, oldest: 4))
      }
      #expect(try scratch.bytes("results/.store/runs.sqlite") == older)
    }
    var foreign = original
    foreign[68] ^= 1  // application_id
    try scratch.write(foreign, to: "results/.store/runs.sqlite")
    let error = #expect(throws: RunStoreError.self) { try open(scratch, nil, .readOnly) }
    #expect(error?.code == .damaged)
  }

  @Test("runs of several stores are joined, in any order, once each")
  func copies() throws {
    let scratch = try Scratch()
    let blocks = (0..<70).map { SampleRuns.block($0) }
    let parts = try (0..<3).map { part in
      let store = try RunStore.open(
        folder: scratch.file("part\(part)"), study: SampleRuns.study, mode: .resume)
      try store.append(blocks.indices.filter { $0 % 3 == part || $0 % 7 == 0 }.map { blocks[$0] })
      return store
    }
    let whole = try open(scratch)
    let points = Array(Set(blocks.map(\.point)))
    var counts: [[Int]] = []
    for part in [2, 0, 1, 2] {
      let (added, known) = try whole.copy(points, from: parts[part])
      counts.append([added, known])
    }
    #expect(counts.reduce(0) { $0 + $1[0] } == blocks.reduce(0) { $0 + $1.runs.count })
    #expect(counts[3] == [0, counts[0][0]])
    #expect(try whole.copy([points[0]], from: parts[1]).added == 0)
    for point in points {
      #expect(
        try whole.runs(of: point) == blocks.filter { $0.point == point }.flatMap(\.runs))
    }
    #expect(try whole.verify() == [])
    for part in parts { try whole.expectAll(points, of: part) }
    #expect(throws: RunStoreError.self) { try parts[0].expectAll(points, of: whole) }
    // A run may have a block of its own; what is there with another result is not all there.
    func run(_ reason: String) -> RunBlock {
      RunBlock(point: 9, runs: [RunRecord(replicate: 0, outcome: .failed(reason: reason))])
    }
    try parts[1].append([run("a")])
    #expect(throws: RunStoreError.self) { try whole.expectAll([9], of: parts[1]) }
    try whole.append([run("b")])
    #expect(throws: RunStoreError.self) { try whole.expectAll([9], of: parts[1]) }
    #expect(throws: RunStoreError.otherRuns(folder: parts[1].folder, replicates: 0..<1)) {
      try whole.copy([9], from: parts[1])
    }
  }

  @Test("a store that is closed leaves no file open, one that is let go neither")
  func nothingOpen() throws {
    let scratch = try Scratch()
    func open() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }.filter { $0.hasPrefix(scratch.path) }
    }
    do {
      let store = try self.open(scratch)
      try store.append([SampleRuns.block(0)])
      try store.append([SampleRuns.block(0)])
      _ = try store.runs(of: SampleRuns.block(0).point)
      #expect(try !open().isEmpty)
      try store.close()
      #expect(try open() == [])
    }
    _ = try self.open(scratch, nil, .readOnly).counts()
    #expect(try open() == [])
    _ = try self.open(scratch).counts()
    #expect(try open() == [])
  }

  @Test(
    "what encoding and decoding took of memory is given back", .enabled(if: !TestDepth.isSanitized))
  func memory() throws {
    let runs = (0..<2_000).map { SampleRuns.smallRun($0, withCurve: true) }
    let block = RunBlock(point: 1, runs: runs)
    let growth = try residentGrowth(rounds: 60) { _ = EncodedBlock(block) }
    #expect(growth < 4 << 20, "\(growth)")
  }

  @Test("the names of a store's files are known, those of a rebuilt or unreadable one too")
  func fileNames() {
    let databases = ["runs.sqlite", "rebuilt.sqlite", "unreadable.sqlite"]
    let all = databases.flatMap { name in ["", "-wal", "-shm", "-journal"].map { name + $0 } }
    #expect(RunStore.fileNames == Set(all + ["seal", "seal.tmp", "lock"]))
  }

  @Test("workers may append and read at the same time")
  func concurrent() async throws {
    let scratch = try Scratch()
    let store = try open(scratch)
    await withTaskGroup { group in
      for worker in 0..<8 {
        group.addTask {
          do {
            for number in 0..<20 {
              try store.append([SampleRuns.block(worker + 8 * number)])
              _ = try store.finishedReplicates(point: SampleRuns.block(number).point)
            }
          } catch { Issue.record(error) }
        }
      }
    }
    #expect(try store.counts().blocks == 160)
    #expect(try store.verify() == [])
  }
}
