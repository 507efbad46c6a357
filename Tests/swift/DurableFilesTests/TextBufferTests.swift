import DurableFiles
import PlainText
import Testing

@Suite struct TextBufferTests {
  @Test("no piece is larger than the buffer, wherever in it a number begins")
  func pieces() {
    let numbers: [(write: (TextBuffer) -> Void, text: String)] = [
      ({ $0.write(integer: .min) }, "-9223372036854775808"),
      ({ $0.write(integer: 7) }, "7"),
      ({ $0.write(real: 9_007_199_254_740_991) }, "9007199254740991.0"),
      ({ $0.write(real: -1.5e-300) }, "-1.5e-300"),
      ({ $0.write(real: -2.225_073_858_507_201_4e-308) }, "-2.2250738585072014e-308"),
      ({ $0.write(real: 1.0 / 3) }, "0.3333333333333333"),
      ({ $0.write(byte: 65) }, "A"),
      (
        { $0.write(text: "a text that is longer than what is left of most of the buffers") },
        "a text that is longer than what is left of most of the buffers"
      ),
    ]
    for capacity in [40, 41, 64] {
      for filled in 0...capacity {
        for (write, text) in numbers {
          var pieces: [[UInt8]] = []
          let buffer = TextBuffer(capacity: capacity) { pieces.append(Array($0)) }
          buffer.write(bytes: [UInt8](repeating: 46, count: filled))
          write(buffer)
          buffer.flush()
          let most = pieces.map(\.count).max() ?? 0
          #expect(most <= capacity, "\(text) after \(filled) of \(capacity) bytes")
          let expected = String(repeating: ".", count: filled) + text
          #expect(String(decoding: pieces.joined(), as: UTF8.self) == expected)
        }
      }
    }
  }

  @Test("real numbers are written as everywhere else, and read back exactly, whatever their bits")
  func reals() {
    for exponent in UInt64(0)..<2047 {
      for fraction: UInt64 in [0, 1, 0x8_0000_0000_0000, 0x9_9999_9999_999a, 0xf_ffff_ffff_ffff] {
        let size = Double(bitPattern: exponent << 52 | fraction)
        for value in [size, -size] {
          var bytes: [UInt8] = []
          let buffer = TextBuffer(capacity: 64) { bytes += $0 }
          buffer.write(real: value)
          buffer.flush()
          let text = String(decoding: bytes, as: UTF8.self)
          #expect(text == realText(value) && Double(text)?.bitPattern == value.bitPattern)
          #expect(text.contains(".") || text.contains("e"))
        }
      }
    }
  }
}
