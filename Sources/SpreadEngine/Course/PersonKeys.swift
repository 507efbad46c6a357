internal import KeyedRandom
import SpreadModel

/// Keys of people for one purpose, by which they come in a random order: a smaller share of the group is part
/// of a larger one.
///
/// Source: docs/randomness.md, "The course" and "Groups".
struct PersonKeys {
  private let start: UInt64

  /// - Parameter lane: of `RandomKeys`.
  init(_ runWord: UInt64, lane: UInt64) { start = runWord &+ lane }

  @inline(__always) func key(of person: Int) -> UInt64 {
    mix(start &+ UInt64(truncatingIfNeeded: person) &* RandomKeys.personStride)
  }

  /// The `count` people with the lowest keys among those who may be chosen, all if there are fewer.
  func lowest(_ count: Int, of people: Int, _ mayBe: (Int) -> Bool) -> [Int] {
    var chosen: [Int] = []
    chosen.reserveCapacity(min(count, people))
    deal([count], of: people, mayBe) { person, _ in chosen.append(person) }
    return chosen
  }

  /// Deals out the people who may be chosen: those with the lowest keys are the first part, and so on; of equal
  /// keys, the lower numbers first.
  ///
  /// A first pass counts keys by their upper bits, which are kept; whole keys are looked at near a border only.
  ///
  /// - Parameters:
  ///   - sizes: of the parts; people beyond them get none.
  ///   - give: called once for everybody who gets a part, in no order.
  @inline(__always) func deal(
    _ sizes: [Int], of people: Int, _ mayBe: (Int) -> Bool,
    give: (_ person: Int, _ part: Int) -> Void
  ) {
    // Few values of these bits hold a border, and the counts stay in the fastest memory.
    let values = min(UInt64(people), UInt64(max(1024, 16 * sizes.count)), 0xffff)
    let shift = UInt64(values.leadingZeroBitCount)
    let bitsCount = 1 << Int(64 - shift)
    let upper = RawList<UInt16>(capacity: people)
    // By the upper bits: how many have them, later how many come before these.
    let starts = RawList<UInt32>(capacity: bitsCount)
    starts.view.fill(0, count: bitsCount)
    for person in 0..<people where mayBe(person) {
      let bits = UInt16(truncatingIfNeeded: key(of: person) &>> shift)
      upper.view[person] = bits
      starts.view[Int(bits)] &+= 1
    }

    var ends: [Int] = []
    for size in sizes { ends.append((ends.last ?? 0) + size) }
    // Behind the last part come those who get none.
    ends.append(.max)
    // By the upper bits: the part of all who have them, or that a border is between.
    let border = UInt16.max
    let parts = RawList<UInt16>(capacity: bitsCount)
    var (part, before) = (0, 0)
    for bits in 0..<bitsCount {
      while ends[part] <= before { part += 1 }
      let end = before + Int(starts.view[bits])
      starts.view[bits] = UInt32(truncatingIfNeeded: before)
      parts.view[bits] = end <= ends[part] ? UInt16(truncatingIfNeeded: part) : border
      before = end
    }

    var near: [(key: UInt64, person: Int)] = []
    for person in 0..<people where mayBe(person) {
      let part = parts.view[Int(upper.view[person])]
      if part < sizes.count {
        give(person, Int(part))
      } else if part == border {
        near.append((key(of: person), person))
      }
    }
    near.sort { $0.key != $1.key ? $0.key < $1.key : $0.person < $1.person }
    var (bits, rank) = (UInt64.max, 0)
    for (key, person) in near {
      rank = key &>> shift == bits ? rank + 1 : Int(starts.view[key &>> shift])
      bits = key &>> shift
      if let part = sizes.indices.first(where: { rank < ends[$0] }) { give(person, part) }
    }
  }
}
