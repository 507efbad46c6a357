package import SpreadModel
package import StudyFiles

/// What the server was started with besides plain parameters: a study's points, and perhaps the
/// results folder of its runs.
package struct OpenedStudy: Sendable {
  /// Points that a page picks from by their levels; of more it asks for the number.
  package static let mostPicked = 2_000

  /// A point, as the parameter screen shows it.
  package struct Point: Sendable {
    package var parameters: Parameters
    /// Of all keys, those that have no control included.
    package var values: ModelValues
    /// Why a page does not play it; nil if it does.
    package var objection: String?
    /// What happens under way.
    package var interventions: [Intervention]
    package var contacts: ContactStructure
    /// One line, such as `group_size 100, rule exact`.
    package var label: String

    /// Whether it is about people by number, so that its group has no other size.
    package var namesPeople: Bool {
      let introductions: [Introduction] =
        if case .introductions(let list)? = values[.introductions] { list } else { [] }
      let areListed = introductions.contains { introduction in
        if case .people = introduction.place { true } else { false }
      }
      return areListed || values[.immunePeople] != ModelKey.immunePeople.defaultValue
        || ![.model(.grid), .model(.everybody)].contains(contacts)
    }
  }

  package var studyName: String
  package var description: String
  package var rules: [OfferedRule]
  package var pointCount: Int
  /// What varies, and its levels at each point, in words; none for more points than a page picks from.
  package var factors: [String] = []
  package var levels: [[String]] = []
  /// The point of that number; nil beyond the last one.
  package var point: @Sendable (_ number: Int) -> Point?
  /// Repeats a run, or throws the reason why it cannot be watched as a `WordedError`; nil for a study
  /// without results.
  package var watch: (@Sendable (_ point: Int, _ replicate: Int) throws -> WatchedRun)?
  /// The run to open at once, or the point to fill in.
  package var openPoint: Int?
  package var openReplicate: Int?
}
