internal import Checksums
internal import DurableFiles
internal import Glibc

/// The lines of a file, one after the other, in memory that does not grow with the file.
///
/// Not `Sendable`: one owner.
final class LineScanner {
  /// Longer lines are not read to their end.
  static let mostBytes = 1 << 20

  private let file: ReadableFile
  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4 * mostBytes)
  private var next = 0
  private var filled = 0
  private var isAtEnd = false
  private var hash = SHA256()
  /// Of the line that came last, from 1.
  private(set) var number = 0
  /// Whether that line is longer than any may be; then there is only its beginning.
  private(set) var isTooLong = false

  /// - Throws: `DurableFileError` if there is no such file.
  init(_ path: String, _ origin: ReadableFile.Origin) throws(DurableFileError) {
    file = try ReadableFile(path, origin)
    try fill()
    if buffer[..<filled].starts(with: [0xef, 0xbb, 0xbf]) { next = 3 }  // a byte-order mark
  }

  deinit { buffer.deallocate() }

  /// The next line without its end (LF or CRLF), valid until the next call; nil at the end.
  func nextLine() throws(DurableFileError) -> UnsafeBufferPointer<UInt8>? {
    var end = endOfLine(from: next)
    if end == nil, !isAtEnd {
      try fill()
      end = endOfLine(from: next)
    }
    guard next < filled else { return nil }
    number += 1
    let start = next
    var stop = end ?? filled
    next = min(filled, stop + 1)
    isTooLong = stop - start > Self.mostBytes
    if isTooLong { stop = start + Self.mostBytes }
    if stop > start, buffer[stop - 1] == UInt8(ascii: "\r") { stop -= 1 }
    return UnsafeBufferPointer(rebasing: buffer[start..<stop])
  }

  /// The digest of the file, once its last line was read.
  func digest() -> String { hash.hexDigest() }

  private func endOfLine(from start: Int) -> Int? {
    let rest = UnsafeBufferPointer(rebasing: buffer[start..<filled])
    guard let base = rest.baseAddress, let place = memchr(base, 0x0a, rest.count) else {
      return nil
    }
    return start + (place - UnsafeMutableRawPointer(mutating: base))
  }

  /// Moves what is left to the front and reads on behind it.
  private func fill() throws(DurableFileError) {
    let left = filled - next
    if left > 0, next > 0, let base = buffer.baseAddress { memmove(base, base + next, left) }
    next = 0
    filled = left
    let room = UnsafeMutableRawBufferPointer(
      UnsafeMutableBufferPointer(rebasing: buffer[left...]))
    let count = try file.read(into: room)
    hash.update(UnsafeBufferPointer(rebasing: buffer[left..<left + count]))
    filled += count
    isAtEnd = count < room.count
  }
}
