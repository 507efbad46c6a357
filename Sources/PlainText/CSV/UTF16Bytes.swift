/// The text of a UTF-16 file as UTF-8. Not `Sendable`: one owner.
final class UTF16Bytes {
  private let source: (UnsafeMutableRawBufferPointer) throws -> Int
  private let isLittleEndian: Bool
  private var input: [UInt8]
  private var output: [UInt8] = []
  /// How many bytes of `output` were handed over.
  private var done = 0
  /// What stands for half a character: no text has it, so the reader refuses it with its place.
  private static let noText: UInt8 = 0xff

  /// Whether a file is UTF-16 by its first bytes: a byte order mark, or a zero beside its first letter.
  static func isLittleEndian(_ bytes: some Collection<UInt8>) -> Bool? {
    let two = Array(bytes.prefix(2))
    guard two.count == 2 else { return nil }
    if two == [0xff, 0xfe] { return true }
    if two == [0xfe, 0xff] { return false }
    return (two[0] == 0) == (two[1] == 0) ? nil : two[1] == 0
  }

  /// - Parameters:
  ///   - bytes: those that were read already.
  ///   - source: the bytes behind them.
  init(
    _ bytes: [UInt8], isLittleEndian: Bool,
    _ source: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
  ) {
    (input, self.isLittleEndian, self.source) = (bytes, isLittleEndian, source)
  }

  /// - Returns: how many bytes were read; 0 at the end.
  func read(into room: UnsafeMutableRawBufferPointer) throws -> Int {
    while done == output.count {
      output.removeAll(keepingCapacity: true)
      done = 0
      decode()
      guard output.isEmpty else { break }
      let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
      defer { piece.deallocate() }
      let count = try source(piece)
      if count == 0 {
        guard !input.isEmpty else { return 0 }
        input = []
        output.append(Self.noText)
      }
      input += piece[..<count]
    }
    let count = min(room.count, output.count - done)
    room.copyBytes(from: output[done..<done + count])
    done += count
    return count
  }

  /// Half a pair of units, and an odd byte, wait for what follows.
  private func decode() {
    var place = 0
    func unit(_ index: Int) -> UInt16 {
      let (a, b) = (UInt16(input[index]), UInt16(input[index + 1]))
      return isLittleEndian ? b << 8 | a : a << 8 | b
    }
    while place + 1 < input.count {
      let first = unit(place)
      var scalar = Unicode.Scalar(first)
      var length = 2
      if UTF16.isLeadSurrogate(first) {
        guard place + 3 < input.count else { break }
        let second = unit(place + 2)
        if UTF16.isTrailSurrogate(second) {
          scalar = Unicode.Scalar(0x10000 + (UInt32(first & 0x3ff) << 10 | UInt32(second & 0x3ff)))
          length = 4
        }
      }
      if let scalar {
        output += Array(String(Character(scalar)).utf8)
      } else {
        output.append(Self.noText)
      }
      place += length
    }
    input.removeFirst(place)
  }
}
