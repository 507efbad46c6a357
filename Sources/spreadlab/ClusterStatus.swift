import Cluster
import PlainText
import RunStore
import StudyFiles
import StudyRuns

/// How far a submitted study is: which parts are complete, and what became of the others.
struct ClusterStatus {
  enum Stage: String {
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

  struct Part {
    let index: Int
    let stage: Stage
    let missing: Int
  }

  private let folder: ClusterFolder
  private let study: Study
  private let parts: [Part]
  private let runsPlanned: Int
  /// Whether the results folder itself holds all runs of the study.
  private let isMerged: Bool
  /// Why Slurm could not say which tasks wait or run.
  private let silence: String?

  /// - Throws: `CommandFailure` if a part cannot be read or belongs to another study.
  init(_ folder: ClusterFolder) throws {
    self.folder = folder
    study = try folder.study()
    let plan = try makePlan(study, shard: .whole)
    var tasks: [Int: Bool] = [:]
    var silence: String?
    do throws(Slurm.Failure) { tasks = try folder.openJobs(of: study).parts } catch {
      silence = error.description
    }
    let left = try folder.missingRuns(of: plan)
    parts = left.enumerated().map { place, runs in
      let index = place + 1
      let isHeld = RunStore.holder(of: folder.part(index)) != nil
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
    runsPlanned = plan.runCount
    isMerged = try StoredStudy.begun(in: folder.results, known: plan)?.missingRuns() == 0
    self.silence = parts.contains { $0.stage != .complete } ? silence : nil
  }

  private var runsDone: Int { runsPlanned - parts.reduce(0) { $0 + $1.missing } }

  private func indices(_ stage: Stage) -> [Int] {
    parts.filter { $0.stage == stage }.map(\.index)
  }

  var text: String {
    let share = runsPlanned > 0 ? Double(runsDone) / Double(runsPlanned) : 1
    var lines = [
      "\(study.name): \(readable(Double(runsDone))) of \(plural(runsPlanned, "run")) "
        + "(\(Int(share * 100)) %), \(indices(.complete).count) of \(plural(parts.count, "part")) "
        + "complete\(isMerged ? ", joined in \(folder.results)" : "")"
    ]
    for part in parts {
      let left = "\(plural(part.missing, "run")) left"
      switch part.stage {
      case .complete: break
      case .running: lines.append("part \(part.index) runs, \(left)")
      case .waiting: lines.append("part \(part.index) waits in the queue, \(left)")
      case .stopped:
        lines.append(
          "part \(part.index) stopped before it was done, \(left); see "
            + "\(shellWord(folder.path))/logs/*_\(part.index).log")
      case .missing: lines.append("part \(part.index) is missing, \(left)")
      }
    }
    if let silence { lines.append("which parts wait or run is not known; \(silence)") }
    if !indices(.stopped).isEmpty || !indices(.missing).isEmpty {
      lines.append("The same 'spreadlab submit' command sends only what is missing.")
    } else if !isMerged, indices(.complete).count == parts.count {
      // Not the script there: a folder may come from somebody else.
      lines.append(
        "Not joined yet: spreadlab merge \(shellWord(folder.path + "/parts")) "
          + "-o \(shellWord(folder.results))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONText {
    func numbers(_ stage: Stage) -> JSONText { .array(indices(stage).map { .int($0) }) }
    return .object([
      ("study", .string(study.name)), ("shard", .string("1/1")), ("runs_done", .int(runsDone)),
      ("runs_planned", .int(runsPlanned)), ("parts", .int(parts.count)),
      ("parts_complete", .int(indices(.complete).count)), ("parts_running", numbers(.running)),
      ("parts_waiting", numbers(.waiting)), ("parts_stopped", numbers(.stopped)),
      ("parts_missing", numbers(.missing)), ("merged", .bool(isMerged)),
      ("running", .bool(!indices(.running).isEmpty)),
    ])
  }
}
