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

  /// The program has what is asked of it, unless runs are there already, which are not made again.
  mutating func checkOwnDraws() {
    guard !isStored else { return }
    for member in root["rules"].members {
      let draw = child(member, "draw")
      guard let own = child(draw, "own"), let name = own.string else { continue }
      guard let known = SpreadRule.ownDraw(named: name) else {
        let names = SpreadRule.own.map(\.name)
        mistakes.add(
          .unknownValue, at: own,
          "this program has no rule \(JSONText.quoted(name)) in Swift"
            + (names.isEmpty
              ? "; use the program that has it"
              : "; it has \(Shape.listed(names)). Give one of them, or use the program that has it"),
          suggestion: NearestName.find(name, in: names))
        continue
      }
      if let version = child(draw, "version"), version.string != String(known.version) {
        mistakes.add(
          .unknownValue, at: version,
          "this program has version \(known.version) of \(name); leave the version out, or use the "
            + "program that has it")
      }
    }
  }
}

extension Study {
  /// The draws in Swift of its rules that this program does not have: its runs cannot be made again here.
  package var missingOwnDraws: [OwnDraw] {
    rules.compactMap(\.rule.draw.own).filter { $0.act == nil }
  }
}
