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
        + "(\(Int(share * 100)) %), \(readable(Double(indices(.complete).count))) of \(plural(parts.count, "part")) "
        + "complete"
    ]
    for group in groups {
      let (s, are, theyWere) =
        group.parts.count == 1 ? ("", "is", "it was") : ("s", "are", "they were")
      let state =
        switch group.stage {
        case .complete: ""
        case .running: "\(are) running"
        case .waiting: "\(are) waiting in the queue"
        case .stopped: "stopped before \(theyWere) done"
        case .missing: "\(are) missing"
        }
      lines.append(
        "part\(s) \(SlurmScripts.ranges(group.indices)) \(state), "
          + "\(plural(group.missing, "run")) left" + (group.reason.map { ": \($0)" } ?? ""))
    }
    if groups.contains(where: { $0.reason != nil }) {
      lines.append("Logs: \(shellWord(folder + "/logs"))")
    }
    if let schedulerError { lines.append("cannot tell which parts wait or run; \(schedulerError)") }
    if let loop {
      lines.append("Not running? 'bash \(shellWord(loop))' makes what is missing.")
    } else if !indices(.stopped).isEmpty || !indices(.missing).isEmpty {
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
      ("parts_missing", numbers(.missing)),
      (
        "reasons",
        .array(
          groups.compactMap { group in
            group.reason.map {
              .object([
                ("parts", .array(group.indices.map { .int($0) })), ("reason", .string($0)),
              ])
            }
          })
      ), ("round", round.map { .int($0) } ?? .null),
      ("complete", .bool(round == nil)),
      ("running", .bool(!indices(.running).isEmpty)),
    ])
  }
}
