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
    /// By person: the index of their group; and where that comes from, for identities.
    case listed([UInt8], source: String)
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

extension Groups {
  /// The index of the group of that name; nil if there is none.
  package func index(of name: String) -> Int? { names.firstIndex(of: name) }

  /// Whether some contacts have another chance for their sake.
  package var factorsDiffer: Bool { multiply.joined().contains { $0 != 1 } }

  /// How many people are of each.
  ///
  /// Shares of the people are taken in units of 2^-20 people, so that those which differ by rounding errors alone
  /// are ties.
  package func sizes(people: Int) -> [Int] {
    switch membership {
    case .listed(let list, _):
      return list.prefix(people).reduce(into: [Int](repeating: 0, count: names.count)) {
        $0[Int($1)] += 1
      }
    case .shares(let shares, _):
      let sum = shares.reduce(0, +)
      let units = shares.map { Int(($0 / sum * Double(people) * 0x1p20).rounded()) }
      var sizes = units.map { $0 >> 20 }
      let byRemainder = units.indices.sorted {
        let (first, second) = (units[$0] & 0xf_ffff, units[$1] & 0xf_ffff)
        return first != second ? first > second : $0 < $1
      }
      for group in byRemainder.prefix(people - sizes.reduce(0, +)) { sizes[group] += 1 }
      return sizes
    }
  }
}
