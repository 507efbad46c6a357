/// A key that had another name before a release, so that its users learn the new one.
struct RenamedKey {
  /// The name it has now, with the rest of its path.
  let name: String
  /// The first version with that name.
  let version: String

  private static let all = [(old: "changes", new: "interventions", version: "0.2.0")]

  /// - Parameters:
  ///   - text: an unknown key, or the path of a number such as `changes.lockdown.0.when.step`.
  ///   - names: the keys that are known in its place.
  /// - Returns: nil if `text` is known, or was never known in this place.
  static func find(_ text: String, in names: [String]) -> RenamedKey? {
    for (old, new, version) in all where !names.contains(text) {
      let first = text.prefix { $0 != "." }
      if first == old, names.contains(where: { $0.prefix { $0 != "." } == new }) {
        return RenamedKey(name: new + text.dropFirst(first.count), version: version)
      }
    }
    return nil
  }
}
