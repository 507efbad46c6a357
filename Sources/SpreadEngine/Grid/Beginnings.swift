internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Room for what is drawn of the infections that begin in a step.
struct Beginnings {
  /// Fewer than this are not worth a vector pass.
  static let leastForVectors = 4
  /// Vector passes write whole vectors: room behind the last one.
  private static let roomBehind = 8

  /// Of each person, from 1; where people return.
  private var numbers = RawList<UInt32>(capacity: 64)
  /// Where sources do not keep them.
  private var keys = RawList<UInt64>(capacity: 64)
  private var ends = RawList<UInt32>(capacity: 64)

  func deallocate() {
    numbers.deallocate()
    keys.deallocate()
    ends.deallocate()
  }

  mutating func numbers(room count: Int) -> RawBuffer<UInt32> {
    numbers.reserve(count &+ Self.roomBehind, keeping: 0)
    return numbers.view
  }

  mutating func keys(room count: Int) -> RawBuffer<UInt64> {
    keys.reserve(count &+ Self.roomBehind, keeping: 0)
    return keys.view
  }

  mutating func ends(room count: Int) -> RawBuffer<UInt32> {
    ends.reserve(count &+ Self.roomBehind, keeping: 0)
    return ends.view
  }
}

extension CourseState {
  /// Writes the keys of the infections of people in these cells and, with `ends`, when they end.
  ///
  /// - Parameters:
  ///   - numbers: of the infections, where people return.
  ///   - after: the step before the first in which they act.
  func begin(
    _ cells: RawBuffer<UInt32>, _ range: Range<Int>, numbers: RawBuffer<UInt32>?,
    words: PersonWords, step: Int, after: Int, keys: RawBuffer<UInt64>, ends: RawBuffer<UInt32>?
  ) {
    let count = range.count
    let past = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    var drawn = ends
    if let ends, lengths == nil {
      ends.fill(end(after: after, undrawnLength), count: count)
      drawn = nil
    }
    if usesVectors && count >= Beginnings.leastForVectors {
      withUnsafePointer(to: people) {
        spread_simd_begin(
          $0, cells.pointer(from: range.lowerBound, room: count), numbers?.pointer(room: count),
          count, past, UInt64(truncatingIfNeeded: after), keys.pointer(room: count &+ 7),
          drawn?.pointer(room: count &+ 7))
      }
      return
    }
    for index in 0..<count {
      let word = words.word(
        of: cells[range.lowerBound &+ index], infection: numbers?[index] ?? 1)
      keys[index] = word &- past
      if let drawn { drawn[index] = end(after: after, actingSteps(word)) }
    }
  }
}
