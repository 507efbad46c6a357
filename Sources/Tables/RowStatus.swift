/// The fixed words of a table's column `status`, the most important first.
///
/// A row has the first of them that applies. `message` beside it says the same for people, with
/// figures, and whatever else applies; its words may change, these do not.
package protocol RowStatus: CaseIterable, Hashable, RawRepresentable, Sendable
where RawValue == String {
  /// When a row has this status.
  var meaning: String { get }
}

/// What the numbers of a row do not say.
package struct Remark<Status: RowStatus> {
  package let status: Status
  package let words: String

  package init(_ status: Status, _ words: String) {
    self.status = status
    self.words = words
  }
}

extension RowStatus {
  package static var column: TableColumn {
    let words = allCases.map { "\($0.rawValue): \($0.meaning)" }
    return TableColumn(
      "status", .string,
      "the first of these that applies: \(words.joined(separator: "; "))",
      allowed: allCases.map(\.rawValue))
  }
}
