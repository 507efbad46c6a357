package import SpreadModel

/// A rule that may be chosen on the page.
package struct OfferedRule: Equatable, Sendable {
  package var name: String
  package var explanation: String
  package var rule: SpreadRule

  package static let builtIn = SpreadRule.builtIn.map {
    OfferedRule(name: $0.name, explanation: $0.explanation, rule: $0.rule)
  }
}
