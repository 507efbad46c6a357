import SpreadModel

/// Somebody infected with a healthy neighbor, as long as there is one, in runs in which nobody recovers.
///
/// Who is not healthy stays so: a place of a list that was passed never has to be looked at again, and a
/// run looks at every list once.
struct SusceptibleContactScan: ~Copyable {
  let isUsed: Bool
  /// All infected people.
  private var infected = RawList<UInt32>()
  private var count = 0
  /// The person looked at, and the place in their list.
  private let place: RawBuffer<Int>

  init(isUsed: Bool, in memory: inout Memory) {
    self.isUsed = isUsed
    place = memory.buffer(of: [0, 0])
  }

  mutating func reset() {
    count = 0
    place.fill(0, count: 2)
  }

  mutating func add(_ people: RawBuffer<UInt32>, _ range: Range<Int>) {
    infected.reserve(count &+ range.count, keeping: count)
    infected.view.copy(range.count, of: people, from: range.lowerBound, to: count)
    count &+= range.count
  }

  /// Chances are others: those who could infect nobody may be able to.
  mutating func lookAgain() { place.fill(0, count: 2) }

  /// Whether an infected person fulfills a condition; who does not will not either, unless `lookAgain` is called.
  func exists(where condition: (_ person: UInt32) -> Bool) -> Bool {
    while place[0] < count && !condition(infected.view[place[0]]) { place[0] += 1 }
    return place[0] < count
  }

  func exists(_ table: NeighborTable, _ health: RawBuffer<UInt8>) -> Bool {
    while place[0] < count {
      let person = Int(infected.view[place[0]])
      let list = table.neighbors(of: person)
      while place[1] < list.count {
        if health[list[place[1]]] & PersonBits.healthy != 0 { return true }
        place[1] += 1
      }
      place[0] += 1
      place[1] = 0
    }
    return false
  }
}
