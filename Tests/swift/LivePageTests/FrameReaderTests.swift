import LivePage
import Testing

@Suite struct FrameReaderTests {
  /// A client's frame: masked, in the shortest form.
  static func frame(_ first: UInt8, _ payload: [UInt8], masked: Bool = true) -> [UInt8] {
    let mask: [UInt8] = masked ? [7, 99, 200, 31] : []
    let flag: UInt8 = masked ? 0x80 : 0
    var bytes = [first]
    if payload.count <= 125 {
      bytes.append(flag | UInt8(payload.count))
    } else if payload.count <= 65_535 {
      bytes += [flag | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    } else {
      bytes += [flag | 127] + (0..<8).map { UInt8(payload.count >> (56 - 8 * $0) & 0xff) }
    }
    return bytes + mask + payload.enumerated().map { masked ? $1 ^ mask[$0 % 4] : $1 }
  }

  static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  /// The close code that ends a stream of these bytes; nil if they are fine.
  static func code(_ bytes: [UInt8]) -> UInt16? {
    var reader = FrameReader()
    do throws(FrameReader.Violation) {
      _ = try reader.read(bytes)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("reads messages whole, in one piece or byte by byte, across fragments and pings")
  func messages() throws {
    let stream =
      Self.text("héllo") + Self.frame(0x01, Array("a".utf8)) + Self.frame(0x89, [1, 2])
      + Self.frame(0x00, Array("b".utf8)) + Self.frame(0x80, Array("c".utf8))
      + Self.text(String(repeating: "x", count: 300)) + Self.frame(0x88, [0x03, 0xe8])
    let expected: [FrameReader.Event] = [
      .text("héllo"), .ping([1, 2]), .text("abc"), .text(String(repeating: "x", count: 300)),
      .close(1000),
    ]
    var reader = FrameReader()
    #expect(try reader.read(stream) == expected)
    var slow = FrameReader()
    var events: [FrameReader.Event] = []
    for byte in stream { events += try slow.read([byte]) }
    #expect(events == expected)
  }

  @Test("takes a message of 64 KiB or 256 fragments and none beyond, before its bytes arrive")
  func size() throws {
    let most = String(repeating: "x", count: 65_536)
    var reader = FrameReader()
    #expect(try reader.read(Self.text(most)) == [.text(most)])
    #expect(Self.code(Self.text(most + "x")) == 1009)
    #expect(Self.code([0x81, 0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0]) == 1009)
    let half = [UInt8](repeating: 120, count: 32_769)
    #expect(Self.code(Self.frame(0x01, half) + Self.frame(0x80, half)) == 1009)
    let fragments = (1..<256).reduce(Self.frame(0x01, [])) { bytes, _ in
      bytes + Self.frame(0x00, [])
    }
    #expect(Self.code(fragments) == nil && Self.code(fragments + Self.frame(0x80, [])) == 1009)
  }

  @Test("ends the stream at the first byte that breaks the protocol")
  func violations() {
    #expect(Self.code(Self.frame(0x81, [120], masked: false)) == 1002)
    #expect(Self.code(Self.frame(0x83, [])) == 1002)  // unknown opcode
    #expect(Self.code(Self.frame(0x8b, [])) == 1002)  // unknown control opcode
    #expect(Self.code(Self.frame(0xc1, [])) == 1002)  // reserved bit
    #expect(Self.code(Self.frame(0x09, [])) == 1002)  // fragmented ping
    #expect(Self.code(Self.frame(0x89, [UInt8](repeating: 0, count: 126))) == 1002)
    #expect(Self.code(Self.frame(0x80, [])) == 1002)  // continuation of nothing
    #expect(Self.code(Self.frame(0x01, []) + Self.frame(0x81, [])) == 1002)
    #expect(Self.code([0x81, 0xfe, 0, 5]) == 1002)  // not the shortest form
    #expect(Self.code(Self.frame(0x88, [3])) == 1002)
    #expect(Self.code(Self.frame(0x88, [3, 0xed])) == 1002)  // 1005 is never sent
    #expect(Self.code(Self.frame(0x82, [1])) == 1003)
    #expect(Self.code(Self.frame(0x81, [0xff])) == 1007)
    #expect(Self.code(Self.frame(0x81, [0xed, 0xa0, 0x80])) == 1007)  // a surrogate
  }

  @Test("takes lengths in their shortest form only")
  func shortest() {
    func framed(_ first: UInt8, length: Int, in head: [UInt8]) -> UInt16? {
      Self.code([first] + head + [UInt8](repeating: 0, count: 4 + length))
    }
    #expect(framed(0x81, length: 125, in: [0xfd]) == nil)
    #expect(framed(0x81, length: 125, in: [0xfe, 0, 125]) == 1002)
    #expect(framed(0x81, length: 126, in: [0xfe, 0, 126]) == nil)
    #expect(framed(0x81, length: 65_535, in: [0xfe, 0xff, 0xff]) == nil)
    #expect(framed(0x81, length: 65_535, in: [0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff]) == 1002)
    #expect(framed(0x81, length: 65_536, in: [0xff, 0, 0, 0, 0, 0, 1, 0, 0]) == nil)
    #expect(framed(0x89, length: 125, in: [0xfd]) == nil)
  }

  @Test("takes the close codes that may be sent, with a reason in UTF-8, and none at all")
  func closing() throws {
    let sent = Set([1000...1003, 1007...1014, 3000...4999].joined())
    for code in [0, 999, 1000, 1003, 1004, 1006, 1007, 1014, 1015, 2999, 3000, 4999, 5000, 65_535] {
      let frame = Self.frame(0x88, [UInt8(code >> 8), UInt8(code & 0xff), 120])
      #expect(Self.code(frame) == (sent.contains(code) ? nil : 1002), "\(code)")
    }
    #expect(Self.code(Self.frame(0x88, [3, 0xe8, 0xff])) == 1007)
    var reader = FrameReader()
    #expect(try reader.read(Self.frame(0x88, [])) == [.close(nil)])
  }

  @Test("writes lengths in the shortest form")
  func writer() {
    #expect(FrameWriter.binary([UInt8](repeating: 0, count: 125)).prefix(2) == [0x82, 125])
    #expect(
      FrameWriter.binary([UInt8](repeating: 0, count: 65_535)).prefix(4) == [0x82, 126, 0xff, 0xff])
    #expect(FrameWriter.ping() == [0x89, 0] && FrameWriter.pong([7]) == [0x8a, 1, 7])
    #expect(FrameWriter.close(1009) == [0x88, 2, 3, 0xf1])
    #expect(FrameWriter.text("ab") == [0x81, 2, 97, 98])
    #expect(FrameWriter.binary([UInt8](repeating: 0, count: 126)).prefix(4) == [0x82, 126, 0, 126])
    #expect(
      FrameWriter.binary([UInt8](repeating: 0, count: 65_536)).prefix(10)
        == [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0])
  }
}
