/// Who is vaccinated first: for `immune_share`, and for interventions that immunize.
///
/// Source: docs/model.md, "Whom to vaccinate".
package enum ImmuneOrder: Hashable, Sendable {
  case random
  /// Those with the most contacts.
  case degree
  /// Those whom others name as a contact.
  case acquaintance
  case listed(ListedOrder)

  /// Those that need no definition.
  package static let builtIn = [random, degree, acquaintance]

  /// Nil of those that a study defines.
  package var name: String? {
    switch self {
    case .random: "random"
    case .degree: "degree"
    case .acquaintance: "acquaintance"
    case .listed: nil
    }
  }
}

/// An order that a file gives.
///
/// A class, because scenarios are copied often.
package final class ListedOrder: Sendable {
  /// By person: those with lower ones come first.
  package let places: [UInt32]
  /// Where it comes from, for identities.
  package let source: String

  package init(places: [UInt32], source: String) {
    self.places = places
    self.source = source
  }
}

extension ListedOrder: Hashable {
  package static func == (left: ListedOrder, right: ListedOrder) -> Bool {
    left === right || left.source == right.source && left.places == right.places
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
