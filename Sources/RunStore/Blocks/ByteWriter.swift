internal import Foundation

/// A growing run of bytes with unchecked appends between `reserve`s.
///
/// Raw, because encoding a run of 100 people must cost far less than the 2 us of simulating it
/// (docs/reliability.md, "What it costs").
struct ByteWriter: ~Copyable {
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 0
    start = .allocate(byteCount: 0, alignment: 16)
  }

  deinit { start.deallocate() }

  /// Makes room for that many more bytes.
  mutating func reserve(_ bytes: Int) {
    guard count + bytes > capacity else { return }
    capacity = max(2 * capacity, count + bytes, 1 << 14)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: start, byteCount: count)
    start.deallocate()
    start = larger
  }

  /// Room for the longest varint.
  static let mostVarintBytes = 10

  mutating func byte(_ value: UInt8) {
    reserve(1)
    start.storeBytes(of: value, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// 8 bytes, little endian.
  mutating func word(_ value: UInt64) {
    reserve(8)
    start.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt64.self)
    count += 8
  }

  /// 7 bits per byte, the lowest first; the high bit says that more follow (LEB128).
  mutating func varint(_ value: UInt64) {
    reserve(Self.mostVarintBytes)
    count = Self.put(value, at: start, count)
  }

  /// The number of values, then the differences of neighbors; small where values grow slowly.
  mutating func deltas(_ values: UnsafeBufferPointer<UInt32>) {
    reserve(Self.mostVarintBytes + 5 * values.count)
    var offset = Self.put(UInt64(values.count), at: start, count)
    var last: UInt32 = 0
    for value in values {
      offset = Self.put(UInt64(value &- last), at: start, offset)
      last = value
    }
    count = offset
  }

  /// The number of values, then the differences of neighbors, of either sign.
  mutating func zigzagDeltas(_ values: UnsafeBufferPointer<Int32>) {
    reserve(Self.mostVarintBytes + 5 * values.count)
    var offset = Self.put(UInt64(values.count), at: start, count)
    var last: Int32 = 0
    for value in values {
      let delta = value &- last
      offset = Self.put(UInt64(UInt32(bitPattern: delta &<< 1 ^ delta &>> 31)), at: start, offset)
      last = value
    }
    count = offset
  }

  /// Whole numbers less `base` as varints.
  mutating func wholes(_ values: [Double], base: UInt64) {
    reserve(Self.mostVarintBytes * values.count)
    var offset = count
    // Signed, because the conversion is one instruction then; the values are below 2^53.
    for value in values {
      offset = Self.put(UInt64(bitPattern: Int64(value)) &- base, at: start, offset)
    }
    count = offset
  }

  mutating func reals(_ values: [Double]) {
    reserve(8 * values.count)
    var offset = count
    for value in values {
      start.storeBytes(of: value.bitPattern.littleEndian, toByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    count = offset
  }

  mutating func bytes(_ values: [UInt8]) {
    reserve(values.count)
    values.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      (start + count).copyMemory(from: base, byteCount: bytes.count)
    }
    count += values.count
  }

  /// Writes before what is there.
  mutating func prepend(_ values: [UInt8]) {
    reserve(values.count)
    memmove(start + values.count, start, count)
    values.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      start.copyMemory(from: base, byteCount: bytes.count)
    }
    count += values.count
  }

  /// The bytes so far with the checksum behind them; the writer is empty afterwards.
  mutating func take(_ checksum: BlockChecksum) -> Data {
    var checksum = checksum
    checksum.add(UnsafeRawBufferPointer(start: start, count: count))
    word(checksum.value)
    defer { count = 0 }
    return Data(bytes: start, count: count)
  }

  @inline(__always)
  private static func put(_ value: UInt64, at start: UnsafeMutableRawPointer, _ offset: Int) -> Int
  {
    var rest = value
    var offset = offset
    while rest >= 0x80 {
      start.storeBytes(
        of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: offset, as: UInt8.self)
      rest &>>= 7
      offset &+= 1
    }
    start.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: offset, as: UInt8.self)
    return offset &+ 1
  }
}
