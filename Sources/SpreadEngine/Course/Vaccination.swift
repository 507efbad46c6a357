import SpreadModel

/// Who is vaccinated first, and whom that makes immune.
///
/// Source: docs/randomness.md, "The course".
struct Vaccination: ~Copyable {
  private let order: ImmuneOrder
  private let efficacy: Double
  private let people: Int
  /// Whether it asks for contacts.
  let needsContacts: Bool
  /// By person, in the run that is made; nil: nobody asked for them yet.
  private var ranks: [UInt32]?
  /// By person: whether they were vaccinated in vain; empty where nobody is.
  private let wasInVain: RawBuffer<Bool>

  init(_ scenario: Scenario, in memory: inout Memory) {
    order = scenario.immuneOrder
    efficacy = scenario.vaccineEfficacy
    people = scenario.grid.people
    needsContacts = scenario.vaccinates && order.asksForContacts
    wasInVain = memory.buffer(scenario.vaccinates && efficacy < 1 ? people : 0)
  }

  mutating func reset() {
    ranks = nil
    wasInVain.fill(false, count: wasInVain.count)
  }

  /// Ranks everybody in the run of this word, once.
  mutating func rank(_ runWord: UInt64, _ contacts: ContactLists) {
    guard ranks == nil else { return }
    ranks = order.ranks(contacts) { person, lane in
      PersonKeys(runWord, lane: lane).key(of: person)
    }
  }

  /// The first `count` people in the order among those who may be chosen and were not vaccinated before, all if
  /// there are fewer.
  func first(
    _ count: Int, _ runWord: UInt64, by passes: VectorPasses?, _ mayBe: (Int) -> Bool
  ) -> [Int] {
    let keys = PersonKeys(runWord, lane: RandomKeys.immunityLane)
    func isLeft(_ person: Int) -> Bool {
      mayBe(person) && (wasInVain.count == 0 || !wasInVain[person])
    }
    guard let ranks else { preconditionFailure("people are ranked before they are chosen") }
    let last = Int(ranks.max() ?? 0)
    guard last > 0 else { return keys.lowest(count, of: people, by: passes, isLeft) }
    var counts = [Int](repeating: 0, count: last + 1)
    for person in 0..<people where isLeft(person) { counts[Int(ranks[person])] += 1 }
    var (border, before) = (0, 0)
    while border <= last, before + counts[border] <= count {
      before += counts[border]
      border += 1
    }
    return (0..<people).filter { Int(ranks[$0]) < border && isLeft($0) }
      + keys.lowest(count - before, of: people, by: passes) {
        Int(ranks[$0]) == border && isLeft($0)
      }
  }

  /// Whether a vaccination makes somebody immune; if not, it was in vain.
  func works(for person: Int, _ runWord: UInt64) -> Bool {
    let word = PersonKeys(runWord, lane: RandomKeys.efficacyLane).key(of: person)
    let works = Double(word &>> 11) * 0x1p-53 < efficacy
    if !works { wasInVain[person] = true }
    return works
  }
}
