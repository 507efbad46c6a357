internal import KeyedRandom
import SpreadModel

/// Who is of which group, and who is vaccinated first; docs/randomness.md, "Groups" and "The course".
enum ReferenceGroups {
  private static func key(_ run: UInt64, _ lane: UInt64, _ person: Int) -> UInt64 {
    mix(run &+ lane &+ UInt64(person) &* 0x9e37_79b9_7f4a_7c15)
  }

  /// By person: the index of their group.
  static func groupOf(_ scenario: Scenario, run: UInt64, _ fault: Fault?) -> [Int] {
    let people = scenario.grid.people
    guard let groups = scenario.groups else { return Array(repeating: 0, count: people) }
    switch groups.membership {
    case .listed(let list, _): return list.map { Int($0) }
    case .shares(let shares, let inOrder):
      let sum = shares.reduce(0, +)
      let units = shares.map { ($0 / sum * Double(people) * 1_048_576).rounded() }
      var sizes = units.map { Int($0 / 1_048_576) }
      var rests = units.map { $0.truncatingRemainder(dividingBy: 1_048_576) }
      if fault == .sizesRoundedAlone || fault == .sizesRoundedDown {
        if fault == .sizesRoundedAlone {
          sizes = units.map { Int(($0 / 1_048_576).rounded()) }
        }
        sizes[sizes.count - 1] = max(0, people - sizes.dropLast().reduce(0, +))
      }
      while sizes.reduce(0, +) < people {
        let most = rests.max() ?? 0
        let found = fault == .tiesToLater ? rests.lastIndex(of: most) : rests.firstIndex(of: most)
        guard let group = found else { break }
        sizes[group] += 1
        rests[group] = -1
      }
      let run = fault == .groupsOfStudy ? 0 : run
      let lane: UInt64 =
        fault == .groupsAsVaccinated ? 0x8538_ecb5_bd45_6ea3 : 0xaafd_8c73_648e_5ccb
      let order =
        inOrder || fault == .groupsByNumber
        ? Array(0..<people)
        : (0..<people).sorted { key(run, lane, $0) < key(run, lane, $1) }
      var result = Array(repeating: 0, count: people)
      var next = 0
      for (group, size) in sizes.enumerated() {
        for _ in 0..<size where next < people {
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
  static func vaccinationOrder(
    _ scenario: Scenario, run: UInt64, contacts: [[Int]], _ fault: Fault?
  ) -> [Int] {
    let run = word(scenario, run, fault)
    let everybody = Array(contacts.indices)
    let contacts =
      fault == .arcsReversed
      ? everybody.map { person in everybody.filter { contacts[$0].contains(person) } } : contacts
    let byKeys =
      fault == .tiesByNumber
      ? everybody
      : everybody.sorted {
        ReferenceDraws.immunityKey(run: run, person: $0)
          < ReferenceDraws.immunityKey(run: run, person: $1)
      }
    switch scenario.immuneOrder.name {
    case "random": return byKeys
    case "degree":
      let most = contacts.map(\.count).max() ?? 0
      let degrees = fault == .degreeAscending ? Array(0...most) : (0...most).reversed()
      return degrees.flatMap { degree in
        byKeys.filter { contacts[$0].count == degree }
      }
    case nil:
      let ranks = scenario.immuneOrder.ranks(
        ContactLists(layers: [], people: contacts.count), { _, _ in 0 })
      let ascending = Set(ranks).sorted()
      return (fault == .ranksDescending ? ascending.reversed() : ascending).flatMap { rank in
        byKeys.filter { ranks[$0] == rank }
      }
    case "acquaintance":
      var named: [Int] = []
      let naming =
        fault == .namedInNumberOrder
        ? everybody
        : everybody.sorted {
          key(run, 0xdba8_bdbe_6060_b657, $0) < key(run, 0xdba8_bdbe_6060_b657, $1)
        }
      for person in naming where !contacts[person].isEmpty {
        var stream = RandomStream(key: key(run, 0xedcc_ca42_f0fa_5c17, person))
        let index = Int(stream.below(UInt64(contacts[person].count)))
        let contact = fault == .namesThemselves ? person : contacts[person][index]
        if !named.contains(contact) || fault == .namedAgain { named.append(contact) }
      }
      let others = byKeys.filter { !named.contains($0) }
      return fault == .unnamedFirst ? others + named : named + others
    case let name?: preconditionFailure("the reference has no order \(name)")
    }
  }

  static func works(_ scenario: Scenario, run: UInt64, person: Int, _ fault: Fault?) -> Bool {
    let key = key(word(scenario, run, fault), 0xc463_5aa6_14df_6017, person)
    return Double(key >> 11) / 0x1p53 < scenario.vaccineEfficacy
  }

  /// The run's, but for faults.
  private static func word(_ scenario: Scenario, _ run: UInt64, _ fault: Fault?) -> UInt64 {
    switch fault {
    case .orderOfStudy: 0
    case .wordsOfOrder:
      scenario.immuneOrder.identity.utf8.reduce(run) { mix($0 &+ UInt64($1)) }
    case .wordsOfShare: run &+ scenario.immuneShare.bitPattern
    default: run
    }
  }
}
