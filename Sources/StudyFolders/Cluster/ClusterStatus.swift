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
    /// The end of its log, where no task is left; nil where there is none.
    package let reason: String?
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
  /// The script that makes the parts, where no scheduler does.
  package let loop: String?
  /// Why Slurm could not say which tasks wait or run.
  package let schedulerError: String?

  /// - Throws: `WordedError` if a part cannot be read or belongs to another study.
  init(_ folder: ClusterFolder) throws {
    (results, self.folder) = (folder.results, folder.path)
    let study = try folder.study()
    self.study = study.name
    let rounds = try StudyRounds(study)
    guard let round = try folder.round(of: rounds) else {
      (self.round, parts, runsPlanned, schedulerError, loop) = (nil, [], 0, nil, nil)
      return
    }
    self.round = round.round
    var tasks: [Int: Bool] = [:]
    var schedulerError: String?
    loop = folder.isLoop ? "\(folder.path)/\(ClusterFolder.loopFile)" : nil
    do { if loop == nil { tasks = try folder.openJobs(of: study).parts } } catch {
      schedulerError = error.worded.description
    }
    let left = try folder.missingRuns(of: round, rounds)
    let logs = folder.logs()
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
      let isGone = stage == .stopped || stage == .missing
      return Part(
        index: index, stage: stage, missing: runs.missing,
        reason: isGone ? logs[index].flatMap(ClusterFolder.lastLine) : nil)
    }
    runsPlanned = (round.plan ?? rounds.open).runCount
    self.schedulerError = parts.contains { $0.stage != .complete } ? schedulerError : nil
  }

  package var runsDone: Int { runsPlanned - parts.reduce(0) { $0 + $1.missing } }

  /// Parts of one stage, with one reason.
  package struct Group: Sendable {
    package let stage: Stage
    package let reason: String?
    package let parts: [Part]

    package var indices: [Int] { parts.map(\.index) }
    package var missing: Int { parts.reduce(0) { $0 + $1.missing } }
  }

  /// The parts that are not complete: those of one stage and one reason together, in the order of their first
  /// ones.
  package var groups: [Group] {
    var groups: [(key: [String?], parts: [Part])] = []
    for part in parts where part.stage != .complete {
      let key = ["\(part.stage)", part.reason]
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].parts.append(part)
      } else {
        groups.append((key, [part]))
      }
    }
    return groups.map {
      Group(stage: $0.parts[0].stage, reason: $0.parts[0].reason, parts: $0.parts)
    }
  }

  /// The numbers of the parts that are at a stage.
  package func indices(_ stage: Stage) -> [Int] {
    parts.filter { $0.stage == stage }.map(\.index)
  }
}
