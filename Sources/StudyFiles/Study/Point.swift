import Checksums
package import SpreadModel

/// One full set of parameter values.
package struct Point: Hashable, Sendable {
  /// From 0, in design order.
  package private(set) var number: Int
  /// What the scenario does not tell: names of structures, and numbers within them.
  private let named: [ModelKey: KeyValue]
  package let scenario: Scenario
  /// How many points before this one are equal to it, in designs that may have a point more than once.
  package let repeatIndex: Int
  /// A function of what the point is (its parameter values and what all points have in common
  /// that matters to a run), not of its number, of the names of its structures or of other points.
  ///
  /// The first 8 bytes of the SHA-256 of its `IdentityText`. Source: docs/study-files.md, "Identity".
  package let identity: UInt64

  /// - Parameter text: of the identities of the study's points.
  init(
    number: Int, named: [ModelKey: KeyValue], scenario: Scenario, repeatIndex: Int = 0,
    _ text: inout IdentityText
  ) {
    self.number = number
    self.repeatIndex = repeatIndex
    self.named = named
    self.scenario = scenario
    var hash = SHA256()
    text.visit(scenario) { hash.update($0) }
    if repeatIndex > 0 { hash.update(Array("twin=\(repeatIndex)\n".utf8)) }
    identity = hash.digest().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The same point at another index of the design.
  package func numbered(_ number: Int) -> Point {
    var point = self
    point.number = number
    return point
  }

  /// The value of a parameter, to compare with the levels of factors.
  package func level(of key: ModelKey) -> KeyValue {
    guard let value = named[key] ?? key.value(scenario) else {
      preconditionFailure("\(key.name) is no parameter of a point")
    }
    return value
  }

  /// The same as a number, for responses of the study's own; nil of a word.
  package func number(of key: ModelKey) -> Double? { level(of: key).number }

  package var ruleName: String { level(of: .rule).description }
  package var groupSize: Int { scenario.grid.people }
  package var columns: Int { scenario.grid.columns }
  package var boundary: Boundary { scenario.grid.boundary }
  package var rule: SpreadRule { scenario.rule }
  /// Whether people have positions, because contacts are those of the grid.
  package var isOnGrid: Bool { scenario.contacts == .grid }
}
