import PlainText
import SpreadModel

/// Interventions that do nothing, or not for as long as it seems.
extension NotedStudy {
  var notesOnInterventions: [Note] {
    let layers = study.contactsByName.mapValues { Set($0.layerNames) }
    return study.interventions.flatMap { named in
      let points = pointsByInterventions[named.name] ?? []
      let isSet = Set(
        named.value.flatMap { intervention in
          intervention.effects.filter { if case .set = $0.value { true } else { false } }.keys
        })
      return named.value.enumerated().flatMap { index, intervention in
        notes(on: index, intervention, points, layers, isSet).map { member, code, text in
          let path = JSONPath.root.keys("interventions", named.name).index(index)
          return Note(code, member.reduce(path) { $0.key($1) }, text)
        }
      }
    }
  }

  /// - Parameters:
  ///   - intervention: as the study says it, with names of layers.
  ///   - points: those with the list.
  ///   - layers: of each contact structure.
  ///   - isSet: the numbers that the list sets.
  private func notes(
    on index: Int, _ intervention: Intervention, _ points: [Point], _ layers: [String: Set<String>],
    _ isSet: Set<Intervention.Target>
  ) -> [(member: [String], code: NoteCode, text: String)] {
    guard !points.isEmpty else { return [] }
    var notes: [(member: [String], code: NoteCode, text: String)] = []
    func add(
      _ member: [String], code: NoteCode = .changesNothing, _ isSo: (Scenario) -> Bool,
      _ text: (Point) -> String, advice: String
    ) {
      let idle = points.filter { isSo($0.scenario) }
      guard let first = idle.first else { return }
      let part = idle.count == points.count ? "" : " (\(idle.count) of \(points.count) points)"
      notes.append((member, code, text(first) + part + "; " + advice))
    }
    func addOfAll(
      _ member: [String], code: NoteCode = .changesNothing, _ isSo: (Intervention) -> Bool,
      _ text: String, advice: String
    ) {
      // A level of a factor may well change nothing: it is what others are compared with.
      guard points.allSatisfy({ isSo($0.scenario.interventions[index]) }) else { return }
      notes.append((member, code, text + "; " + advice))
    }

    addOfAll(
      ["keep_contacts"], { $0.keepContacts == 1 }, "a share of 1 keeps all contacts",
      advice: "give a smaller one, or leave it out")
    if case .named(let names) = intervention.layers {
      let without = points.filter {
        layers[$0.level(of: .contacts).description]?.isDisjoint(with: names) ?? true
      }
      if let first = without.first {
        notes.append(
          (
            ["layers"], .changesNothing,
            "the contacts \(first.level(of: .contacts)) have none of these layers, so that nothing changes "
              + "(\(without.count) of \(points.count) points); name a layer of theirs"
          ))
      }
    }
    for (target, effect) in intervention.effects.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let verb = if case .set = effect { "set" } else { "multiply" }
      let member = [verb, target.rawValue]
      if target == .infectionFactor {
        add(
          member, { !$0.rule.draw.hasFactor },
          { "\($0.ruleName) has no infection factor, so that nothing changes" },
          advice: "change infection_probability instead")
      }
      guard verb == "multiply" else { continue }
      addOfAll(
        member, { $0.effects[target]?.value.values.allSatisfy { $0 == 1 } ?? false },
        "a number multiplied by 1 stays as it is", advice: "give another factor, or leave it out")
      guard !isSet.contains(target), points.allSatisfy({ $0.scenario.isZero(target) }) else {
        continue
      }
      notes.append(
        (
          member, .changesNothing,
          "\(target.rawValue) is 0, and stays so; use \"set\", or give \(target.rawValue) in the model"
        ))
    }
    addOfAll(
      ["immunize_share"], { $0.immunizeShare == 0 }, "a share of 0 makes nobody immune",
      advice: "give a larger one, or leave it out")
    // Where nobody recovers, the run waits for the end.
    if points.allSatisfy(\.scenario.hasCourse) {
      addOfAll(
        ["until"], { $0.until != nil && !$0.repeats && !$0.changesSteps },
        "who is made immune stays immune, so that nothing ends", advice: "leave it out")
    }
    addOfAll(
      ["until"], code: .endsAtOnce, \.endsAboveStart,
      "it begins at a smaller share than that below which it ends, so that it may last one step",
      advice: "give the end a smaller share than the beginning")
    add(
      ["until"], code: .endsAtOnce, { $0.interventions[index].endsAtOnce },
      { _ in "this end is reached when the intervention begins, so that it lasts one step" },
      advice: "let it end later, or give { \"after_steps\": 10 }")
    return notes
  }
}

extension Scenario {
  /// Whether a number that interventions change is 0.
  fileprivate func isZero(_ target: Intervention.Target) -> Bool {
    switch target {
    case .infectionFactor: meanContacts == 0
    case .infectionProbability: infectionProbability == 0
    case .recoveryProbability: course.recoveryProbability == 0
    }
  }
}

extension Intervention {
  /// Whether the end holds as soon as the beginning does.
  fileprivate var endsAtOnce: Bool {
    switch (when, until) {
    case (.step(let first), .step(let last)?): last <= first
    case (.everInfectedShare(let share), .everInfectedShare(let end)?),
      (.infectedShare(let share), .everInfectedShare(let end)?),
      (.infectiousShare(let share), .everInfectedShare(let end)?):
      end <= share
    default: false
    }
  }
}

extension Intervention {
  /// Whether the end holds where the share is just enough for the beginning.
  fileprivate var endsAboveStart: Bool {
    switch (when, until) {
    case (.infectedShare(let start), .infectedShare(let end)?),
      (.infectiousShare(let start), .infectiousShare(let end)?):
      end > start
    default: false
    }
  }
}

extension SpreadRule.Draw {
  /// Whether runs depend on the infection factor.
  fileprivate var hasFactor: Bool {
    if case .number(let distribution) = self { distribution.hasMean } else { usesFactor }
  }
}
