/// Turns the bytes of a WebSocket client into messages (RFC 6455, sections 5 and 7), strictly:
/// the first byte that cannot belong to a valid stream ends the connection with its close code.
package struct FrameReader: Sendable {
  package enum Event: Equatable, Sendable {
    case text(String)
    case ping([UInt8])
    case pong
    /// The peer closes; nil if it gave no code.
    case close(UInt16?)
  }

  /// Why the connection is closed: a close code of RFC 6455, section 7.4.1.
  package struct Violation: Error, Equatable, Sendable {
    package var code: UInt16
    package static let protocolError = Violation(code: 1002)
    package static let unsupported = Violation(code: 1003)
    package static let invalidText = Violation(code: 1007)
    package static let tooBig = Violation(code: 1009)
  }

  /// Bytes of one message, all its fragments together.
  package static let messageLimit = 64 * 1024
  /// Fragments of one message: a flood of empty ones costs work, not bytes.
  package static let fragmentLimit = 256

  private var buffer: [UInt8] = []
  private var message: [UInt8]?
  private var fragments = 0

  package init() {}

  /// Adds bytes and returns what they complete. At most one incomplete frame is kept, so never
  /// more than the message limit and a header.
  package mutating func read(_ bytes: [UInt8]) throws(Violation) -> [Event] {
    buffer += bytes
    var events: [Event] = []
    var position = 0
    while let frame = try frame(at: position) {
      position = frame.end
      if let event = try accept(frame) { events.append(event) }
    }
    buffer.removeFirst(position)
    return events
  }

  private struct Frame {
    var final: Bool
    var opcode: UInt8
    var payload: [UInt8]
    var end: Int
  }

  /// The frame that starts at `position`, or nil if bytes are missing.
  private func frame(at position: Int) throws(Violation) -> Frame? {
    let available = buffer.count - position
    guard available >= 1 else { return nil }
    let first = buffer[position]
    let opcode = first & 0x0f
    // No extension was agreed on, so the reserved bits are 0; 3...7 and 11...15 mean nothing.
    guard first & 0x70 == 0, opcode <= 2 || (8...10).contains(opcode) else {
      throw .protocolError
    }
    guard available >= 2 else { return nil }
    let second = buffer[position + 1]
    // Clients mask every frame.
    guard second & 0x80 != 0 else { throw .protocolError }
    let isControl = opcode >= 8
    guard !isControl || (first & 0x80 != 0 && second & 0x7f <= 125) else { throw .protocolError }

    let lengthBytes = [126: 2, 127: 8][Int(second & 0x7f)] ?? 0
    guard available >= 2 + lengthBytes else { return nil }
    var length = UInt64(second & 0x7f)
    if lengthBytes > 0 {
      length = buffer[(position + 2)..<(position + 2 + lengthBytes)].reduce(0) {
        $0 << 8 | UInt64($1)
      }
      // The shortest form is required.
      guard length >= (lengthBytes == 2 ? 126 : 65_536) else { throw .protocolError }
    }
    let open = isControl ? 0 : message?.count ?? 0
    guard length <= UInt64(Self.messageLimit - open) else { throw .tooBig }

    let mask = position + 2 + lengthBytes
    let start = mask + 4
    let end = start + Int(length)
    guard buffer.count >= end else { return nil }
    let payload = (start..<end).map { buffer[$0] ^ buffer[mask + ($0 - start) % 4] }
    return Frame(final: first & 0x80 != 0, opcode: opcode, payload: payload, end: end)
  }

  private mutating func accept(_ frame: Frame) throws(Violation) -> Event? {
    switch frame.opcode {
    case 8: return .close(try closeCode(frame.payload))
    case 9: return .ping(frame.payload)
    case 10: return .pong
    case 2: throw .unsupported  // the page sends text only
    default: break
    }
    guard (frame.opcode == 0) == (message != nil) else { throw .protocolError }
    message = (message ?? []) + frame.payload
    fragments += 1
    guard fragments <= Self.fragmentLimit else { throw .tooBig }
    guard frame.final, let bytes = message else { return nil }
    message = nil
    fragments = 0
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidText }
    return .text(text)
  }

  private func closeCode(_ payload: [UInt8]) throws(Violation) -> UInt16? {
    guard !payload.isEmpty else { return nil }
    guard payload.count >= 2 else { throw .protocolError }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: throw .protocolError
    }
    guard String(validating: payload.dropFirst(2), as: UTF8.self) != nil else {
      throw .invalidText
    }
    return code
  }
}

/// The bytes of frames this server sends: never fragmented, never masked.
package enum FrameWriter {
  package static func text(_ text: String) -> [UInt8] { frame(opcode: 1, Array(text.utf8)) }
  package static func binary(_ bytes: [UInt8]) -> [UInt8] { frame(opcode: 2, bytes) }
  package static func ping() -> [UInt8] { frame(opcode: 9, []) }
  package static func pong(_ payload: [UInt8]) -> [UInt8] { frame(opcode: 10, payload) }
  package static func close(_ code: UInt16) -> [UInt8] {
    frame(opcode: 8, [UInt8(code >> 8), UInt8(code & 0xff)])
  }

  private static func frame(opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x80 | opcode]
    let length = payload.count
    switch length {
    case ...125: bytes.append(UInt8(length))
    case ...65_535: bytes += [126, UInt8(length >> 8), UInt8(length & 0xff)]
    default:
      bytes.append(127)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
    }
    return bytes + payload
  }
}
