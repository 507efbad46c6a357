import PlainText
package import SpreadModel

/// Rules in Swift that the program brings along.
extension StudyDecoder {
  /// Those that the study names and does not define: they become definitions of it, so that their versions
  /// are part of what the study is, and of its identity.
  func ownRules(besides defined: [NamedRule]) -> [NamedRule] {
    let own = SpreadRule.own
    guard !own.isEmpty else { return [] }
    let names = Set(places(of: .rule).compactMap { mistakes.sound($0)?.string })
    return own.filter { rule in
      names.contains(rule.name) && !defined.contains { $0.name == rule.name }
    }.map { NamedRule(name: $0.name, rule: $0.rule) }
  }
}

extension Study {
  /// The draws in Swift of its rules that this program does not have: its runs cannot be made again here.
  package var missingOwnDraws: [OwnDraw] {
    rules.compactMap(\.rule.draw.own).filter { $0.act == nil }
  }
}
