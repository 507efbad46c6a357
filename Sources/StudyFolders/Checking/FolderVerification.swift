import DurableFiles
import Glibc
import KeyedRandom
package import PlainText
import ResultTables
import RunStore
import SpreadEngine
import SpreadModel
import StudyFiles
package import StudyRuns

/// What was found when every stored block and file of a folder was looked at.
///
/// What a change does, and which ones do no harm: docs/file-formats.md, "What verify checks".
package struct FolderVerification: Sendable {
  package private(set) var faults: [String] = []
  /// What is no fault and must be known: tables that are not there yet, or older than the runs.
  package private(set) var notes: [Note] = []
  /// Paths in the folder of files that are not ours.
  package private(set) var notChecked: [String] = []
  /// The part of the study that the folder is for; nil for all of it.
  package private(set) var part: RoundPart?
  /// Whether the runs are there; without them the tables are compared with the manifest alone.
  package let hasStore: Bool
  /// Whether there are all runs of the study, and tables of all of them.
  package private(set) var isComplete = false
  package private(set) var runs = 0
  package private(set) var filesChecked = 0
  /// Runs repeated and compared with the stored ones; none where there are faults already.
  package private(set) var runsRepeated = 0
  /// The manifest as it was read.
  private var manifest: [UInt8]?
  /// Whether the page was made from other tables: that is in a note, and the study is complete without it.
  private var reportIsOlder = false
  /// Whether nothing is wrong but with tables and report.
  private var faultsAreOfTables = false

  /// While another process works in the folder, runs and tables come and go: what seems wrong with the tables
  /// is no fault then.
  /// - Parameter sample: runs to repeat, always the same ones for a study.
  /// - Throws: `WordedError` where there is nothing to look at.
  package init(of folder: String, sample: Int = 100) throws {
    try self.init(lookingAt: folder, sample)
    // Writers on other machines are not seen, but what they leave: files change places within milliseconds.
    var looks = 1
    while !faults.isEmpty, looks < 5, RunStore.holder(of: folder) == nil {
      usleep(100_000)
      let now = try? ReadableFile.bytes(of: "\(folder)/\(manifestName)", .found)
      guard now != manifest else { break }
      self = try FolderVerification(lookingAt: folder, sample)
      looks += 1
    }
    guard let holder = RunStore.holder(of: folder) else { return }
    if faultsAreOfTables {
      (faults, isComplete) = ([], false)
    }
    notes.removeAll { $0.code == .olderTables || $0.code == .noTablesYet }
    notes.append(
      Note(
        .beingWritten, file: folder,
        "\(holder) is making runs or tables there; what is not finished was not checked"))
  }

  private init(lookingAt folder: String, _ sample: Int) throws {
    hasStore = RunStore.exists(in: folder) || !entryExists("\(folder)/\(manifestName)")
    guard hasStore else {
      try checkTables(of: folder)
      return
    }
    let stored = try FolderStudy(folder: folder)
    try stored.expectOwnDraws()
    part = stored.rounds.part
    faults = try stored.store.verify().map(\.description)
    // Runs that cannot be read cannot be counted.
    guard faults.isEmpty else { return }
    faultsAreOfTables = true
    let judgement = try stored.judgement()
    runs = judgement.found.reduce(0, +)
    let manifest = try ManifestCheck(folder, (stored, judgement))
    try checkFiles(of: folder, manifest, copies: stored.study.copyNames)
    if faults.isEmpty {
      faultsAreOfTables = false
      try repeatRuns(sample, of: stored, judgement.found)
    }
    isComplete =
      faults.isEmpty && notes.count == (reportIsOlder ? 1 : 0) && judgement.isComplete
      && stored.rounds.part == nil
  }

  /// Tables that were published or put away without their store.
  private mutating func checkTables(of folder: String) throws {
    let manifest = try ManifestCheck(folder, nil)
    part = manifest.manifest?[key: "part"]?.string.flatMap(RoundPart.init)
    runs = manifest.manifest?[key: "counts"]?[key: "runs"]?.number?.integer ?? 0
    try checkFiles(of: folder, manifest, copies: [])
    isComplete = faults.isEmpty && manifest.manifest?[key: "complete"]?.content == .bool(true)
    notes.append(
      Note(
        .noStore, file: folder,
        "there is no \(RunStore.folderName)/: files were compared with \(manifestName), which itself "
          + "was not checked, and no run was repeated"))
  }

  private mutating func checkFiles(
    of folder: String, _ manifest: ManifestCheck, copies: [String]
  ) throws {
    self.manifest = manifest.bytes
    let report = try ReportSeal.check(folder)
    faults = manifest.faults + report.faults
    notes = manifest.notes + report.notes
    reportIsOlder = !report.notes.isEmpty
    filesChecked = manifest.filesChecked + report.listed.count
    let entries = try folderEntries(folder)
    checkNames(entries, known: manifest.known, copies: copies)
    let stored = RunStore.fileNames.union(
      [ManifestSeal.name, tableCheckpointName, AskedStudy.name, CopyNames.name].flatMap {
        [$0, DurableFile.temporaryName(of: $0)]
      })
    nameOthers(in: RunStore.folderName, of: folder) { stored.contains($0) }
    nameOthers(in: ReportSeal.plots, of: folder) {
      report.listed.contains("\(ReportSeal.plots)/\($0)")
    }
  }

  /// Names what is in a folder of the folder and is not ours.
  private mutating func nameOthers(
    in place: String, of folder: String, apartFrom isOurs: (String) -> Bool
  ) {
    let entries = (try? folderEntries("\(folder)/\(place)")) ?? []
    notChecked += entries.filter { !isOurs($0) }.map { "\(place)/\($0)" }
  }

  /// A file with a name of ours that nobody answers for would be taken for one of these results.
  private mutating func checkNames(_ entries: [String], known: Set<String>, copies: [String]) {
    let ours = Set([
      RoundFile.name, RunStore.folderName, FolderOwner.clusterFolder, ReportSeal.name,
      ReportSeal.page, ReportSeal.plots,
    ]).union(
      resultFileNames.union([ReportSeal.name, ReportSeal.page]).map(DurableFile.temporaryName))
    for name in entries
    where !known.contains(name) && !ours.contains(name) && !copies.contains(name) {
      if !known.isEmpty, resultFileNames.contains(name) {
        faults.append("\(name) is not one of the files of these results")
      } else if !resultFileNames.contains(name) {
        notChecked.append(name)
      }
    }
  }

  /// - Parameter found: runs of each point.
  private mutating func repeatRuns(
    _ sample: Int, of stored: FolderStudy, _ found: [Int]
  ) throws {
    let picked = Self.pick(sample, of: found.reduce(0, +), seed: stored.study.seed)
    // By point, the places of the runs that were picked.
    var (first, next) = (0, 0)
    for (point, count) in zip(stored.plan.points, found) where next < picked.count {
      defer { first += count }
      guard picked[next] < first + count else { continue }
      let possible = stored.possibleReplicates(of: point.number)
      let replicates = try stored.finished(point).map { $0.clamped(to: possible) }.joined()
      let list = Array(replicates.prefix(count))
      while next < picked.count, picked[next] < first + count {
        let replicate = list[picked[next] - first]
        if try !stored.isRepeated(point, replicate) {
          faults.append(
            "point \(point.number), replicate \(replicate): it gives a different result when repeated"
          )
        }
        next += 1
        runsRepeated += 1
      }
    }
  }

  /// Some of the numbers 0..<count, none twice, in ascending order; all where there are no more.
  ///
  /// Source: Floyd's algorithm; Bentley and Floyd (1987), doi:10.1145/30401.315746.
  package static func pick(_ sample: Int, of count: Int, seed: UInt64) -> [Int] {
    var stream = RandomStream(key: seed, 0x7665_7269_6679)  // "verify"
    var picked: Set<Int> = []
    for last in max(0, count - max(0, sample))..<count {
      let place = Int(stream.below(UInt64(last + 1)))
      if !picked.insert(place).inserted { picked.insert(last) }
    }
    return picked.sorted()
  }
}

extension FolderStudy {
  /// Whether a run, made again, is the stored one.
  fileprivate func isRepeated(_ point: Point, _ replicate: Int) throws -> Bool {
    let record = study.record
    var result = Simulator(point.scenario, of: study).run(
      study.key(of: point, replicate: replicate),
      recordMap: study.needsMaps || record.keepsMap(of: replicate),
      recordTransmissions: record.keepsTransmissions(of: replicate),
      recordGroups: record.keepsGroups(of: replicate))
    let failure = study.failure(of: result)
    var same = true
    try store.forEachRun(
      point: point.identity, replicates: replicate..<replicate + 1,
      Set(study.recording.parts.keys)
    ) { run in
      guard let stored = run.finished else {
        same = run.outcome == failure.map { .failed(reason: RunOutcome.kept($0)) }
        return
      }
      result.criticalProbabilities = study.confirmedProbabilities(
        stored.responses, of: store.responses, at: point, replicate: replicate)
      same =
        failure == nil && stored.stopReason == result.stopReason
        && stored.responses == store.responses.values(of: result, on: point.scenario.grid)
        && (stored.curve == nil || stored.curve == result.curves)
        && stored.map == (record.keepsMap(of: replicate) ? result.infectionSteps : nil)
        && stored.transmissions == result.transmissions
        && stored.groupCurves == result.groupCurves
    }
    return same
  }
}
