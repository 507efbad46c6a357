/// The labels of people in edge files, numbered by first appearance: person i has label i.
///
/// One list for all files of a study, so that a label means the same person in all of them.
package final class PeopleLabels: Sendable {
  private let table: LabelTable

  /// The digest of all labels in their order.
  let digest: String

  init(_ table: LabelTable) {
    self.table = table
    digest = table.digest
  }

  /// How many people have a label.
  package var count: Int { table.count }

  /// The label of a person below `count`.
  package subscript(person: Int) -> String {
    table.withBytes(of: person) { String(decoding: $0, as: UTF8.self) }
  }

  /// The person of a label; nil if nobody has it.
  package func person(named label: String) -> Int? {
    var label = label
    return label.withUTF8 { table.find($0) }
  }

  /// Whether some label is a whole number, so that numbers of people could be taken for labels.
  var haveNumbers: Bool { table.haveNumbers }
}

/// Equal where the labels are.
extension PeopleLabels: Hashable {
  package static func == (left: PeopleLabels, right: PeopleLabels) -> Bool {
    left === right || left.digest == right.digest
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
