extension ModelKey {
  /// The name of no changes at all.
  package static let noChanges = "none"

  package static let changes = ModelKey(
    "changes", values: .name, standard: .name(noChanges), mayVary: true, section: "changes",
    meaning: "interventions in the course of a run: a list of the study's, or none",
    // What the list says counts, not its name.
    identityLines: { $0.changes.map { "change=\($0.identityText)" } },
    // A list has its name in the study alone.
    value: { $0.changes.isEmpty ? .name(noChanges) : nil })
}

extension Change {
  fileprivate var identityText: String {
    var parts = ["when \(when.identityText)"]
    for target in Target.allCases {
      switch effects[target] {
      case .set(let value)?: parts.append("set \(target.rawValue) \(value)")
      case .multiply(let factor)?: parts.append("multiply \(target.rawValue) \(factor)")
      case nil: break
      }
    }
    if let immunizeShare { parts.append("immunize_share \(immunizeShare)") }
    if let until { parts.append("until \(until.identityText)") }
    return parts.joined(separator: ", ")
  }
}

extension Change.Condition {
  fileprivate var identityText: String { "\(name) \(value)" }
}
