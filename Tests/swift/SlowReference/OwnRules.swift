package import SpreadModel

/// Does something in a program with these rules of its own, and leaves it as it was.
///
/// Tests run one after the other: what others say of rules must not change under them.
package func withOwnRules<Result>(
  _ rules: [SpreadRule.Described], _ body: () throws -> Result
) rethrows -> Result {
  let before = SpreadRule.own
  SpreadRule.give(rules)
  defer { SpreadRule.give(before) }
  return try body()
}

extension SpreadRule.Described {
  /// A rule in Swift of that name and version, which contacts as `exact` does.
  package static func own(_ name: String, version: Int = 1) -> Self {
    let imitation = OwnDraw.imitation(of: .exact)
    return SpreadRule.Described(
      name: name,
      rule: SpreadRule(
        neighborhood: .moore, pool: .healthy,
        draw: .own(OwnDraw(name: name, version: version, act: imitation.act)),
        update: .synchronous), explanation: "Contacts like exact.", origin: "a test")
  }

  /// As `own`, but in step 1 a source throws with a chance of 1 in `chance`: in the same replicates of all
  /// points where random numbers are common.
  package static func throwing(_ name: String, oneIn chance: UInt64, version: Int = 1) -> Self {
    var rule = own(name, version: version)
    guard let act = rule.rule.draw.own?.act else { return rule }
    let draw = OwnDraw(name: name, version: version) { turn in
      if turn.step == 1, turn.word % chance == 0 { throw NoData(person: turn.source) }
      try act(turn)
    }
    rule = SpreadRule.Described(
      name: name,
      rule: SpreadRule(
        neighborhood: .moore, pool: .healthy, draw: .own(draw), update: .synchronous),
      explanation: "Contacts like exact, or throws.", origin: "a test")
    return rule
  }
}

/// What a rule of tests throws.
private struct NoData: Error, CustomStringConvertible {
  let person: Int
  var description: String { "no data of person \(person), \"at all\"" }
}
