internal import KeyedRandom
import SpreadModel

/// Who is made immune at random: the people with the lowest keys, so that a smaller share is part of
/// a larger one.
///
/// Source: docs/randomness.md, "The course".
struct ImmunityKeys {
  private let start: UInt64

  init(_ runWord: UInt64) { start = runWord &+ RandomKeys.immunityLane }

  @inline(__always) func key(of person: Int) -> UInt64 {
    mix(start &+ UInt64(truncatingIfNeeded: person) &* RandomKeys.personStride)
  }

  /// The `count` people with the lowest keys among those who may be chosen, all if there are fewer.
  ///
  /// Nobody's key is kept but those near the border: a first pass counts keys by their upper bits.
  func lowest(_ count: Int, of people: Int, _ mayBe: (Int) -> Bool) -> [Int] {
    let bits: UInt64 = 16
    var counts = [Int](repeating: 0, count: 1 << Int(bits))
    for person in 0..<people where mayBe(person) {
      counts[Int(key(of: person) &>> (64 - bits))] += 1
    }
    var before = 0
    var border = 0
    while border < counts.count, before + counts[border] <= count {
      before += counts[border]
      border += 1
    }
    var chosen: [Int] = []
    chosen.reserveCapacity(min(count, people))
    var near: [(key: UInt64, person: Int)] = []
    for person in 0..<people where mayBe(person) {
      let key = key(of: person)
      let part = Int(key &>> (64 - bits))
      if part < border {
        chosen.append(person)
      } else if part == border {
        near.append((key, person))
      }
    }
    near.sort { $0.key != $1.key ? $0.key < $1.key : $0.person < $1.person }
    return chosen + near.prefix(count - before).map(\.person)
  }
}
