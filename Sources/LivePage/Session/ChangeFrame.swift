package import SpreadEngine

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

  private enum Kind: UInt8 {
    case infections = 1
    case tapped, changes, states
  }

  /// What follows a cursor: changes, or where so many have changed that it is less to send and to take
  /// over, what everybody is; and the cursor behind it.
  ///
  /// - Parameter states: where the log ends; nil if it has all its entries and they are wanted.
  package static func next(
    of log: StateLog, states: [PersonState]?, run: Int, infected: Int, after cursor: Cursor
  ) -> (bytes: [UInt8], cursor: Cursor) {
    guard let states, cursor.position < log.first || isMuch(log.count - cursor.position, of: states)
    else { return changes(of: log, run: run, infected: infected, after: cursor) }
    return Self.states(states, log, run: run, infected: infected, after: cursor)
  }

  /// Whether a list of so many changes is longer than everybody's states; in small groups it never is,
  /// because there the page shows each change.
  private static func isMuch(_ changes: Int, of states: [PersonState]) -> Bool {
    changes > states.count / 8 + 1_000
  }

  /// Kind 1 or 3: the next part of the log, and the cursor behind it.
  ///
  /// Fields: kind, run, infected by the engine's count, position, first step, number of steps,
  /// entries per step from that step on, people. Kind 1 says of everybody that they were healthy and
  /// are infectious; in kind 3 the four lowest bits of a person's number say what they were and are.
  ///
  /// - Precondition: the log has the entries behind the cursor, whose position lies within its step
  ///   (`StateLog.has`).
  private static func changes(
    of log: StateLog, run: Int, infected: Int, after cursor: Cursor
  ) -> (bytes: [UInt8], cursor: Cursor) {
    var end = min(log.count, cursor.position + peopleLimit)
    // The last step that is reached by position `end`, all later ones without people included.
    var last = cursor.step
    while last < log.step, log.ends[last] <= end, last - cursor.step < peopleLimit {
      last += 1
    }
    // What belongs to steps that come with the next frame does, too.
    end = min(end, log.ends[last])
    let part = log.part(cursor.position..<end)
    let areInfections = part.allSatisfy { $0.code == StateChange.infectionCode }
    var bytes = [(areInfections ? Kind.infections : .changes).rawValue]
    for number in [run, infected, cursor.position, cursor.step, last - cursor.step + 1] {
      append(number, to: &bytes)
    }
    var previous = cursor.position
    for step in cursor.step...last {
      let stepEnd = min(end, log.ends[step])
      append(stepEnd - previous, to: &bytes)
      previous = stepEnd
    }
    if areInfections {
      append(people: part.lazy.map { Int32($0.person) }, to: &bytes)
    } else {
      append(part, to: &bytes)
    }
    return (bytes, Cursor(position: end, step: last, isFresh: false))
  }

  /// Kind 2: everybody who was tapped and is not yet part of a computed step, for a page that knows
  /// such a list of before.
  ///
  /// Fields: 2, run, how many of the known list stay, how many follow them, people.
  package static func tapped(_ people: [Int32], run: Int, after known: [Int32] = []) -> [UInt8] {
    var stay = 0
    while stay < min(known.count, people.count), known[stay] == people[stay] { stay += 1 }
    var bytes = [Kind.tapped.rawValue]
    for number in [run, stay, people.count - stay] { append(number, to: &bytes) }
    append(people: people[stay...], to: &bytes)
    return bytes
  }

  /// Kind 4: what everybody is where the log ends, and the cursor there.
  ///
  /// Fields: 4, run, infected by the engine's count, position, first step, number of steps;
  /// infectious, latent, immune and newly infected people of each step from that one on; then four
  /// people's states per byte, the first one's in the lowest bits.
  private static func states(
    _ states: [PersonState], _ log: StateLog, run: Int, infected: Int, after cursor: Cursor
  ) -> (bytes: [UInt8], cursor: Cursor) {
    let steps = cursor.step...log.step
    var bytes = [Kind.states.rawValue]
    bytes.reserveCapacity(states.count / 4 + 12 * steps.count + 64)
    for number in [run, infected, log.count, cursor.step, steps.count] {
      append(number, to: &bytes)
    }
    for step in steps {
      for state in [PersonState.infectious, .latent, .immune] {
        append(Int(log.counts[step][state]), to: &bytes)
      }
      append(log.infections[step], to: &bytes)
    }
    states.withUnsafeBufferPointer { states in
      for first in stride(from: 0, to: states.count, by: 4) {
        var byte: UInt8 = 0
        for place in first..<min(first + 4, states.count) {
          byte |= states[place].rawValue << UInt8(2 * (place - first))
        }
        bytes.append(byte)
      }
    }
    return (bytes, Cursor(position: log.count, step: log.step, isFresh: false))
  }

  private static func append(people: some Collection<Int32>, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + 2 * people.count)
    var previous: Int32 = 0
    for person in people {
      append(zigzag(person - previous), to: &bytes)
      previous = person
    }
  }

  private static func append(_ changes: ArraySlice<StateChange>, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + 2 * changes.count)
    var previous: Int32 = 0
    for change in changes {
      let person = Int32(change.person)
      append(zigzag(person - previous) << 4 | UInt64(change.code), to: &bytes)
      previous = person
    }
  }

  private static func zigzag(_ difference: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: difference << 1 ^ difference >> 31))
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    append(UInt64(number), to: &bytes)
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
