import KeyedRandom
import RunStore
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyRuns

/// What was found when every stored block and file of a folder was looked at.
package struct FolderCheck: Sendable {
  package private(set) var faults: [String]
  package let filesChecked: Int
  /// Runs repeated and compared with the stored ones; none where there are faults already.
  package private(set) var runsRepeated = 0

  /// - Parameter sample: runs to repeat, always the same ones for a study.
  /// - Throws: `FolderError` where there is nothing to look at.
  package init(of folder: String, sample: Int = 100) throws(FolderError) {
    let stored = try StoredStudy(folder: folder)
    faults = try translated { try stored.store.verify().map(\.description) }
    let files = verifyFiles(in: folder)
    faults += files.faults
    filesChecked = files.checked
    if faults.isEmpty { try repeatRuns(sample, of: stored) }
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
              "point \(point.number), replicate \(replicate): repeated, it gives another result")
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
    let result = Simulator(point.scenario).run(
      study.key(of: point, replicate: replicate), recordMap: false)
    return try translated {
      var same = true
      try store.forEachRun(
        point: point.identity, replicates: replicate..<replicate + 1, withCurves: true,
        withMaps: false
      ) { run in
        guard case .ok(let reason, let responses, let curve, _) = run.outcome else { return }
        same =
          reason == result.stopReason
          && responses == store.responses.values(of: result, people: point.groupSize)
          && (curve == nil || curve == result.curve)
      }
      return same
    }
  }
}
