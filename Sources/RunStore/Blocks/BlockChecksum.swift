/// 64 bits that tell whether a block's bytes are the ones that were written.
///
/// Words of 8 bytes, little endian, the last one filled with zeros: h = (h ^ word) * K, then
/// h ^= h >> 29. Each step is a bijection, so a change within one word is always seen; other
/// changes are missed once in 2^64. Three times as fast as a CRC-32C without special
/// instructions. It is no protection against people. Source: docs/reliability.md, "Blocks".
package struct BlockChecksum {
  package private(set) var value: UInt64 = 0x243f_6a88_85a3_08d3  // pi
  private static let factor: UInt64 = 0x9e37_79b9_7f4a_7c15  // 2^64 / golden ratio, odd

  /// Of a part.
  package init(_ point: UInt64, _ replicates: Range<Int>, _ kind: PartKind) {
    self.init(point, replicates)
    add(text: kind.rawValue)
  }

  /// Of the row of a block: what is recorded of its runs, and which parts it has, so that one that vanished is
  /// seen.
  package init(
    _ point: UInt64, _ replicates: Range<Int>, failed: Int, recording: String,
    kinds: some Sequence<PartKind>
  ) {
    self.init(point, replicates)
    add(UInt64(failed))
    add(text: recording)
    for name in kinds.map(\.rawValue).sorted() { add(text: name) }
  }

  /// For bytes that belong to no block.
  init() {}

  private init(_ point: UInt64, _ replicates: Range<Int>) {
    add(point)
    add(UInt64(bitPattern: Int64(replicates.lowerBound)))
    add(UInt64(replicates.count))
  }

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* Self.factor
    value ^= value &>> 29
  }

  private mutating func add(text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    var word: UInt64 = 0
    var shift: UInt64 = 0
    while offset < bytes.count {
      word |= UInt64(bytes[offset]) &<< shift
      shift += 8
      offset += 1
    }
    add(word)
    add(UInt64(bytes.count))
  }
}
