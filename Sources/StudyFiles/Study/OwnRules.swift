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
