internal import KeyedRandom
import SpreadModel

/// Who is of which group, and who is vaccinated first; docs/randomness.md, "Groups" and "The course".
enum ReferenceGroups {
  private static func key(_ run: UInt64, _ lane: UInt64, _ person: Int) -> UInt64 {
    mix(run &+ lane &+ UInt64(person) &* 0x9e37_79b9_7f4a_7c15)
  }

  /// By person: the index of their group.
  static func groupOf(_ scenario: Scenario, run: UInt64) -> [Int] {
    let people = scenario.grid.people
    guard let groups = scenario.groups else { return Array(repeating: 0, count: people) }
    switch groups.membership {
    case .listed(let list, _): return list.map { Int($0) }
    case .shares(let shares, let inOrder):
      let sum = shares.reduce(0, +)

      let units = shares.map { ($0 / sum * Double(people) * 1_048_576).rounded() }
      var sizes = units.map { Int($0 / 1_048_576) }
      var rests = units.map { $0.truncatingRemainder(dividingBy: 1_048_576) }
      while sizes.reduce(0, +) < people {
        let most = rests.max() ?? 0
        guard let group = rests.firstIndex(of: most) else { break }
        sizes[group] += 1
        rests[group] = -1
      }
      let order =
        inOrder
        ? Array(0..<people)
        : (0..<people).sorted {
          key(run, 0xaafd_8c73_648e_5ccb, $0) < key(run, 0xaafd_8c73_648e_5ccb, $1)
        }
      var result = Array(repeating: 0, count: people)
      var next = 0
      for (group, size) in sizes.enumerated() {
        for _ in 0..<size {
          result[order[next]] = group
          next += 1
        }
      }
      return result
    }
  }

  /// Everybody, in the order in which they are vaccinated.
  ///
  /// - Parameter contacts: of everybody, in all layers.
  static func vaccinationOrder(_ scenario: Scenario, run: UInt64, contacts: [[Int]]) -> [Int] {
    let everybody = Array(contacts.indices)
    let byKeys = everybody.sorted {
      ReferenceDraws.immunityKey(run: run, person: $0)
        < ReferenceDraws.immunityKey(run: run, person: $1)
    }
    switch scenario.immuneOrder {
    case .random: return byKeys
    case .degree:
      let most = contacts.map(\.count).max() ?? 0
      return (0...most).reversed().flatMap { degree in
        byKeys.filter { contacts[$0].count == degree }
      }
    case .listed(let list):
      return Set(list.places).sorted().flatMap { place in
        byKeys.filter { list.places[$0] == place }
      }
    case .acquaintance:
      var named: [Int] = []
      let naming = everybody.sorted {
        key(run, 0xdba8_bdbe_6060_b657, $0) < key(run, 0xdba8_bdbe_6060_b657, $1)
      }
      for person in naming where !contacts[person].isEmpty {
        var stream = RandomStream(key: key(run, 0xedcc_ca42_f0fa_5c17, person))
        let contact = contacts[person][Int(stream.below(UInt64(contacts[person].count)))]
        if !named.contains(contact) { named.append(contact) }
      }
      return named + byKeys.filter { !named.contains($0) }
    }
  }

  static func works(_ scenario: Scenario, run: UInt64, person: Int) -> Bool {
    Double(key(run, 0xc463_5aa6_14df_6017, person) >> 11) / 0x1p53 < scenario.vaccineEfficacy
  }
}
