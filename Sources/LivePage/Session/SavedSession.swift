import Checksums
package import SpreadModel
package import StudyFiles

/// A session as a study: its run 0 repeats the session, taps included, step for step.
///
/// Taps become introductions at the step at whose end the engine took them; introductions of the
/// study's point the session started from stay as they are and come first, as they did; so do its
/// interventions, behind which those of the session stand. People who were painted are its `immunePeople`. The run
/// stops at the session's last step if it has not ended by itself before.
package struct SavedSession: Sendable {
  package var study: Study

  /// How the names of the second groups of comparisons end.
  static let secondSuffix = "-second"

  /// - Parameter contacts: who meets whom, as the study of the point says it that the session started from.
  package init(_ state: SessionState, contacts: ContactStructure? = nil) {
    let steps = state.log.step
    // Taps not handed over yet are part of what the page shows at its last step.
    let waiting = state.tapped
    self.init(
      state.parameters, state.painted, started: state.started,
      taps: state.introduced + (waiting.isEmpty ? [] : [(steps, waiting)]),
      interventions: state.interventions.list(), steps: steps)
    if let contacts, !study.contacts.isEmpty { study.contacts[0].value = contacts }
    // Two sessions never have the same name, and one saved twice has.
    let digest = SHA256.hexDigest(of: study.resolvedJSON).prefix(8)
    study.name = "live-seed-\(state.parameters.seed)-step-\(steps)-\(digest)"
  }

  /// - Parameters:
  ///   - scenario: with the people who were painted.
  ///   - started: who was infected at the start, before any tap.
  ///   - steps: where the runs stop if they have not ended by themselves before.
  package init(
    _ parameters: Parameters, _ scenario: Scenario, started: [Int32],
    taps: [(step: Int, people: [Int32])], interventions: [Intervention], steps: Int,
    replicates: Int = 1
  ) {
    var taps = taps
    // The rule as it was simulated may differ from the named one in its neighborhood.
    let isBuiltIn = SpreadRule.builtIn(named: parameters.ruleName) == scenario.rule
    let ruleName = isBuiltIn ? parameters.ruleName : "as_played"

    var values = ModelValues()
    for key in ModelKey.all { values[key] = key.value(scenario) }
    values[.rule] = .name(ruleName)
    let list = scenario.interventions + interventions
    let interventions = list.isEmpty ? [] : [Named(name: "as_played", value: list)]
    values[.interventions] = .name(interventions.first?.name ?? ModelKey.noInterventions)
    var contacts: [Named<ContactStructure>] = []
    switch scenario.contacts {
    case .grid: break
    case .everybody: values[.contacts] = .name(ModelKey.everybody)
    default:
      contacts = [Named(name: "as_played", value: .model(scenario.contacts))]
      values[.contacts] = .name("as_played")
    }
    if parameters.period > 0 { values[.period] = .real(parameters.period) }
    values[.maxSteps] = .whole(steps)
    // A study has either people at random or introductions at step 0: then everybody is listed.
    if scenario.startPeople != nil, taps.contains(where: { $0.step == 0 }) {
      values[.startPeople] = .absent
      taps.insert((0, started), at: 0)
    }
    // All of them, later ones too: random ones are keyed by their place in the list.
    values[.introductions] = .introductions(
      scenario.introductions
        + taps.map { tap in
          Introduction(step: tap.step, place: .people(tap.people.map { Int($0) }.sorted()))
        })
    var study = Study(name: "live-session-\(parameters.seed)", seed: UInt64(parameters.seed))
    study.description = "A session of the live page, with what was done to its people."
    study.constants = values
    study.rules = isBuiltIn ? [] : [Named(name: ruleName, value: scenario.rule)]
    (study.interventions, study.contacts) = (interventions, contacts)
    (study.replicates, study.record) = (.fixed(replicates), Record(curves: .all, maps: 1))
    self.study = study
  }

  /// The study file (docs/study-files.md), named after its study.
  package var json: String { String(decoding: study.resolvedJSON, as: UTF8.self) }
}
