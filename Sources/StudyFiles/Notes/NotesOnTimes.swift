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

  var notesOnLateResponses: [Note] {
    let maxSteps = study.constants(.maxSteps, as: Int.self)
    return study.ownResponses.filter {
      $0.measure.inner == nil && $0.measure.lastStep ?? 0 > maxSteps
    }.map { response in
      Note(
        .responseTooLate, JSONPath.root.keys("responses", response.name),
        "runs end at step \(maxSteps) at the latest (model.stop.max_steps), and later steps have their last "
          + "values; give an earlier step, or a larger max_steps")
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

  /// Lengths whose whole steps have another mean than asked for, and stays of nobody.
  var notesOnLengths: [Note] {
    let some = stride(from: 0, to: points.count, by: max(1, points.count / 100)).map { points[$0] }
    let keys: [(ModelKey, Int)] = [(.latentSteps, 0), (.infectiousSteps, 1), (.immuneSteps, 0)]
    let ofModel = keys.compactMap { key, least in
      some.lazy.compactMap { Length($0.level(of: key)) }
        .compactMap { note(on: $0, least, path(of: key)) }.first
    }
    let ofSeries = study.observed.flatMap { series in
      let path = JSONPath.root.keys(ModelKey.observed, series.name)
      return [
        note(on: series.delay, 0, path.key("delay")),
        series.stay == .steps(0)
          ? Note(
            .changesNothing, path.key("stay"),
            "who stays for 0 steps is never there, so that the series is 0; give 1 step or more, or leave it out to count "
              + "those seen in the step")
          : series.stay.flatMap { note(on: $0, 0, path.key("stay")) },
      ].compactMap(\.self)
    }
    return ofModel + ofSeries
  }

  private func note(on length: Length, _ least: Int, _ path: JSONPath) -> Note? {
    length.roundedMean(least: least).map { mean in
      Note(
        .roundedLength, path,
        "the whole steps of \(length) last \(shortNumber(mean)) on average, not \(shortNumber(length.mean)); this mean counts: "
          + "change the numbers until it is the one you want, or use shorter steps")
    }
  }

  /// Series that go on where runs end, because nobody is infected any more, and what asks for them.
  var notesOnUnseen: [Note] {
    let rates = study.constants(.introductions, as: [Introduction].self).contains(where: \.isRate)
    guard study.hasCourse, !rates else { return [] }
    let asked = askedSeries
    return study.observed.filter { series in
      (asked.contains(series.name) || study.record.curves != .none)
        && (series.delay != .steps(0) || series.stay != nil)
    }.map { series in
      let losses = [
        series.delay == .steps(0)
          ? nil
          : "what would be seen later is not counted, so that short outbreaks have too little of it",
        series.stay.map { _ in "who is still there then counts in the means of all later steps" },
      ]
      return Note(
        .seenTooLate, JSONPath.root.keys(ModelKey.observed, series.name),
        "a run ends when nobody is infected any more, and "
          + losses.compactMap(\.self).joined(separator: ", and ")
          + "; with { \"from\": 1, \"to\": 60, \"mean\": 1e-9 } among the introductions, behind those of who begins, as "
          + "{ \"step\": 0, \"random\": 1 }, runs go on to step 60, say, and step_to_extinct is never before it"
      )
    }
  }

  /// Series that stand in no table and in no response.
  var notesOnUnrecorded: [Note] {
    guard study.record.curves == .none else { return [] }
    let asked = askedSeries
    return study.observed.filter { !asked.contains($0.name) }.map { series in
      Note(
        .changesNothing, JSONPath.root.keys(ModelKey.observed, series.name),
        "without curves (record.curves) no table of the study shows what is seen; record curves, or give a response with "
          + "{ \"peak_of\": \"\(series.name)\" }")
    }
  }

  /// The names of the series of what is seen that responses and calibrations use.
  private var askedSeries: Set<String> {
    Set(
      study.ownResponses.compactMap { response in
        guard case .peakOf(.observed(let name, _, _)) = response.measure else { return nil }
        return name
      }
        + (study.calibration?.data ?? []).compactMap { item in
          guard case .curve(.observed(let name, _, _), _) = item.quantity else { return nil }
          return name
        })
  }

  /// Too late at every point that uses the list.
  var notesOnLateInterventions: [Note] {
    study.interventions.flatMap { named in
      let scenarios = (pointsByInterventions[named.name] ?? []).map(\.scenario)
      return named.value.indices.filter { index in
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
