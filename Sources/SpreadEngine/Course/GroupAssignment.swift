import SpreadModel

/// Who belongs to which of the scenario's groups, a byte a person.
///
/// Source: docs/randomness.md, "Groups".
struct GroupAssignment: ~Copyable {
  private let groups: Groups?
  private let people: Int
  /// How many there are.
  var count: Int { groups?.names.count ?? 0 }
  /// By person: the index of their group; empty where people do not differ.
  let groupOf: RawBuffer<UInt8>

  init(_ scenario: Scenario, in memory: inout Memory) {
    groups = scenario.groups
    people = scenario.grid.people
    groupOf = memory.buffer(groups == nil ? 0 : people)
    switch groups?.membership {
    case .listed(let list, _)?: for person in 0..<people { groupOf[person] = list[person] }
    case .shares(_, inOrder: true)?:
      var first = 0
      for (group, size) in (groups?.sizes(people: people) ?? []).enumerated() {
        groupOf.fill(UInt8(group), from: first, count: size)
        first += size
      }
    case .shares(_, inOrder: false)?, nil: break
    }
  }

  /// Draws who belongs to which, where that is drawn, for the run of this word.
  func draw(_ runWord: UInt64) {
    guard let groups, case .shares(_, inOrder: false) = groups.membership else { return }
    PersonKeys(runWord, lane: RandomKeys.groupLane)
      .deal(
        groups.sizes(people: people), of: people, { _ in true },
        give: { person, group in groupOf[person] = UInt8(truncatingIfNeeded: group) })
  }
}
