package import SpreadModel

extension SpreadRule {
  /// Why a program cannot have such rules of its own; nil if it can.
  package static func objection(to rules: [Described]) -> String? {
    var names: Set<String> = []
    for rule in rules {
      guard Label.isValid(rule.name) else {
        return "\"\(rule.name)\" cannot be the name of a rule: give \(Label.meaning)"
      }
      if builtIn(named: rule.name) != nil {
        return "there is a built-in rule \"\(rule.name)\"; give yours another name"
      }
      guard names.insert(rule.name).inserted else {
        return "two rules have the name \"\(rule.name)\"; give one of them another"
      }
      if let version = rule.rule.draw.own?.version, version < 1 {
        return "the rule \"\(rule.name)\" has version \(version); give 1 or more"
      }
      if case .within(let radius, _) = rule.rule.neighborhood, !(1...1_000_000_000).contains(radius)
      {
        return "the rule \"\(rule.name)\" has a radius of \(radius); give 1...10^9"
      }
    }
    return nil
  }
}

extension StudyFile {
  /// Rules in Swift that the study names and does not define: they become definitions of it, so that their
  /// versions are part of what the study is, and of its identity.
  var ownRules: [Named<SpreadRule>] {
    let own = SpreadRule.own
    guard !own.isEmpty else { return [] }
    let names = Set(uses(of: .rule).compactMap { $0.value?.description })
    return own.filter { rule in
      names.contains(rule.name) && !rules.contains { $0.name == rule.name }
    }.map { Named(name: $0.name, value: $0.rule) }
  }
}

extension Study {
  /// The draws in Swift of its rules that this program does not have: its runs cannot be made again here.
  package var missingOwnDraws: [OwnDraw] {
    rules.compactMap(\.value.draw.own).filter { $0.act == nil }
  }
}
