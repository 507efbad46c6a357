import PlainText
import RunStore
package import StudyFiles
import StudyRuns

/// What a study needs next, and what that takes.
package struct NextRound: Sendable {
  package let study: Study
  /// From 1; nil when the study is done.
  package let round: Int?
  /// Runs of the round, and how many of them are not there yet.
  package let runs: Int
  package let missing: Int
  /// What the missing runs take on one core.
  package let cpuSeconds: Double
  /// Peak memory of a part with one thread, in bytes.
  package let memoryBytes: Double

  /// A part has at least so many runs, or its machine is idle while others finish a longer one.
  static let fewestRunsOfPart = 20

  /// The largest number of parts that so many runs can keep busy.
  static func mostParts(runs: Int) -> Int { max(1, runs / fewestRunsOfPart) }

  /// The largest number of parts that the round can keep busy.
  package var mostParts: Int { Self.mostParts(runs: runs) }

  /// What a study needs besides the runs of a folder that may have some of it.
  package init(_ study: Study, fitting folder: FolderFit) throws {
    if let (rounds, store) = folder.there {
      try self.init(rounds, missing: try rounds.open.missingCount(in: store))
    } else {
      let rounds = try StudyRounds(study)
      try self.init(rounds, missing: rounds.open.runCount)
    }
  }

  /// What the study of a results folder needs.
  package init(folder: String) throws {
    let stored = try FolderStudy(folder: folder)
    try stored.expectWhole()
    try stored.store.expectSound()
    try self.init(stored.rounds, missing: try stored.rounds.open.missingCount(in: stored.store))
  }

  private init(_ rounds: StudyRounds, missing: Int) throws {
    study = rounds.study
    round = rounds.number
    let open = rounds.open
    runs = open.runCount
    self.missing = missing
    let estimate = RoundEstimate(open)
    cpuSeconds = runs > 0 ? estimate.cpuSeconds * Double(missing) / Double(runs) : 0
    memoryBytes = estimate.memoryBytes
  }
}
