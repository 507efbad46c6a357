import PlainText
import SpreadModel

/// What would happen only after the runs end.
extension NotedStudy {
  var notesOnLateIntroductions: [Note] {
    let maxSteps = study.constants(.maxSteps, as: Int.self)
    let list = study.constants(.introductions, as: [Introduction].self)
    return list.indices.filter { list[$0].step > maxSteps }.map { index in
      Note(
        .introductionTooLate,
        JSONPath.root.keys("model", "introductions").index(index)
          .key(list[index].isRate ? "from" : "step"),
        "runs end at step \(maxSteps) at the latest (model.stop.max_steps), so nobody is "
          + "introduced; give an earlier step, or a larger max_steps")
    }
  }

  /// Of runs without a last step.
  var notesOnUnendingRuns: [Note] {
    guard study.record.responses == .final, study.letsPeopleReturn else { return [] }
    return [
      Note(
        .mayNotEnd, JSONPath.root.keys("record", "responses"),
        "people can be infected again, so infection may stay in the group for ever; a run that has not ended "
          + "after \(Scenario.stepsWithoutEnd) steps fails. Let immunity last for ever, or leave out "
          + "\"responses\" and give max_steps")
    ]
  }

  /// Too late at every point that uses the list.
  var notesOnLateInterventions: [Note] {
    study.interventions.flatMap { named in
      let scenarios = (pointsByInterventions[named.name] ?? []).map(\.scenario)
      return named.list.indices.filter { index in
        !scenarios.isEmpty
          && scenarios.allSatisfy { $0.interventions[index].comesTooLate(in: $0) }
      }.map { index in
        Note(
          .interventionTooLate,
          JSONPath.root.keys("interventions", named.name).index(index).key("when"),
          "runs end before this intervention can change anything (model.stop); let it begin "
            + "earlier, or runs end later")
      }
    }
  }
}

extension Intervention {
  /// Whether a run ends before any step is made under it.
  fileprivate func comesTooLate(in scenario: Scenario) -> Bool {
    switch when {
    case .step(let step):
      // In the last step it may still make people immune.
      return immunizeShare == nil ? step >= scenario.maxSteps : step > scenario.maxSteps
    case .infectedShare(let share), .everInfectedShare(let share), .infectiousShare(let share):
      let mayStop = scenario.stopShare < 1 || !scenario.hasCourse
      return mayStop
        && (immunizeShare == nil ? share >= scenario.stopShare : share > scenario.stopShare)
    case .afterSteps: return false
    }
  }
}
