package import SpreadEngine

/// The binary messages to the page: whole numbers of four bytes as they lie in the memory of what runs
/// browsers (little-endian), so that the page takes them as an array. They go no further than this
/// machine, and are not compressed. The page's side is Web/protocol.js. Source: docs/live.md, "Protocol".
package enum ChangeFrame {
  /// People in one frame, so that a page that catches up stays responsive.
  package static let peopleLimit = 1 << 18

  /// How much of a log a page has.
  package struct Cursor: Equatable, Sendable {
    package var position: Int
    /// The last step whose count it knows; that count may still grow by taps.
    package var step: Int
    /// Whether it has anything at all.
    package var isFresh: Bool

    package init(position: Int = 0, step: Int = 0, isFresh: Bool = true) {
      self.position = position
      self.step = step
      self.isFresh = isFresh
    }
  }

  private enum Kind: Int32 {
    case changes = 1
    case tapped, states, network
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

  /// Kind 1: the next part of the log, and the cursor behind it.
  ///
  /// Behind the head: entries per step from the first step on; each entry as person · 16 + code, where
  /// the code says what the person was and is.
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
    var numbers = head(
      .changes, run, infected, position: cursor.position, step: cursor.step,
      steps: last - cursor.step + 1)
    var previous = cursor.position
    for step in cursor.step...last {
      let stepEnd = min(end, log.ends[step])
      numbers.append(Int32(stepEnd - previous))
      previous = stepEnd
    }
    numbers += part.lazy.map { Int32($0.person) << 4 | Int32($0.code) }
    return (bytes(numbers), Cursor(position: end, step: last, isFresh: false))
  }

  /// Kind 2: everybody who was tapped and is not yet part of a computed step, for a page that knows
  /// such a list of before.
  ///
  /// Fields: 2, run, how many of the known list stay, the people who follow them.
  package static func tapped(_ people: [Int32], run: Int, after known: [Int32] = []) -> [UInt8] {
    var stay = 0
    while stay < min(known.count, people.count), known[stay] == people[stay] { stay += 1 }
    return bytes([Kind.tapped.rawValue, Int32(run), Int32(stay)] + people[stay...])
  }

  /// Kind 3: what everybody is where the log ends, and the cursor there.
  ///
  /// Behind the head: infectious, latent, immune and newly infected people of each step from the first
  /// one on; then everybody's states.
  private static func states(
    _ states: [PersonState], _ log: StateLog, run: Int, infected: Int, after cursor: Cursor
  ) -> (bytes: [UInt8], cursor: Cursor) {
    let steps = cursor.step...log.step
    var numbers = head(
      .states, run, infected, position: log.count, step: cursor.step, steps: steps.count)
    for step in steps {
      numbers += [PersonState.infectious, .latent, .immune].map { log.counts[step][$0] }
      numbers.append(Int32(log.infections[step]))
    }
    let next = Cursor(position: log.count, step: log.step, isFresh: false)
    return (bytes(numbers) + packed(states), next)
  }

  /// Four people's states per byte, the first one's in the lowest bits.
  static func packed(_ states: [PersonState]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(states.count / 4 + 1)
    states.withUnsafeBufferPointer { states in
      for first in stride(from: 0, to: states.count, by: 4) {
        var byte: UInt8 = 0
        for place in first..<min(first + 4, states.count) {
          byte |= states[place].rawValue << UInt8(2 * (place - first))
        }
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// Kind 4: where people are drawn, and who of them meets whom.
  ///
  /// Fields: 4, run, how many are drawn, how many contacts; the people; their places in millionths of a square's
  /// side, across and down; pairs of places in the list of people.
  package static func network(_ picture: NetworkPicture, run: Int) -> [UInt8] {
    var numbers = [
      Kind.network.rawValue, Int32(run), Int32(picture.people.count), Int32(picture.edges.count),
    ]
    numbers += picture.people
    for place in picture.places { numbers += [Int32(place.x * 1e6), Int32(place.y * 1e6)] }
    for edge in picture.edges { numbers += [edge.0, edge.1] }
    return bytes(numbers)
  }

  /// Kind, run, infected people by the engine's count, position in two parts (the lower 32 bits first),
  /// first step, number of steps.
  private static func head(
    _ kind: Kind, _ run: Int, _ infected: Int, position: Int, step: Int, steps: Int
  ) -> [Int32] {
    [
      kind.rawValue, Int32(run), Int32(infected), Int32(truncatingIfNeeded: position),
      Int32(position >> 32), Int32(step), Int32(steps),
    ]
  }

  private static func bytes(_ numbers: [Int32]) -> [UInt8] {
    numbers.withUnsafeBytes { Array($0) }
  }
}
