import Cluster
import PlainText
import StudyFiles
import StudyFolders
import StudyRuns

/// What `spreadlab status` says of a study that was sent to a cluster.
extension ClusterStatus {
  var text: String {
    guard let round else { return "\(study): complete in \(results)\n" }
    let share = runsPlanned > 0 ? Double(runsDone) / Double(runsPlanned) : 1
    var lines = [
      "\(study): round \(round), \(readable(Double(runsDone))) of \(plural(runsPlanned, "run")) "
        + "(\(Int(share * 100)) %), \(indices(.complete).count) of \(plural(parts.count, "part")) "
        + "complete"
    ]
    for part in parts {
      let left = "\(plural(part.missing, "run")) left"
      switch part.stage {
      case .complete: break
      case .running: lines.append("part \(part.index) is running, \(left)")
      case .waiting: lines.append("part \(part.index) is waiting in the queue, \(left)")
      case .stopped:
        lines.append(
          "part \(part.index) stopped before it was done, \(left); see "
            + "\(shellWord(folder))/logs/*_\(part.index).log")
      case .missing: lines.append("part \(part.index) is missing, \(left)")
      }
    }
    if let silence { lines.append("cannot tell which parts wait or run; \(silence)") }
    if !indices(.stopped).isEmpty || !indices(.missing).isEmpty {
      lines.append("The same 'spreadlab submit' command sends only what is missing.")
    } else if indices(.complete).count == parts.count {
      lines.append(
        "Not merged yet; the same 'spreadlab submit' command sends the job that does it, if none waits."
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONText {
    func numbers(_ stage: Stage) -> JSONText { .array(indices(stage).map { .int($0) }) }
    return .object([
      ("study", .string(study)), ("shard", .string("1/1")), ("runs_done", .int(runsDone)),
      ("runs_planned", .int(runsPlanned)), ("parts", .int(parts.count)),
      ("parts_complete", .int(indices(.complete).count)), ("parts_running", numbers(.running)),
      ("parts_waiting", numbers(.waiting)), ("parts_stopped", numbers(.stopped)),
      ("parts_missing", numbers(.missing)), ("round", round.map { .int($0) } ?? .null),
      ("complete", .bool(round == nil)),
      ("running", .bool(!indices(.running).isEmpty)),
    ])
  }
}
