internal import KeyedRandom
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
  /// By person: those of lower places come first, of the same place those with lower keys. Empty where all have
  /// the same.
  private let places: RawBuffer<UInt32>
  private var placeCount = 1
  /// Whether places are those of the run.
  private var arePlaced = false
  /// By person: whether they were vaccinated in vain; empty where nobody is.
  private let wasInVain: RawBuffer<Bool>

  init(_ scenario: Scenario, in memory: inout Memory) {
    order = scenario.immuneOrder
    efficacy = scenario.vaccineEfficacy
    people = scenario.grid.people
    let isUsed = scenario.vaccinates
    needsContacts = isUsed && (order == .degree || order == .acquaintance)
    places = memory.buffer(isUsed && order != .random ? people : 0)
    wasInVain = memory.buffer(isUsed && efficacy < 1 ? people : 0)
  }

  mutating func reset() {
    arePlaced = false
    wasInVain.fill(false, count: wasInVain.count)
  }

  /// Finds everybody's place in the run of this word, once.
  mutating func place(_ runWord: UInt64, _ contacts: ContactLists) {
    guard !arePlaced else { return }
    arePlaced = true
    switch order {
    case .random: break
    case .listed(let list):
      for person in 0..<people { places[person] = list.places[person] }
      placeCount = Int(list.places.max() ?? 0) + 1
    case .degree:
      let degrees = contacts.degrees
      let most = degrees.max() ?? 0
      placeCount = most - (degrees.min() ?? 0) + 1
      for person in 0..<people { places[person] = UInt32(most - degrees[person]) }
    case .acquaintance: placeByNames(runWord, contacts)
    }
  }

  /// Everybody names one of their contacts; those who are named come in the order in which they are named first.
  private mutating func placeByNames(_ runWord: UInt64, _ contacts: ContactLists) {
    let keys = PersonKeys(runWord, lane: RandomKeys.namingLane)
    let words = PersonKeys(runWord, lane: RandomKeys.namedLane)
    let naming = (0..<people).map { (key: keys.key(of: $0), person: $0) }
      .sorted { $0.key != $1.key ? $0.key < $1.key : $0.person < $1.person }
    let nobody = UInt32.max
    places.fill(nobody, count: people)
    let degrees = contacts.degrees
    var named: UInt32 = 0
    for (_, person) in naming {
      let degree = degrees[person]
      guard degree > 0 else { continue }
      var stream = RandomStream(key: words.key(of: person))
      let contact = contacts.contact(of: person, at: Int(stream.below(UInt64(degree))))
      guard places[contact] == nobody else { continue }
      places[contact] = named
      named += 1
    }
    for person in 0..<people where places[person] == nobody { places[person] = named }
    placeCount = Int(named) + 1
  }

  /// The first `count` people in the order among those who may be chosen and were not vaccinated before, all if
  /// there are fewer.
  func first(_ count: Int, _ runWord: UInt64, _ mayBe: (Int) -> Bool) -> [Int] {
    let keys = PersonKeys(runWord, lane: RandomKeys.immunityLane)
    func isLeft(_ person: Int) -> Bool {
      mayBe(person) && (wasInVain.count == 0 || !wasInVain[person])
    }
    guard placeCount > 1 else { return keys.lowest(count, of: people, isLeft) }
    var counts = [Int](repeating: 0, count: placeCount)
    for person in 0..<people where isLeft(person) { counts[Int(places[person])] += 1 }
    var (border, before) = (0, 0)
    while border < placeCount, before + counts[border] <= count {
      before += counts[border]
      border += 1
    }
    return (0..<people).filter { Int(places[$0]) < border && isLeft($0) }
      + keys.lowest(count - before, of: people) { Int(places[$0]) == border && isLeft($0) }
  }

  /// Whether a vaccination makes somebody immune; if not, it was in vain.
  func works(for person: Int, _ runWord: UInt64) -> Bool {
    let word = PersonKeys(runWord, lane: RandomKeys.efficacyLane).key(of: person)
    let works = Double(word &>> 11) * 0x1p-53 < efficacy
    if !works { wasInVain[person] = true }
    return works
  }
}
