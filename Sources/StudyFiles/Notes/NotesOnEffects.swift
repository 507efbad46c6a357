import PlainText
import SpreadModel

/// What varies, or is given, without effect.
extension NotedStudy {
  var notesOnEffects: [Note] { notesOnIdleFactors + notesOnIdleConstants }

  /// A constant that no point uses.
  private var notesOnIdleConstants: [Note] {
    var seen: Set<ModelKey> = []
    return UnusedKey.all.compactMap { unused in
      let key = unused.key
      guard let first = points.first(where: \.scenario.mayInfect),
        !study.factors.contains(where: { $0.parameter == key }),
        study.constants[key] != key.defaultValue,
        points.allSatisfy({ unused.isUnused($0.scenario) }), seen.insert(key).inserted
      else { return nil }
      return Note(
        .noEffect, path(of: key),
        "\(key.name) changes nothing, because \(unused.reason(first)); leave it out")
    }
  }

  /// A key whose values differ among points that do not use it: a comparison of them compares nothing.
  private var notesOnIdleFactors: [Note] {
    UnusedKey.all.compactMap { unused in
      // Columns that nobody varies differ where group sizes do.
      guard study.factors.contains(where: { $0.parameter == unused.key && $0.levelCount > 1 })
      else {
        return nil
      }
      let idle = points.filter { unused.isUnused($0.scenario) }
      guard Set(idle.map { $0.level(of: unused.key) }).count > 1 else { return nil }
      return Note(
        .noEffect, path(of: unused.key),
        "\(unused.key.name) changes nothing at \(idle.count) of \(points.count) points "
          + "(\(numberRanges(idle.map(\.number)))), because \(unused.reason(idle[0])); differences that it "
          + "seems to make there are chance")
    }
  }
}

/// A key of the model that some scenarios do not use.
private struct UnusedKey: Sendable {
  let key: ModelKey
  let isUnused: @Sendable (Scenario) -> Bool
  /// Why, of a point that does not.
  let reason: @Sendable (Point) -> String

  static let all = [
    UnusedKey(
      key: .infectionFactor, isUnused: { !$0.rule.draw.usesFactor },
      reason: { "\($0.ruleName) tries every neighbor" }),
    UnusedKey(
      key: .infectionFactor,
      isUnused: {
        $0.rule.draw.usesFactor && $0.infectionProbability <= 0
          && !$0.changes(.infectionProbability)
      },
      reason: { _ in "infection_probability is 0" }),
    UnusedKey(
      key: .infectionProbability, isUnused: { $0.makesNoContacts },
      reason: { "\($0.ruleName) makes no contacts" }),
    UnusedKey(
      key: .boundary, isUnused: { !$0.meetsOnGrid },
      reason: { "contacts \($0.level(of: .contacts)) have no edge" }),
    UnusedKey(
      // The person in the middle is that of the grid, whatever the contacts are.
      key: .columns,
      isUnused: { !$0.meetsOnGrid && !$0.introductions.contains { $0.place == .center } },
      reason: { "contacts \($0.level(of: .contacts)) have no rows" }),
    UnusedKey(
      key: .recoveryProbability, isUnused: { $0.course.infectiousSteps == .steps(1) },
      reason: { _ in "all recover after one step, as infectious_steps says" }),
    UnusedKey(
      key: .immuneSteps, isUnused: { !$0.hasCourse }, reason: { _ in "nobody recovers" }),
  ]
}

extension Scenario {
  /// Whether people meet by the grid, in one of several layers at least.
  var meetsOnGrid: Bool { contacts.layers.contains { $0.contacts == .grid } }

  /// Whether an intervention sets or multiplies it.
  fileprivate func changes(_ target: Intervention.Target) -> Bool {
    interventions.contains { $0.effects[target] != nil }
  }

  /// Whether somebody may infect others in the course of a run.
  fileprivate var mayInfect: Bool { infectionProbability > 0 || changes(.infectionProbability) }

  /// Whether no source meets anybody in the whole run, such as where the infection factor is 0.
  fileprivate var makesNoContacts: Bool {
    var surely = self
    surely.infectionProbability = 1
    return ChangingValues(surely).infectNobody(by: rule.draw) && !changes(.infectionFactor)
  }
}
