/// Bytes that are not what a writer would have written.
package struct MalformedBytes: Error, Hashable {
  package let problem: String

  init(_ problem: String) { self.problem = problem }
}

/// Walks over bytes that may be anything: every length is checked before it is used or memory
/// is taken for it.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  /// Checks the checksum at the end and reads what stands before it.
  init(_ bytes: UnsafeRawBufferPointer, _ checksum: BlockChecksum) throws(MalformedBytes) {
    guard bytes.count >= 8 else { throw MalformedBytes("it is too short") }
    let body = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 8)])
    let stored = UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
    var checksum = checksum
    checksum.add(body)
    guard checksum.value == stored else { throw MalformedBytes("its checksum does not match") }
    self.bytes = body
  }

  var left: Int { bytes.count - offset }

  mutating func byte() throws(MalformedBytes) -> UInt8 {
    guard offset < bytes.count else { throw MalformedBytes("it ends too early") }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func word() throws(MalformedBytes) -> UInt64 {
    guard left >= 8 else { throw MalformedBytes("it ends too early") }
    defer { offset += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  mutating func varint() throws(MalformedBytes) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      guard shift < 63 || (shift == 63 && next <= 1) else {
        throw MalformedBytes("a number is too long")
      }
      value |= UInt64(next & 0x7f) &<< shift
      if next < 0x80 { return value }
      shift += 7
    }
  }

  /// A number of things of which each takes at least `bytesEach` of the bytes that are left.
  mutating func length(bytesEach: Int) throws(MalformedBytes) -> Int {
    let value = try varint()
    guard value <= UInt64(left / bytesEach) else {
      throw MalformedBytes("a length is larger than the block")
    }
    return Int(value)
  }

  /// As `ByteWriter.deltas`.
  mutating func deltas() throws(MalformedBytes) -> [UInt32] {
    let count = try length(bytesEach: 1)
    var values: [UInt32] = []
    values.reserveCapacity(count)
    var last: UInt32 = 0
    for _ in 0..<count {
      guard let delta = UInt32(exactly: try varint()) else {
        throw MalformedBytes("a number is too large")
      }
      last &+= delta
      values.append(last)
    }
    return values
  }

  /// As `ByteWriter.zigzagDeltas`.
  mutating func zigzagDeltas() throws(MalformedBytes) -> [Int32] {
    let count = try length(bytesEach: 1)
    var values: [Int32] = []
    values.reserveCapacity(count)
    var last: Int32 = 0
    for _ in 0..<count {
      guard let code = UInt32(exactly: try varint()) else {
        throw MalformedBytes("a number is too large")
      }
      last &+= Int32(bitPattern: code &>> 1) ^ -Int32(bitPattern: code & 1)
      values.append(last)
    }
    return values
  }

  mutating func bytes(_ count: Int) throws(MalformedBytes) -> [UInt8] {
    guard count <= left else { throw MalformedBytes("it ends too early") }
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  func expectEnd() throws(MalformedBytes) {
    guard left == 0 else { throw MalformedBytes("it continues after its end") }
  }
}
