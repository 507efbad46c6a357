import SpreadModel

/// Who belongs to which of the scenario's groups, a byte a person.
///
/// Source: docs/randomness.md, "Groups".
struct GroupAssignment: ~Copyable {
  private let people: Int
  /// How many there are.
  let count: Int
  /// Where they are drawn: how many people are in the first one, in the first two, and so on, but for all of them.
  private let ends: [Int]?
  /// By person: the index of their group; empty where people do not differ.
  let groupOf: RawBuffer<UInt8>

  init(_ scenario: Scenario, in memory: inout Memory) {
    let groups = scenario.groups
    count = groups?.names.count ?? 0
    people = scenario.grid.people
    groupOf = memory.buffer(groups == nil ? 0 : people + PersonKeys.bytesBehind)
    var drawn: [Int]?
    switch groups?.membership {
    case .listed(let list, _)?: for person in 0..<people { groupOf[person] = list[person] }
    case .shares(_, let inOrder)?:
      var ends: [Int] = []
      for (group, size) in (groups?.sizes(people: people) ?? []).enumerated() {
        let first = ends.last ?? 0
        if inOrder { groupOf.fill(UInt8(group), from: first, count: size) }
        ends.append(first + size)
      }
      if !inOrder { drawn = ends.dropLast() }
    case nil: break
    }
    ends = drawn
  }

  /// Draws who belongs to which, where that is drawn, for the run of this word.
  func draw(_ runWord: UInt64, by passes: VectorPasses?) {
    guard let ends else { return }
    PersonKeys(runWord, lane: RandomKeys.groupLane)
      .deal(people, ends: ends, to: groupOf, by: passes) { _ in true }
  }
}
