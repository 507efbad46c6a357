/// Who is vaccinated first: for `immune_share`, and for interventions that immunize.
///
/// All there is to know about an order: a further one is a value in a file of its own, and its place in `builtIn`.
///
/// A class, because scenarios are copied often. Source: docs/model.md, "Whom to vaccinate".
package final class ImmuneOrder: Sendable {
  /// Ranks people in a run, by everybody's contacts and by words of a person in lanes of the order's own.
  ///
  /// By person: those with lower ranks come first, of the same rank those with lower keys. Ranks are whole numbers
  /// from 0, about as many as there are people; none: everybody has the same.
  package typealias Ranking =
    @Sendable (ContactLists, _ word: (_ person: Int, _ lane: UInt64) -> UInt64) -> [UInt32]

  /// Nil of those that a study defines.
  package let name: String?
  /// What it is, for identities.
  package let identity: String
  /// Whether it goes by contacts. It then prefers nobody where all have equally many.
  package let asksForContacts: Bool
  /// What ranking takes, per person.
  package let bytes: Double
  package let nanoseconds: Double
  package let ranks: Ranking

  init(
    _ name: String?, identity: String? = nil, asksForContacts: Bool = true, bytes: Double,
    nanoseconds: Double, ranks: @escaping Ranking
  ) {
    (self.name, self.identity) = (name, identity ?? name ?? "")
    (self.asksForContacts, self.bytes, self.nanoseconds) = (asksForContacts, bytes, nanoseconds)
    self.ranks = ranks
  }

  package static let random = ImmuneOrder(
    "random", asksForContacts: false, bytes: 0, nanoseconds: 8
  ) { _, _ in [] }

  /// One that a file gives.
  ///
  /// - Parameter source: where it comes from.
  package static func listed(_ ranks: [UInt32], source: String) -> ImmuneOrder {
    ImmuneOrder(
      nil, identity: "file \(source)", asksForContacts: false, bytes: 4, nanoseconds: 16
    ) { _, _ in ranks }
  }

  /// Those that need no definition.
  package static let builtIn = [random, degree, acquaintance]
  package static let names = builtIn.compactMap(\.name)

  /// Nil if it needs a definition.
  package static func named(_ name: String) -> ImmuneOrder? { builtIn.first { $0.name == name } }
}

/// Equal where identities are: that of a file has its digest.
extension ImmuneOrder: Hashable {
  package static func == (left: ImmuneOrder, right: ImmuneOrder) -> Bool {
    left.identity == right.identity
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
