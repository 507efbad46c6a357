package import SpreadModel

/// A rule that may be chosen on the page.
package struct OfferedRule: Equatable, Sendable {
  package var name: String
  /// What a source does, in a few words; k is the infection factor.
  package var title: String { rule.title }
  package var explanation: String
  package var rule: SpreadRule

  package static let builtIn = SpreadRule.builtIn.map {
    OfferedRule(name: $0.name, explanation: $0.explanation, rule: $0.rule)
  }
}

extension SpreadRule {
  /// A name for people, of what a source does.
  fileprivate var title: String {
    let isHealthy = pool == .healthy
    let ones =
      neighborhood == .vonNeumann
      ? (isHealthy ? "healthy people among the four neighbors" : "of the four neighbors")
      : (isHealthy ? "healthy neighbors" : "neighbors")
    return switch draw {
    case .exact: "Exactly k \(ones)"
    case .atLeastOne: "1 to k \(ones), at random"
    case .uniform: "0 to k \(ones), at random"
    case .capped: "All \(ones), at most k infected"
    case .each: "All \(ones), each with the infection probability"
    case .scan: "All \(ones) in reading order, at most k infected"
    case .number(let law) where law.hasMean: "A random number of \(ones), k on average"
    case .number, .own: "Rule of the study"
    }
  }
}
