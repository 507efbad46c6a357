import PlainText
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
  static let relations: [Relation<Self>] = [
    Relation("factor") { request, read in
      read.objectionsToLevels(of: request.factor)
        + read.objectionsToFactorsBeside(request.factor)
    },
    Relation("reference", "factor") { request, read in
      read.objections(to: request.reference, of: request.factor)
    },
    Relation("factor") { request in
      guard request.factor == .groupSize else { return nil }
      return Objection(
        .badRelation, at: "factor",
        say: "groups of different sizes are not the same people; give another factor")
    },
  ]
}
