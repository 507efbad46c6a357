import Cluster
import PlainText
import RunStore
import StudyFiles
import StudyRuns

/// How far a submitted study is: which parts are complete, and what became of the others.
package struct ClusterStatus: Sendable {
  package enum Stage: Sendable {
    /// All its runs are there.
    case complete
    /// A process writes to it, or Slurm says that its task runs.
    case running
    /// Its task is in Slurm's queue.
    case waiting
    /// It lacks runs, and no task of it is left: failed, cancelled, or out of time.
    case stopped
    /// As `stopped`, and it never made a run.
    case missing
  }

  package struct Part: Sendable {
    package let index: Int
    package let stage: Stage
    package let missing: Int
  }

  package let study: String
  /// The results folder, and the one with scripts, logs and parts in it.
  package let results: String
  package let folder: String
  /// The round that is made now, from 1; nil when the study is done.
  package let round: Int?
  /// The parts of that round.
  package let parts: [Part]
  /// Runs of that round.
  package let runsPlanned: Int
  /// Why Slurm could not say which tasks wait or run.
  package let silence: String?

  /// - Throws: `WordedError` if a part cannot be read or belongs to another study.
  init(_ folder: ClusterFolder) throws {
    (results, self.folder) = (folder.results, folder.path)
    let study = try folder.study()
    self.study = study.name
    let rounds = try StudyRounds(study)
    guard let round = try folder.round(of: rounds) else {
      (self.round, parts, runsPlanned, silence) = (nil, [], 0, nil)
      return
    }
    self.round = round.round
    var tasks: [Int: Bool] = [:]
    var silence: String?
    do { tasks = try folder.openJobs(of: study).parts } catch {
      silence = error.worded.description
    }
    let left = try folder.missingRuns(of: round, rounds)
    parts = left.enumerated().map { place, runs in
      let index = place + 1
      let isHeld = RunStore.holder(of: folder.part(index, of: round.round)) != nil
      let stage: Stage =
        switch tasks[index] {
        case _ where runs.missing == 0: .complete
        case _ where isHeld: .running
        case true?: .running
        case false?: .waiting
        case nil: runs.missing == runs.planned ? .missing : .stopped
        }
      return Part(index: index, stage: stage, missing: runs.missing)
    }
    runsPlanned = (round.plan ?? rounds.open).runCount
    self.silence = parts.contains { $0.stage != .complete } ? silence : nil
  }

  package var runsDone: Int { runsPlanned - parts.reduce(0) { $0 + $1.missing } }

  /// The numbers of the parts that are at a stage.
  package func indices(_ stage: Stage) -> [Int] {
    parts.filter { $0.stage == stage }.map(\.index)
  }
}
