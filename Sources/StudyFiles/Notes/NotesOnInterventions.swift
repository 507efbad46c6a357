import PlainText
import SpreadModel

/// Interventions that do not do what they seem to say, at any point that uses them.
extension NotedStudy {
  var notesOnInterventions: [Note] {
    study.interventions.flatMap { named in
      let scenarios = points.filter { $0.level(of: .interventions) == .name(named.name) }
        .map(\.scenario)
      guard !scenarios.isEmpty else { return [Note]() }
      return named.list.indices.flatMap { index in
        NotedIntervention(
          index: index, scenarios: scenarios,
          path: JSONPath.root.keys("interventions", named.name).index(index)
        ).notes
      }
    }
  }
}

/// An entry of a list, with the numbers it has at each point that uses the list.
private struct NotedIntervention {
  let index: Int
  /// At least one.
  let scenarios: [Scenario]
  let path: JSONPath

  var notes: [Note] {
    if let note = noteOnRepetition ?? noteOnBeginning { return [note] }
    return [noteOnEnd, noteOnShare].compactMap { $0 }
      + Intervention.Target.allCases.compactMap(note(on:))
  }

  private func everywhere(_ holds: (Intervention, Scenario) -> Bool) -> Bool {
    scenarios.allSatisfy { holds($0.interventions[index], $0) }
  }

  private var noteOnRepetition: Note? {
    guard
      let earlier = (0..<index).first(where: { earlier in
        everywhere { $0 == $1.interventions[earlier] }
      })
    else { return nil }
    return Note(
      .repeatedIntervention, path,
      "entry \(index) is the same as entry \(earlier) (counted from 0), so both act at once: a "
        + "\"multiply\" by 0.5 becomes one by 0.25; remove one of them")
  }

  private var noteOnBeginning: Note? {
    guard everywhere({ $0.comesTooLate(in: $1) }) else { return nil }
    return Note(
      .interventionTooLate, path.key("when"),
      "runs end before this intervention can change anything (model.stop); let it begin earlier, or "
        + "runs end later")
  }

  private var noteOnEnd: Note? {
    let first = scenarios[0].interventions[index]
    guard let until = first.until else { return nil }
    if everywhere({ entry, _ in entry.until == .infectedShare(0) }) {
      return Note(
        .interventionNeverEnds, path.key("until"),
        "\"until\" is met when less than this share is infected, which is never less than 0; give a "
          + "share above 0 (the smallest ones: when nobody is infected)")
    }
    guard everywhere({ entry, _ in entry.mayEndAtOnce }) else { return nil }
    let message =
      switch until {
      case .infectedShare(let end):
        "\"until\" is met when a share of less than \(end) is infected; this intervention begins at "
          + "\(first.when.share ?? end), so it may end after one step; give \"until\" a smaller share"
      case .everInfectedShare(let end):
        "when this intervention begins, a share of \(end) has already been infected, so it ends after "
          + "one step; give \"until\" a larger share"
      case .step(let step), .afterSteps(let step):
        "step \(step) is over when this intervention begins, so it ends after one step; give \"until\" "
          + "a later step, or { \"after_steps\": n }"
      }
    return Note(.interventionEndsAtOnce, path.key("until"), message)
  }

  private var noteOnShare: Note? {
    guard
      everywhere({ entry, scenario in
        entry.immunizeShare.map { Grid.people(ofShare: $0, of: scenario.grid.people) == 0 } ?? false
      })
    else { return nil }
    return Note(
      .interventionWithoutEffect, path.key("immunize_share"),
      "this share of \(scenarios[0].grid.people) people is nobody; give a larger one")
  }

  private func note(on target: Intervention.Target) -> Note? {
    guard let effect = scenarios[0].interventions[index].effects[target],
      everywhere({ entry, scenario in !entry.hasEffect(on: target, at: index, in: scenario) })
    else { return nil }
    let verb = if case .set = effect { "set" } else { "multiply" }
    return Note(
      .interventionWithoutEffect, path.key(verb).key(target.rawValue),
      scenarios[0].words(on: target, index))
  }
}

extension Intervention {
  /// Whether a run ends before any step is made under it.
  fileprivate func comesTooLate(in scenario: Scenario) -> Bool {
    switch when {
    case .step(let step):
      // In the last step it may still make people immune.
      return immunizeShare == nil ? step >= scenario.maxSteps : step > scenario.maxSteps
    case .infectedShare(let share), .everInfectedShare(let share):
      let mayStop = scenario.stopShare < 1 || !scenario.hasCourse
      return mayStop
        && (immunizeShare == nil ? share >= scenario.stopShare : share > scenario.stopShare)
    case .afterSteps: return false
    }
  }

  /// Whether its end may be, or is, met in the first step under it, though that is not what it asks
  /// for.
  fileprivate var mayEndAtOnce: Bool {
    switch (when, until) {
    case (.step(let begin), .step(let end)?): end <= begin
    case (.infectedShare(let begin), .infectedShare(let end)?): end >= begin
    // Those infected at the time are at most those ever infected.
    case (.everInfectedShare(let begin), .infectedShare(let end)?): end > begin
    case (.infectedShare(let begin), .everInfectedShare(let end)?),
      (.everInfectedShare(let begin), .everInfectedShare(let end)?):
      end <= begin
    default: false
    }
  }

  /// Whether a value that it sets or multiplies makes sources or recoveries others than they are
  /// without it: alone, or behind the entries before it.
  fileprivate func hasEffect(on target: Target, at index: Int, in scenario: Scenario) -> Bool {
    var alone = self
    alone.effects = effects.filter { $0.key == target }
    let before = Array(scenario.interventions[..<index])
    return [[], before].contains { others in
      scenario.differ(
        ChangingValues(scenario, under: others), ChangingValues(scenario, under: others + [alone]))
    }
  }
}

extension Scenario {
  /// Whether runs go otherwise under other values.
  fileprivate func differ(_ old: ChangingValues, _ new: ChangingValues) -> Bool {
    if old.infectionProbability != new.infectionProbability { return true }
    if old.recoveryProbability != new.recoveryProbability {
      return course.infectiousSteps != .steps(1)
    }
    switch rule.draw {
    case .own: return old != new
    case .each: return false
    case .number(let distribution):
      return distribution.hasMean && old.meanContacts != new.meanContacts
    case .exact, .atLeastOne, .uniform, .capped, .scan:
      guard old.infectionFactor != new.infectionFactor else { return false }
      let most = mostNeighbors
      return min(old.infectionFactor, most) != min(new.infectionFactor, most)
    }
  }

  /// Why a value that an entry sets or multiplies changes nothing, and what would.
  fileprivate func words(on target: Intervention.Target, _ index: Int) -> String {
    let old = ChangingValues(self)
    let new = ChangingValues(self, under: [interventions[index]])
    switch target {
    case .infectionProbability:
      return "the infection probability stays \(old.infectionProbability); give another number"
    case .recoveryProbability where old.recoveryProbability == new.recoveryProbability:
      return "the recovery probability stays \(old.recoveryProbability); "
        + (old.recoveryProbability == 0 ? "\"set\" it instead" : "give another number")
    case .recoveryProbability:
      return "people recover after one step anyway (infectious_steps 1)"
    case .infectionFactor:
      if case .number(let distribution) = rule.draw, !distribution.hasMean {
        return "the rule draws numbers of contacts by weights and has no infection factor; change "
          + "infection_probability instead"
      }
      if rule.draw == .each {
        return "the rule tries all neighbors and has no use for an infection factor; change "
          + "infection_probability instead"
      }
      if old.infectionFactor == new.infectionFactor {
        return "the infection factor stays \(old.infectionFactor); give another number"
      }
      return
        "the infection factor becomes \(new.infectionFactor) instead of \(old.infectionFactor), "
        + "but nobody has more than \(mostNeighbors) neighbors, so contacts stay as they are; go "
        + "below \(mostNeighbors), or change infection_probability instead"
    }
  }
}

extension Intervention.Condition {
  fileprivate var share: Double? {
    switch self {
    case .infectedShare(let share), .everInfectedShare(let share): share
    case .step, .afterSteps: nil
    }
  }
}
