internal import CSpreadSIMD
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
  func lowest(
    _ count: Int, of people: Int, by passes: VectorPasses?, _ mayBe: (Int) -> Bool
  ) -> [Int] {
    let parts = RawList<UInt8>(capacity: people + Self.bytesBehind)
    deal(people, ends: [count], to: parts.view, by: passes, mayBe)
    return (0..<people).filter { parts.view[$0] == 0 && mayBe($0) }
  }

  /// Vector passes write so many bytes behind those of people.
  static let bytesBehind = 63

  /// Deals out the people who may be chosen: as many as the first end says, those with the lowest keys, are part 0,
  /// up to the second end they are part 1, and so on. No two keys are equal.
  ///
  /// The upper byte of a key says which part its person is in, or that a border is near: then the whole key does.
  ///
  /// - Parameters:
  ///   - ends: at most 255, ascending.
  ///   - parts: by person; of those who may not be chosen any number.
  @inline(__always) func deal(
    _ people: Int, ends: [Int], to parts: RawBuffer<UInt8>, by passes: VectorPasses?,
    _ mayBe: (Int) -> Bool
  ) {
    var counts = [UInt32](repeating: 0, count: 256)
    writeUpperBytes(people, to: parts, &counts, by: passes)
    for person in 0..<people where !mayBe(person) { counts[Int(parts[person])] &-= 1 }
    // By end, as far as somebody comes behind it: the upper byte of the first of these, and how many come before that byte.
    var borders: [UInt8] = []
    var starts: [Int] = []
    var before = 0
    for byte in 0...UInt8.max where borders.count < ends.count {
      let behind = before + Int(counts[Int(byte)])
      while borders.count < ends.count && ends[borders.count] < behind {
        borders.append(byte)
        starts.append(before)
      }
      before = behind
    }

    let near = RawList<UInt32>(capacity: people)
    let nearCount = Self.deal(people, borders, to: parts, near: near.view, by: passes)
    var unsure: [(key: UInt64, person: Int)] = []
    for index in 0..<nearCount {
      let person = Int(near.view[index])
      if mayBe(person) { unsure.append((key(of: person), person)) }
    }
    unsure.sort { $0.key < $1.key }
    var (byte, border, rank, part) = (-1, 0, 0, 0)
    for (key, person) in unsure {
      rank += 1
      if Int(key &>> 56) != byte {
        byte = Int(key &>> 56)
        while Int(borders[border]) != byte { border += 1 }
        rank = starts[border]
      }
      while part < borders.count && ends[part] <= rank { part += 1 }
      parts[person] = UInt8(part)
    }
  }

  private func writeUpperBytes(
    _ people: Int, to bytes: RawBuffer<UInt8>, _ counts: inout [UInt32], by passes: VectorPasses?
  ) {
    if let passes {
      return passes.pointee.upper_bytes(
        start, RandomKeys.personStride, people,
        bytes.pointer(room: people + Self.bytesBehind), &counts)
    }
    for person in 0..<people {
      bytes[person] = UInt8(truncatingIfNeeded: key(of: person) &>> 56)
      counts[Int(bytes[person])] += 1
    }
  }

  /// In place of upper bytes: how many of the borders are no larger. Those who have that of a border are written to `near`; returns
  /// their number.
  private static func deal(
    _ people: Int, _ borders: [UInt8], to parts: RawBuffer<UInt8>, near: RawBuffer<UInt32>,
    by passes: VectorPasses?
  ) -> Int {
    if let passes {
      return passes.pointee.deal(
        borders, borders.count, people, parts.pointer(room: people + bytesBehind),
        near.pointer(room: people))
    }
    // By upper byte.
    var passed = [UInt8](repeating: 0, count: 256)
    var isBorder = [Bool](repeating: false, count: 256)
    for border in borders {
      isBorder[Int(border)] = true
      for byte in Int(border)..<256 { passed[byte] += 1 }
    }
    var found = 0
    for person in 0..<people {
      let byte = Int(parts[person])
      parts[person] = passed[byte]
      if isBorder[byte] {
        near[found] = UInt32(person)
        found += 1
      }
    }
    return found
  }
}
