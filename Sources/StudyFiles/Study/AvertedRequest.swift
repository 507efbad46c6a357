package import SpreadModel

/// Infections that each other level of a factor averts beside a reference, pair by pair of replicates, within
/// every combination of the other factors.
package struct AvertedRequest: Hashable, Sendable {
  package var factor: ModelKey
  /// The level without the measure.
  package var reference: KeyValue

  package init(factor: ModelKey, reference: KeyValue) {
    self.factor = factor
    self.reference = reference
  }
}

extension AvertedRequest: FileObject {
  static let blank = AvertedRequest(factor: .interventions, reference: .name("none"))
  static let fileMembers: [Member<Self>] = [
    Member(
      "factor", required: \.factor, .parameter(),
      "The factor whose levels are compared, such as interventions."),
    Member(
      "reference", required: ComparisonRequest.level,
      "The level that the others are compared with, such as none.",
      set: { $0.reference = $1.level(of: $0.factor.allowed) ?? $1 }, get: \.reference),
  ]
}
