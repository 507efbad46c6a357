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
}
