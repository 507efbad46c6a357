import PlainText
import SpreadModel

/// What varies without effect.
extension NotedStudy {
  /// A key whose values differ among points that do not use it: a comparison of them compares nothing.
  var notesOnEffects: [Note] {
    UnusedKey.all.compactMap { unused in
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
    UnusedKey(key: .infectionFactor, isUnused: { !$0.rule.draw.usesFactor }) {
      "\($0.ruleName) tries every neighbor"
    },
    UnusedKey(key: .boundary, isUnused: { $0.contacts != .grid }) {
      "contacts \($0.level(of: .contacts)) have no edge"
    },
    UnusedKey(key: .immuneSteps, isUnused: { !$0.hasCourse }) { _ in "nobody recovers" },
  ]
}
