/// What a stored part of a block holds. Another kind is another name: stores keep parts of kinds that they do
/// not know, with checksums like those of all others.
package struct PartKind: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// Failures, stop reasons and responses; every block has it.
  package static let runs = Self(rawValue: "runs")
  package static let curves = Self(rawValue: "curves")
  /// At which step each person was infected.
  package static let maps = Self(rawValue: "maps")
  /// That curves say what became of those who were infected; it stands in their part.
  package static let course = Self(rawValue: "course")
  /// The same of curves of groups.
  package static let groupCourse = Self(rawValue: "group_course")
  package static let transmissions = Self(rawValue: "transmissions")
  package static let groupCurves = Self(rawValue: "group_curves")
}
