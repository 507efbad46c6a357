/// The binary messages to the page. Whole numbers are LEB128 varints; lists of people are
/// differences to the previous person, zigzag-coded (small numbers of either sign stay short).
/// The page's side is Web/protocol.js. Source: docs/live.md, "Protocol".
package enum ChangeFrame {
  /// People in one frame, so that a page that catches up stays responsive.
  package static let peopleLimit = 1 << 18

  /// How much of a log a page has.
  package struct Cursor: Equatable, Sendable {
    package var position = 0
    /// The last step whose count it knows; that count may still grow by taps.
    package var step = 0
    /// Whether it has anything at all.
    package var isFresh = true

    package init(position: Int = 0, step: Int = 0, isFresh: Bool = true) {
      self.position = position
      self.step = step
      self.isFresh = isFresh
    }
  }

  /// Kind 1: the next part of the log, and the cursor behind it.
  ///
  /// Fields: 1, run, infected by the engine's count, position, first step, number of steps,
  /// new people per step from that step on, people.
  package static func changes(
    of log: InfectionLog, run: Int, infected: Int, after cursor: Cursor
  ) -> (bytes: [UInt8], cursor: Cursor) {
    var bytes: [UInt8] = [1]
    let end = min(log.count, cursor.position + peopleLimit)
    // The last step that is reached by position `end`, all later ones without people included.
    var last = cursor.step
    while last < log.step, Int(log.ends[last]) <= end, last - cursor.step < peopleLimit {
      last += 1
    }
    for number in [run, infected, cursor.position, cursor.step, last - cursor.step + 1] {
      append(UInt64(number), to: &bytes)
    }
    var previous = cursor.position
    for step in cursor.step...last {
      let stepEnd = min(end, Int(log.ends[step]))
      append(UInt64(stepEnd - previous), to: &bytes)
      previous = stepEnd
    }
    append(people: log.people[cursor.position..<end], to: &bytes)
    return (bytes, Cursor(position: end, step: last, isFresh: false))
  }

  /// Kind 2: everybody who was tapped and is not yet part of a computed step.
  package static func tapped(_ people: [Int32], run: Int) -> [UInt8] {
    var bytes: [UInt8] = [2]
    append(UInt64(run), to: &bytes)
    append(UInt64(people.count), to: &bytes)
    append(people: people[...], to: &bytes)
    return bytes
  }

  private static func append(people: ArraySlice<Int32>, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + 2 * people.count)
    var previous: Int32 = 0
    for person in people {
      let difference = person - previous
      append(UInt64(UInt32(bitPattern: difference << 1 ^ difference >> 31)), to: &bytes)
      previous = person
    }
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
