/// 64 bits that tell whether a block's bytes are the ones that were written.
///
/// Words of 8 bytes, little endian, the last one filled with zeros: h = (h ^ word) * K, then
/// h ^= h >> 29. Each step is a bijection, so a change within one word is always seen; other
/// changes are missed once in 2^64. Three times as fast as a CRC-32C without special
/// instructions. It is no protection against people. Source: docs/reliability.md, "Blocks".
package struct BlockChecksum {
  package private(set) var value: UInt64 = 0x243f_6a88_85a3_08d3  // pi
  private static let factor: UInt64 = 0x9e37_79b9_7f4a_7c15  // 2^64 / golden ratio, odd

  /// - Parameters:
  ///   - kind: which column of the row the bytes stand in.
  ///   - others: for `.runs`, the other columns the row has, so that one that vanished is seen.
  package init(
    _ point: UInt64, _ replicates: Range<Int>, _ kind: BlockPart, beside others: [BlockPart] = []
  ) {
    add(point)
    add(UInt64(bitPattern: Int64(replicates.lowerBound)))
    add(UInt64(replicates.count))
    add(others.reduce(UInt64(kind.rawValue)) { $0 | 1 << (8 + UInt64($1.rawValue)) })
  }

  /// For bytes that belong to no block.
  init() {}

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* Self.factor
    value ^= value &>> 29
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    var word: UInt64 = 0
    var shift: UInt64 = 0
    while place < bytes.count {
      word |= UInt64(bytes[place]) &<< shift
      shift += 8
      place += 1
    }
    add(word)
    add(UInt64(bytes.count))
  }
}

/// The columns of a row that hold bytes.
package enum BlockPart: UInt8 {
  case runs = 1
  case curves = 2
  case maps = 3
}
