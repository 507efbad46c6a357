extension ModelKey {
  /// The name of no groups at all.
  package static let noGroups = "none"

  package static let groups = ModelKey(
    "groups", values: .name, defaultValue: .name(noGroups), mayVary: true, section: "groups",
    meaning: "of what groups people are, such as ages: groups of the study, or none",
    // What the groups are counts, not their name.
    identityLines: { $0.groups.map { ["groups=\($0.identityText)"] } ?? [] },
    // Groups have their name in the study alone.
    value: { $0.groups == nil ? .name(noGroups) : nil })
}

extension Groups {
  fileprivate var identityText: String {
    var parts = [names.joined(separator: " ")]
    switch membership {
    case .shares(let shares, let inOrder):
      parts.append((["shares"] + shares.map { "\($0)" }).joined(separator: " "))
      if inOrder { parts.append("in_order") }
    case .listed(_, let source): parts.append("file \(source)")
    }
    parts += multiply.map { row in row.map { "\($0)" }.joined(separator: " ") }
    return parts.joined(separator: ", ")
  }
}
