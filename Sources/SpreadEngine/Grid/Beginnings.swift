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

extension SpreadKernel {
  /// Draws what the words of the infections of `fresh` say that begin: the keys of their sources and,
  /// with `ends`, when they end.
  ///
  /// - Parameters:
  ///   - new: their places in `fresh`; in the other lists the first one has place 0.
  ///   - numbers: of the infections, where people return.
  @inline(__always) mutating func drawBeginnings(
    _ new: Range<Int>, _ numbers: RawBuffer<UInt32>?, keys: RawBuffer<UInt64>,
    ends: RawBuffer<UInt32>?
  ) {
    let count = new.count
    let cells = fresh.view
    let past = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    let after = step &+ course.latentSteps
    var drawn = ends
    if let ends, course.lengths == nil {
      ends.fill(course.end(after: after, course.undrawnLength), count: count)
      drawn = nil
    }
    if plan.usesVectors && count >= Beginnings.leastForVectors {
      spread_simd_begin(
        course.peopleForVectors, cells.pointer(from: new.lowerBound, room: count),
        numbers?.pointer(room: count), count, past, UInt64(truncatingIfNeeded: after),
        keys.pointer(room: count &+ 7), drawn?.pointer(room: count &+ 7))
      return
    }
    let words = personWords
    for index in 0..<count {
      let word = words.word(
        of: cells[new.lowerBound &+ index], infection: numbers?[index] ?? 1)
      keys[index] = word &- past
      if let drawn { drawn[index] = course.end(after: after, course.actingSteps(word)) }
    }
  }
}
