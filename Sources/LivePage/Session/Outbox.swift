/// Frames that wait for a connection to take them: answers, pings, and the news of a run only once
/// it can be taken.
package struct Outbox: Sendable {
  /// Bytes that may wait for a page that does not read.
  package static let limit = 32 << 20

  private var frames: [[UInt8]] = []
  private var bytes = 0

  package init() {}

  /// Whether more waits than a page may leave unread.
  package var isOverfull: Bool { bytes > Self.limit }

  /// Adds a frame behind the others.
  package mutating func append(_ frame: [UInt8]) {
    frames.append(frame)
    bytes += frame.count
  }

  /// The frame that has waited for longest.
  package mutating func next() -> [UInt8]? {
    guard !frames.isEmpty else { return nil }
    let first = frames.removeFirst()
    bytes -= first.count
    return first
  }
}
