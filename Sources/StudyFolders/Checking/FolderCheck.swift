import DurableFiles
import KeyedRandom
import ResultTables
import RunStore
import SpreadEngine
import SpreadModel
import StudyFiles
package import StudyRuns

/// What was found when every stored block and file of a folder was looked at.
///
/// What a change does, and which ones do no harm: docs/file-formats.md, "What verify sees".
package struct FolderCheck: Sendable {
  package private(set) var faults: [String] = []
  /// What is no fault and must be known: tables that are not there yet, or older than the runs.
  package private(set) var notes: [String] = []
  /// Names in the folder that are not ours.
  package private(set) var notChecked: [String] = []
  /// The part of the study that the folder is for.
  package let part: Shard
  /// Whether there are all runs of the study, and tables of all of them.
  package private(set) var isComplete = false
  package private(set) var runs = 0
  package private(set) var filesChecked = 0
  /// Runs repeated and compared with the stored ones; none where there are faults already.
  package private(set) var runsRepeated = 0

  /// - Parameter sample: runs to repeat, always the same ones for a study.
  /// - Throws: `FolderError` where there is nothing to look at.
  package init(of folder: String, sample: Int = 100) throws(FolderError) {
    let stored = try StoredStudy(folder: folder)
    try stored.expectOwnDraws()
    part = stored.plan.shard
    faults = try translated { try stored.store.verify().map(\.description) }
    // Runs that cannot be read cannot be counted.
    guard faults.isEmpty else { return }
    let judgement = try stored.judgement()
    runs = judgement.found.reduce(0, +)
    let manifest = try ManifestCheck(stored, judgement)
    let report = try translated { try ReportSeal.faults(in: folder) }
    faults = manifest.faults + report.faults
    notes = manifest.notes
    filesChecked = manifest.filesChecked + report.checked
    try checkNames(in: folder, known: manifest.known, copies: stored.study.copyNames)
    if faults.isEmpty { try repeatRuns(sample, of: stored) }
    isComplete = faults.isEmpty && notes.isEmpty && judgement.isAll(of: stored.plan)
  }

  /// A file with a name of ours that nobody answers for would be taken for one of these results.
  private mutating func checkNames(
    in folder: String, known: Set<String>, copies: [String]
  ) throws(FolderError) {
    let entries = try translated { try folderEntries(folder) }
    let ours: Set = [
      RunStore.folderName, StudyFolder.clusterFolder, ReportSeal.name, ReportSeal.page,
      ReportSeal.plots,
    ]
    for name in entries
    where !known.contains(name) && !ours.contains(name) && !copies.contains(name) {
      if !known.isEmpty, resultFileNames.contains(name) {
        faults.append("\(name) is not one of the files of these results")
      } else if !resultFileNames.contains(name) {
        notChecked.append(name)
      }
    }
  }

  private mutating func repeatRuns(_ sample: Int, of stored: StoredStudy) throws(FolderError) {
    var stream = RandomStream(key: stored.study.seed, 0x7665_7269_6679)  // "verify"
    for _ in 0..<max(sample, 0) {
      let point = stored.plan.points[Int(stream.below(UInt64(stored.plan.points.count)))]
      let replicates = try stored.finished(point)
      let count = replicates.reduce(0) { $0 + $1.count }
      guard count > 0 else { continue }
      var place = Int(stream.below(UInt64(count)))
      for range in replicates {
        guard place >= range.count else {
          let replicate = range.lowerBound + place
          if try !stored.isRepeated(point, replicate) {
            faults.append(
              "point \(point.number), replicate \(replicate): it gives a different result when repeated"
            )
          }
          break
        }
        place -= range.count
      }
      runsRepeated += 1
    }
  }
}

extension StoredStudy {
  /// Whether a run, made again, is the stored one.
  fileprivate func isRepeated(_ point: Point, _ replicate: Int) throws(FolderError) -> Bool {
    let record = study.record
    let result = Simulator(point.scenario, of: study).run(
      study.key(of: point, replicate: replicate),
      recordMap: study.needsMaps || record.keepsMap(of: replicate),
      recordTransmissions: record.keepsTransmissions(of: replicate))
    return try translated {
      var same = true
      try store.forEachRun(
        point: point.identity, replicates: replicate..<replicate + 1, withCurves: true,
        withMaps: record.keepsPeople
      ) { run in
        guard case .ok(let reason, let responses, let curve, let map, let list) = run.outcome
        else {
          same = run.outcome == result.failure.map { .failed(reason: RunOutcome.kept($0)) }
          return
        }
        same =
          result.failure == nil && reason == result.stopReason
          && responses == store.responses.values(of: result, on: point.scenario.grid)
          && (curve == nil || curve == result.curves)
          && map == (record.keepsMap(of: replicate) ? result.infectionSteps : nil)
          && list == result.transmissions
      }
      return same
    }
  }
}
