/// Groups of people, such as ages, and how contacts between them differ.
///
/// Source: docs/model.md, "Groups".
package struct Groups: Hashable, Sendable {
  /// Who belongs to which.
  package enum Membership: Hashable, Sendable {
    /// Shares (sum 1) of the group of people, one per name: sizes are rounded by largest remainders (ties: the
    /// earlier one). The people with the lowest keys are of the first, and so on, drawn per replicate; with
    /// `inOrder` by person number.
    case shares([Double], inOrder: Bool)
    /// By person: the index of their group.
    case listed([UInt8])
  }

  package static let most = 256

  /// 1 to `most`.
  package var names: [String]
  package var membership: Membership
  /// g by group of who infects, then of who is infected: 0 or more, by which the chance of a contact is multiplied.
  package var multiply: [[Double]]

  package init(names: [String], membership: Membership, multiply: [[Double]]) {
    self.names = names
    self.membership = membership
    self.multiply = multiply
  }
}
